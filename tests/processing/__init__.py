"""Tests of what is done with resources once they are in the library."""
