"""Tests of what only a file can suffer: other processes, a kill, damage, a full disk."""
