"""Endings of addresses that are plainly no page with text."""

NOT_PAGES = frozenset(
    # pictures, sound, film, fonts
    "jpg jpeg jpe png gif bmp ico svg svgz webp avif heic tif tiff psd ai eps xcf raw cr2 "
    "mp3 m4a ogg oga opus wav flac aac wma mid midi ra aif aiff "
    "mp4 m4v mkv webm avi mov wmv flv f4v mpg mpeg 3gp ogv rm rmvb m3u8 swf "
    "woff woff2 ttf otf eot css "
    # archives, programs, disk images, packages
    "zip gz tgz bz2 tbz xz txz zst 7z rar tar lz lzma lz4 z cab arj jar war ear whl egg gem crate nupkg "
    "exe msi msu dll so dylib bin dmg pkg apk ipa deb rpm snap appimage iso img vhd vmdk qcow2 ova torrent sig asc "
    "md5 sha1 sha256 sha512 patch diff "
    # office files and books
    "pdf ps djvu doc docx docm dot dotx rtf odt ott xls xlsx xlsm xlsb ods ppt pptx pptm pps ppsx odp key pages "
    "numbers wps et dps caj nh kdh epub mobi azw azw3 chm "
    # data
    "db sqlite sqlite3 mdb parquet npy npz pkl h5 hdf5 mat rds rdata dat sav gpx kml kmz shp ics vcf".split()
)
"""Lower-case, without the dot."""
