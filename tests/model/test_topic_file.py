"""Topic files: what they say, what they say wrong, and the way back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.errors import BadTopic
from lorehound.model.topic import Keyword, KnowledgePoint, Politeness, Scope, Titles, Topic
from lorehound.model.topic_faults import topic_faults
from lorehound.model.topic_file import check_topic, read_topic, write_topic

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "topics").glob("*.toml"))

SMALL = '[topic]\nid = "sql"\ntitle = "SQL"\n'


def faults(text: str) -> list[str]:
    with pytest.raises(BadTopic) as caught:
        read_topic(text, "sql.toml")
    return list(caught.value.faults)


def test_a_small_file_has_the_usual_values():
    topic = read_topic(SMALL, "sql.toml")
    assert (topic.id, topic.title.zh, topic.title.en, topic.threshold) == ("sql", "SQL", "SQL", 0.5)
    assert topic.scope == Scope()
    assert topic.politeness == Politeness()


def test_every_field_is_read():
    topic = read_topic(
        """
        [topic]
        id = "databases"
        title = { zh = "关系数据库", en = "Relational databases" }
        languages = ["en", "zh"]
        keywords = ["SQL", { term = "B-tree", weight = 2 }]
        exclude = ["job opening"]
        threshold = 0.6
        seeds = ["http://links.campus.test/"]
        [scope]
        allow_hosts = ["*.edu.cn"]
        max_depth = 3
        [politeness]
        delay = 0.5
        obey_robots = false
        [[knowledge_point]]
        id = "transactions"
        title = "Transactions"
        keywords = ["commit"]
        aliases = ["事务"]
        [[knowledge_point]]
        id = "isolation"
        title = "Isolation"
        parent = "transactions"
        prerequisites = ["transactions"]
        """,
        "databases.toml",
    )
    assert topic.title.get("zh") == "关系数据库"
    assert topic.keywords == (Keyword(term="SQL"), Keyword(term="B-tree", weight=2))
    assert topic.scope.allow_hosts == ("*.edu.cn",)
    assert not topic.politeness.obey_robots
    assert [point.id for point in topic.knowledge_points] == ["transactions", "isolation"]


def test_a_mark_of_byte_order_is_passed_over():
    assert read_topic("\ufeff" + SMALL, "sql.toml").id == "sql"


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_examples_read(file: Path):
    topic = read_topic(file.read_text("utf-8"), file.name)
    assert topic.seeds


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SMALL + 'keywords = ["a", { term = "b", weight = 0 }]', "keywords[1].weight is 0; it must be more than 0"),
        (SMALL + 'keyword = ["a"]', "keyword is an unknown name; did you mean keywords?"),
        (SMALL + 'languages = "en"', 'languages is "en"; it takes a list: write ["en"]'),
        (SMALL + 'threshold = "high"', 'threshold is "high"; it takes a number, without quotes'),
        (SMALL + "threshold = 2", "threshold is 2; it must be at most 1"),
        (SMALL + f"keywords = {'[' * 5000}", "brackets are nested too deep; check that each [ has its ]"),
        (SMALL + "seeds = [3]", "seeds[0] is 3; it takes a text: write it in quotes"),
        (SMALL + "[scope]\nmax_dept = 3", "scope.max_dept is an unknown name; did you mean max_depth?"),
        (SMALL + "[scope]\nmax_pages = 1.5", "scope.max_pages is 1.5; it takes a whole number"),
        (SMALL + '[politeness]\nobey_robots = "maybe"', 'politeness.obey_robots is "maybe"; it takes true or false'),
        (SMALL + "[politness]\ndelay = 1", "politness is an unknown name; did you mean politeness?"),
        (SMALL + "[topic.scope]\nmax_depth = 3", "scope does not belong in [topic]; write it as [scope]"),
        (SMALL + "[knowledge_point]\na = 1", 'knowledge_point is {"a": 1}; write it as a table, [[knowledge_point]]'),
        ("id = 'x'\n" + SMALL, "id stands outside a table; write it under [topic]"),
        ("", "[topic] is missing; begin with [topic] and give it id and title"),
        ('[topic]\nid = "My Topic"\ntitle = "x"',
         'id is "My Topic"; it takes small letters, digits, - and _, such as my-topic'),
        ('[topic]\nid = "x"', 'title is missing; write title = "My topic"'),
        ('[topic]\nid = "x"\ntitle = ""', "title: a title is needed, in zh or en"),
        ('[topic]\nid = "x"\ntitle = { fr = "y" }', "title.fr is an unknown name; known are en, zh"),
        ("[topic]\nid = x", 'line 2: invalid value, in "id = x"; check quotes, brackets and = there'),
    ],
)  # fmt: skip
def test_a_fault_has_one_line_with_place_value_and_remedy(text: str, fault: str):
    assert faults(text) == [fault]


def test_an_outline_must_be_a_tree():
    outline = """
    [[knowledge_point]]
    id = "joins"
    title = "Joins"
    parent = "querys"
    prerequisites = ["sets"]
    [[knowledge_point]]
    id = "queries"
    title = "Queries"
    parent = "queries"
    [[knowledge_point]]
    id = "joins"
    title = "Joins again"
    """
    assert faults(SMALL + outline) == [
        'knowledge_point[2].id is "joins", which knowledge_point[0] has; change one',
        'knowledge_point[0].parent is "querys", which is no point of the outline; did you mean queries?',
        'knowledge_point[0].prerequisites[0] is "sets", which is no point of the outline; '
        "add that point or take the name out",
        'knowledge_point[1].parent is "queries", so "queries" lies below itself; change one',
    ]


def test_all_faults_come_at_once_each_with_the_file():
    with pytest.raises(BadTopic) as caught:
        check_topic({"id": "X", "title": "", "threshold": -1}, "topic X")
    assert len(caught.value.faults) == 3
    assert all(line.startswith("topic X: ") for line in str(caught.value).splitlines())


IDS = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).map(str.strip).filter(bool)
TITLES = st.builds(Titles, zh=TEXTS, en=TEXTS | st.just(""))
KEYWORDS = st.lists(
    st.builds(Keyword, term=TEXTS, weight=st.floats(0.01, 100, allow_nan=False)), max_size=3
).map(tuple)  # fmt: skip
LISTS = st.lists(TEXTS, max_size=3).map(tuple)


@st.composite
def topics(draw: st.DrawFn) -> Topic:
    ids = draw(st.lists(IDS, unique=True, max_size=4))
    points = tuple(
        KnowledgePoint(
            id=name,
            title=draw(TITLES),
            parent=draw(st.sampled_from(["", *ids[:at]])),
            keywords=draw(KEYWORDS),
            aliases=draw(LISTS),
            prerequisites=tuple(draw(st.lists(st.sampled_from(ids), max_size=2))),
            description=draw(TEXTS),
        )
        for at, name in enumerate(ids)
    )
    return Topic(
        id=draw(IDS),
        title=draw(TITLES),
        languages=draw(LISTS),
        keywords=draw(KEYWORDS),
        exclude=draw(LISTS),
        examples=draw(LISTS),
        threshold=draw(st.floats(0, 1)),
        seeds=draw(LISTS),
        scope=Scope(deny_urls=draw(LISTS), max_depth=draw(st.integers(0, 1000))),
        politeness=Politeness(delay=draw(st.floats(0, 3600)), obey_robots=draw(st.booleans())),
        knowledge_points=points,
    )


@given(topics())
def test_what_is_written_reads_as_the_same_topic(topic: Topic):
    assert read_topic(write_topic(topic), "written") == topic


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["id", "title", "parent", "prerequisites", "term"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["id", *Topic.model_fields]), VALUES, max_size=5))
def test_wrong_values_give_faults_never_another_error(data: dict[str, object]):
    faults = topic_faults(data)
    assert all("\n" not in fault for fault in faults)
    if not faults:
        assert check_topic(data, "x").id == str(data["id"]).strip()
