"""A topic's outline of knowledge points in the formats of other tools: one format a file, each read and written."""
