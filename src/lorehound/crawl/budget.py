"""How many pages a worker may still fetch."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """``allowed`` pages in all, None without limit; ``final`` says that no more will be allowed."""

    allowed: int | None = None
    final: bool = True

    def left(self, spent: int) -> int:
        """Pages that may still be begun when ``spent`` were fetched or are under way."""
        return 1 << 30 if self.allowed is None else max(0, self.allowed - spent)

    def used_up(self, fetched: int) -> bool:
        """Whether the promise is fulfilled."""
        return self.final and self.allowed is not None and fetched >= self.allowed
