"""Step 8 for kept pages: the good text, as text, Markdown and clean HTML from one choice of blocks."""

from lorehound.model.text import CleanText, FullText
from lorehound.text.blocks import Blocks
from lorehound.text.choice import choose
from lorehound.text.metadata import read_metadata
from lorehound.text.render import render
from lorehound.text.scan import scan_of


def read_full(clean: CleanText) -> FullText:
    """Reads a page again, well: main text with code, formulas as TeX, tables, headings and lists kept, and metadata."""
    blocks = Blocks(scan_of(clean.html))
    rendered = render(blocks, choose(blocks), clean.url)
    return FullText(
        text=rendered.text,
        markdown=rendered.markdown,
        html=rendered.html,
        headings=rendered.headings,
        images=rendered.images,
        metadata=read_metadata(clean.html, clean.url),
        extractor="blocks",
    )
