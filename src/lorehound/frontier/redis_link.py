"""The way to a Redis server: scripts, and waiting while it does not answer."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from lorehound.errors import BadSetting, Damaged, LorehoundError, MissingExtra, StorageFull

try:
    import redis
    from redis.backoff import NoBackoff
    from redis.exceptions import (
        AuthenticationError,
        BusyLoadingError,
        ConnectionError,  # noqa: A004
        NoScriptError,
        OutOfMemoryError,
        ReadOnlyError,
        RedisError,
        ResponseError,
        TimeoutError,  # noqa: A004
        TryAgainError,
    )
    from redis.retry import Retry
except ImportError:
    raise MissingExtra("a frontier in Redis needs an extra package: pip install 'lorehound[redis]'") from None

log = logging.getLogger(__name__)

PATIENCE = 600.0
"""Seconds that a call waits for a server that is away, full or loading before it gives up."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_ANSWER_SECONDS = 30.0
_PASSING = (ConnectionError, TimeoutError, BusyLoadingError, OutOfMemoryError, ReadOnlyError, TryAgainError)


class Script:
    """A Lua file of ``lua/`` with ``common.lua`` before it."""

    def __init__(self, name: str) -> None:
        folder = files("lorehound.frontier") / "lua"
        self.text = "\n".join((folder / f"{file}.lua").read_text("utf-8") for file in ("common", name))
        self.sha = ""


class RedisLink:
    """A connection to ``redis://``, ``rediss://`` (TLS) or ``unix://``; what it says never holds the password.

    A call is sent again while the server is away: every script may be run twice without harm. ``shards`` and
    ``patience`` may stand in the address's query.
    """

    def __init__(self, address: str, pause: Callable[[float], None] = time.sleep) -> None:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query))
        self.shards = _whole(query.pop("shards", "1"), "shards")
        self._patience = float(_whole(query.pop("patience", str(int(PATIENCE))), "patience"))
        self.name = f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
        self._pause = pause
        plain = urlunsplit(parts._replace(query=urlencode(query)))
        try:
            self._redis = redis.Redis.from_url(
                plain,
                socket_timeout=_ANSWER_SECONDS,
                socket_connect_timeout=_ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 0),
                health_check_interval=30,
            )
        except (ValueError, TypeError) as error:
            raise BadSetting(f"frontier {self.name}: {error}; write it as redis://HOST:PORT/NUMBER") from None

    def call(self, script: Script, prefix: str, arguments: Sequence[Any]) -> Any:
        """Runs a script on the shard whose keys begin with ``prefix``."""
        return self.patiently(lambda: self._run(script, prefix, arguments))

    def call_many(self, script: Script, calls: Sequence[tuple[str, Sequence[Any]]]) -> list[Any]:
        """Runs a script on several shards in one round trip."""
        if len(calls) == 1:
            return [self.call(script, *calls[0])]
        return list(self.patiently(lambda: self._run_many(script, calls)))

    def patiently(self, action: Callable[[], Any]) -> Any:
        """What ``action`` answers; while the server cannot serve, it is tried again, later and later."""
        pause, waited = _FIRST_PAUSE, 0.0
        while True:
            try:
                answer = action()
            except AuthenticationError as error:
                raise BadSetting(f"{self.name} refuses the user or password: {error}") from None
            except _PASSING as error:
                if waited >= self._patience:
                    raise self._given_up(error) from error
                log.warning("%s %s; next try in %.1f s", self.name, _why(error), pause)
                self._pause(pause)
                waited += pause
                pause = min(pause * 2, _LONGEST_PAUSE)
            except ResponseError as error:
                if "LOST" in str(error):
                    raise Damaged(
                        f"{self.name} has lost what it held since this crawl began; start its server with appendonly "
                        "yes, then make the frontier again: lorehound frontier rebuild"
                    ) from error
                raise LorehoundError(f"{self.name} answers: {error}") from error
            except RedisError as error:
                raise LorehoundError(f"{self.name}: {error}") from error
            else:
                if waited:
                    log.warning("%s serves again after %.1f s", self.name, waited)
                return answer

    def once(self, name: str, value: str) -> str:
        """Sets a key that has no value; answers the value it has."""

        def set_and_get() -> Any:
            self._redis.set(name, value, nx=True)
            return self._redis.get(name)

        return str(self.patiently(set_and_get).decode())

    def get_all(self, name: str) -> dict[bytes, bytes]:
        """A hash."""
        answer: dict[bytes, bytes] = self.patiently(lambda: self._redis.hgetall(name))
        return answer

    def names(self, pattern: str) -> Iterator[list[bytes]]:
        """The names of keys like ``pattern``, a hundred or so at a time."""
        cursor = 0
        while True:
            cursor, found = self.patiently(partial(self._redis.scan, cursor, pattern, 100))
            if found:
                yield found
            if not cursor:
                return

    def delete(self, name: str) -> None:
        """Removes a key."""
        self.patiently(lambda: self._redis.delete(name))

    def close(self) -> None:
        """Ends the connection."""
        self._redis.close()

    def _run(self, script: Script, prefix: str, arguments: Sequence[Any]) -> Any:
        if not script.sha:
            script.sha = self._load(script)
        try:
            return self._redis.evalsha(script.sha, 1, prefix, *arguments)
        except NoScriptError:
            script.sha = self._load(script)
            return self._redis.evalsha(script.sha, 1, prefix, *arguments)

    def _run_many(self, script: Script, calls: Sequence[tuple[str, Sequence[Any]]]) -> list[Any]:
        if not script.sha:
            script.sha = self._load(script)
        for _ in range(2):
            pipeline = self._redis.pipeline(transaction=False)
            for prefix, arguments in calls:
                pipeline.evalsha(script.sha, 1, prefix, *arguments)
            answers: list[Any] = pipeline.execute(raise_on_error=False)
            if not any(isinstance(answer, NoScriptError) for answer in answers):
                break
            script.sha = self._load(script)
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _load(self, script: Script) -> str:
        return str(self._redis.script_load(script.text))

    def _given_up(self, error: Exception) -> LorehoundError:
        if isinstance(error, OutOfMemoryError):
            return StorageFull(f"{self.name} is full; raise its maxmemory and run the same command again")
        return LorehoundError(
            f"{self.name} {_why(error)}, for {self._patience:.0f} s now; see that it runs, then run the same command "
            "again"
        )


def _why(error: Exception) -> str:
    if isinstance(error, OutOfMemoryError):
        return "is full (raise its maxmemory)"
    if isinstance(error, BusyLoadingError):
        return "is loading its data"
    if isinstance(error, TimeoutError):
        return f"does not answer within {_ANSWER_SECONDS:.0f} s"
    if isinstance(error, ReadOnlyError):
        return "is a replica that cannot be written"
    return "does not answer"


def _whole(text: str, name: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise BadSetting(f"frontier: {name}={text}: it takes a whole number from 1")
    return int(text)
