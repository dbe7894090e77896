"""Which programming language a block of code says that it is in."""

import re

from lorehound.text.scan import ID, Scan, attributes


def language_of_code(scan: Scan, pre: int) -> str:
    """The language named by the ``pre`` whose tag has index ``pre``, by its ``code``, or by the elements around it."""
    tags = [scan.tags[pre]]
    if pre + 1 < len(scan.tags) and scan.names[pre + 1] == ID["code"]:
        tags.append(scan.tags[pre + 1])
    above = int(scan.parents[pre])
    for _ in range(_ELEMENTS_ABOVE):
        if above < 0:
            break
        tags.append(scan.tags[above])
        above = int(scan.parents[above])
    for tag in tags:
        if " class=" not in tag and " data-" not in tag and " lang" not in tag:
            continue
        known = attributes(tag)
        for name in ("data-lang", "data-language", "language"):
            if known.get(name, "").strip():
                return _named(known[name])
        found = _CLASS.search(known.get("class", ""))
        if found:
            return _named(next(group for group in found.groups() if group))
    return ""


_ELEMENTS_ABOVE = 3
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight|code|sh_|brush)[-:] ?([\w+#.-]+)"
    r"|(?:sourceCode|hljs|prettyprint lang-|crayon-lang) ([\w+#.-]+))",
    re.IGNORECASE,
)
_SAME = {
    "python3": "python", "py": "python", "default": "python", "ipython3": "python", "js": "javascript",
    "ts": "typescript", "shell": "bash", "sh": "bash", "c++": "cpp", "cs": "csharp", "yml": "yaml", "rb": "ruby",
    "rs": "rust", "md": "markdown", "none": "", "text": "", "txt": "", "plain": "", "plaintext": "", "nohighlight": "",
    "copyable": "", "wrapper": "", "block": "", "line-numbers": "", "toolbar": "",
}  # fmt: skip


def _named(language: str) -> str:
    plain = language.strip().lower().rstrip(";,")
    return _SAME.get(plain, plain)
