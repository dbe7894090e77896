from tutorial_site import FOLDER as SITE


def states(done):
    return {check["check"]: check["state"] for check in done.json["checks"]}


def test_a_sound_workspace(lorehound):
    lorehound.ok("topic", "add", "db", "Databases")
    done = lorehound.ok("doctor", "--json")
    assert done.json["ok"]
    found = states(done)
    assert {
        "Python",
        "packages",
        "full-text search",
        "network",
        "disk",
        "workspace",
        "library",
        "frontier",
        "page store",
    } <= set(found)
    assert "fail" not in found.values()


def test_a_library_with_an_outline_is_sound(lorehound, tmp_path):
    lorehound.ok("topic", "add", "db", "Databases")
    (tmp_path / "outline.md").write_text("- Indexes\n  - B-trees\n- Transactions\n")
    lorehound.ok("topic", "outline", "import", "db", "outline.md")
    assert states(lorehound.ok("doctor", "--json"))["library"] == "ok"


def test_without_a_workspace_it_says_how_to_make_one(lorehound):
    done = lorehound.ok("doctor")
    assert "lorehound init" in done.out


def test_a_named_folder_that_is_no_workspace_fails(lorehound):
    assert lorehound("doctor", "-w", "nowhere").code == 1


def test_a_damaged_library_is_found_with_the_remedy(lorehound, tmp_path):
    lorehound.ok("topic", "add", "db", "Databases")
    file = tmp_path / "workspace" / "library.db"
    for beside in file.parent.glob("library.db-*"):
        beside.unlink()
    data = bytearray(file.read_bytes())
    data[4096 : len(data) // 2] = b"\xff" * (len(data) // 2 - 4096)
    file.write_bytes(data)
    done = lorehound("doctor", "--json")
    assert done.code == 1
    assert states(done)["library"] == "fail"
    (detail,) = (check["detail"] for check in done.json["checks"] if check["check"] == "library")
    assert "library.db" in detail


def test_a_file_that_is_no_database_is_one_line_for_every_command(lorehound, tmp_path):
    lorehound.ok("init")
    (tmp_path / "workspace" / "library.db").write_text("not a database, whatever its name says" * 100)
    done = lorehound("topic", "list")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "library.db" in done.err
    assert lorehound("doctor").code == 1


def test_it_speaks_chinese(lorehound):
    lorehound.ok("init")
    assert "正常" in lorehound.ok("doctor", LANG="zh_CN.UTF-8").out


def test_a_page_store_whose_end_is_torn_gives_what_stands_before_it(lorehound, tmp_path):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL")
    lorehound.ok("library", "import", SITE, "-t", "db")
    (archive,) = (tmp_path / "workspace" / "archive").glob("*.warc.gz*")
    archive.write_bytes(archive.read_bytes()[:-30])
    done = lorehound("doctor", "--json")
    (detail,) = (check["detail"] for check in done.json["checks"] if check["check"] == "page store")
    assert detail.startswith("11 pages")
    assert lorehound.ok("rejudge", "db", "--json").json["missing"] == 1
    lorehound.ok("library", "import", SITE / "school", "-t", "db")
