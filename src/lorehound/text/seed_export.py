"""Seeds as lists that people and other programs read."""

import csv
import io
from collections.abc import Iterable
from html import escape

from lorehound.errors import BadSetting
from lorehound.model.page import Seed

KINDS = ("text", "csv", "opml")


def write_seeds(seeds: Iterable[Seed], kind: str = "text", title: str = "") -> str:
    """The addresses of ``seeds`` as text (titles as ``#`` lines above), CSV (url, title) or OPML 2.0.

    Pages that the user wrote have no address outside and are left out (BadSetting for another kind).
    """
    listed = [seed for seed in seeds if not seed.body]
    if kind == "text":
        return "".join((f"# {_line(seed.title)}\n" if seed.title else "") + f"{seed.url}\n" for seed in listed)
    if kind == "csv":
        table = io.StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(("url", "title"))
        writer.writerows((seed.url, _line(seed.title)) for seed in listed)
        return table.getvalue()
    if kind == "opml":
        outlines = "".join(
            f'    <outline text="{escape(_line(seed.title) or seed.url)}" type="link" url="{escape(seed.url)}"/>\n'
            for seed in listed
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n'
            f"  <head><title>{escape(_line(title))}</title></head>\n  <body>\n{outlines}  </body>\n</opml>\n"
        )
    raise BadSetting(f"{kind!r} is no kind of seed list; it takes one of {', '.join(KINDS)}")


def _line(title: str) -> str:
    return " ".join(title.split())
