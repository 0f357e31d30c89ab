"""The present frame as a few lines for a prompt: what is known, in words, without evidence or empty slots."""

from pydantic import BaseModel

from tripintent.state.frame import Frame, Leg, Place, TimeWindow, Visit, When


def summary_of(frame: Frame) -> str:
    """Return one line for each thing known, or "nothing yet"."""
    lines = [f"{name}: {said}" for name, value in frame if name != "evidence" and (said := _words(value))]
    return "\n".join(lines) or "nothing yet"


def _words(value: object) -> str:
    """Return a slot's value in words; empty for what was never said."""
    if value is None or value == ():
        return ""
    if isinstance(value, tuple):
        return "; ".join(_words(item) for item in value)
    if isinstance(value, Place):
        return f"{value.name or value.said} ({value.code})" if value.code else value.name or value.said
    if isinstance(value, When):
        return value.day or " to ".join(part for part in (value.earliest, value.latest) if part) or value.said
    if isinstance(value, TimeWindow):
        return f"{value.start or '…'}–{value.end or '…'}"
    if isinstance(value, Visit | Leg):
        return _named(value)
    return str(value)


def _named(value: BaseModel) -> str:
    """Return the set fields of a visit or leg."""
    return ", ".join(f"{name} {said}" for name, item in value if (said := _words(item)))
