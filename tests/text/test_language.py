import pytest

from lorehound.text.language import language_of

ENGLISH = "A B-tree is a tree that keeps its data sorted and allows searches in the time of its depth. " * 3
GERMAN = "Ein B-Baum ist ein Baum, der seine Daten sortiert hält und die Suche in der Zeit seiner Tiefe erlaubt. " * 3


@pytest.mark.parametrize(
    ("text", "hint", "language"),
    [
        (ENGLISH, "", "en"),
        (ENGLISH, "de", "en"),
        (GERMAN, "de-DE", "de"),
        (GERMAN, "en", "de"),
        ("数据库系统的事务处理与并发控制 B-tree，函数的极限是第一章", "en", "zh"),
        ("資料庫系統的交易處理與並發控制，這是第一章的內容，極限", "", "zh"),
        ("これは日本語のページです。検索結果の情報を表示します。", "", "ja"),
        ("한국어 페이지입니다. 검색 결과를 표시합니다. 다른 내용", "", "ko"),
        ("OK", "fr", "fr"),
        ("", "en_US", "en"),
        ("12 34", "", ""),
        ("", "x-default!", ""),
    ],
)
def test_language(text, hint, language):
    assert language_of(text, hint) == language
