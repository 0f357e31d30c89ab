"""References to words that are kept sealed outside the conversation: what guests say for their check-in."""

import re

SEALED = re.compile(r"\[sealed:([0-9a-f]{32})\]")
_PADLOCK = "\N{LOCK}"


def reference_to(name: str) -> str:
    """Return what stands in a text in the place of sealed words."""
    return f"[sealed:{name}]"


def references(text: str) -> tuple[str, ...]:
    """Return the references in a text, in their order."""
    return tuple(match[0] for match in SEALED.finditer(text))


def without_references(text: str) -> str:
    """Return what a text says beside its references."""
    return SEALED.sub(" ", text).strip()


def shown(text: str) -> str:
    """Return a text for people who may not, or need not, read what is sealed."""
    return SEALED.sub(_PADLOCK, text)


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text; no reference is cut in two."""
    cut = next((m.start() for m in SEALED.finditer(text) if m.start() < most < m.end()), most)
    return text[:cut]
