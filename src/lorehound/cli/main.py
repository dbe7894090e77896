"""The command ``lorehound``: gathers the verbs, speaks the user's language, turns errors into one line."""

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.exceptions import TyperException

import lorehound
from lorehound.cli import (
    clusters,
    crawl,
    doctor,
    duplicates,
    explain,
    frontier,
    init,
    library,
    outline,
    page,
    process,
    read,
    rejudge,
    review,
    rule,
    run,
    salvage,
    seed,
    topic,
)
from lorehound.cli.demo import demo
from lorehound.cli.language import environment_language, translate
from lorehound.cli.terminal import Terminal
from lorehound.errors import LorehoundError

app = typer.Typer(
    name="lorehound",
    help="Point it at a course, get a library: crawls the web for one topic, best pages first, and keeps them.",
    epilog="Example: lorehound crawl topic.toml --workspace physics --max-pages 200",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(lorehound.__version__)
        raise typer.Exit


@app.callback()
def _lorehound(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and end."
    ),
) -> None:
    pass


for verb in (init, crawl, explain, rejudge, process, read, demo, doctor):
    app.add_typer(verb.app)
GROUPS = {
    "topic": topic, "seed": seed, "page": page, "library": library, "duplicates": duplicates,
    "review": review, "rule": rule, "run": run, "frontier": frontier,
}  # fmt: skip
for name, group in GROUPS.items():
    app.add_typer(group.app, name=name)
topic.app.add_typer(outline.app, name="outline")
library.app.add_typer(salvage.app)
library.app.add_typer(clusters.app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and ends the process: 0 done, 1 an error of which one line tells, 2 a wrong command line."""
    sys.exit(execute(list(sys.argv[1:] if arguments is None else arguments)))


def execute(arguments: list[str]) -> int:
    """Runs one command; answers its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    language = environment_language()
    terminal = Terminal(json="--json" in arguments, language=language)
    try:
        code = command(language).main(arguments, prog_name="lorehound", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away, as `head` does; what Python still holds for it must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        terminal.note("Stopped.")
        return 130
    except (TyperException, LorehoundError, OSError) as error:
        return _fail(terminal, error)
    return code if isinstance(code, int) else 0


def command(language: str) -> Any:
    """The whole command tree with its help in ``language``."""
    root = typer.main.get_command(app)
    if language != "en":
        _speak(root, language)
    return root


def _speak(part: Any, language: str) -> None:
    for name in ("help", "short_help", "epilog"):
        text = getattr(part, name, None)
        if text:
            setattr(part, name, _help(text, language))
    for parameter in part.params:
        if getattr(parameter, "help", None):
            parameter.help = translate(parameter.help, language)
    for child in getattr(part, "commands", {}).values():
        _speak(child, language)


def _help(text: str, language: str) -> str:
    head, colon, example = text.partition(": lorehound ")
    return translate(head, language) + colon + example if colon else translate(" ".join(text.split()), language)


def _fail(terminal: Terminal, error: Exception) -> int:
    message = error.format_message() if isinstance(error, TyperException) else str(error)
    if terminal.json:
        terminal.emit({"error": {"type": type(error).__name__, "message": message}})
    for line in message.splitlines():
        terminal.note("error: {line}", line=line)
    return error.exit_code if isinstance(error, TyperException) else 1


if __name__ == "__main__":
    main()
