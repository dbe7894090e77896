"""What a killed run had fetched, by the rows that it left."""

from collections import Counter

from lorehound.crawl.intake import BUCKETS
from lorehound.library.contract import Library
from lorehound.library.saved_rows import saved_rows
from lorehound.model.run import OUTCOMES, Counters, Run


def recounted(library: Library, run: Run) -> Counters:
    """The counters of ``run``, set right: its record is written now and then, its rows with every page.

    Tries that failed and were to be repeated leave no row of their own; of these the record's number stands.
    """
    saved = saved_rows(library, run.topic)
    rows = [row for row in saved if row.fetched_at >= run.started_at and row.reason != "reused"]
    counts: Counter[str] = Counter(BUCKETS[row.outcome] for row in rows)
    counts["failed"] = max(counts["failed"], run.counters.failed)
    kept = [row for row in rows if row.outcome == "kept"]
    repeated_on = sum(row.outcome == "duplicate" and row.label == "on" for row in rows)
    return Counters(
        fetched=sum(counts.values()),
        on_topic=len(kept) + repeated_on,
        unsure=sum(row.label == "unsure" for row in kept),
        other_requests=run.counters.other_requests,
        reused=run.counters.reused,
        bytes=run.counters.bytes,
        refused=run.counters.refused,
        **{name: counts[name] for name in OUTCOMES},
    )
