"""Which line of the outcome table an exception of the download is."""

import ssl

from OpenSSL import SSL
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from service_identity import VerificationError

from lorehound.crawl.addresses import PRIVATE, GuardedResolver
from lorehound.crawl.outcomes import Rule, by_reason


def fault_of(error: BaseException, host: str, resolver: GuardedResolver) -> Rule:
    """The line of the outcome table for an exception of the download."""
    if isinstance(error, DownloadTimeoutError):
        return by_reason("timeout")
    if isinstance(error, CannotResolveHostError):
        return by_reason(PRIVATE if host in resolver.refused else "unknown_host")
    if isinstance(error, ResponseDataLossError):
        return by_reason("cut_short")
    if isinstance(error, DownloadCancelledError):
        return by_reason("too_large")
    if isinstance(error, DownloadConnectionRefusedError):
        return by_reason("no_connection")
    if isinstance(error, IgnoreRequest):
        return by_reason("too_large")
    if _is_about_certificates(error):
        return by_reason("bad_certificate")
    if isinstance(error, (EOFError, ValueError)) or type(error).__module__ in ("zlib", "gzip", "brotli"):
        return by_reason("cannot_unpack")
    return by_reason("no_connection")


def _is_about_certificates(error: BaseException | None) -> bool:
    if error is None:
        return False
    if isinstance(error, (SSL.Error, ssl.SSLError, VerificationError)):
        return True
    reasons = getattr(error, "reasons", ())
    return any(_is_about_certificates(reason.value) for reason in reasons) or _is_about_certificates(error.__cause__)
