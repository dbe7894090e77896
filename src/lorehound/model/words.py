"""What each reason, refusal, outcome and stop is called, in English and Chinese: the one place for these words.

Log, JSON, command line, API and pages show a code's sentence from here, so that they say the same.
``{detail}`` stands for what it was seen in.
"""

WORDS: dict[str, tuple[str, str]] = {
    # outcomes of a fetched page
    "kept": ("kept", "已收录"),
    "duplicates": ("same text as a kept page", "与已收录页面内容相同"),
    "off_topic": ("not on topic", "与主题无关"),
    "not_a_page": ("no page with text", "不是文本页面"),
    "failed": ("could not be fetched", "无法获取"),
    # why a run stopped
    "frontier_empty": ("no address left to fetch", "没有待抓取的地址"),
    "nothing_new": ("nothing new was found", "没有发现新内容"),
    "max_pages": ("the page budget is used up", "已达到页数上限"),
    "max_time": ("the time is used up", "已达到时间上限"),
    "max_bytes": ("the byte budget is used up", "已达到流量上限"),
    "interrupted": ("stopped by the user", "被用户中断"),
    "no_page": ("not one page could be fetched: {detail}", "一个页面也未能获取：{detail}"),
    "storage_full": ("the disk is full", "磁盘已满"),
}


def say(code: str, detail: str = "", language: str = "en") -> str:
    """The sentence for ``code`` in ``language``; an unknown code stands for itself."""
    english, chinese = WORDS.get(code, (code.replace("_", " "),) * 2)
    sentence = chinese if language.startswith("zh") else english
    if "{detail}" in sentence:
        return sentence.replace("{detail}", detail)
    return f"{sentence}: {detail}" if detail else sentence
