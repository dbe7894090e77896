"""Which proxy a request goes through: none, one, or one of a pool that stays with its host as long as it works."""

import base64
import hashlib
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lorehound.errors import BadSetting

FIRST_REST, LONGEST_REST = 10.0, 1800.0
"""Seconds that a proxy rests after its first failure, and at most; each further failure doubles it."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """``address`` has no user and password: they stand in ``authorization``, which is never logged."""

    address: str
    authorization: str = ""
    weight: float = 1.0
    hosts: str = "*"

    @property
    def host(self) -> str:
        """The proxy's own host."""
        return urlsplit(self.address).hostname or ""


class Proxies:
    """Chooses by rendezvous hashing: a host keeps its proxy while that works, and gets it back when it recovers.

    (D. G. Thaler and C. V. Ravishankar, "Using name-based mappings to increase hit rates", 1998; weights as in
    draft-ietf-bess-weighted-hrw.)
    """

    def __init__(self, proxies: Iterable[Proxy], clock: Callable[[], float] = time.monotonic) -> None:
        self.all = tuple(proxies)
        self._clock = clock
        self._rests: dict[Proxy, tuple[int, float]] = {}

    def for_host(self, host: str) -> Proxy | None:
        """The proxy for ``host``; None when no proxy is meant for it. When all rest, the one that comes back first."""
        meant = [proxy for proxy in self.all if fnmatchcase(host, proxy.hosts)]
        now = self._clock()
        well = [proxy for proxy in meant if self._rests.get(proxy, (0, 0.0))[1] <= now]
        if well:
            return max(well, key=lambda proxy: _draw(host, proxy))
        return min(meant, key=lambda proxy: self._rests[proxy][1], default=None)

    def failed(self, proxy: Proxy) -> None:
        """It could not be reached: it rests, and comes back by itself."""
        failures = self._rests.get(proxy, (0, 0.0))[0] + 1
        rest = min(LONGEST_REST, FIRST_REST * 2.0 ** (failures - 1))
        self._rests[proxy] = (failures, self._clock() + rest)

    def worked(self, proxy: Proxy) -> None:
        """It brought an answer."""
        self._rests.pop(proxy, None)


def read_proxies(setting: str, folder: Path) -> Proxies:
    """The proxies that a setting names: none (empty), an address, or a file of them (BadSetting).

    A line of the file is an address, then any of ``weight=2`` and ``hosts=*.edu.cn``; ``#`` begins a remark.
    """
    if not setting:
        return Proxies(())
    if "://" in setting:
        return Proxies([_read(setting, "proxy")])
    file = folder / setting
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise BadSetting(f"proxy is {setting!r}: neither an address nor a file that can be read ({error})") from None
    rows = [(number, line.partition("#")[0].split()) for number, line in enumerate(lines, 1)]
    return Proxies([_read(words[0], f"{file}:{number}", words[1:]) for number, words in rows if words])


def _read(address: str, where: str, more: Iterable[str] = ()) -> Proxy:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadSetting(f"{where}: a proxy's address is wrong; write it like http://127.0.0.1:8080") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadSetting(f"{where}: a proxy's address begins with http:// or https://, not {parts.scheme or 'that'!r}")
    fields = {"weight": "1", "hosts": "*"}
    for word in more:
        name, equals, value = word.partition("=")
        if not equals or name not in fields:
            raise BadSetting(f"{where}: {word!r} is not known; known are weight=NUMBER and hosts=PATTERN")
        fields[name] = value
    try:
        weight = float(fields["weight"])
    except ValueError:
        weight = 0.0
    if not 0 < weight < math.inf:
        raise BadSetting(f"{where}: weight is {fields['weight']!r}; it takes a number above 0")
    login = ""
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        login = "Basic " + base64.b64encode(pair.encode()).decode()
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return Proxy(f"{parts.scheme}://{host}" + (f":{port}" if port else ""), login, weight, fields["hosts"])


def _draw(host: str, proxy: Proxy) -> float:
    digest = hashlib.blake2b(f"{host} {proxy.address}".encode(), digest_size=8).digest()
    share = (int.from_bytes(digest, "big") + 1) / (2**64 + 1)
    return -proxy.weight / math.log(share)
