"""``lorehound topic``: what to collect, as rows of the library that files go into and come out of."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorehound.cli.door import open_door, output_stream, read_text
from lorehound.cli.options import JsonOption, LimitOption, OutputOption, WorkspaceOption, YesOption

if TYPE_CHECKING:
    from lorehound.focus.report import Fortune
    from lorehound.library.contract import Library
    from lorehound.model.topic import Topic

app = typer.Typer(help="Topics: what to collect (add, change, remove, list, import, export).", no_args_is_help=True)

TopicArgument = Annotated[str, typer.Argument(metavar="TOPIC", help="Id of a topic, as `topic list` shows it.")]
ChangesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME=VALUE...",
        show_default=False,
        help="Fields as in a topic file: threshold=0.6, scope.max_pages=500, keywords+=SQL, seeds-=http://a.test/.",
    ),
]


@app.command(
    epilog='Example: lorehound topic add databases "Relational databases" -k SQL -s https://www.sqlite.org/docs.html'
)
def add(
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="A new id: small letters, digits, - and _.")],
    title: Annotated[
        str, typer.Argument(help="What the topic is called; Chinese and English apart: title.zh=... title.en=...")
    ],
    changes: ChangesArgument = None,
    keyword: Annotated[list[str] | None, typer.Option("--keyword", "-k", help="A word or phrase of the topic.")] = None,
    seed: Annotated[list[str] | None, typer.Option("--seed", "-s", help="An address to start from.")] = None,
    language: Annotated[
        list[str] | None, typer.Option("--language", "-l", help="Language of pages, such as en or zh; none: any.")
    ] = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Adds a topic; the workspace is made when it is not there."""
    from lorehound.cli.edit import edit_topic
    from lorehound.errors import BadTopic
    from lorehound.model.topic_file import check_topic

    fields: dict[str, Any] = {
        "id": topic,
        "title": title,
        "keywords": keyword or [],
        "seeds": seed or [],
        "languages": language or [],
    }
    made = edit_topic(check_topic(fields, f"topic {topic}"), changes or [])
    with open_door(workspace, json=json, create=True) as door:
        library = door.workspace.library
        if any(known.id == topic for known in library.topics()):
            raise BadTopic(
                f"topic {topic}", [f"there is one already; change it with: lorehound topic set {topic} NAME=VALUE"]
            )
        outcome = library.put_topic(made)
        door.terminal.answer(
            {"topic": topic, "outcome": outcome},
            lambda: door.terminal.line(door.terminal.say("Topic {topic} added.", topic=topic)),
        )


@app.command("set", epilog="Example: lorehound topic set databases threshold=0.6 keywords+=B-tree scope.max_pages=500")
def set_(
    topic: TopicArgument,
    changes: ChangesArgument = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Changes fields of a topic: NAME=VALUE sets, NAME+=VALUE adds to a list, NAME-=VALUE takes out of it."""
    from lorehound.cli.edit import edit_topic

    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        outcome = library.put_topic(edit_topic(library.topic(topic), changes or []))
        door.terminal.answer(
            {"topic": topic, "outcome": outcome},
            lambda: door.terminal.line(
                door.terminal.say(
                    "Topic {topic} changed; `lorehound rejudge {topic}` applies it to kept pages.", topic=topic
                )
                if outcome == "changed"
                else door.terminal.say("Topic {topic} is as it was.", topic=topic)
            ),
        )


@app.command(epilog="Example: lorehound topic remove databases --yes")
def remove(
    topic: TopicArgument, yes: YesOption = False, workspace: WorkspaceOption = None, json: JsonOption = False
) -> None:
    """Removes a topic with its seeds, saved pages, runs, and the resources that no other topic has."""
    from lorehound.library.contract import Query

    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        library.topic(topic)
        resources, seeds = library.count(Query(topic=topic)), len(library.seeds(topic))
        if yes:
            with door.workspace.lock():
                door.workspace.frontier.forget(topic)
                door.workspace.frontier.clear_learnt(topic)
                library.remove_topic(topic)
        door.terminal.answer(
            {"topic": topic, "resources": resources, "seeds": seeds, "removed": yes},
            lambda: door.terminal.line(
                door.terminal.say(
                    "Removed topic {topic}: {resources} resources, {seeds} seeds."
                    if yes
                    else "Would remove topic {topic}: {resources} resources, {seeds} seeds. Do it with --yes.",
                    topic=topic,
                    resources=resources,
                    seeds=seeds,
                )
            ),
        )


@app.command("list", epilog="Example: lorehound topic list")
def list_(workspace: WorkspaceOption = None, json: JsonOption = False) -> None:
    """Lists the topics with their seeds and resources."""
    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        topics = [_row(library, topic) for topic in library.topics()]

        def words() -> None:
            if not topics:
                terminal.note(
                    "No topic yet; add one with: lorehound topic add ID TITLE, or: lorehound topic import FILE"
                )
                return
            terminal.table(
                ["TOPIC", "TITLE", "LANGUAGES", "SEEDS", "POINTS", "RESOURCES"],
                [
                    (
                        row["id"],
                        row["title"][terminal.language],
                        ", ".join(row["languages"]) or "*",
                        row["seeds"],
                        row["knowledge_points"],
                        row["resources"],
                    )
                    for row in topics
                ],
            )

        terminal.answer({"topics": topics}, words)


@app.command(epilog="Example: lorehound topic show databases")
def show(topic: TopicArgument, workspace: WorkspaceOption = None, json: JsonOption = False) -> None:
    """Shows a topic as a topic file would say it."""
    from lorehound.model.topic_file import write_topic

    with open_door(workspace, json=json) as door:
        found = door.workspace.library.topic(topic)
        door.terminal.answer(found, lambda: door.terminal.line(write_topic(found).rstrip("\n")))


@app.command("import", epilog="Example: lorehound topic import examples/topics/databases.toml")
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Topic files (TOML); - for standard input.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Puts topic files into the library, all or none of them; a topic that is there takes the file's words."""
    topics = read_topic_files(files)
    with open_door(workspace, json=json, create=True) as door:
        outcomes = [{"topic": topic.id, "outcome": door.workspace.library.put_topic(topic)} for topic in topics]
        door.terminal.answer(
            {"topics": outcomes},
            lambda: door.terminal.table(
                ["TOPIC", "OUTCOME"], [(row["topic"], door.terminal.say(row["outcome"])) for row in outcomes]
            ),
        )


@app.command(epilog="Example: lorehound topic export databases > databases.toml")
def export(topic: TopicArgument, output: OutputOption = None, workspace: WorkspaceOption = None) -> None:
    """Writes a topic file that `topic import` and `crawl` read."""
    from lorehound.model.topic_file import write_topic

    with open_door(workspace) as door, output_stream(output) as stream:
        library = door.workspace.library
        found = library.topic(topic)
        seeds = [seed.url for seed in library.seeds(topic) if not seed.body]
        stream.write(write_topic(found.model_copy(update={"seeds": tuple(dict.fromkeys((*found.seeds, *seeds)))})))


@app.command(epilog="Example: lorehound topic learn databases")
def learn(
    topic: TopicArgument, limit: LimitOption = 10, workspace: WorkspaceOption = None, json: JsonOption = False
) -> None:
    """Shows what a topic has learnt in its crawls: words, best and worst places, hubs, how good its verdicts are."""
    from lorehound.focus.learnt import Learnt
    from lorehound.focus.profile import Profile
    from lorehound.focus.report import report

    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        told = report(Profile.of(library.topic(topic)), Learnt.unpack(library.learnt(topic)), limit)

        def words() -> None:
            terminal.fields(
                {"pages": told.pages, "on topic": told.on_topic, "ranker": told.ranker, "notes": "; ".join(told.notes)}
            )
            own = [(word.word, word.weight, word.before, word.pages) for word in (*told.words, *told.learnt_words)]
            terminal.section(["WORD", "WEIGHT", "BEFORE", "PAGES"], own)
            terminal.section(["BEST PLACES", "PAGES", "ON TOPIC", "SHARE"], map(_fortune, told.best))
            terminal.section(["WORST PLACES", "PAGES", "ON TOPIC", "SHARE"], map(_fortune, told.worst))
            terminal.section(["HUBS", "PAGES", "ON TOPIC", "SHARE"], map(_fortune, told.hubs))
            bands = [(band.low, band.pages, band.score, band.value) for band in told.calibration]
            terminal.section(["SCORE FROM", "PAGES", "MEAN SCORE", "MEAN VALUE"], bands)

        terminal.answer(told, words)


def read_topic_files(files: Sequence[Path]) -> list["Topic"]:
    """The topics of files, ``-`` for standard input (BadTopic, BadImport: one line per fault of any of them)."""
    from lorehound.errors import BadImport, LorehoundError
    from lorehound.model.topic_file import read_topic
    from lorehound.url.whole_seeds import whole_seeds

    topics, faults = [], []
    for file in files:
        where = "standard input" if str(file) == "-" else str(file)
        try:
            topics.append(whole_seeds(read_topic(read_text(file), where), where))
        except LorehoundError as error:
            faults.append(error)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise BadImport("\n".join(map(str, faults)))
    return topics


def _row(library: "Library", topic: "Topic") -> dict[str, Any]:
    from lorehound.library.contract import Query

    return {
        "id": topic.id,
        "title": {"zh": topic.title.get("zh"), "en": topic.title.get("en")},
        "languages": list(topic.languages),
        "seeds": len(library.seeds(topic.id)),
        "knowledge_points": len(topic.knowledge_points),
        "resources": library.count(Query(topic=topic.id)),
    }


def _fortune(place: "Fortune") -> tuple[str, int, int, str]:
    return place.place, place.pages, place.on_topic, f"{place.share:.0%}"
