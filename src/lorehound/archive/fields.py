"""What a page is besides its body, as plain values that JSON can hold, and back."""

from collections.abc import Mapping
from typing import Any

from lorehound.model.page import Page

_FIELDS = ("url", "status", "requested", "redirects", "fetched_at", "depth", "referrer", "anchor", "truncated")


def page_fields(page: Page) -> dict[str, Any]:
    """The fields of ``page`` that are not empty, without body and headers; the address is always there."""
    fields = {name: value for name in _FIELDS if (value := getattr(page, name))}
    return {"url": page.url, "status": page.status} | fields


def page_from(fields: Mapping[str, Any], headers: Mapping[str, str], body: bytes) -> Page:
    """The page of what ``page_fields`` gave; other names are passed over (KeyError, TypeError for what is damaged)."""
    known = {name: fields[name] for name in _FIELDS if name in fields}
    known["redirects"] = tuple(known.get("redirects", ()))
    return Page(body=body, headers=dict(headers), **{"url": fields["url"]} | known)
