"""Runs the contract over every backend."""

from library.contract import *  # noqa: F403
