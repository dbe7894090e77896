"""Step 8 for kept pages: the good text, as text, Markdown and clean HTML from one choice of blocks."""

import html as entities
import re

from lorehound.model.text import CleanText, FullText, Metadata
from lorehound.text.blocks import Blocks
from lorehound.text.choice import choose, load_model
from lorehound.text.frames import Frames
from lorehound.text.metadata import json_ld_texts, read_metadata
from lorehound.text.render import block_texts, render
from lorehound.text.scan import scan_of
from lorehound.url.address import host_of


def read_full(clean: CleanText, frames: Frames | None = None) -> FullText:
    """Reads a page again, well: main text with code, formulas as TeX, tables, headings and lists kept, and metadata.

    ``frames`` knows what other pages of the site have in common with this one, and learns from it. ``extractor`` says
    what chose the text: ``blocks``; ``json-ld`` where the page's text comes only with its scripts; ``resiliparse``
    where the model is missing.
    """
    metadata = read_metadata(clean.html, clean.url)
    model = load_model()
    if model is None:
        return _from_text(clean.text, metadata, "resiliparse")
    blocks = Blocks(scan_of(clean.html))
    if blocks.words.sum() < _FEW_WORDS and (written := "\n\n".join(json_ld_texts(clean.html))):
        return _from_text(written, metadata, "json-ld")
    frame = frames.learn(host_of(clean.url), block_texts(blocks)) if frames is not None else None
    rendered = render(blocks, choose(blocks, model, frame), clean.url)
    return FullText(
        text=rendered.text,
        markdown=rendered.markdown,
        html=rendered.html,
        headings=rendered.headings,
        images=rendered.images,
        metadata=metadata,
        extractor="blocks",
    )


_FEW_WORDS = 40
_LINES = re.compile(r"\n\s*\n|<br\s*/?>|</p>", re.IGNORECASE)
_TAGS = re.compile(r"<[^>]*>")


def _from_text(text: str, metadata: Metadata, extractor: str) -> FullText:
    """A reading without blocks: paragraphs of a plain text."""
    paragraphs = [" ".join(_TAGS.sub(" ", part).split()) for part in _LINES.split(text)]
    paragraphs = [paragraph for paragraph in paragraphs if paragraph]
    return FullText(
        text="\n".join(paragraphs),
        markdown="\n\n".join(paragraphs),
        html="\n".join(f"<p>{entities.escape(paragraph, quote=False)}</p>" for paragraph in paragraphs),
        metadata=metadata,
        extractor=extractor,
    )
