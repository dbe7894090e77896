"""Tests of the library; ``contract.py`` is the suite for every backend."""
