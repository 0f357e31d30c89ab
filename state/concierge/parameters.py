"""Parameters of functions: their kind by name and description, values as a model or an example gives them, and the day's tokens."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from tripintent.state.concierge.hours import start_date

ParameterKind = Literal["day", "time", "number", "rooms", "ages", "text"]
SEARCH, ROOM = "search_phrase", "room"
OWN: Mapping[str, tuple[str, ...]] = {
    "AVAILABILITY_AGENT": ("startDate", "numberOfNights", "Rooms"),
    "DO_AROUND_AGENT": (SEARCH, "otherWishes"),
    "WEBSITE_SEARCH": (SEARCH,),
    "INTERNET_SEARCH": (SEARCH,),
    "GUEST_JOURNEY_AGENT": (ROOM,),
    "PRE_CHECKIN_AGENT": ("reference", "names", "arrival"),
    "DAY_TRIP_PLANNER": ("interests", "startDate", "otherWishes"),
}
"""What the specialists that ship read, whether a service file lists it or not."""
TABLE = ("startDate", "time", "people")
"""The same where tables and tickets are sold and no rooms."""
LONGEST, LARGEST = 300, 365
TOKENS = ("current_day", "current_date", "current_month", "current_year")
_NAMED: tuple[tuple[ParameterKind, re.Pattern[str]], ...] = (
    ("rooms", re.compile(r"^rooms$", re.IGNORECASE)),
    ("ages", re.compile(r"ages$", re.IGNORECASE)),
    ("day", re.compile(r"(?:^|_)(?:date|day)$|(?:Date|Day)$|^check_?(?:in|out)$", re.IGNORECASE)),
    ("time", re.compile(r"(?:^|_)time$|Time$|^hour$")),
    (
        "number",
        re.compile(r"^(?:number|count)(?:_?of)?|nights$|^(?:people|persons|guests|adults|children)$", re.IGNORECASE),
    ),
)
_DESCRIBED: tuple[tuple[ParameterKind, re.Pattern[str]], ...] = (
    ("day", re.compile(r"DD-MM-YYYY|\bdate\b", re.IGNORECASE)),
    ("time", re.compile(r"\bHH:MM\b|\btime of day\b", re.IGNORECASE)),
    ("number", re.compile(r"\b(?:number|integer|count)\b", re.IGNORECASE)),
)
_DECLARED = re.compile(r"^[ \t]*(?:[-*•]|\d+[.)])\s*([A-Za-z_]\w*)\s*(?:\(([^)\n]*)\)|:)(.*)$", re.MULTILINE)
_TYPED = re.compile(
    r"\b(?:list|array|number|integer|count|date|time|text|string|required|optional|default|format)\b|DD-MM-YYYY"
)
_TOKEN = re.compile(r"\{(\w+)\}")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
_MEANT: Mapping[ParameterKind, str] = {
    "day": 'a day: YYYY-MM-DD, DD-MM-YYYY, or "<weeks> <days>" from today',
    "time": 'a time, HH:MM in quotation marks, such as "19:30"',
    "number": f"a whole number from 1 to {LARGEST}, without a unit",
    "rooms": "a list of rooms, each with adults (1 to 30) and childrenAges (0 to 17, a baby is 0)",
    "ages": "a list of ages from 0 to 17",
    "text": f"a text of at most {LONGEST} characters",
}


class _Room(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    adults: int = Field(default=2, ge=1, le=30)
    childrenAges: list[int] = Field(default_factory=list, max_length=20)  # noqa: N815 - the name in service files


_Rooms = TypeAdapter(list[_Room])
_Ages = TypeAdapter(list[int])
_AGES = range(18)


def declared_in(text: str) -> dict[str, str]:
    """Return the parameters that a description lists ("1. startDate (required)"), each with what is said of it.

    What is listed below a parameter belongs to its value; a line that says no type is a remark.
    """
    found, depth = dict[str, str](), -1
    for match in _DECLARED.finditer(text):
        said = f"{match[2] or ''} {match[3]}"
        indent = len(match[0]) - len(match[0].lstrip())
        if 0 <= depth < indent or not _TYPED.search(said) or _TYPED.fullmatch(match[1]):
            continue
        found[match[1]], depth = said, indent
    return found


def kind_of(name: str, said: str = "") -> ParameterKind:
    """Return the kind of a parameter by its name, else by what is said of it."""
    rules = ((name, _NAMED), (said, _DESCRIBED))
    found: list[ParameterKind] = [kind for text, table in rules for kind, rule in table if rule.search(text)]
    return found[0] if found else "text"


def checked_value(kind: ParameterKind, value: object) -> JsonValue:
    """Return a value as its kind is passed on; None where none is given. Raises ValueError that says what would be right."""
    if value is None:
        return None
    try:
        return _VALUES[kind](value)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{str(value)[:60]!r} is not {_MEANT[kind]}") from error


def check_values(where: str, values: Mapping[str, JsonValue], kinds: Mapping[str, ParameterKind]) -> None:
    """Check values by the kinds that are declared, else by their names. Raises ValueError with the place."""
    for name, value in values.items():
        try:
            checked_value(kinds.get(name) or kind_of(name), value)
        except ValueError as error:
            raise ValueError(f"{where}.{name}: {error}") from error


def _day(value: object) -> JsonValue:
    start_date(str(value), date(2000, 1, 1))
    return str(value)


def _time(value: object) -> JsonValue:
    if not isinstance(value, str) or not _CLOCK.fullmatch(value.strip()):
        raise ValueError
    return value.strip()


def _number(value: object) -> JsonValue:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= LARGEST:
        raise ValueError
    return value


def _rooms(value: object) -> JsonValue:
    rooms = [one.model_dump(mode="json") for one in _Rooms.validate_python(value)]
    for one in rooms:
        _ages(one["childrenAges"])
    return [*rooms] or None


def _ages(value: object) -> JsonValue:
    ages = _Ages.validate_python(value, strict=True)
    if any(age not in _AGES for age in ages):
        raise ValueError
    return [*ages]


def _text(value: object) -> JsonValue:
    value = ", ".join(map(str, value)) if isinstance(value, list) else value
    if not isinstance(value, str) or len(value.strip()) > LONGEST:
        raise ValueError
    return value.strip() or None


_VALUES = {"day": _day, "time": _time, "number": _number, "rooms": _rooms, "ages": _ages, "text": _text}


def schema_of(kind: ParameterKind) -> dict[str, object]:
    """Return the JSON schema of a kind, or null; what it says of a day is the one way that a model is asked for."""
    if kind == "text":
        return {"type": ["string", "null"]}
    said = {"description": "a day, YYYY-MM-DD" if kind == "day" else _MEANT[kind]}
    if kind in ("day", "time", "number"):
        return {"type": ["integer" if kind == "number" else "string", "null"], **said}
    ages = {"type": "array", "items": {"type": "integer"}}
    room = {"adults": {"type": "integer"}, "childrenAges": ages}
    each = {"type": "object", "properties": room, "required": [*room], "additionalProperties": False}
    return {"anyOf": [{"type": "array", "items": each} if kind == "rooms" else ages, {"type": "null"}], **said}


def known_tokens(text: str) -> str:
    """Return a text whose tokens all stand for something. Raises ValueError for any other."""
    for name in _TOKEN.findall(text):
        if name not in TOKENS:
            raise ValueError(f"{{{name}}} means nothing: write one of {', '.join(f'{{{one}}}' for one in TOKENS)}")
    return text


def dated(text: str, now: datetime) -> str:
    """Return a text with the tokens of the day replaced."""
    values = (f"{now:%A}", str(now.day), f"{now:%B}", f"{now:%Y}")
    for name, value in zip(TOKENS, values, strict=True):
        text = text.replace(f"{{{name}}}", value)
    return text.strip()
