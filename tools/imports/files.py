"""The text of a file: a mail, a calendar, a page or JSON as it is, of a PDF what is written on its pages."""

import io
from itertools import islice
from typing import TYPE_CHECKING

from tripintent.tools.errors import ImportRefused

if TYPE_CHECKING:
    from pypdf import PdfReader

_PDF = b"%PDF-"
MOST_PAGES = 40
"""Pages of a PDF that are read; confirmations have one to five."""
MOST_UNPACKED = 10_000_000
"""Bytes into which one stream of a PDF may be unpacked."""
DEEPEST_TREE = 20
"""Lists of pages in one another."""
MOST_TEXT = 500_000
"""Characters on the pages of a PDF."""


def text_of(content: bytes) -> str:
    """Return the text of a file. Raises ImportRefused for a broken or locked PDF, a scan, and where PDF cannot be read here."""
    if not content[:1024].lstrip().startswith(_PDF):
        return content.decode("utf-8-sig", errors="replace")
    try:
        import pypdf  # noqa: PLC0415 - comes with the extra ``import``
    except ModuleNotFoundError as error:
        raise ImportRefused("reading PDF files needs pypdf: pip install 'tripintent[import]'") from error
    limits = pypdf.get_configuration().with_overwrites(
        zlib_maximum_output_length=MOST_UNPACKED,
        lzw_maximum_output_length=MOST_UNPACKED,
        run_length_maximum_output_length=MOST_UNPACKED,
        brotli_maximum_output_length=MOST_UNPACKED,
        array_based_stream_maximum_output_length=MOST_UNPACKED,
        maximum_declared_stream_length=MOST_UNPACKED,
        stream_decoding_work_maximum_length=MOST_UNPACKED,
        page_tree_maximum_depth=DEEPEST_TREE,
        page_tree_maximum_entries=10_000,
        xform_maximum_invocations_per_extraction=100,
    )
    try:
        with pypdf.apply_configuration(limits):
            text = _written(pypdf.PdfReader(io.BytesIO(content)))
    except Exception as error:  # a foreign parser over a stranger's bytes: it fails in more ways than it declares
        raise ImportRefused(
            "this PDF cannot be read: it is broken or locked, or holds too much; paste its text instead"
        ) from error
    if not text.strip():
        raise ImportRefused("this PDF holds pictures and no text: paste its text instead")
    return text


def _written(reader: "PdfReader") -> str:
    """Return what is written on the first pages. Raises ValueError when it is more than anyone writes on them."""
    found, size = [], 0
    for page in islice(reader.pages, MOST_PAGES):
        found.append(page.extract_text())
        size += len(found[-1])
        if size > MOST_TEXT:
            raise ValueError("too much text")
    return "\n".join(found)
