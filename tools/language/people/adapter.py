"""The people port, and the words of a message that are about people, cut out of what else it says.

"ok fine 1. hold it. John Doe-Smith, march 4th 85. jds@gmail.com" chooses, wishes for a hold, and names somebody. Cut out first,
no birth is read as a day of travel, and no name is in the way of a command.
"""

import re
from collections.abc import Sequence
from datetime import date

from tripintent.state.caps import readable
from tripintent.tools.language.exact.births import find_dates, month_named
from tripintent.tools.language.exact.contacts import REACH
from tripintent.tools.language.exact.names import GENDERS, NO_NAMES, PARTICLES, SMALL_WORDS, TITLES, BirthDate
from tripintent.tools.language.people.pieces import anywhere, at_end, phrase_text
from tripintent.tools.language.people.reading import read_people
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.language import NamedPeople


class FreeFormPeople:
    """Reads people out of free text."""

    def read(self, text: str, today: date, language: str) -> NamedPeople:
        """Return whoever the text names; empty when no one. Never raises."""
        return read_people(readable(text).read, today, day_first=language != "en")

    def apart(self, text: str, today: date) -> tuple[str, str]:
        """Return the words about people, and the rest."""
        return ("", text) if readable(text).rest else people_apart(text, today)

    def passages(self, text: str, today: date, *, asked: bool = False) -> Sequence[tuple[int, int]]:
        """Return where the words about people stand; where names were asked for, a birth alone is one of them."""
        return passages(readable(text).read, today, asked=asked)


_TOKEN = re.compile(r"[^\W\d_](?:[\w'’·‐-]|\.(?=\w))*|\S")
_BESIDE = re.compile(r"[,&()*=:/+–-]")
"""Marks that may stand between a name and what belongs to it; any other ends a passage."""
_ALSO = frozenset(("and", "und", "et", "e", "y", "ed", "plus", "with", "con", "com", "mit", "avec"))
_GAP = re.compile(r"[\s,;.&()+–-]*(?:\b(?:and|und|et|e|y|plus)\b[\s,]*)?")
_FULL = r"[^\W\d_a-z][\w'’‐-]+(?:\s(?:(?:de|da|del|di|van|von|la|le|der|den|dos|do)\s)*[^\W\d_a-z][\w'’‐-]+){1,3}"
_NOTHING = re.compile(r"[\W_]*(?:(?:and|und|et|e|y|plus)\b[\W_]*)*")
_SHORT_YEAR = re.compile(r"(?<![\d'’])(\d\d)$")
_ENDS_YEAR = re.compile(r"\s*(?:$|[.,;)\n]|(?:and|und|et|e|y|ed)\b|\S+@)")
_NEXT_WORD = re.compile(r"[\s.-]*([^\W\d_]{3,12})\b")
_COUNTS = 32
"""A smaller number of two digits may count days, nights or heads."""
_LONGEST_NAME = 4
_OLDEST = 100


def people_apart(text: str, today: date) -> tuple[str, str]:
    """Return the words of a message that are about people, and the rest of it; ("", text) when no one is named.

    A full date in the past is a birth: no one travels on it. ``today`` is the traveller's.
    """
    spans = passages(text, today)
    if not spans:
        return "", text
    people = "; ".join(text[a:b].strip(" ,;.:") for a, b in spans)
    rest, done = "", 0
    for start, end in spans:
        rest, done = rest + text[done:start].rstrip(" ,:=") + ". ", end
    rest = re.sub(r"(?:\s*\.){2,}", ".", rest + text[done:].lstrip(" ,;.")).strip()
    return people, "" if _NOTHING.fullmatch(rest) else rest


def passages(text: str, today: date, *, asked: bool = False) -> list[tuple[int, int]]:
    """Return where the words about people stand, from and to, left to right; ``asked``: a birth without a name is one."""
    return _joined(text, sorted([*_born(text, today, alone=asked), *_introduced(text), *_addresses(text)]))


def _born(text: str, today: date, *, alone: bool) -> list[tuple[int, int]]:
    """Return births with the names and words that belong to them."""
    found: list[tuple[int, int]] = []
    floor = 0
    for start, end, birth in find_dates(text, today):
        ends = end
        if _is_birth(birth, today) and not _is_range(text, start, end):
            begins, named = _begins(text, start, floor)
            if not named:
                behind = re.compile(rf"[\s,:(]*{_FULL}").match(text, end)
                named, ends = (True, behind.end()) if behind else (named, end)
            touches = bool(found) and _GAP.fullmatch(text, found[-1][1], begins) is not None
            if named or touches or alone:
                found.append((begins, _address_behind(text, ends)))
        floor = ends
    return found


def _is_range(text: str, start: int, end: int) -> bool:
    """Tell days of travel from a birth with a short year: "5 June - 12 June", "5 June, 10 nights", "12 June 27"."""
    short = _SHORT_YEAR.search(text, start, end)
    if short is None or re.search(r"\d{4}", text[start:end]):
        return False
    counts = int(short[1]) < _COUNTS and not _ENDS_YEAR.match(text, end)
    marked = re.search(r"\s[-–]\s|,", text[start:end]) is not None
    behind = _NEXT_WORD.match(text, end)
    return counts or marked or (behind is not None and month_named(behind[1]))


def _is_birth(birth: BirthDate, today: date) -> bool:
    year = int(said[-1]) if (said := re.findall(r"\d{4}", birth.said)) else 0
    if birth.reason != "ambiguous_date" and not birth.day and year:
        return not today.year - 1 <= year <= today.year + 2  # a slip of the pen; a day of travel is soon
    days = [birth.day] if birth.day else [date.fromisoformat(day) for day in birth.options]
    soon = any(day.year + 100 <= today.year + 1 for day in days)  # "12/3/27" is next year
    return bool(days) and not soon and all(day < today and today.year - day.year < _OLDEST for day in days)


def _begins(text: str, at: int, floor: int) -> tuple[int, bool]:
    """Return where the words about whoever was born here begin, and whether there is a name or a label among them."""
    named, begins, words = False, at, 0
    while at > floor:
        before = text[floor:at]
        said = at_end("born", "introduces", "beside", "kin", "pronouns", "mail").search(fold(before))
        if said:
            label = anywhere("born").match(fold(before), said.start()) is not None
            begins = at = floor + said.start()
            named, words = named or label, 0
            continue
        token = next(iter(list(_TOKEN.finditer(before))[-1:]), None)
        if token is None:
            break
        at = floor + token.start()
        if _BESIDE.fullmatch(token.group()) or token.group().casefold() in _ALSO:
            words = 0
            continue
        if words >= _LONGEST_NAME or not _may_be_name(text, at, token.group()):
            break
        named, begins, words = True, at, words + 1
    return begins, named


def _may_be_name(text: str, at: int, word: str) -> bool:
    if not word[0].isalpha():
        return False
    plain = fold(word).strip(".")
    if plain in PARTICLES or plain in TITLES or plain in GENDERS:
        return True
    opens = not text[:at].strip() or text[:at].rstrip()[-1] in ".!?;\n"
    return plain not in NO_NAMES | SMALL_WORDS if word[0].islower() or opens else plain not in NO_NAMES


def _address_behind(text: str, at: int) -> int:
    """Return the end of a passage with the address that follows it."""
    behind = re.compile(rf"(?:[\s,;.:()-]|{phrase_text('mail')}\b)*{REACH}", re.IGNORECASE).match(fold(text), at)
    return behind.end() if behind else at


def _addresses(text: str) -> list[tuple[int, int]]:
    """Return addresses and numbers, with the word and the full name before them."""
    found: list[tuple[int, int]] = []
    for match in re.finditer(REACH, text):
        said = at_end("mail").search(fold(text[: match.start()]))
        start = said.start() if said else match.start()
        name = re.search(rf"(?<![\w@]){_FULL}[\s,;:.]+$", text[:start])
        found.append((name.start() if name and not said else start, match.end()))
    return found


def _introduced(text: str) -> list[tuple[int, int]]:
    """Return lists of full names with words that introduce them ("names are Tom Baker and Lucy Baker")."""
    listed = re.compile(
        rf"\s*[:=]?\s*(?:{_FULL})(?:\s*(?:,|&|\b(?:and|und|et|e|y|ed)\b)+\s*(?:{_FULL}))*(?=\s*(?:$|[.;!\n]))"
    )
    found: list[tuple[int, int]] = []
    for said in anywhere("introduces").finditer(fold(text)):
        names = listed.match(text, said.end())
        if names:
            found.append((said.start(), names.end()))
    return found


def _joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join passages that overlap, or that nothing but marks parts."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and (start <= joined[-1][1] or _NOTHING.fullmatch(text[joined[-1][1] : start])):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
