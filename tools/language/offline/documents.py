"""Readers of clauses on planning documents, money and facts: one function a kind of clause."""

import re
from collections.abc import Callable, Mapping
from datetime import date

from tripintent.state.operations import SetSlot
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.command import BudgetQuestion, FactTopic
from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.planning.operations import AskFact, AskMoney, Documents, Traveller
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.passports import read_passports
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.budget_lines import budget_line
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.expenses import expense
from tripintent.tools.language.offline.lists import FILE, added, removed, says, ticked
from tripintent.tools.language.offline.naming import told, uneven
from tripintent.tools.language.offline.place_roles import source
from tripintent.tools.language.offline.sharers import split
from tripintent.tools.language.offline.sums import budget_of, part_in, part_patterns
from tripintent.tools.language.offline.words import pattern
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.regions import regions
from tripintent.tools.ports.reader import View

Slots = Callable[[Clause, View], list[Operation] | None]
_TOPICS: tuple[FactTopic, ...] = (
    "visa", "plugs", "currency", "time_difference", "climate", "holidays", "distance", "booked",
)  # fmt: skip
_CLOSE = 14
"""Letters between a word of denial and the document that it denies."""
_OF_MONEY = ("debts", "each_paid", "left", "spent", "total", "per_day")
"""Words of questions about a budget."""


def rows(section: str, language: str) -> dict[str, str]:
    """Return a table of the planning's own words, ``languages/<code>/documents.yaml``, in a language and English."""
    found: dict[str, str] = {}
    for code in chain(language):
        for name, said in read_words(code, "documents")[section].items():
            found[name] = f"{found[name]}|{said}" if name in found else said
    return found


def _documents_in(clause: Clause) -> tuple[list[Action], list[Action]]:
    """Return the documents that a clause names, and those that it names with a no."""
    named: list[tuple[int, Action]] = []
    denied: list[Action] = []
    for action in ACTIONS:
        sources = [read_words(code, "documents")[action] for code in chain(clause.language)]
        own = pattern(rf"(?<!\w)(?:{'|'.join(sources)})(?!\w)").search(clause.folded)
        match = words.cue(action, clause.language, FILE).search(clause.folded) or own
        if match is None:
            continue
        named.append((match.start(), action))
        before = clause.folded[: match.end()]
        noes = [m.start() for m in words.cue("no_such", clause.language, FILE).finditer(before)]
        if any(match.start() - at <= _CLOSE and "," not in before[at : match.start()] for at in noes):
            denied.append(action)
    return [action for _, action in sorted(named)], denied


def make(clause: Clause, view: View) -> list[Operation] | None:
    """Return the documents to be made; without a name those that were asked for or offered."""
    named, denied = _documents_in(clause)
    wanted: tuple[Action, ...] = tuple(one for one in ACTIONS if one in named and one not in denied)
    if shown := _shown_again(clause, view):
        return shown
    if clause.asks and not wanted and not says("both", clause):
        return None
    if named and (not wanted or (clause.denied and not denied)):
        return [Documents(text=clause.text, mentioned=tuple(one for one in ACTIONS if one in named), refused=True)]
    unknown = words.cue("other_documents", clause.language, FILE).search(clause.folded)
    if unknown and not wanted:
        return [Documents(text=clause.text, unknown_actions=(unknown.group(),))]
    both = not wanted and says("both", clause)
    return [
        Documents(
            text=clause.text,
            trigger=True,
            actions=wanted or None,
            mentioned=wanted,
            refused=bool(denied),
            both=both,
            format="json" if "json" in clause.folded else "text",
            unknown_actions=(unknown.group(),) if unknown else (),
        )
    ]


def later(clause: Clause, _view: View) -> list[Operation] | None:
    """Return the documents that are not to be made now; without a name whichever was offered."""
    named, _ = _documents_in(clause)
    return [Documents(text=clause.text, mentioned=tuple(one for one in ACTIONS if one in named), refused=True)]


def ask_budget(clause: Clause, view: View) -> list[Operation] | None:
    """Return what is asked of the money; a question without a word for it is about the whole, where there is a budget.

    Who names a sum and does not ask states it.
    """
    if clause.of("money") and not clause.asks:
        return None
    if shown := _shown_again(clause, view):
        return shown
    part = part_in(clause)
    category = None
    if part and (match := part_patterns(clause.language)[part].search(clause.folded)):
        category = clause.message.text[clause.start + match.start() : clause.start + match.end()]
    question: BudgetQuestion | None = None
    if says("debts", clause):
        question = "debts"
    elif says("each_paid", clause):
        question = "paid"
    elif part is None and says("within", clause):
        question = "within"
    elif part and not says("left", clause) and not says("spent", clause):
        question = "category"
    elif says("per_day", clause):
        question = "per_day"
    elif says("per_person", clause):
        question = "per_person"
    elif says("left", clause):
        question = "left"
    elif says("spent", clause):
        question = "spent"
    elif says("total", clause) or budget_of(view) is not None:
        question = "total"
    return [AskMoney(text=clause.text, question=question, category=category)] if question else None


def about_money(clause: Clause, view: View) -> bool:
    """Tell whether a question is about money that is planned or spent, where there is a budget."""
    return budget_of(view) is not None and any(says(one, clause) for one in _OF_MONEY)


def _shown_again(clause: Clause, view: View) -> list[Operation] | None:
    """Return the documents that a clause names beside a word for showing, where all of them are there."""
    if not says("show", clause):
        return None
    named, denied = _documents_in(clause)
    there: tuple[Action, ...] = tuple(one for one in ACTIONS if one in named and _is_there(one, view))
    if denied or not there or len(there) < len(named) or says("missing", clause):
        return None
    return [Documents(text=clause.text, shown=there)]


def _is_there(action: Action, view: View) -> bool:
    return bool(view.plan.live) if action == "itinerary" else action in view.documents


def show_again(clause: Clause, view: View) -> list[Operation] | None:
    """Return documents to be shown again, whatever the clause is taken for: it names them beside a word for showing, and no amount."""
    if clause.of("money") or says("remove", clause) or says("add", clause) or says("left", clause):
        return None
    return _shown_again(clause, view)


def ask_checklist(clause: Clause, view: View) -> list[Operation] | None:
    """Return the question what of the list is open, or the wish to see it; without a list, that it is made."""
    if shown := _shown_again(clause, view):
        return shown
    there = isinstance(view.documents.get(Checklist.kind), Checklist)
    if says("missing", clause) or (there and not says("show", clause)):
        return [AskFact(text=clause.text, topic="missing", places=())]
    return [Documents(text=clause.text, trigger=True, actions=("checklist",), mentioned=("checklist",))]


def ask_place(clause: Clause, _view: View) -> list[Operation] | None:
    """Return the facts that are asked for, each with its month and places; nothing for a fact that we do not know."""
    own, ours = words.table("topics", clause.language, FILE), rows("topics", clause.language)
    topics: list[FactTopic] = [
        one
        for one in _TOPICS
        if (one in own and own[one].search(clause.folded))
        or pattern(rf"(?<!\w)(?:{ours[one]})(?!\w)").search(clause.folded)
    ]
    if "time_difference" in topics and "distance" in topics:  # "how far ahead is Sydney"
        topics.remove("distance")
    places = _places(clause)
    found: list[Operation] = [
        AskFact(text=clause.text, topic=topic, month=_month(clause), places=places) for topic in topics
    ]
    return [*found, *travellers(clause)] if found else None


def _places(clause: Clause) -> tuple[str, ...]:
    """Return the places that a question names; words for what is asked are none, and those in small letters beside capitals."""
    topics = words.table("topics", clause.language, FILE).values()
    comes_from = re.compile(rf"{source('origin', language=clause.language)}\s*$")
    said = [
        clause.message.text[one.start : one.end]
        for one in clause.of("place")
        if not comes_from.search(clause.folded[: one.start - clause.start])
        and not any(topic.fullmatch(clause.message.folded, one.start, one.end) for topic in topics)
    ]
    parts = pattern(r"(?<![^\W_])[^\W\d_][\w-]+").findall(clause.text.replace("'", " ").replace("’", " "))
    countries = (one for one in parts if one[0].isupper() and (at := regions().get(name_key(one))) and at.is_country)
    found = list(dict.fromkeys(said or countries))
    return tuple([one for one in found if one[0].isupper()] or found)


def _month(clause: Clause) -> int | None:
    """Return the month of a question: that of a day in it, else one that it names."""
    for one in clause.of("day"):
        day = _first_day(one.value)
        if day:
            return day.month
    months = lexicon(clause.language).months
    found = pattern(r"[^\W\d]{3,}").findall(clause.folded)
    return next((months[word] for word in found if word in months), None)


def _first_day(value: object) -> date | None:
    """Return the first day that a value of days says."""
    if isinstance(value, DaySpan):
        return next((one for one in value if isinstance(one, date)), None)
    return None


def travellers(clause: Clause) -> list[Operation]:
    """Return the passports that a clause names, and what its people eat and need."""

    def named(section: str) -> tuple[str, ...]:
        table = rows(section, clause.language)
        return tuple(key for key, said in table.items() if pattern(rf"(?<!\w)(?:{said})(?!\w)").search(clause.folded))

    passport = any(
        pattern(read_words(code, "documents")["passport_word"]).search(clause.folded) for code in chain(clause.language)
    )
    places = [(one.start - clause.start, one.end - clause.start) for one in clause.of("place")]
    passports = tuple(
        one.country
        for one in read_passports(clause.folded, clause.language)
        if passport or all(one.end <= a or one.start >= b for a, b in places)  # "a visa for Colombia" says no passport
    )
    diet, needs = ((), ()) if clause.denied else (named("diet"), named("needs"))
    if not (passports or diet or needs):
        return []
    return [Traveller(text=clause.text, passports=passports, diet=diet, needs=needs)]


def shared(clause: Clause, view: View) -> list[Operation] | None:
    """Return who shares the costs; an amount that was paid and is shared is an expense."""
    said = told(clause, view) or uneven(clause, view) or ()
    again: list[Operation] = [one for one in said if not isinstance(one, SetSlot)]  # who shares is not who travels
    spent = expense(clause, view) if not again and clause.of("money") and not clause.asks else None
    return again or spent or split(clause, view)


DOCUMENTS: Mapping[str, Slots] = {
    "doc.make": make,
    "doc.later": later,
    "tick": ticked,
    "item.add": added,
    "item.remove": removed,
    "expense": expense,
    "split": shared,
    "budget.line": budget_line,
    "ask.budget": ask_budget,
    "ask.checklist": ask_checklist,
    "ask.place": ask_place,
}
"""The reader of each kind of clause, by the kind's name; it returns None where the words do not fit the kind."""
