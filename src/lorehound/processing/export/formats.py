"""The formats that resources can be handed out in, by name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from lorehound.model.resource import Resource
from lorehound.processing.export.bibtex import write_bibtex
from lorehound.processing.export.csv import write_csv
from lorehound.processing.export.dublin_core import write_dublin_core
from lorehound.processing.export.folder import write_folder
from lorehound.processing.export.fps import write_fps, write_fps_files
from lorehound.processing.export.jsonl import write_jsonl
from lorehound.processing.export.ris import write_ris

Resources = Iterable[Resource]


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is written: to a stream of text, or as a folder. One of the two is there."""

    help: str
    to_stream: Callable[[Resources, TextIO], int] | None = None
    to_folder: Callable[[Resources, Path], int] | None = None


FORMATS = {
    "jsonl": Format("one JSON object a line, complete; `library import` reads it", to_stream=write_jsonl),
    "csv": Format("a table for spreadsheets", to_stream=write_csv),
    "csv-excel": Format(
        "the same with a byte order mark, as Excel needs it",
        to_stream=lambda resources, stream: write_csv(resources, stream, bom=True),
    ),
    "fps": Format("problems as one FPS file, for online judges", to_stream=write_fps),
    "fps-files": Format(
        "problems as FPS files of at most 32 MB in a folder, or in a zip file when PATH ends in .zip",
        to_folder=write_fps_files,
    ),
    "ris": Format("references for Zotero, EndNote and their like", to_stream=write_ris),
    "bibtex": Format("references for LaTeX", to_stream=write_bibtex),
    "dublin-core": Format("Dublin Core in XML, for library systems", to_stream=write_dublin_core),
    "folder": Format("HTML pages and Markdown with index.csv", to_folder=write_folder),
}
