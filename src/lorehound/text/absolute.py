"""Addresses of links made absolute."""

import ada_url


def absolute(base: str, address: str) -> str:
    """``address`` as seen from ``base``, without fragment; empty when it is none that can be fetched over HTTP."""
    try:
        joined: str = ada_url.join_url(base, address.strip())
    except ValueError:
        return ""
    return joined.partition("#")[0] if joined.startswith(("http://", "https://")) else ""
