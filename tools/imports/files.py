"""The text of a file: a mail, a calendar, a page or JSON as it is, of a PDF what is written on its pages."""

import codecs
import io
import re
import zipfile
import zlib
from itertools import islice
from typing import TYPE_CHECKING

from tripintent.tools.errors import ImportRefused

if TYPE_CHECKING:
    from pypdf import PdfReader

_PDF, _ZIP = b"%PDF-", b"PK\x03\x04"
NAMED_WITHIN = 20_000
"""Bytes in which a file's own charset is looked for."""
CHARSET = re.compile(r"charset\s{0,4}=\s{0,4}[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_OF_TEXT = re.compile(
    r"(?:ascii|utf_(?:8(?:_sig)?|16|32)(?:_[bl]e)?|utf-(?:8(?:-sig)?|16|32)(?:-[bl]e)?|latin_?1|iso[-_]?8859[-_]\d+|iso2022_\w+|cp\d+|koi8[-_][rtu]"
    r"|mac[-_]\w+|gb\w+|hz|big5\w*|euc[-_]\w+|shift_jis\w*|johab|tis[-_]620|kz1048|ptcp154)"
)
_LETTER_FOLDED = re.compile(rb"(?<=[\x80-\xff])\r?\n[ \t](?=[\x80-\xbf])")
"""Where a program folded the line of a calendar inside of a letter."""
MOST_PAGES = 40
"""Pages of a PDF that are read; confirmations have one to five."""
MOST_UNPACKED = 10_000_000
"""Bytes into which one stream of a PDF may be unpacked."""
DEEPEST_TREE = 20
"""Lists of pages in one another."""
MOST_TEXT = 500_000
"""Characters on the pages of a PDF."""


def decoded(content: bytes) -> str:
    """Return bytes as text: UTF-8, UTF-16 with its mark or without, else the charset that is named in them, or Windows'."""
    marks = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
    name = next((name for mark, name in marks if content.startswith(mark)), "")
    zeros = [content[at:400:2].count(0) for at in (0, 1)]
    if not name and max(zeros) > min(len(content), 400) // 4:
        name = "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"
    try:
        return _LETTER_FOLDED.sub(b"", content).decode(name or "utf-8", errors="replace" if name else "strict")
    except UnicodeDecodeError:
        said = CHARSET.search(content[:NAMED_WITHIN].decode("ascii", errors="replace"))
        codec = charset(said[1]) if said else "utf-8"
        return content.decode("cp1252" if codec.startswith("utf") else codec, errors="replace")


def charset(name: str) -> str:
    """Return the codec of a charset. Python has more codecs than charsets: some unpack, some fail, some take for ever."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return "utf-8"
    return codec if _OF_TEXT.fullmatch(codec) else "utf-8"


def text_of(content: bytes) -> str:
    """Return the text of a file. Raises ImportRefused for a broken or locked PDF, a scan, and where PDF cannot be read here."""
    if content.startswith(_ZIP):
        return _of_pass(content)
    if not content[:1024].lstrip().startswith(_PDF):
        return decoded(content)
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


def _of_pass(content: bytes) -> str:
    """Return what a wallet's pass says. Raises ImportRefused for any other archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open("pass.json") as said:
            return decoded(said.read(MOST_TEXT))
    except (zipfile.BadZipFile, KeyError, RuntimeError, OSError, EOFError, ValueError, zlib.error) as error:
        raise ImportRefused("this archive holds no wallet pass that can be read: send its files one by one") from error


def _written(reader: "PdfReader") -> str:
    """Return what is written on the first pages. Raises ValueError when it is more than anyone writes on them."""
    found, size = [], 0
    for page in islice(reader.pages, MOST_PAGES):
        found.append(page.extract_text())
        size += len(found[-1])
        if size > MOST_TEXT:
            raise ValueError("too much text")
    return "\n".join(found)
