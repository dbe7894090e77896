"""How runs, resources and reasons look: the words and the JSON that several commands share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lorehound.cli.terminal import Terminal, moment

if TYPE_CHECKING:
    from lorehound.model.reason import Reason
    from lorehound.model.resource import Resource
    from lorehound.model.run import Run


def run_line(run: "Run", frontier: int) -> dict[str, Any]:
    """The one JSON object that ends a crawl; ``frontier`` counts candidates that still wait."""
    counters = run.counters
    return {
        "run": run.id,
        "topic": run.topic,
        "fetched": counters.fetched,
        "on_topic": counters.on_topic,
        "kept": counters.kept,
        "unsure": counters.unsure,
        "duplicates": counters.duplicates,
        "off_topic": counters.off_topic,
        "not_a_page": counters.not_a_page,
        "failed": counters.failed,
        "other_requests": counters.other_requests,
        "refused": dict(counters.refused),
        "frontier": frontier,
        "seconds": round(run.seconds, 3),
        "pages_per_s": round(counters.fetched / run.seconds, 2) if run.seconds else 0.0,
        "cpu_ms_per_page": round(1000 * run.cpu_seconds / counters.fetched, 2) if counters.fetched else 0.0,
        "max_rss_mb": round(run.max_rss_mb, 1),
        "stop_reason": run.stop_reason,
    }


def show_run(terminal: Terminal, run: "Run") -> None:
    """A run's counters for a person."""
    counters = run.counters
    terminal.fields(
        {
            "run": run.id,
            "topic": run.topic,
            "started": moment(run.started_at),
            "fetched": counters.fetched,
            "on topic": f"{counters.on_topic}  ({counters.harvest:.0%})",
            "kept": counters.kept,
            "unsure": counters.unsure,
            "duplicates": counters.duplicates,
            "off topic": counters.off_topic,
            "not a page": counters.not_a_page,
            "failed": counters.failed,
            "other requests": counters.other_requests,
            "reused": counters.reused or "",
            "received": f"{counters.bytes / 1_000_000:.1f} MB" if counters.bytes else "",
            "seconds": f"{run.seconds:.1f}",
            "CPU per page": f"{1000 * run.cpu_seconds / counters.fetched:.1f} ms" if counters.fetched else "",
            "memory": f"{run.max_rss_mb:.0f} MB" if run.max_rss_mb else "",
            "stopped": terminal.word(*_stop(run)),
        }
    )
    if counters.refused:
        terminal.line()
        refused = sorted(counters.refused.items(), key=lambda entry: -entry[1])
        terminal.table(["LINKS REFUSED", "COUNT"], [(terminal.word(code), count) for code, count in refused])


def _stop(run: "Run") -> tuple[str, str]:
    code, _, detail = (run.stop_reason or run.state).partition(": ")
    return code, detail


def show_reasons(terminal: Terminal, reasons: Sequence["Reason"], limit: int = 12) -> None:
    """Reasons with what each moved, strongest first."""
    if reasons:
        terminal.section(
            ["WEIGHT", "REASON"],
            [(f"{reason.weight:+.2f}", terminal.word(reason.code, reason.detail)) for reason in reasons[:limit]],
        )


def brief(resource: "Resource", snippet: str = "") -> dict[str, Any]:
    """A resource in a list: what tells it apart, without its text."""
    data = {
        "id": resource.id,
        "url": resource.url,
        "title": resource.title,
        "language": resource.language,
        "type": resource.type,
        "topic": resource.topic,
        "score": resource.score,
        "label": resource.label,
        "knowledge_points": [placement.point for placement in resource.knowledge_points],
        "review_state": resource.review_state,
        "duplicates": list(resource.duplicates),
        "fetched_at": resource.fetched_at,
    }
    return {**data, "snippet": snippet} if snippet else data
