"""Pages out of WARC files that other tools wrote."""

from collections.abc import Callable, Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from lorehound.archive.http_body import read_answer
from lorehound.errors import BadImport
from lorehound.model.page import Page


def read_warc(file: Path, note: Callable[[str], None]) -> Iterator[Page]:
    """The pages of a WARC file (plain, gzip, zstd or lz4) that were answered with success, in order.

    ``response`` records are decoded from chunks and compression; ``resource`` records count as pages too. Redirects,
    errors and ``revisit`` records hold no page and are passed over. ``note`` gets a line for each record that cannot
    be read and for a file that is torn at its end (BadImport when it is no WARC file at all).
    """
    number = 0
    try:
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, parse_http=False):
                number += 1
                page = _page_of(record, file, note)
                if page is not None:
                    yield page
    except FileNotFoundError:
        raise BadImport(f"{file} is not there; give the path of a WARC file") from None
    except OSError as error:
        if number:
            note(f"{file} is torn or damaged after record {number} ({error}); what stands before it was read")
    if number == 0:
        raise BadImport(f"{file} is no WARC file; give a .warc or .warc.gz file")


def _page_of(record: WarcRecord, file: Path, note: Callable[[str], None]) -> Page | None:
    url = (record.headers.get("WARC-Target-URI") or "").strip().strip("<>")
    if not url.startswith(("http://", "https://")):
        return None
    if record.record_type not in (WarcRecordType.response, WarcRecordType.resource):
        return None
    block = record.reader.read()
    if str(len(block)) != (record.headers.get("Content-Length") or "").strip():
        note(f"{file}: the record of {url} is torn; it is passed over")
        return None
    if record.record_type == WarcRecordType.resource:
        status, headers, body = 200, {"content-type": record.headers.get("Content-Type") or ""}, block
    else:
        try:
            status, headers, body = read_answer(block)
        except ValueError as error:
            note(f"{file}: the record of {url} cannot be read ({error}); it is passed over")
            return None
    if not 200 <= status < 300:
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
