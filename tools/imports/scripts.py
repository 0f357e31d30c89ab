"""Pages of HTML: their scripts of data without what is around it, and their elements without comments."""

import re
from collections.abc import Iterator

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
