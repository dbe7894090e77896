"""A candidate as few bytes: everything but what a frontier keeps beside it (topic, host, score, tries).

An address and a referrer mostly begin as the key does, so each is kept as how much they share and the rest.
"""

from lorehound.model.page import Candidate


def pack(candidate: Candidate) -> tuple[bytes, bytes]:
    """The address (key and url), and what is known of it; each can be replaced without the other."""
    shared, url = _beyond(candidate.url, candidate.key)
    head = _parts(_bytes(candidate.key), url) + _number(shared)
    shared, referrer = _beyond(candidate.referrer, candidate.key)
    texts = (candidate.kind, candidate.anchor, candidate.etag, candidate.last_modified)
    body = _parts(referrer, candidate.features, *map(_bytes, texts))
    return head, body + _number(shared) + _number(candidate.depth)


def unpack(head: bytes, body: bytes, *, host: str, topic: str, score: float, tries: int) -> Candidate:
    """The candidate that was packed."""
    (key, url), (shared_url,) = _read(head, 2, 1)
    (referrer, features, kind, anchor, etag, last_modified), (shared, depth) = _read(body, 6, 2)
    key_text = _text(key)
    return Candidate(
        key_text[:shared_url] + _text(url),
        key_text,
        host,
        topic,
        score,
        depth,
        key_text[:shared] + _text(referrer),
        _text(anchor),
        _text(kind),
        features,
        _text(etag),
        _text(last_modified),
        tries,
    )


def _beyond(text: str, key: str) -> tuple[int, bytes]:
    shared = next((i for i, pair in enumerate(zip(text, key, strict=False)) if pair[0] != pair[1]), None)
    if shared is None:
        shared = min(len(text), len(key))
    return shared, _bytes(text[shared:])


def _parts(*parts: bytes) -> bytes:
    return b"".join(_number(len(part)) + part for part in parts)


def _read(data: bytes, parts: int, numbers: int) -> tuple[list[bytes], list[int]]:
    at, read = 0, []
    for _ in range(parts):
        length, at = _read_number(data, at)
        read.append(data[at : at + length])
        at += length
    counts = []
    for _ in range(numbers):
        count, at = _read_number(data, at)
        counts.append(count)
    return read, counts


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while data[at] > 127:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | data[at] << shift, at + 1


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _text(data: bytes) -> str:
    return data.decode(errors="surrogatepass")
