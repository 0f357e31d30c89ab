"""Mails and pages of HTML: the parts of a mail, HTML as text, scripts of data without what is around them, elements without comments."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from email import message_from_string
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser

from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.files import CHARSET, charset, decoded
from tripintent.tools.shipped import words

_SCRIPT = re.compile(r"<script\b([^<>]{0,400})>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script>", re.IGNORECASE)
_AROUND = re.compile(r"^(?:<!--|(?://|/\*)?\s{0,8}<!\[CDATA\[(?:\s{0,8}\*/)?)")
_AROUND_END = re.compile(r"(?:(?://\s{0,8})?-->|(?://|/\*)?\s{0,8}\]\]>(?:\s{0,8}\*/)?)\Z")
_LONG_REFERENCE = re.compile(r"&#\d{8,};?")
LONGEST_MARK = 5_000
"""Characters of a tag, and those in which a mark around a script is looked for."""


def without_long_references(text: str) -> str:
    """Return HTML without character references that do not name a character: their number would be computed."""
    return _LONG_REFERENCE.sub("\ufffd", text)


def scripts(text: str) -> Iterator[str]:
    """Yield the content of the scripts of JSON-LD, in one walk through the text."""
    at = 0
    while (opened := _SCRIPT.search(text, at)) and (closed := _SCRIPT_END.search(text, opened.end())):
        if "application/ld+json" in opened[1].lower():
            yield _bare(without_long_references(text[opened.end() : closed.start()]))
        at = closed.end()


def _bare(script: str) -> str:
    """Return a script without what hides it from old browsers: a comment or CDATA around it."""
    found, last = script.strip(), ""
    while found != last:
        last = found
        found = _AROUND_END.sub("", _AROUND.sub("", found[:LONGEST_MARK]) + found[LONGEST_MARK:]).strip()
    return found


def uncommented(text: str) -> str:
    """Return JSON without comments as programs have them: whole lines after ``//``, and what is between ``/*`` and ``*/``."""
    first, *others = re.sub(r"^[ \t]{0,40}//[^\n]*", "", text, flags=re.MULTILINE).split("/*")
    return first + "".join(other.partition("*/")[2] for other in others)


def plain_html(text: str) -> str:
    """Return HTML without comments and declarations; a ``<`` that begins no tag is text.

    The parser of the standard library walks to the end of the text for each of them that is not closed.
    """
    text, out, at = without_long_references(text), [], 0
    while (begin := text.find("<", at)) >= 0:
        out.append(text[at:begin])
        end = text.find(">", begin, begin + LONGEST_MARK)
        if text.startswith("<!--", begin):
            closed = text.find("-->", begin + 4)
            at = closed + 3 if closed >= 0 else len(text)
        elif end < 0:
            out.append("&lt;")
            at = begin + 1
        else:
            out += [] if text[begin + 1] in "!?" else [text[begin : end + 1]]
            at = end + 1
    return "".join([*out, text[at:]])


_BLOCKS = frozenset(words("tools/imports/names.yaml")["blocks"])


MOST_PARTS = 60
"""Parts of a mail that are read, and how deep they may lie in one another."""
LONGEST_HEADER, LONGEST_HEAD = 2_000, 20_000
_HEADER = re.compile(r"(?:From [^\n]{1,200}\n)?[A-Za-z-]{1,80}:[^\n]*\n")
_OF_MAIL = re.compile(r"^(?:mime-version|content-type):", re.IGNORECASE | re.MULTILINE)
_ICS = re.compile(r"name\*?=[^;\n]{0,200}\.ics\b", re.IGNORECASE)
_TYPE = re.compile(
    r"^content-(?:type|disposition|transfer-encoding):[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)


def is_mail(text: str) -> bool:
    """Tell whether a text is a whole mail, with its headers."""
    return _HEADER.match(text.lstrip()) is not None and _OF_MAIL.search(text) is not None


def parts_of(text: str) -> list[str]:
    """Return the HTML and text parts of a mail, HTML first; the text itself when it is not a mail. Raises ImportRefused."""
    if not is_mail(text):
        return [text]
    text = text.lstrip().replace("\r\n", "\n").replace("\r", "\n")
    headers = [one.group() for one in _TYPE.finditer(text)]
    if len(headers) > 3 * MOST_PARTS or any(len(one) > LONGEST_HEADER for one in headers):
        raise ImportRefused("this mail has too many parts, or its headers are too long: paste its text instead")
    mail = message_from_string(text)
    parts = [(_kind(part), part) for part in mail.walk()]
    wanted = ("text/html", "text/calendar", "text/plain")
    found = [_text_of(part) for kind in wanted for found_kind, part in parts if found_kind == kind]
    title = subject_of(mail)
    found = [
        f"Subject: {title}\n{one}" if title and not one.lstrip().startswith(("<", "{", "[", "BEGIN:")) else one
        for one in found
    ]
    return found or [text]


def sent_on(text: str) -> date | None:
    """Return the day on which a mail was sent; None where it does not say."""
    said = (
        re.search(r"^date:[ \t]{0,8}([^\n]{6,80})", text[:LONGEST_HEAD], re.IGNORECASE | re.MULTILINE)
        if is_mail(text)
        else None
    )
    try:
        return parsedate_to_datetime(said[1]).date() if said else None
    except (ValueError, IndexError, OverflowError):
        return None


def subject_of(mail: Message) -> str:
    """Return the subject of a mail on one line; what cannot be decoded stays as it was written."""
    said = str(mail.get("subject", ""))[:LONGEST_HEADER]
    with suppress(HeaderParseError, LookupError, ValueError):
        said = "".join(
            piece if isinstance(piece, str) else piece.decode(charset(name or "ascii"), errors="replace")
            for piece, name in decode_header(said)
        )
    return " ".join(said.split())


def _kind(part: Message) -> str:
    """Return the type of a part; one without a type is plain text, and a file of a calendar is a calendar."""
    said = str(part.get("content-type", "")).partition(";")[0].strip().lower()
    named = f"{part.get('content-type', '')} {part.get('content-disposition', '')}"
    if said == "application/ics" or _ICS.search(named):
        return "text/calendar"
    return said or ("text/plain" if not part.is_multipart() else "")


def _text_of(part: Message) -> str:
    """Return the words of a part in its charset; in UTF-8 where it names none, or one that is not a charset of texts."""
    packed = str(part.get("content-transfer-encoding", "")).strip().lower() in ("base64", "quoted-printable")
    content = part.get_payload(decode=True) if packed else part.get_payload()
    if not isinstance(content, bytes):
        return content if isinstance(content, str) else ""
    said = CHARSET.search(str(part.get("content-type", "")))
    codec = charset(said[1]) if said else "utf-8"
    return decoded(content) if codec == "utf-8" else content.decode(codec, errors="replace")


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line at each block; styles and scripts are not text."""
        self._hidden += tag in ("style", "script")
        self.out.append("\n" if tag in _BLOCKS else " " if tag in ("td", "th") else "")

    def handle_endtag(self, tag: str) -> None:
        """End what was hidden."""
        self._hidden -= tag in ("style", "script") and self._hidden > 0

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        if not self._hidden:
            self.out.append(data)


def as_text(text: str) -> str:
    """Return HTML as lines of text; other text as it is."""
    if not re.search(r"<(?:html|body|table|div|p|td|br)\b", text, re.IGNORECASE):
        return text
    reader = _Text()
    reader.feed(plain_html(text))
    reader.close()
    lines = (" ".join(line.replace("\xa0", " ").split()) for line in "".join(reader.out).split("\n"))
    return "\n".join(line for line in lines if line)
