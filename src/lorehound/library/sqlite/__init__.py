"""The library in one SQLite file: what lasts in ``topics``, ``resources`` and their like, and a shelf made from it that
queries read."""
