"""Which language the command line speaks, and its own words in it."""

import os
from collections.abc import Mapping

from lorehound.cli.chinese import CHINESE


def environment_language(environ: Mapping[str, str] = os.environ) -> str:
    """``zh`` or ``en``, from ``LOREHOUND_LANGUAGE`` or the locale variables in the order that POSIX gives them."""
    for name in ("LOREHOUND_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name, ""):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def translate(english: str, language: str) -> str:
    """``english`` in ``language``; a text that has no translation stays as it is."""
    return CHINESE.get(english, english) if language == "zh" else english
