"""The text of a file: a mail, a calendar, a page or JSON as it is, of a PDF what is written on its pages."""

import io

from tripintent.tools.errors import ToolError

_PDF = b"%PDF-"
MOST_PAGES = 40
"""Pages of a PDF that are read; confirmations have one to five."""


class Unreadable(ToolError):
    """A file that holds no text for us; the message says why and what to do."""


def text_of(content: bytes) -> str:
    """Return the text of a file. Raises Unreadable for a broken or locked PDF, a scan, and where PDF cannot be read here."""
    if not content.lstrip().startswith(_PDF):
        return content.decode("utf-8-sig", errors="replace")
    try:
        from pypdf import PdfReader  # noqa: PLC0415 - comes with the extra ``import``
        from pypdf.errors import PyPdfError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise Unreadable("reading PDF files needs pypdf: pip install 'tripintent[import]'") from error
    try:
        pages = PdfReader(io.BytesIO(content)).pages[:MOST_PAGES]
        text = "\n".join(page.extract_text() for page in pages)
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unreadable("this PDF cannot be read: it is broken or locked; paste its text instead") from error
    if not text.strip():
        raise Unreadable("this PDF holds pictures and no text: paste its text instead")
    return text
