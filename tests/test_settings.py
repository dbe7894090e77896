"""Settings come from the environment, else from the file, else from the table."""

import pytest

from lorehound.errors import BadSetting
from lorehound.settings import SETTINGS, Settings, load, template


def write(folder, text):
    (folder / "lorehound.toml").write_text(text, "utf-8")
    return folder


def test_without_a_file_the_defaults_hold(tmp_path):
    assert load(tmp_path, {}) == Settings()


def test_the_template_is_a_file_of_defaults(tmp_path):
    assert load(write(tmp_path, template()), {}) == Settings()


def test_every_line_of_the_template_can_be_taken_in(tmp_path):
    taken_in = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line for line in template().splitlines()
    )
    assert load(write(tmp_path, taken_in), {}) == Settings()


def test_the_environment_comes_before_the_file(tmp_path):
    folder = write(tmp_path, '[store]\npages = "files"\n[crawl]\ntimeout = 5')
    settings = load(folder, {"LOREHOUND_STORE_PAGES": "database"})
    assert settings.text("store.pages") == "database"
    assert settings.number("crawl.timeout") == 5.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[store]\npages = "tape"', "store.pages is 'tape'; it takes one of warc, files, database"),
        ('[crawl]\ntimeout = "soon"', "crawl.timeout is 'soon'; it takes a number"),
        ("[crawl]\ntries = -1", "crawl.tries is -1; it takes 0 or more"),
        ("[crawl]\nallow_private = 3", "crawl.allow_private is 3; it takes true or false"),
        ("[crawl]\ntimeuot = 3", "unknown setting 'crawl.timeuot'"),
        ("[crawl", "is no TOML"),
    ],
)
def test_a_wrong_value_is_named_with_its_remedy(tmp_path, text, said):
    with pytest.raises(BadSetting, match=r"lorehound\.toml|LOREHOUND") as caught:
        load(write(tmp_path, text), {})
    assert said in str(caught.value)


def test_options_change_a_copy():
    settings = Settings()
    assert settings.changed(crawl_allow_private=True, store_pages=None).flag("crawl.allow_private")
    assert not settings.flag("crawl.allow_private")


def test_variables_are_named_after_the_settings():
    assert {"LOREHOUND_CONTACT", "LOREHOUND_STORE_MAX_MB"} <= {setting.variable for setting in SETTINGS}
