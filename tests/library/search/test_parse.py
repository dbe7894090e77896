import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.library.search.parse import Search, Term, parse


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("covering index", Search((Term(("cover",)), Term(("index",))))),
        ('"covering index"', Search((Term(("cover", "index"), phrase=True),))),
        ("“覆盖索引”", Search((Term(("覆盖", "索引"), phrase=True),))),
        ("index -hash", Search((Term(("index",)),), (Term(("hash",)),))),
        ('-"hash index"', Search((), (Term(("hash", "index"), phrase=True),))),
        ("atom*", Search((Term(("atom",), prefix=True),))),
        ("數據*", Search((Term(("数据",), prefix=True),))),
        ("事務處理", Search((Term(("事务", "处理")),))),
        ("数据库系统", Search((Term(("数据", "据库", "系统")),))),
        ("StreamReader", Search((Term(("streamreader", "stream", "reader")),))),
        ("树 C", Search((Term(("树",)), Term(("c",))))),
        ("index index", Search((Term(("index",)),))),
        ('"open', Search((Term(("open",)),))),
        ("- * \" ''", Search()),
        ("", Search()),
    ],
)
def test_what_a_search_asks_for(text, search):
    assert parse(text) == search


@given(st.text())
def test_any_text_can_be_parsed(text):
    for term in (*parse(text).wanted, *parse(text).unwanted):
        assert term.tokens
        assert all(token and not token.isspace() for token in term.tokens)
