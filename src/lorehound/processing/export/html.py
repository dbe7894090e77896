"""A resource as one HTML page that needs nothing from anywhere and runs nothing."""

from html import escape

import nh3
from selectolax.lexbor import LexborHTMLParser

from lorehound.model.resource import Resource


def to_html(resource: Resource) -> str:
    """A whole page: the cleaned text under its title, with where it came from. Pictures become links to them."""
    body = clean(resource.html) or f"<pre>{escape(resource.markdown or resource.text)}</pre>"
    facts = " · ".join(
        filter(
            None,
            (
                escape(", ".join(resource.authors)),
                escape(resource.published),
                escape(resource.license.label or resource.license.id),
            ),
        )
    )
    title, url = escape(resource.title), escape(resource.url)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(resource.language) or "und"}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n'
        f"</head>\n<body>\n<h1>{title}</h1>\n"
        f'<p><a href="{url}" rel="noopener noreferrer">{url}</a></p>\n<p>{facts}</p>\n<hr>\n{body}\n</body>\n</html>\n'
    )


def clean(html: str) -> str:
    """HTML without scripts, styles, forms and frames, and without anything that a browser would fetch."""
    tree = LexborHTMLParser(html)
    for picture in tree.css("img[src]"):
        source = picture.attributes.get("src") or ""
        if not source.startswith("data:image/"):
            link = tree.create_node("a")
            link.attrs["href"] = source
            link.insert_child(picture.attributes.get("alt") or source)
            picture.replace_with(link)
    return nh3.clean(
        tree.body.inner_html or "" if tree.body else "",
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto", "data"},
        attribute_filter=_attribute,
        link_rel="noopener noreferrer",
    )


_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}"
    "pre{overflow-x:auto;background:#f5f5f5;padding:.8rem}table{border-collapse:collapse}"
    "td,th{border:1px solid #bbb;padding:.2rem .5rem}img{max-width:100%}"
)
_TAGS = nh3.ALLOWED_TAGS - {"map", "area"}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "ol": {"start"},
    "code": {"class"},
    "*": {"id", "lang", "dir"},
}


def _attribute(_tag: str, name: str, value: str) -> str | None:
    if name == "href" and value.strip().lower().startswith("data:"):
        return None
    return value if name != "src" or value.startswith("data:image/") else None
