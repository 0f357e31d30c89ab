"""Whose page it is: an organisation's name, its colour, and what its guests may ask. Without a service the page is the product's."""

import json

from tripintent.state.concierge.service import SELLS_ROOMS, Service
from tripintent.state.framing.frame_to_trip import MONEY
from tripintent.state.languages import LANGUAGES
from tripintent.tools.front_desk.speech import say

READABLE = 4.5
"""Least contrast of words to what is behind them (WCAG 2.2, AA)."""
PAPER, NIGHT = (255, 255, 255), (26, 29, 26)
STEPS = 20
OURS = "#0c625b"
"""The product's own colour, as in tokens.css."""
MOST_EXAMPLES = 4
Colour = tuple[int, int, int]


def brand_files(service: Service) -> dict[str, bytes]:
    """Return the files of the page that an organisation changes, by name."""
    return {"brand.js": _script(service).encode(), "brand.css": _style(service.colour).encode()}


def reader_file(reader: str, sign_in: str = "", sign_out: str = "") -> dict[str, bytes]:
    """Return the file that tells the page who reads, the money of countries, and where a host signs in and out."""
    facts = {"reader": reader, "money": MONEY, "signInAt": sign_in, "signOutAt": sign_out}
    return {"reader.js": f"export const {{ {', '.join(facts)} }} = {json.dumps(facts)};\n".encode()}


def launcher_colours(colour: str) -> tuple[str, str]:
    """Return the colours of the button on another page: its own, and that of the words on it."""
    day = _readable(_read(colour or OURS), PAPER)
    return _hex(day), _hex(_ink(day))


def _script(service: Service) -> str:
    first = {example.func: example.input for example in reversed(service.functions_examples)}
    facts = {
        "name": service.name,
        "desk": True,
        "stay": service.kind in SELLS_ROOMS,
        "welcome": {language: say("hello", language, name=service.name) for language in LANGUAGES},
        "examples": list(reversed(first.values()))[:MOST_EXAMPLES],
    }
    return f"export const brand = {json.dumps(facts)};\n"


def _style(colour: str) -> str:
    if not colour:
        return ""
    own = _read(colour)
    day, night = _readable(own, PAPER), _readable(own, NIGHT)
    return f":root {{ {_tokens(day, PAPER)} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {_tokens(night, NIGHT)} }} }}\n"


def _tokens(accent: Colour, behind: Colour) -> str:
    """Return the page's tokens for an accent that can be read on what is behind it."""
    away = (0, 0, 0) if behind == PAPER else (255, 255, 255)
    named = {
        "accent": accent,
        "accent-hover": _mixed(accent, away, 0.2),
        "on-accent": _ink(accent),
        "accent-paper": _mixed(behind, accent, 0.12),
    }
    return " ".join(f"--{name}: {_hex(one)};" for name, one in named.items())


def _ink(behind: Colour) -> Colour:
    return max(((255, 255, 255), (0, 0, 0)), key=lambda one: _contrast(one, behind))


def _hex(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"


def _readable(colour: Colour, behind: Colour) -> Colour:
    """Return the colour, darker or lighter as far as is needed to read it on what is behind it."""
    away = (0, 0, 0) if behind == PAPER else (255, 255, 255)
    mixed = (_mixed(colour, away, step / STEPS) for step in range(STEPS + 1))
    return next(one for one in mixed if _contrast(one, behind) >= READABLE)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _read(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    red, green, blue = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
