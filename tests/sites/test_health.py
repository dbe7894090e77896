"""A rule that stops filling fields is noticed."""

from lorehound.model.resource import Problem, Resource, Sample
from lorehound.sites.health import Fall, health

DAY = 86_400.0


def read(number: int, day: float, *, host: str = "oj.example", samples: bool = True, parser: str = "oj") -> Resource:
    problem = Problem(
        title="T", statement="S", samples=(Sample("1", "2"),) if samples else (), time_ms=1000, parser=parser
    )
    url = f"http://{host}/{number}"
    return Resource(url, url, url, "t", "T", host=host, problem=problem, fetched_at=day * DAY)


def test_a_field_that_is_no_longer_filled_falls() -> None:
    resources = [read(n, n % 14) for n in range(40)] + [read(100 + n, 20, samples=n < 2) for n in range(10)]
    (host,) = health(resources)
    assert host.host == "oj.example"
    assert sum(period.pages for period in host.periods) == 50
    assert host.periods[-1].rates["samples"] == 0.2
    assert host.falls == (Fall("samples", 1.0, 0.2),)


def test_pages_read_by_the_generic_reader_instead_of_the_rule_are_noticed() -> None:
    resources = [read(n, 1) for n in range(20)] + [read(100 + n, 20, parser="generic") for n in range(10)]
    assert [fall.field for fall in health(resources)[0].falls] == ["rule"]


def test_chance_and_few_pages_raise_no_alarm() -> None:
    steady = [read(n, n % 20, samples=n % 3 > 0) for n in range(60)]
    assert health(steady)[0].falls == ()
    few = [read(n, 1) for n in range(20)] + [read(100, 20, samples=False)]
    assert health(few)[0].falls == ()


def test_hosts_are_apart_and_what_is_no_problem_does_not_count() -> None:
    other = Resource("a", "a", "http://b.example/", "t", "T", host="b.example", fetched_at=DAY)
    found = health([read(1, 1), read(2, 1, host="a.example"), other])
    assert [(one.host, one.periods[0].pages) for one in found] == [("a.example", 1), ("oj.example", 1)]
    assert health([]) == []
