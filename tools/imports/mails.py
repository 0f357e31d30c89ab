"""Mails: their parts, and HTML as text."""

import re
from email import message_from_string
from email.policy import default
from html.parser import HTMLParser

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


def parts_of(text: str) -> list[str]:
    """Return the HTML and text parts of a mail, HTML first; the text itself when it is no mail."""
    if not re.match(r"(?:[A-Za-z-]+:[^\n]*\n)+(?:[ \t][^\n]*\n)*", text) or "MIME-Version" not in text:
        return [text]
    mail = message_from_string(text, policy=default)
    found = [
        str(part.get_content())
        for kind in ("text/html", "text/calendar", "text/plain")
        for part in mail.walk()
        if part.get_content_type() == kind
    ]
    return found or [text]


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
    reader.feed(text)
    lines = (" ".join(line.replace("\xa0", " ").split()) for line in "".join(reader.out).split("\n"))
    return "\n".join(line for line in lines if line)
