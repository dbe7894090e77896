"""Tests of the files that resources are handed out in."""
