"""Several things in one clause, each with its own day and hour: "the zoo on Monday at 11, and a concert on Sunday"."""

import re
from dataclasses import replace

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import name_in, said_without
from tripintent.tools.language.offline.plan_out import no_thing
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, named
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_APART = frozenset({"hotel", "flight", "train", "ride"})
"""Kinds of entries that have two ends, whose days and hours belong together."""


_FLIGHT = re.compile(r"\b([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{2,4})\b")


def flight_in(clause: Clause) -> re.Match[str] | None:
    """Return where a clause has the number of a flight."""
    return _FLIGHT.search(clause.message.text[clause.start : clause.end])


def several(clause: Clause, view: View) -> list[Clause]:
    """Return the parts of a clause that each name a thing and its day or hour; empty where it is one thing."""
    joint = lexicon(clause.language).compile(r"[,;]|(?<!\w)%and%(?!\w)")
    found: list[Clause] = []
    begin = clause.start
    for cut in [*(clause.start + hit.start() for hit in joint.finditer(clause.folded)), clause.end]:
        if _stands(replace(clause, start=begin, end=cut), view) and (
            cut == clause.end or _stands(replace(clause, start=cut, end=clause.end), view)
        ):
            found.append(replace(clause, start=begin, end=cut))
            begin = cut
    return found if len(found) > 1 and begin == clause.end else []


def _stands(clause: Clause, view: View) -> bool:
    """Tell whether words are an entry of their own."""
    timing, language = Timing(clause, view), clause.language
    text = fold(said_without(timing))
    name = fold(name_in(timing))
    ends = cue("ends", language, WORDS).fullmatch(name) or cue("it", language, WORDS).fullmatch(name)
    apart = flight_in(clause) or _APART & set(named("add_kinds", language, text, WORDS))
    return bool(timing.days or timing.times or timing.parts) and not (ends or apart or no_thing(name, language))
