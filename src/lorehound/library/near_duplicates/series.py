"""Problems of one series: the same story with another task or other numbers, which are two problems, not one."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from lorehound.text.words import simplify


def series_difference(one: str, other: str, *, problems: bool | None = None) -> str | None:
    """What makes two nearly equal problem texts two problems: ``other_numbers``, ``other_task``; None for nothing.

    ``problems`` as in ``compare``. Texts that are no problems differ in nothing that matters here.
    """
    first, second = _plain(one), _plain(other)
    if problems is None:
        problems = is_problem_like(first) and is_problem_like(second)
    if not problems:
        return None
    found = None
    for old, new in _replaced(_sentences(first), _sentences(second)):
        if _other_samples(old, new):
            return "other_numbers"
        if _is_rewritten(old, new):
            found = found or "other_task"
        for before, after in _runs(old, new):
            if _other_numbers(before, after):
                return "other_numbers"
            if _other_task(before, after):
                found = found or "other_task"
    return found


def is_problem_like(text: str) -> bool:
    """Whether a text reads like a programming or mathematics problem: it speaks of several things that such do."""
    if len(text) > _LONGEST:
        return False
    signs = sum(1 for sign in _SIGNS if sign.search(text))
    return signs >= (_FEW_SIGNS if len(text) < _SHORT else _SIGNS_NEEDED)


_LONGEST = 12_000
_SHORT = 800
_FEW_SIGNS = 2
_SIGNS_NEEDED = 3
_SIGNS = tuple(
    re.compile(sign)
    for sign in (
        r"\binputs?\b|输入",
        r"\boutputs?\b|\bprint\b|输出",
        r"\bsamples?\b|样例|示例",
        r"\btest cases?\b|\btestcases?\b|测试数据|测试用例|组数据",
        r"\bintegers?\b|\bnatural numbers?\b|整数|自然数",
        r"\b(?:given|find|determine|compute|calculate|return)\b|给定|给出|求出?|计算|判断",
        r"\btime limit\b|\bmemory limit\b|时间限制|内存限制|空间限制",
        r"\bconstraints?\b|数据范围|约束",
        r"\d\s*(?:≤|<=|\\leq?\b|⩽|<)|10\^",
        r"\b(?:minimum|maximum|minimal|maximal|smallest|largest|shortest|longest|how many)\b|最[小大少多长短优]|多少",
        r"\b(?:first|second|next|each) lines?\b|第[一二三]行|每行|接下来",
        r"\bwrite a (?:program|function)\b|编写|编程|程序",
    )
)
_OPPOSITES = tuple(
    frozenset(group.split())
    for group in (
        "minimum maximum smallest largest minimal maximal minimize maximize least most greatest lowest highest fewest",
        "shortest longest",
        "increasing decreasing ascending descending non-decreasing non-increasing nondecreasing nonincreasing",
        "even odd prime composite",
        "sum product difference quotient average median number count",
        "row column diagonal rows columns diagonals",
        "directed undirected",
        "left right",
        "first last",
        "insert delete update",
        "subsequence substring subarray subset permutation",
        "add subtract multiply divide",
        "before after",
        "with without",
        "true false",
        "all any none some exactly",
        "easy hard medium",
        "i ii iii iv v",
        "和 差 积 商",
        "大 小 多 少",
        "长 短",
        "从小到大 从大到小",
        "由小到大 由大到小",
        "从左到右 从右到左",
        "从前往后 从后往前",
        "奇 偶 质 素 合",
        "升 降 增 减",
        "行 列",
        "左 右",
        "前 后",
        "首 末 尾",
        "加 减 乘 除",
        "有 无 没",
        "甲 乙 丙",
        "串 列 集",
        "高 低",
        "远 近",
        "一 二 三 四 五 六 七 八 九 十",
    )
)
_NUMBER = re.compile(r"\d")
_TOKEN = re.compile(
    r"\d+(?:\.\d+)?|[从由][小大左右前后][到往][小大左右前后]|[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+(?:-[^\W\d_\u3400-\u9fff]+)*|[≤≥<>=+*^]"
)
_OPERATORS = frozenset("≤≥<>=+*^")
_SENTENCE = re.compile(r"[^\n。！？；!?;]+?(?:[。！？；!?;\n]|\.(?=\s|$)|$)")
_POWER = re.compile(r"\b10\s*(?:\^|\*\*)\s*\{?(\d{1,2})\}?|\b1e(\d{1,2})\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def _plain(text: str) -> str:
    """Lower-case and simplified, with numbers written one way: ``10^5``, ``1e5`` and ``100,000`` are one."""
    text = _THOUSANDS.sub("", simplify(text).lower())
    return _POWER.sub(lambda found: "1" + "0" * int(found.group(1) or found.group(2)), text)


def _sentences(text: str) -> list[tuple[str, ...]]:
    found = (tuple(_TOKEN.findall(sentence)) for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in found if sentence]


Tokens = tuple[str, ...]


def _replaced(one: list[Tokens], other: list[Tokens]) -> Iterator[tuple[Tokens, Tokens]]:
    """Pairs of sentences that differ, the most alike together; what has no partner is paired with nothing."""
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        left, right = one[a:b], other[c:d]
        if len(left) == len(right):
            yield from zip(left, right, strict=True)
        else:
            yield tuple(token for part in left for token in part), tuple(token for part in right for token in part)


def _runs(old: Tokens, new: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield old[a:b], new[c:d]


def _is_rewritten(old: Tokens, new: Tokens) -> bool:
    longer = max(len(old), len(new))
    if longer < _LEAST_REWRITTEN:
        return False
    shared = sum(block.size for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks())
    changed = longer - shared
    return changed >= _LEAST_REWRITTEN and changed > shared * _SHARE_REWRITTEN


_LEAST_REWRITTEN = 6
_SHARE_REWRITTEN = 0.6


def _other_samples(old: Tokens, new: Tokens) -> bool:
    """Two sentences of the same words with other numbers, or a row of numbers that came for something else."""
    first, second = ([token for token in part if _NUMBER.match(token)] for part in (old, new))
    if first and second and first != second:
        words = ([token for token in part if not _NUMBER.match(token)] for part in (old, new))
        if next(words) == next(words):
            return True
    rows = (len(first) == len(old) > 1, len(second) == len(new) > 1)
    return any(rows) and not set(old) & set(new)


def _other_numbers(before: Tokens, after: Tokens) -> bool:
    """Numbers for other numbers, or several more or less; a number lost in a changed word says nothing."""
    if not all(_NUMBER.match(token) or token in _OPERATORS for token in (*before, *after)):
        return False
    old, new = ([token for token in run if _NUMBER.match(token)] for run in (before, after))
    return old != new if old and new else len(old) + len(new) > 1


def _other_task(before: Tokens, after: Tokens) -> bool:
    """One word for its opposite; in longer runs such words meet by chance."""
    return len(before) == len(after) == 1 and any(before[0] in group and after[0] in group for group in _OPPOSITES)
