"""The seeds of a topic as a person typed them."""

import pytest

from lorehound.errors import BadTopic
from lorehound.model.topic import Topic
from lorehound.url.whole_seeds import whole_seeds


def topic(*seeds: str) -> Topic:
    return Topic.model_validate({"id": "db", "title": "Databases", "seeds": seeds})


def test_a_bare_host_gets_its_scheme_and_the_rest_stays_as_written():
    seeds = ("www.a.test/x", "http://A.test/b#c", "https://b.test/a b")
    assert whole_seeds(topic(*seeds), "db.toml").seeds == ("http://www.a.test/x", *seeds[1:])


def test_what_is_no_address_is_named_with_its_place():
    with pytest.raises(BadTopic) as error:
        whole_seeds(topic("http://a.test/", "not an address", "ftp://b.test/", "http://"), "db.toml")
    lines = str(error.value).splitlines()
    assert [line.partition(" ")[2][:9] for line in lines] == ["seeds[1]:", "seeds[2]:", "seeds[3]:"]
    assert "'not an address' is no web address; write it whole" in lines[0]
