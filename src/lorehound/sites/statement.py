"""A problem written out as one text: for readers, for search, for fingerprints."""

from lorehound.model.resource import Problem
from lorehound.sites.markdown import to_markdown

_TITLES = {
    "background": ("Background", "题目背景"),
    "statement": ("Description", "题目描述"),
    "input": ("Input", "输入格式"),
    "output": ("Output", "输出格式"),
    "constraints": ("Constraints", "数据范围"),
    "note": ("Note", "提示"),
}
_SAMPLES = (("Sample Input", "Sample Output"), ("样例输入", "样例输出"))


def statement_markdown(problem: Problem, language: str = "en") -> str:
    """The parts and samples under headings in ``language`` (Chinese, else English), as Markdown."""
    chinese = language.startswith("zh")
    parts = []
    for name in ("background", "statement", "input", "output"):
        parts += _part(problem, name, chinese)
    for number, sample in enumerate(problem.samples, 1):
        for title, text in zip(_SAMPLES[chinese], (sample.input, sample.output), strict=True):
            parts.append(f"## {title} {number}\n\n{fenced(text)}")
        if sample.explanation:
            parts.append(to_markdown(sample.explanation))
    for name in ("constraints", "note"):
        parts += _part(problem, name, chinese)
    return "\n\n".join(parts)


def fenced(text: str) -> str:
    """``text`` as a block of code, to the character but for one newline at its end."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text.removesuffix(chr(10))}\n{fence}"


def _part(problem: Problem, name: str, chinese: bool) -> list[str]:
    html: str = getattr(problem, name)
    return [f"## {_TITLES[name][chinese]}\n\n{to_markdown(html)}"] if html else []
