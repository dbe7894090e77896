"""The command line: one file a verb, each a face of a library call."""
