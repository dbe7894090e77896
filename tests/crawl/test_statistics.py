"""Counters while a run goes on."""

from lorehound.crawl.statistics import Rate, Tally
from lorehound.model.run import Counters


def test_each_page_is_in_one_bucket():
    tally = Tally(Counters(fetched=2, kept=2, on_topic=2, refused={"robots": 1}))
    tally.page("kept", "on")
    tally.page("kept", "unsure")
    tally.page("duplicates", "on")
    tally.page("duplicates", "off")
    tally.page("off_topic", "off")
    tally.page("failed")
    tally.refused["robots"] += 2
    counters = tally.counters()
    assert (counters.fetched, counters.kept, counters.duplicates, counters.off_topic, counters.failed) == (
        8,
        4,
        2,
        1,
        1,
    )
    assert (counters.on_topic, counters.unsure) == (5, 1)
    assert counters.refused == {"robots": 3}


def test_a_rate_looks_back_a_few_seconds():
    rate = Rate(span=10)
    assert rate.at(0, 0) == 0
    assert rate.at(5, 50) == 10
    for second in range(6, 40):
        last = rate.at(second, 50)
    assert last == 0
