"""Writing SVG. Every text and attribute goes through ElementTree, which escapes it: a hotel's name cannot become markup."""

import re
from collections.abc import Iterable
from hashlib import sha256
from xml.etree import ElementTree as ET  # written here, never parsed: nothing to expand

Xy = tuple[float, float]
FONT_SIZE = "20"
"""Of a picture some 700 wide: it can still be read on a phone, at half the size."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

INK = "var(--ti-ink, currentColor)"
ACCENT = "var(--ti-accent, #1f6feb)"
BEST = "var(--ti-best, #b8700f)"
LAND = "var(--ti-land, #8b949e)"
INVERSE = "var(--paper, #fff)"
"""Of words on a plate of a colour."""
PAPER = "var(--ti-paper, none)"


def picture(width: int, height: int, title: str, description: str) -> ET.Element:
    """Return the root of a picture with its text alternative. Colours follow ``currentColor`` and CSS variables."""
    mark = sha256(f"{title}\n{description}".encode(errors="replace")).hexdigest()[:10]  # one page may hold several
    names = f"ti-title-{mark}", f"ti-desc-{mark}"
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "aria-labelledby": " ".join(names),
        "font-family": "system-ui, sans-serif",
        "font-size": FONT_SIZE,
    }
    root = ET.Element("svg", attributes)
    for tag, name, words in (("title", names[0], title), ("desc", names[1], description)):
        add(root, tag, words, id=name)
    return root


def add(parent: ET.Element, tag: str, words: str = "", **attributes: object) -> ET.Element:
    """Append an element; ``stroke_width`` becomes ``stroke-width``, numbers are rounded to a tenth."""
    shown = {name.replace("_", "-"): _number(value) for name, value in attributes.items()}
    element = ET.SubElement(parent, tag, shown)
    if words:
        element.text = clean(words)
    return element


def path_of(points: Iterable[Xy], *, closed: bool = False) -> str:
    """Return path data through points."""
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + ("Z" if closed else "")


def text_of(root: ET.Element) -> str:
    """Return the picture as text, ready to stand inside HTML or alone in a file."""
    return ET.tostring(root, encoding="unicode")


def clean(words: str) -> str:
    """Drop what XML cannot carry at all."""
    return _NOT_XML.sub("", words)


def _number(value: object) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else clean(str(value))


def printed(svg: str) -> str:
    """Return a picture for programs that know no CSS variables: each one's own default colour in its place."""
    return re.sub(r"var\(--ti-[a-z]+, ([^)]+)\)", r"\1", svg)
