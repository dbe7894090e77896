"""Searching the text of resources: how a text becomes tokens, a question becomes terms, and a hit becomes a snippet."""
