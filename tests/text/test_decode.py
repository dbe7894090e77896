import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.decode import decode

SIMPLIFIED = "高等数学是大学的基础课程，函数与极限是它的第一章内容。"
TRADITIONAL = "這是一個關於電腦網路的課程，內容包括資料結構與演算法。"
JAPANESE = "これは日本語のページです。検索結果の情報を表示します。"
KOREAN = "한국어 페이지입니다. 검색 결과를 표시합니다. 그리고 다른 내용도 있습니다."
FRENCH = "Le café est très élégant, à côté de la forêt; déjà vu, où ça?"
RUSSIAN = "Привет, это страница о базах данных и транзакциях"
NAVIGATION = '<a href="/x">menu</a>\n' * 1000


@pytest.mark.parametrize("claimed", ["", "utf-8", "gb2312", "iso-8859-1", "big5", "nonsense"])
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (SIMPLIFIED, "gbk"),
        (SIMPLIFIED, "utf-8"),
        (TRADITIONAL, "big5"),
        (TRADITIONAL, "gbk"),
        (TRADITIONAL, "utf-8"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "utf-8"),
        (KOREAN, "euc_kr"),
        (KOREAN, "utf-8"),
        (FRENCH, "cp1252"),
        (FRENCH, "utf-8"),
        (RUSSIAN, "utf-8"),
    ],
)
def test_text_is_read_right_whatever_the_header_claims_and_however_late_it_comes(text, encoding, claimed):
    body = (NAVIGATION + text).encode(encoding)
    assert decode(body, f"text/html; charset={claimed}").text.endswith(text)


@pytest.mark.parametrize(
    "meta",
    [
        '<meta charset="windows-1251">',
        "<META http-equiv=Content-Type content='text/html; charset=windows-1251'>",
        '<meta httpequiv="Content-Type" content="text/html;charset=windows-1251">',
        '<meta charset:"windows-1251" />',
        '<?xml version="1.0" encoding="windows-1251"?>',
        '<!-- <meta charset="koi8-r"> --><meta charset="windows-1251">',
        " " * 3000 + '<meta charset="cp1251">',
    ],
)
def test_the_meta_is_found_in_all_its_forms(meta):
    decoded = decode((meta + RUSSIAN).encode("cp1251"))
    assert decoded.text.endswith(RUSSIAN)
    assert decoded.encoding == "cp1251"


def test_the_header_comes_before_the_meta():
    body = ("<meta charset=koi8-r>" + RUSSIAN).encode("cp1251")
    assert decode(body, 'text/html; charset="windows-1251"').text.endswith(RUSSIAN)


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_byte_order_mark_outweighs_the_header(mark, codec):
    assert decode(mark + SIMPLIFIED.encode(codec), "text/html; charset=gbk").text == SIMPLIFIED


@pytest.mark.parametrize("codec", ["iso2022_jp", "utf-16-le"])
def test_encodings_that_look_like_others_are_read_when_declared(codec):
    assert decode(f"<p>{JAPANESE}".encode(codec), f"text/html; charset={codec}").text == f"<p>{JAPANESE}"


def test_one_broken_character_does_not_change_the_encoding():
    body = SIMPLIFIED.encode() * 20
    decoded = decode(body[:-1])
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(SIMPLIFIED)


def test_wider_sets_are_taken_for_the_names_of_narrower_ones():
    assert decode("“smart” quotes".encode("cp1252"), "text/html; charset=iso-8859-1").text == "“smart” quotes"
    assert decode("国镕喆的电脑是一个".encode("gbk"), "text/html; charset=gb2312").encoding == "gb18030"


@given(st.binary(max_size=300), st.text(max_size=40))
def test_no_bytes_and_no_header_make_it_fail(body, header):
    decode(body, header)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_utf8_text_comes_back(text):
    text = text.removeprefix("\ufeff")
    assert decode(text.encode(), "text/html; charset=utf-8").text == text
