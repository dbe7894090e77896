"""Addresses: dedupe key, scope, trap rules (strings in, strings or reasons out)."""
