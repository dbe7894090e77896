"""The models that come with the package: trained rankers and judges, and how common words are."""

from importlib import resources
from pathlib import Path

FOLDER = Path(str(resources.files("lorehound.focus"))) / "model"


def shipped(name: str) -> Path:
    """Where the model file of that name is, or would be."""
    return FOLDER / name
