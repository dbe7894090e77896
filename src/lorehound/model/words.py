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
    # why a page was judged as it was
    "excluded_word": ("the topic excludes", "主题排除的词语"),
    "wrong_language": ("in a language that is not wanted", "语言不符"),
    "verdict_text": ("the topic's words in the text", "正文中的主题词"),
    "verdict_title": ("the topic's words in the title", "标题中的主题词"),
    "verdict_address": ("the topic's words in the address", "网址中的主题词"),
    "verdict_anchor": ("the topic's words in the link that led to it", "来源链接中的主题词"),
    "verdict_folder": ("how other pages of its folder fared", "同目录其他页面的表现"),
    "verdict_parent": ("how good the page was that links to it", "来源页面的相关度"),
    "verdict_list": ("how other links of the same list fared", "同一列表其他链接的表现"),
    "verdict_no_words": ("not one of the topic's words", "没有任何主题词"),
    # why a link comes sooner or later
    "link_covered_anchor": ("topic words in the link's text", "链接文字中的主题词"),
    "link_covered_address": ("topic words in its address", "网址中的主题词"),
    "link_covered_context": ("topic words around the link", "链接周围的主题词"),
    "link_words_anchor": ("strength of the topic words in the link's text", "链接文字中主题词的强度"),
    "link_words_address": ("strength of the topic words in its address", "网址中主题词的强度"),
    "link_words_context": ("strength of the topic words around the link", "链接周围主题词的强度"),
    "link_words_heading": ("topic words in the heading above it", "上方标题中的主题词"),
    "link_learnt_anchor": ("learnt words in the link's text", "链接文字中学到的词"),
    "link_learnt_address": ("learnt words in its address", "网址中学到的词"),
    "link_learnt_context": ("learnt words around the link", "链接周围学到的词"),
    "link_title_anchor": ("words of the topic's title in the link's text", "链接文字中的主题标题词"),
    "link_title_address": ("words of the topic's title in its address", "网址中的主题标题词"),
    "link_two": ("topic words in text and address", "文字和网址都有主题词"),
    "link_all_words": ("topic words in text and address together", "文字与网址主题词合计"),
    "link_outcome_of_words": ("how links with these words fared", "含这些词的链接的表现"),
    "link_substring": ("a topic word inside its address", "网址中含有主题词"),
    "link_characters": ("characters of the topic in the link's text", "链接文字中的主题字"),
    "link_list_words": ("topic words in the other links of its list", "同列表链接中的主题词"),
    "link_host": ("how its site fared", "所在网站的表现"),
    "link_folder": ("how its folder fared", "所在目录的表现"),
    "link_family": ("how pages with such a name fared", "同类名称页面的表现"),
    "link_template": ("how pages of such a form fared", "同类形式页面的表现"),
    "link_tag": ("how links in such a place of the page fared", "页面同一位置链接的表现"),
    "link_group": ("how links of its list fared", "所在列表链接的表现"),
    "link_neighbours": ("how the links beside it fared", "相邻链接的表现"),
    "link_host_pages": ("pages seen of its site", "已看过的该站页面数"),
    "link_folder_pages": ("pages seen of its folder", "已看过的该目录页面数"),
    "link_family_pages": ("pages seen with such a name", "已看过的同类名称页面数"),
    "link_template_pages": ("pages seen of such a form", "已看过的同类形式页面数"),
    "link_tag_pages": ("links followed from such a place", "同一位置已跟进的链接数"),
    "link_group_pages": ("links followed from its list", "该列表已跟进的链接数"),
    "link_useless_host": ("repeats and other languages on its site", "该站的重复或异语页面"),
    "link_useless_folder": ("repeats and other languages in its folder", "该目录的重复或异语页面"),
    "link_new_host": ("a site not seen yet", "尚未看过的网站"),
    "link_pages": ("pages seen so far", "目前已看的页面数"),
    "link_on_topic": ("share of pages on topic so far", "目前相关页面的比例"),
    "link_base": ("what to expect of any page", "任意页面的预期"),
    "link_topic_words": ("how many words the topic has", "主题词的数量"),
    "link_parent_value": ("topic words on the page that links to it", "来源页面中的主题词"),
    "link_parent_score": ("the verdict on the page that links to it", "来源页面的判定"),
    "link_parent_title": ("the topic's title in that page's title", "来源页面标题中的主题标题词"),
    "link_hop": ("clicks since a page on topic", "距相关页面的点击数"),
    "link_inherited": ("what it inherits from its page", "从来源页面继承的相关度"),
    "link_links": ("links on that page", "来源页面的链接数"),
    "link_list_links": ("links in its list", "所在列表的链接数"),
    "link_position": ("its place on the page", "在页面中的位置"),
    "link_depth": ("clicks from the seed", "距种子的点击数"),
    "link_menu": ("it stands in a menu", "位于导航菜单"),
    "link_other_host": ("it leads to another site", "指向其他网站"),
    "link_hub": ("its text names a list or contents", "链接文字像目录或列表"),
    "link_furniture": ("its text names what every site has", "链接文字是网站常见栏目"),
    "link_dated": ("a date in its address", "网址中有日期"),
    "link_same_folder": ("in the folder of its page", "与来源页面同目录"),
    "link_below": ("in a folder below its page's", "在来源页面目录之下"),
    "link_series": ("next, previous or up from its page", "来源页面的上一页、下一页或上级"),
    "link_unwanted": ("its address names another language", "网址表明是其他语言"),
    "link_anchor_words": ("length of the link's text", "链接文字的长度"),
}


def say(code: str, detail: str = "", language: str = "en") -> str:
    """The sentence for ``code`` in ``language``; an unknown code stands for itself."""
    english, chinese = WORDS.get(code, (code.replace("_", " "),) * 2)
    sentence = chinese if language.startswith("zh") else english
    if "{detail}" in sentence:
        return sentence.replace("{detail}", detail)
    return f"{sentence}: {detail}" if detail else sentence
