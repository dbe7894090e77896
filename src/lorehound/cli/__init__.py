"""Steps 1 and 11, seed and show, from a terminal: one file a verb, each a face of a library call."""
