"""Bytes of a page to text, whatever the page says of its encoding."""

import codecs
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from resiliparse.parse.encoding import detect_encoding


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text and the name of the encoding that gave it (``utf-8``, ``gb18030``, ``big5hkscs``, ``cp1252``, ...)."""

    text: str
    encoding: str


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decodes ``body`` by byte order mark, header, meta or detector, each believed only if the text bears it out.

    ``content_type`` is the whole header. Never fails: what no encoding can read becomes U+FFFD.
    """
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return Decoded(body[len(mark) :].decode(codec, "replace"), codec)
    declared = [codec for codec in (_codec(_charset_of_header(content_type)), _codec(_charset_of_meta(body))) if codec]
    for codec in declared:
        if codec in _STATEFUL or (codec in _WIDE and b"\0" in body[:256]):
            try:
                return Decoded(body.decode(codec), codec)
            except UnicodeDecodeError:
                continue
    declared = [codec for codec in declared if codec not in _STATEFUL and codec not in _WIDE]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        # A few bytes of another encoding can be valid UTF-8 by chance, a text cannot.
        if not declared or "utf-8" in declared or len(body) == len(text) or len(body) - len(text) >= _NO_CHANCE:
            return Decoded(text, "utf-8")
    codec = _choose(_sample(body), declared)
    return Decoded(body.decode(codec, "replace"), codec)


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_STATEFUL = frozenset({"iso2022_jp", "hz"})
_WIDE = frozenset({"utf-16-le", "utf-16-be"})
_NO_CHANCE = 8
_ALWAYS_TRIED = ("utf-8", "gb18030", "big5hkscs", "cp932", "cp949", "euc_jp")

# As browsers read these labels (https://encoding.spec.whatwg.org/#names-and-labels): the wider set that contains it.
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift_jis_2004": "cp932",
    "shift_jisx0213": "cp932",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "latin-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "utf-16": "utf-16-le",
    "cp65001": "utf-8",
}
_ALIASES = {
    "gb_2312-80": "gb18030",
    "gb2312-80": "gb18030",
    "gb-2312": "gb18030",
    "gb_2312": "gb18030",
    "x-gbk": "gb18030",
    "gb-18030": "gb18030",
    "big5-hkscs": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "windows-949": "cp949",
    "ks_c_5601-1987": "cp949",
    "x-euc-jp": "euc_jp",
    "unicode": "utf-16-le",
    "utf8mb4": "utf-8",
    "utf-8859-1": "utf-8",
}
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
# Also <meta httpequiv=...>, a missing quote, "charset:utf-8", and <?xml encoding=...>.
_META_CHARSET = re.compile(
    rb"<(?:meta\b[^<]{0,300}?charset\s*[=:]|\?xml\b[^<]{0,100}?encoding\s*=)\s*[\"']?\s*([a-z0-9_.:-]+)", re.IGNORECASE
)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def _charset_of_header(content_type: str) -> str:
    found = _HEADER_CHARSET.search(content_type)
    return found.group(1) if found else ""


def _charset_of_meta(body: bytes) -> str:
    head = body[:4096]
    found = _META_CHARSET.search(_COMMENT.sub(b"", head) if b"<!--" in head else head)
    return found.group(1).decode("ascii") if found else ""


@lru_cache(maxsize=512)
def _codec(label: str) -> str:
    """The codec to read a label with; empty when the label names none that reads bytes to text."""
    label = label.strip().lower()
    if label in _ALIASES:
        return _ALIASES[label]
    try:
        info = codecs.lookup(label)
    except (LookupError, ValueError):
        return ""
    # The same private flag that bytes.decode checks to tell "base64" and the like from character sets.
    if not label or not getattr(info, "_is_text_encoding", True) or info.name in _NOT_OF_PAGES:
        return ""
    return _WIDER.get(info.name, info.name)


_NOT_OF_PAGES = frozenset({"utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs"})

# The first byte of an ASCII run may be the second half of a character.
_ASCII_RUN = re.compile(rb"([\x00-\x7f])[\x00-\x7f]{7,}")


def _sample(body: bytes, size: int = 8192) -> bytes:
    """The non-ASCII parts of ``body``, for its first 15 KB may be ASCII navigation."""
    return _ASCII_RUN.sub(rb"\1\n", body)[:size]


def _choose(sample: bytes, declared: list[str]) -> str:
    """The encoding under which ``sample`` reads best; a declared one wins unless another is clearly better."""
    names = dict.fromkeys(declared)
    best, best_score = "", -9.0
    for codec in names:
        score = _plausibility(sample, codec)
        if score > best_score:
            best, best_score = codec, score
    if best_score >= _GOOD:
        return best
    others = [codec for codec in (*_ALWAYS_TRIED, _codec(detect_encoding(sample) or ""), "cp1252") if codec]
    declared_score = best_score
    for codec in dict.fromkeys(others):
        if codec not in names:
            score = _plausibility(sample, codec)
            if score > max(best_score, declared_score + _MARGIN):
                best, best_score = codec, score
    return best


_GOOD = 0.8
_MARGIN = 0.1


def _plausibility(sample: bytes, codec: str) -> float:
    """How much like text ``sample`` reads under ``codec``: 1 at best, less for rare and broken characters."""
    counts = Counter(sample.decode(codec, "replace"))
    foreign = [(character, count) for character, count in counts.items() if character > "\x7f"]
    good = sum(_worth(character, codec == "utf-8") * count for character, count in foreign)
    return good / max(1, sum(count for _, count in foreign))


def _worth(character: str, certain: bool) -> float:
    if character in _COMMON:
        return 1.0
    if character == "\ufffd" or "\ue000" <= character <= "\uf8ff" or character <= "\x9f":
        return -3.0
    if "\u3400" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3":
        return 0.35
    if "\uff61" <= character <= "\uff9f" or not character.isalpha():
        return 0.3
    # One byte a letter can read anything: worth less than several bytes that make a common character.
    return 0.9 if certain else 0.6


_COMMON = frozenset(
    "，。、；：！？（）《》「」『』【】“”‘’…—·～％　"
    # Chinese in simplified form
    "的一是人不有了在国中学大这他为要个我以来和就们上会时到地经家生物对也能可自得年发出业力动成用于所本子方而理说主流作后与现过种下实"
    "没分之面行那你都多其资者产开定些同还前然民公日只好因最务点如济把制心样但意高么事当神合新进商里看小从市做无明工化己外性社政机天着法"
    "更起位各去全术此道代万相它院想平度重体第很共及等部服场手变爱提科教内利信论被展知间情再量义建两问北比南应加网统三入通司二结配并向权"
    "又系式数头常洋正长关美金文党使由活十研特已西设四东送安原次世死感买表管斯区质命目农保电治期果究认将投先立别题身程医像职真员或车象尔"
    "记解品价造任话月形什今宝非求计专速京几打老给山基总称越图满处完证让强回构推口始何确码载页击登录版载网站络客户端编译函类型线输返值错误"
    # traditional forms
    "國學這為爲個來們會時經對發業動於說與現過種實沒資產開還務點濟樣麼當進裡裏從無機術萬體場變愛內論間義兩問應網統結並權數頭長關黨東買區質農"
    "電將別題醫職員車爾記價話寶計專給總稱圖滿處證讓強構確碼載頁擊登錄編譯類線輸錯誤圖書館臺灣觀讀條設請該著連"
    # Japanese kana and kanji
    "あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつづてでとどなにぬねのはばひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをん"
    "アィイウェエオカガキギクグケゲコゴサザシジスズセタダチッツテデトドナニネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワンヴー"
    "見円気女午百書男校語聞食毎読父円売集私朝運終広町料急止切転足楽店待試族銀早映験仕味写字答夜音注帰古歌悪週室歩風紙黒花春赤青屋色走秋夏習駅旅"
    "検索情報対応使用関連変更設定画像表示説明以下場合必要可能方法数値単位"
    # Korean syllables
    "이다는의에을가고하은로지기도사를한서자인해나어리있아대시과일제부수정그들보스장라으주상전구것여만세안조국동원문화성경공신연우오내생방중당발관되선"
    "데물면요게위했치모분회유음등같소무적실간야니습합할된네터드트크비마입력때개및용계단학교각영명행차운진통설저체불더없었으며까지료처모든내용"
)
