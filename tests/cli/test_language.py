import pytest

from lorehound.cli.language import environment_language, translate


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LOREHOUND_LANGUAGE": "zh"}, "zh"),
    ],
)
def test_the_environment_says_the_language(environ, language):
    assert environment_language(environ) == language


def test_a_text_without_translation_stays():
    assert translate("no such text", "zh") == "no such text"
    assert translate("Stopped.", "zh") == "已停止。"
