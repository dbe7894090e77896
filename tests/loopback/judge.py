"""A made-up online judge: list pages of problems, some of which are copies of others."""

from loopback.pages import ON

RULE = """
name = "made-up"
hosts = ["127.0.0.1"]
type = "problem"
[pages]
resource = ['^/p/(?P<id>\\d+)$']
list = ['^/problems(?:\\?page=\\d+)?$']
address = "/p/{id}"
ids = { css = "tr[data-pid]", attr = "data-pid", match = "(?P<id>\\\\d+)" }
[fields]
title = "h1"
statement = "#s"
input = "#i"
output = "#o"
[samples]
input = "pre.in"
output = "pre.out"
"""

_WORDS = "apple river stone cloud horse paper glass tower lemon brick field coast tiger flute amber cedar".split()


def judge(problems: int, copies: int, per_list: int = 25) -> dict[str, str]:
    """Pages by path. The last ``copies`` problems have the text of one of the first, each of another."""
    pages = {}
    lists = -(-problems // per_list)
    for number in range(lists):
        ids = range(number * per_list + 1, min(problems, (number + 1) * per_list) + 1)
        rows = "".join(f"<tr data-pid={each}><td>{each}</td></tr>" for each in ids)
        more = f'<a href="/problems?page={number + 2}">next</a>' if number + 1 < lists else ""
        path = f"/problems?page={number + 1}" if number else "/problems"
        pages[path] = (
            f"<html><title>Problems {number}</title><body><p>{ON}</p><table>{rows}</table>{more}</body></html>"
        )
    for number in range(1, problems + 1):
        original = number - (problems - copies) if number > problems - copies else number
        pages[f"/p/{number}"] = _problem(number, original)
    return pages


def _problem(number: int, original: int) -> str:
    story = " ".join(_WORDS[(original * step + step * step) % 16] + str(original * step % 97) for step in range(1, 60))
    return (
        f"<html><title>Problem {number}</title><body><h1>Problem {number}</h1><div id=s><p>{ON} {story}</p></div>"
        f"<div id=i>One query {original}.</div><div id=o>One row.</div><pre class=in>{original}\n</pre>"
        f"<pre class=out>{original * 7 % 1009}\n</pre></body></html>"
    )
