"""Slot functions for answers, taking back, questions and courtesies."""

from collections.abc import Callable, Mapping
from typing import Literal

from tripintent.state.derived import selected_bundle
from tripintent.state.operations import About, Answer, Operation, Question, Restore, Social
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline.choosing import named_options, number_of, options_of, the_one_meant
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.scope import held_back, said
from tripintent.tools.ports.reader import View

Slot = Callable[[Clause, View], list[Operation] | None]


def _has(name: str, clause: Clause) -> bool:
    return said(name, clause.language).search(clause.folded) is not None


def yes(clause: Clause, _: View) -> list[Operation] | None:
    """Return a yes; one that depends on something decides nothing."""
    if clause.denied or clause.asks:
        return None
    return [clause.made(Answer, stance="hedge" if clause.supposed else "yes")]


def no(clause: Clause, _: View) -> list[Operation] | None:
    """Return a no."""
    return None if clause.asks else [clause.made(Answer, stance="hedge" if clause.supposed else "no")]


def hedge(clause: Clause, _: View) -> list[Operation] | None:
    """Return what decides nothing."""
    return [clause.made(Answer, stance="hedge")]


def _takes_back(clause: Clause, name: str) -> bool:
    """Tell whether a clause orders something to be taken back by its own verb; "can we go back?" does too."""
    asked = clause.asks and (not _has("may", clause) or _has("later", clause))
    free = not (clause.denied or clause.supposed or asked or _has("waver", clause))
    return free and _has(name, clause) and not held_back(clause.message, clause.start, clause.end)


def undo(clause: Clause, _: View) -> list[Operation] | None:
    """Return the wish to have back what was before the last change, or the dates said first."""
    dates = _has("first_dates", clause)
    if not _takes_back(clause, "first_dates" if dates else "undo"):
        return None
    return [clause.made(Restore, what="first_dates" if dates else "last")]


def redo(clause: Clause, _: View) -> list[Operation] | None:
    """Return the wish to have again what was taken back."""
    return [clause.made(Restore, what="next")] if _takes_back(clause, "redo") else None


def restart(clause: Clause, _: View) -> list[Operation] | None:
    """Return the wish to start over."""
    return [clause.made(Restore, what="nothing")] if _takes_back(clause, "restart") else None


def ask_offer(clause: Clause, view: View) -> list[Operation] | None:
    """Return a question about an option, or about what is chosen, held or booked."""
    about, number = asked_about(clause, view)
    return [clause.made(Question, about=about, number=number)]


def ask_trip(clause: Clause, view: View) -> list[Operation] | None:
    """Return a question about the trip, or about what of it is held or booked."""
    memory = view.trip.working_memory
    about: About = "trip"
    if memory.bookings and _has("booked", clause):
        about = "booked"
    elif memory.holds and _has("held", clause):
        about = "held"
    return [clause.made(Question, about=about)]


def ask_product(clause: Clause, _: View) -> list[Operation] | None:
    """Return a question about how this works."""
    return [clause.made(Question)]


def asked_about(clause: Clause, view: View) -> tuple[About, int | None]:
    """Return what a question is about: what it names, else what the stage has in view."""
    memory, options = view.trip.working_memory, options_of(view)
    numbers = {number_of(one.bundle_id, view) for one in named_options(clause, view, asking=True)}
    if len(numbers) == 1:
        return "option", numbers.pop()
    if numbers:
        return "options", None
    if memory.bookings and _has("booked", clause):
        return "booked", None
    if any(one.status == "held" for one in memory.holds) and _has("held", clause):
        return "held", None
    chosen = selected_bundle(view.trip) is not None
    if options and not chosen and not memory.bookings and _has("options", clause):
        return "options", None
    return _of_the_stage(view, chosen=chosen)


def _of_the_stage(view: View, *, chosen: bool) -> tuple[About, int | None]:
    memory = view.trip.working_memory
    stages: tuple[tuple[bool, About], ...] = (
        (bool(memory.bookings), "booked"),
        (any(one.status == "held" for one in memory.holds), "held"),
        (chosen, "chosen"),
    )
    about: About | None = next((name for there, name in stages if there), None)
    if about:
        return about, None
    if one := the_one_meant(view):
        return "option", number_of(one, view)
    return ("options" if options_of(view) else "trip"), None


_COURTESIES: tuple[Literal["leave", "thank", "greet"], ...] = ("leave", "thank", "greet")


def social(clause: Clause, _: View) -> list[Operation] | None:
    """Return a goodbye, thanks or a greeting; without a kind a word like "ok"."""
    what = (one for one in _COURTESIES if pattern("social", one, clause.language).search(clause.folded))
    return [clause.made(Social, what=next(what, ""))]


def complaint(clause: Clause, _: View) -> list[Operation] | None:
    """Return a complaint."""
    return [clause.made(Social, what="complain")]


ANSWERS: Mapping[str, Slot] = {
    "yes": yes,
    "no": no,
    "hedge": hedge,
    "undo": undo,
    "redo": redo,
    "restart": restart,
    "ask.offer": ask_offer,
    "ask.trip": ask_trip,
    "ask.product": ask_product,
    "social": social,
    "complaint": complaint,
}
"""The reader of each of these intents' clauses."""
