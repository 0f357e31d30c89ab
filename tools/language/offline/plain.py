"""Readings that the words alone decide, whatever else they may be: greetings, births, the last day of a passport, cheapest days."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from tripintent.state.framing import present_frame
from tripintent.state.operations import NamePeople, SetSlot, Shift, Social
from tripintent.state.planning.operations import Traveller
from tripintent.state.questions import asked_for_details
from tripintent.state.reading import Operation
from tripintent.tools.language.check import owner_of_day
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lengths import FLEXIBLE
from tripintent.tools.language.exact.tables import chain, matches, pattern
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.budget_lines import stated
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.documents import show_again, travellers
from tripintent.tools.language.offline.going_on import of_the_towns
from tripintent.tools.language.offline.naming import told
from tripintent.tools.language.offline.words import pattern as compiled
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

Slot = Callable[[Clause, View], Sequence[Operation] | None]
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MARKS = " .,;!?"
_PERSON = 12
"""Words of a name with a date of birth, and how to reach somebody."""
_ANSWER, _POSSIBLE, _LIKELY = 6, 0.1, 0.5
"""Words of a bare answer, the chance from which it is one, and that of an order."""
_ACTS = ("hold", "buy", "choose", "change.booked")
"""Intents that names may be said beside: "hold it for Ada Lovelace, born 10 Dec 1990"."""
_CHEAPEST = ("choose", "flexible", "trip.dates", "show", "ask.offer", "ask.trip")
"""Intents that words with "the cheapest days" are taken for."""


class Plain(NamedTuple):
    """An intent, and what the words say of it."""

    intent: str
    operations: tuple[Operation, ...]


def plain(clause: Clause, view: View, slots: Mapping[str, Slot]) -> Plain | None:
    """Return the reading that the words of a clause decide; None where it is a matter of chances."""
    orders = any(clause.chances.get(one, 0.0) >= _LIKELY for one in _ACTS)
    if not orders and (people := _people(clause, view, slots)):
        return Plain("details", tuple(people))
    if not orders and (papers := _passport(clause)):
        return Plain("details", tuple(papers))
    if pattern("social", "greet", clause.language).fullmatch(clause.folded.strip(_MARKS)):
        return Plain("social", (clause.made(Social, what="greet"),))
    if shown := show_again(clause, view):
        return Plain("doc.make", tuple(shown))
    if money := stated(clause, view):
        return Plain("budget.line", tuple(money))
    if people := told(clause, view):
        return Plain("split", tuple(people))
    if towns := of_the_towns(clause, view):
        return Plain("where", tuple(towns))
    if days := _cheapest(clause, view):
        return Plain("flexible", tuple(days))
    return None


def _people(clause: Clause, view: View, slots: Mapping[str, Slot]) -> Sequence[Operation] | None:
    """Return whole names with dates of birth and little else; where names are asked for, a name, or what corrects one."""
    asked = asked_for_details(view.trip)
    answers = asked and len(clause.text.split()) <= _ANSWER and not clause.denied
    answers = answers and clause.chances.get("details", 0.0) >= _POSSIBLE
    told, known = answers or _YEAR.search(clause.folded), _may_put_right(clause, view)
    if clause.asks or not (told or known):
        return None
    made = slots["details"](clause, view) or ()
    said = [one for one in made if isinstance(one, NamePeople)]
    if known and any(one.guests for one in said):
        return made  # "Bob's birthday is 9 June", "it's Anne, not Ann"
    if not told:
        return None
    named = [guest for one in said for guest in one.named]
    if not named:
        return made if asked and any(one.guests for one in said) else None
    doubted = any(one.told and one.told.get("doubts") for one in said)
    born = all(one.date_of_birth or doubted or answers for one in named)
    whole = born and all(one.given_name and one.family_name for one in named)
    return made if whole and len(clause.text.split()) <= _PERSON * len(named) else None


def _may_put_right(clause: Clause, view: View) -> bool:
    """Tell whether a clause may put right a name or birth: it names somebody known, or is of nothing else that is likely."""
    names = [part for g in view.trip.party.guests for part in (g.given_name, g.family_name) if part]
    called = any(fold(one) in re.findall(r"\w+", clause.folded) for one in names)
    likely = clause.chances.get("details", 0.0) >= _LIKELY or max(clause.chances.values()) < _LIKELY
    return bool(names) and (called or likely)


def _passport(clause: Clause) -> Sequence[Operation] | None:
    """Return the day until which a passport is valid, or whose it is."""
    said = (read_words(code, "documents")["passport_word"] for code in chain(clause.language))
    if not any(compiled(one).search(clause.folded) for one in said):
        return None
    for one in clause.of("day"):
        owner = owner_of_day(clause.message.folded, one.start, one.end, clause.language)
        if owner == "papers" and isinstance(one.value, DaySpan) and not one.value.options:
            return [Traveller(text=clause.text, passport_until=one.value.last or one.value.first)]
    return None if clause.asks else [one for one in travellers(clause) if isinstance(one, Traveller) and one.passports]


def _cheapest(clause: Clause, view: View) -> Sequence[Operation] | None:
    """Return the move to the cheapest of the days in view; where none are, days near are to be compared."""
    match = next(matches("changes", "cheapest_days", clause.language, clause.folded), None)
    likely = max(clause.chances, key=lambda one: clause.chances[one], default="")
    said = (view.frame or present_frame(view.trip)).depart
    if match is None or likely not in _CHEAPEST or clause.denied or clause.supposed or said is None or said.day is None:
        return None
    start, end = clause.start + match.start(), clause.start + match.end()
    if not view.days:
        return [clause.made(SetSlot, start, end, slot="flexible_days", value=FLEXIBLE)]
    by = (date.fromisoformat(view.days[0]) - date.fromisoformat(said.day)).days
    return None if clause.asks or by == 0 else [clause.made(Shift, start, end, what="trip", days=by)]
