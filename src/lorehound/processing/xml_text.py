"""Text that XML can hold."""

import re

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """A text without the characters that XML 1.0 has no way to write, such as controls and half surrogates."""
    return _NO_XML.sub("", text)
