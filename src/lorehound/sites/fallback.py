"""How a reader says that a page is none of its kind."""


class UseFallback(Exception):
    """The page is sound, but this rule cannot read it: let the generic reader try. Its text says what was missing."""
