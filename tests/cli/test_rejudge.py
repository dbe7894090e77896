import pytest

from tutorial_site import FOLDER as SITE


@pytest.fixture
def library(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "transaction", "-k", "index")
    lorehound.ok("library", "import", SITE, "-t", "db")
    return lorehound


def titles(lorehound):
    return {resource["title"] for resource in lorehound.ok("library", "list", "-n", 50, "--json").json["resources"]}


def test_a_changed_topic_is_applied_to_saved_pages_without_fetching(library):
    assert "Queries in SQL" in titles(library)
    library.ok("topic", "set", "db", "title=School life", 'keywords=["canteen", "menu", "sports day", "relay"]')
    report = library.ok("rejudge", "db", "--json").json
    assert report["pages"] == 12
    assert report["added"] >= 1
    assert titles(library) >= {"The canteen"}
    assert "Queries in SQL" not in titles(library)


def test_judging_again_with_the_same_topic_changes_nothing(library):
    before = titles(library)
    report = library.ok("rejudge", "db", "--json").json
    assert (report["added"], report["removed"]) == (0, 0)
    assert titles(library) == before


def test_the_list_of_saved_pages_says_the_new_judgement(library):
    library.ok("topic", "set", "db", "threshold=1")
    library.ok("rejudge", "db")
    outcomes = {page["outcome"] for page in library.ok("page", "list", "db", "--json").json["pages"]}
    assert "kept" not in outcomes or library.ok("library", "list", "--json").json["resources"]
    assert library.ok("library", "stats", "--json").json["resources"] == len(
        library.ok("page", "list", "db", "--outcome", "kept", "--json").json["pages"]
    )


def test_what_a_person_rejected_stays_rejected(library):
    listed = library.ok("library", "list", "-n", 50, "--json").json["resources"]
    chosen = next(resource for resource in listed if resource["title"] == "Queries in SQL")["id"]
    library.ok("review", "reject", chosen, "--reason", "too old")
    library.ok("topic", "set", "db", "title=School life", 'keywords=["canteen", "menu", "sports day", "relay"]')
    library.ok("rejudge", "db")
    library.ok("topic", "set", "db", "title=Relational databases", 'keywords=["SQL", "transaction", "index"]')
    library.ok("rejudge", "db")
    assert library.ok("library", "show", chosen, "--json").json["review_state"] == "rejected"
