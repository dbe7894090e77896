"""Tests of outlines in the formats of other tools."""
