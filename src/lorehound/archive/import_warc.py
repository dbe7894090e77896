"""Pages out of WARC files that other tools wrote."""

from collections.abc import Callable, Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from lorehound.errors import BadImport
from lorehound.model.page import Page


def read_warc(file: Path, note: Callable[[str], None]) -> Iterator[Page]:
    """The pages of a WARC file (plain, gzip, zstd or lz4) that were answered with success, in order.

    ``response`` records are decoded from chunks and compression; ``resource`` records count as pages too. Redirects,
    errors and ``revisit`` records hold no page and are passed over. ``note`` gets a line for each record that cannot
    be read and for a file that is torn at its end (BadImport when it is no WARC file at all).
    """
    number = 0
    records = None
    try:
        if not file.stat().st_size:
            raise BadImport(f"{file} is empty; give a WARC file (.warc or .warc.gz)")
        records = iter(ArchiveIterator(str(file), parse_http=False, fsspec_args=False))
        while True:
            record = next(records, None)
            if record is None:
                break
            number += 1
            page = _page_of(record, file, note)
            if page is not None:
                yield page
    except FileNotFoundError:
        raise BadImport(f"{file} is not there; give the path of a WARC file") from None
    except OSError as error:
        if number == 0:
            raise BadImport(f"{file} is no WARC file ({error}); give a .warc or .warc.gz file") from None
        note(f"{file} is torn or damaged after record {number} ({error}); what stands before it was read")
    if number == 0:
        raise BadImport(f"{file} is no WARC file; give a .warc or .warc.gz file")


def _page_of(record: WarcRecord, file: Path, note: Callable[[str], None]) -> Page | None:
    url = (record.headers.get("WARC-Target-URI") or "").strip().strip("<>")
    if not url.startswith(("http://", "https://")):
        return None
    if record.record_type not in (WarcRecordType.response, WarcRecordType.resource):
        return None
    try:
        if record.record_type == WarcRecordType.response:
            if not record.is_http:
                return None
            record.parse_http(auto_decode="all")
            status = record.http_headers.status_code or 0
            headers = {name.lower(): value for name, value in record.http_headers.to_tuples()}
            for name in ("content-encoding", "transfer-encoding", "content-length"):
                headers.pop(name, None)
        else:
            status, headers = 200, {"content-type": record.headers.get("Content-Type") or ""}
        if not 200 <= status < 300:
            return None
        body = record.reader.read()
    except (OSError, ValueError) as error:
        note(f"{file}: the record of {url} cannot be read ({error}); it is passed over")
        return None
    date = record.record_date
    return Page(
        url=url,
        body=body,
        status=status,
        headers=headers,
        fetched_at=date.timestamp() if date else 0.0,
        truncated=bool(record.headers.get("WARC-Truncated")),
    )
