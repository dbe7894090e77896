"""The example topics are good ones to start from: whole, polite, and bounded."""

from pathlib import Path

import pytest

from lorehound.model.topic_file import read_topic, write_topic
from lorehound.url.address import host_of, read_address
from lorehound.url.scope import Bounds

FILES = sorted((Path(__file__).parents[2] / "examples" / "topics").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
class TestExample:
    def test_it_reads_and_writes_back(self, file):
        topic = read_topic(file.read_text("utf-8"), file.name)
        assert topic.id == file.stem
        assert read_topic(write_topic(topic), "written") == topic

    def test_it_has_both_languages_and_an_outline(self, file):
        topic = read_topic(file.read_text("utf-8"), file.name)
        assert topic.title.zh
        assert topic.title.en
        assert len(topic.knowledge_points) >= 5
        assert all(point.title.zh and point.title.en and point.keywords for point in topic.knowledge_points)

    def test_it_is_polite_and_bounded(self, file):
        topic = read_topic(file.read_text("utf-8"), file.name)
        assert topic.politeness.delay >= 2
        assert topic.politeness.concurrency_per_host == 1
        assert topic.politeness.obey_robots
        assert 0 < topic.scope.max_pages <= 1000
        assert 0 < topic.scope.max_pages_per_host <= 400

    def test_its_seeds_are_public_and_in_its_scope(self, file):
        topic = read_topic(file.read_text("utf-8"), file.name)
        bounds = Bounds(topic.scope)
        assert topic.seeds
        for seed in topic.seeds:
            url = read_address(seed)
            assert url.startswith("https://")
            assert bounds.refusal(url, host_of(url), 0) is None


def test_there_are_five_in_both_languages():
    languages = [set(read_topic(file.read_text("utf-8"), file.name).languages) for file in FILES]
    assert len(FILES) >= 5
    assert sum("zh" in some for some in languages) >= 2
    assert sum("en" in some for some in languages) >= 2
