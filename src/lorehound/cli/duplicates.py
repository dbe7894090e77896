"""``lorehound duplicates``: tries pairs of texts, as the library compares them; nothing is stored."""

import json as json_
import sys
from typing import Annotated, Any

import typer

from lorehound.cli.language import environment_language
from lorehound.cli.terminal import Terminal

app = typer.Typer(help="Near-duplicates: try whether two texts count as one.", no_args_is_help=True)


@app.callback()
def _duplicates() -> None:
    pass


@app.command(epilog="Example: lorehound duplicates compare --jsonl < pairs.jsonl")
def compare(
    jsonl: Annotated[  # noqa: ARG001 (the only form there is; named so that others may come)
        bool, typer.Option("--jsonl", help="Read standard input: a line {id, a, b} for each pair of texts.")
    ] = False,
) -> None:
    """Compares pairs of texts and writes a line {id, same, resemblance, reason} for each.

    A line that cannot be read gives {id, error} and the next one is read; the command exits 1 then.
    """
    terminal = Terminal(json=True, language=environment_language())
    failed = False
    for number, line in enumerate(sys.stdin.buffer, 1):
        if line.strip():
            answer = compare_line(line, number)
            failed |= "error" in answer
            terminal.emit(answer)
    if failed:
        raise typer.Exit(1)


def compare_line(line: bytes, number: int) -> dict[str, Any]:
    """The answer to one line of pairs."""
    from lorehound.library.near_duplicates.compare import compare as compare_texts

    name: Any = None
    try:
        pair = json_.loads(line)
        name = pair.get("id")
        one, other = pair["a"], pair["b"]
        if not (isinstance(one, str) and isinstance(other, str)):
            raise ValueError("a and b must be texts")
    except KeyError as error:
        return {"id": name, "error": f"line {number} has no {error.args[0]!r}; write {{id, a, b}}"}
    except (ValueError, AttributeError) as error:
        return {"id": name, "error": f"line {number} is no pair: {error}; write {{id, a, b}} as JSON"}
    found = compare_texts(one, other)
    return {"id": name, "same": found.same, "resemblance": round(found.resemblance, 4), "reason": found.reason}
