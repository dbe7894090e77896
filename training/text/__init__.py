"""Trains the model that tells a page's main text from the rest: ``python -m training.text --help``."""
