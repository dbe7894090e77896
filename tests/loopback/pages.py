"""Made-up pages about databases and gardens, and a site of them."""

import random
from collections.abc import Iterable, Mapping

ON = (
    "A relational database keeps tables of rows. An SQL query joins tables by an index, and a transaction commits or "
    "rolls back all of its changes to the database. The query planner reads statistics of each table and its indexes. "
)
OFF = (
    "The garden wants water in the morning. Tomatoes, beans and roses grow in the sun; snails eat lettuce at night, "
    "and the gardener plants marigolds beside the cabbage to keep the butterflies away from it. "
)

THINGS = (
    "amber anchor apple barrel basket beacon blanket bridge bucket candle canyon carpet castle cedar chapel clay cloud "
    "copper coral cradle curtain dagger desert drum eagle ember falcon feather fiddle flint forest fossil glacier "
    "granite hammer harbour hazel helmet honey island ivory jacket kettle ladder lantern lemon linen marble meadow "
    "nettle oar orchard otter paddle pebble pepper pillar plough quarry quilt raven ribbon river saddle saffron shovel "
    "silver spruce stable thistle thread timber tunnel turnip velvet violin walnut willow window yarn"
).split()


def page(title: str, links: Iterable[str] | Mapping[str, str] = (), text: str = ON, head: str = "") -> str:
    """An HTML page; ``links`` are addresses, or addresses with their anchors. The title makes its text its own."""
    anchors = links if isinstance(links, Mapping) else {link: link.strip("/") or "home" for link in links}
    chance = random.Random(title)
    own = " ".join(" ".join(chance.choices(THINGS, k=9)).capitalize() + "." for _ in range(14))
    items = "".join(f'<li><a href="{link}">{anchor}</a></li>' for link, anchor in anchors.items())
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>{head}</head><body><main>"
        f"<h1>{title}</h1><p>{title}. {text * 2}</p><p>This is what {title} says of it: {title} {text}</p><p>{own}</p>"
        f"<ul>{items}</ul></main></body></html>"
    )


def tree(size: int, fan: int = 4, text: str = ON) -> dict[str, str]:
    """A site of ``size`` pages, ``/`` and ``/p1`` to ``/pN``, each linking to its ``fan`` children, its parent and
    home."""

    def path(number: int) -> str:
        return f"/p{number}" if number else "/"

    pages = {}
    for number in range(size):
        children = [path(child) for child in range(number * fan + 1, number * fan + fan + 1) if child < size]
        pages[path(number)] = page(
            f"Database lesson {number}", [*children, path(max(0, (number - 1) // fan)), "/"], text
        )
    return pages
