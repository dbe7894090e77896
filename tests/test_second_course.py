"""A course that has nothing to do with programming: a topic file and a rule file are all it takes."""

import shutil
from pathlib import Path

from command import Lorehound
from tutorial_site import serve

COOKING = Path(__file__).parents[1] / "examples" / "cooking"


def test_a_cooking_course_is_a_topic_file_and_a_rule_file(lorehound: Lorehound) -> None:
    lorehound.ok("init", "workspace")
    (lorehound.folder / "workspace" / "rules").mkdir(exist_ok=True)
    shutil.copy(COOKING / "rules" / "kitchen.toml", lorehound.folder / "workspace" / "rules")
    with serve(COOKING / "site") as site:
        topic = (COOKING / "topic.toml").read_text("utf-8").replace("threshold", f'seeds = ["{site.url}"]\nthreshold')
        (lorehound.folder / "cooking.toml").write_text(topic, "utf-8")
        lorehound.ok("crawl", "cooking.toml", "--strategy", "complete", "--allow-private", "--delay", "0", "--json")
        lorehound.ok("process", "cooking")
        listed = lorehound.ok("library", "list", "--topic", "cooking", "--type", "tutorial", "--json").json["resources"]
    recipes = {resource["title"]: resource for resource in listed if "recipe-" in resource["url"]}
    assert set(recipes) == {"白菜猪肉饺子", "Hand-pulled noodles", "三鲜蒸饺", "Soup dumplings", "手擀面"}
    found = lorehound.ok("library", "show", recipes["Soup dumplings"]["url"], "--json").json
    assert (found["authors"], found["published"]) == (["Wang Wei"], "2024-03-04")
    assert found["keywords"] == ["steam"]
    assert "knives" not in found["html"]
    assert {point["id"] for point in found["knowledge_points"]} >= {"filling"}
    titles = {resource["title"] for resource in lorehound.ok("library", "list", "--json").json["resources"]}
    assert "About us" not in titles
