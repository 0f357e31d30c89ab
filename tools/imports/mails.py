"""Mails: their parts, and HTML as text."""

import codecs
import re
from email import message_from_string
from email.message import Message
from html.parser import HTMLParser

from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.structured import plain_html

_BLOCKS = frozenset(
    [
        "p",
        "div",
        "tr",
        "br",
        "li",
        "table",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "section",
        "article",
        "header",
        "footer",
    ]
)


MOST_PARTS = 60
"""Parts of a mail that are read, and how deep they may lie in one another."""
LONGEST_HEADER = 2_000
_TYPE = re.compile(
    r"^content-(?:type|disposition|transfer-encoding):[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_CHARSET = re.compile(r"charset\s{0,4}=\s{0,4}[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_OF_TEXT = re.compile(
    r"(?:ascii|utf_(?:8(?:_sig)?|16|32)(?:_[bl]e)?|utf-(?:8(?:-sig)?|16|32)(?:-[bl]e)?|latin_?1|iso[-_]?8859[-_]\d+|iso2022_\w+|cp\d+|koi8[-_][rtu]"
    r"|mac[-_]\w+|gb\w+|hz|big5\w*|euc[-_]\w+|shift_jis\w*|johab|tis[-_]620|kz1048|ptcp154)"
)


def is_mail(text: str) -> bool:
    """Tell whether a text is a whole mail, with its headers."""
    return re.match(r"[A-Za-z-]{1,80}:[^\n]*\n", text) is not None and "MIME-Version" in text


def parts_of(text: str) -> list[str]:
    """Return the HTML and text parts of a mail, HTML first; the text itself when it is no mail. Raises ImportRefused."""
    if not is_mail(text):
        return [text]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    headers = [one.group() for one in _TYPE.finditer(text)]
    if len(headers) > 3 * MOST_PARTS or any(len(one) > LONGEST_HEADER for one in headers):
        raise ImportRefused("this mail has too many parts, or its headers are too long: paste its text instead")
    parts = [(_kind(part), part) for part in message_from_string(text).walk()]
    wanted = ("text/html", "text/calendar", "text/plain")
    found = [_text_of(part) for kind in wanted for found_kind, part in parts if found_kind == kind]
    return found or [text]


def _kind(part: Message) -> str:
    """Return the type of a part; one without a type is plain text."""
    said = str(part.get("content-type", "")).partition(";")[0].strip().lower()
    return said or ("text/plain" if not part.is_multipart() else "")


def _text_of(part: Message) -> str:
    """Return the words of a part in its charset; in UTF-8 where it names none, or one that is no charset of texts."""
    packed = str(part.get("content-transfer-encoding", "")).strip().lower() in ("base64", "quoted-printable")
    content = part.get_payload(decode=True) if packed else part.get_payload()
    if not isinstance(content, bytes):
        return content if isinstance(content, str) else ""
    said = _CHARSET.search(str(part.get("content-type", "")))
    return content.decode(_charset(said[1]) if said else "utf-8", errors="replace")


def _charset(name: str) -> str:
    """Return the codec of a charset. Python has more codecs than charsets: some unpack, some fail, some take for ever."""
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return "utf-8"
    return codec if _OF_TEXT.fullmatch(codec) else "utf-8"


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line at each block; styles and scripts are no text."""
        del attrs
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
