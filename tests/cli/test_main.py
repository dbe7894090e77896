"""The command as a whole: quick to start, one line for an error, quiet when its reader goes away."""

import json
import subprocess
import sys

import pytest

HEAVY = ("pydantic", "scrapy", "twisted", "numpy", "selectolax", "trafilatura", "rich", "sqlite3", "opencc", "rjieba")


def test_help_needs_no_heavy_package():
    code = f"import sys, lorehound.cli.main; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_lists_the_verbs(lorehound):
    done = lorehound.ok("--help")
    for verb in (
        "init",
        "topic",
        "seed",
        "crawl",
        "explain",
        "library",
        "rejudge",
        "process",
        "read",
        "doctor",
        "demo",
    ):
        assert f" {verb} " in done.out


def test_the_version(lorehound):
    import importlib.metadata

    assert lorehound.ok("--version").out.strip() == importlib.metadata.version("lorehound")


@pytest.mark.parametrize("arguments", [("fly",), ("topic", "list", "--color"), ("crawl", "--max-pages", "many")])
def test_a_wrong_command_line_is_one_line_and_exit_code_2(lorehound, arguments):
    done = lorehound(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1


def test_a_folder_that_is_no_workspace_is_one_line_with_the_remedy(lorehound):
    done = lorehound("topic", "list", "-w", "nowhere")
    assert (done.code, done.out) == (1, "")
    assert done.err == "error: nowhere is no workspace; make one with: lorehound init nowhere\n"


def test_an_error_speaks_chinese(lorehound):
    assert lorehound("topic", "list", "-w", "nowhere", LANG="zh_CN.UTF-8").err.startswith("错误：")


def test_with_json_an_error_is_json_too(lorehound):
    done = lorehound("topic", "list", "-w", "nowhere", "--json")
    assert done.code == 1
    assert done.json["error"]["type"] == "NotFound"


def test_the_workspace_is_found_by_option_environment_current_folder_or_name(lorehound, tmp_path):
    lorehound.ok("topic", "add", "a", "Apples", "-w", "one")
    assert lorehound("topic", "list", "--json", LOREHOUND_WORKSPACE="one").json["topics"][0]["id"] == "a"
    lorehound.folder = tmp_path / "one"
    assert lorehound.ok("topic", "list", "--json").json["topics"][0]["id"] == "a"
    lorehound.folder = tmp_path
    lorehound.ok("topic", "add", "b", "Beans")
    assert lorehound.ok("topic", "list", "--json", "-w", "workspace").json["topics"][0]["id"] == "b"


def test_a_reader_that_goes_away_is_no_error_message(lorehound):
    lorehound.ok("topic", "add", "a", "Apples")
    lorehound.ok("seed", "import", "a", "-", stdin="\n".join(f"http://a.test/{n}" for n in range(5000)))
    process = lorehound.start("seed", "export", "a")
    process.stdin.close()
    process.stdout.readline()
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    process.wait(30)
    assert error == ""


def test_no_colour_and_no_control_codes_without_a_terminal(lorehound):
    lorehound.ok("topic", "add", "a", "Apples")
    done = lorehound("topic", "list", FORCE_COLOR="", NO_COLOR="1")
    assert "\x1b" not in done.out + done.err


def test_the_settings_file_chooses_the_language(lorehound, tmp_path):
    lorehound.ok("init", "w")
    (tmp_path / "w" / "lorehound.toml").write_text('language = "zh"\n', "utf-8")
    assert "还没有主题" in lorehound.ok("topic", "list", "-w", "w").err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[store]\npages = "floppy"\n', "floppy"),
        ("[store]\npagse = 1\n", "store.pagse"),
        ("= 3", "no TOML"),
    ],
)
def test_a_wrong_settings_file_is_one_line_that_names_the_value(lorehound, tmp_path, text, said):
    lorehound.ok("init", "w")
    (tmp_path / "w" / "lorehound.toml").write_text(text, "utf-8")
    done = lorehound("topic", "list", "-w", "w")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert said in done.err
    assert "lorehound.toml" in done.err


def test_standard_output_is_only_json_for_every_listing(lorehound):
    lorehound.ok("topic", "add", "a", "Apples")
    for command in (
        ("topic", "list"), ("topic", "show", "a"), ("seed", "list"), ("page", "list", "a"), ("run", "list"),
        ("library", "list"), ("library", "search", "apples"), ("library", "stats"), ("doctor",),
    ):  # fmt: skip
        done = lorehound.ok(*command, "--json")
        assert [json.loads(line) for line in done.out.splitlines()], command
