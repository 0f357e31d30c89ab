"""Questions about the plan, ideas, and yes, no, undo and redo."""

import re

from tripintent.state.designer.operations import Ask, AskAbout, Operation, PlanDays, Step, Suggest, Target
from tripintent.tools.language.exact.tables import chain, matches, own_pattern, pattern, phrases
from tripintent.tools.language.reading.itinerary.clause import Clause
from tripintent.tools.language.reading.itinerary.wishing import interests_in

_POLITE = r"^(?:(?:and|so|but|ok(?:ay)?|hm+|wait|oh|ah|right|please|hey|hi|hello|und|also|ach|et|alors|y|pues|e|allora|entao),?\s+)*"
_ABOUT: tuple[tuple[AskAbout, str], ...] = (
    ("clashes", "clashes"), ("whole", "whole"), ("nights", "nights"), ("access", "access"), ("hours", "hours_open"), ("hotel", "hotel"), ("home", "home"),
)  # fmt: skip
_MORE = re.compile(
    r"\b(?:more about|about) (?:the )?(?:(first|second|third|1st|2nd|3rd|last)(?: one)?|(?:number |no\. ?|#)?(\d)|(?:it|that one|that))\b|tell me more"
)
_SHORT = 6
"""Words of a wish for one day ("plan Tuesday"); in longer ones a day may belong to something else."""
_NUMBERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "last": 3}


def _says(concept: str, folded: str, language: str) -> bool:
    return bool(pattern("itinerary", concept, language).search(folded))


def _begins(concept: str, folded: str, language: str) -> bool:
    """Tell whether words begin with a concept, in the language itself: "no" is another word elsewhere."""
    own = [c for c in chain(language) if c == language or (c == "en" and concept != "no")]
    row = "|".join(phrases("itinerary", concept, code, own=True) for code in own)
    return bool(re.match(rf"{_POLITE}(?:{row})(?!\w)", folded))


def read_step(folded: str, language: str, *, pending: bool) -> Step | None:
    """Return undo or redo, or the yes or no to a change that waits."""
    for what in ("redo", "undo"):
        if own_pattern("itinerary", what, language).search(folded) or own_pattern("itinerary", what, "en").search(
            folded
        ):
            return Step(what="redo" if what == "redo" else "undo", said=folded)
    if pending and _begins("yes", folded, language):
        return Step(what="yes", said=folded)
    no = pending and _begins("no", folded, language) and not re.match(r"\w+ wait", folded)
    return Step(what="no", said=folded) if no else None


def is_agreement(folded: str, language: str) -> bool:
    """Tell whether words only agree ("yes please do", "right, good")."""
    return _begins("yes", folded, language) and len(folded.split()) <= 7


def read_plan(clause: Clause) -> PlanDays | None:
    """Return the wish to have days filled, or filled in another way: "a rainy day version", "too much walking"."""
    folded, language = clause.folded, clause.language
    rainy, less = _says("rainy", folded, language), _says("less_walking", folded, language)
    plans = _says("plan", folded, language)
    fewer, more = _fewer(folded, language), _more(folded, language)
    again = less or bool(fewer or more) or (rainy and (plans or _says("another_plan", folded, language)))
    if not plans and not again:
        return None
    days = (
        tuple(m.day.isoformat() for m in clause.days if not m.until) if again or len(folded.split()) <= _SHORT else ()
    )
    now = again or _says("now", folded, language) or bool(days)
    return PlanDays(
        days=days, rainy=rainy, less_walking=less, fewer=fewer, more=more, again=again, now=now, said=clause.text
    )


_OF_A_KIND = ("museum", "church", "park", "market", "castle")


def _fewer(folded: str, language: str) -> tuple[str, ...]:
    """Return the kinds of sights that somebody wants fewer of: "not so many churches", "I don't like museums that much"."""
    less = phrases("itinerary", "fewer", language)
    folded = pattern("itinerary", "less_walking", language).sub(" ", folded)  # "trop de marche" is no market
    return tuple(
        kind
        for kind in _OF_A_KIND
        if re.search(rf"(?<!\w){less}\s+(?:\w+\s+)?{phrases('itinerary', kind, language)}(?!\w)", folded)
    )


def _more(folded: str, language: str) -> tuple[str, ...]:
    """Return the interests that the days should hold more of: "more food please"."""
    match = re.search(rf"(?<!\w){phrases('itinerary', 'more_of', language)}\s+([^,.;!?]{{2,30}})", folded)
    return interests_in(match[1], language) if match else ()


def read_ideas(folded: str, language: str, *, idea: int, ideas: int) -> Suggest | None:
    """Return the wish for ideas, or for more about one that was given."""
    more = _MORE.search(folded)
    if more and ideas:
        number = _NUMBERS.get(more[1] or "") or int(more[2] or 0) or idea or 1
        return Suggest(number=number, said=folded)
    if not _says("ideas", folded, language):
        return None
    return Suggest(rainy=_says("rainy", folded, language), food=_says("food", folded, language), said=folded)


def is_question(folded: str, language: str, *, mark: bool) -> bool:
    """Tell whether a clause asks something."""
    return mark or _begins("question", folded, language)


def is_command(folded: str, language: str) -> bool:
    """Tell whether a clause asks for something to be done ("could you move …?")."""
    return _begins("command", folded, language)


def read_question(folded: str, language: str, day: str | None) -> Operation:
    """Return what a question is about; ``unknown`` when it is about something that no plan knows."""
    about: AskAbout | None = next((name for name, row in _ABOUT if _says(row, folded, language)), None)
    if about:
        return Ask(about=about, day=day, said=folded)
    there = next(matches("itinerary", "there", language, folded), None)
    if there:
        return Ask(about="there", target=Target(words=there["what"] or "it"), said=folded)
    if day and not _says("what_time", folded, language):
        return Ask(about="day", day=day, said=folded)
    if _says("flight", folded, language):
        return Ask(about="segment", target=Target(words="flight"), said=folded)
    if _says("when", folded, language):
        return Ask(about="segment", target=Target(words=folded), said=folded)
    if _says("show", folded, language):
        return Ask(about="whole", day="all", said=folded)
    return Ask(about="unknown", said=folded)
