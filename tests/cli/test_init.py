import tomllib

from lorehound.settings import SETTINGS


def test_a_workspace_has_its_settings_explained_and_at_their_defaults(lorehound, tmp_path):
    answer = lorehound.ok("init", "physics", "--json").json
    text = (tmp_path / "physics" / "lorehound.toml").read_text("utf-8")
    assert answer == {"workspace": "physics", "settings": "physics/lorehound.toml"}
    assert not any(tomllib.loads(text).values())
    assert all(setting.help in text for setting in SETTINGS)


def test_what_is_there_stays(lorehound, tmp_path):
    lorehound.ok("init", "physics")
    (tmp_path / "physics" / "lorehound.toml").write_text('language = "zh"\n', "utf-8")
    lorehound.ok("topic", "add", "a", "Apples", "-w", "physics")
    lorehound.ok("init", "physics")
    assert (tmp_path / "physics" / "lorehound.toml").read_text("utf-8") == 'language = "zh"\n'
    assert lorehound.ok("topic", "list", "-w", "physics", "--json").json["topics"]


def test_a_place_that_cannot_be_written_is_one_line(lorehound, tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = lorehound("init", "file/physics")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "file" in done.err
