"""Text to typed events: choosing, holding, buying, refusing, retrying, cancelling; everything else stays text.

Pipeline: tokens → sentences → clauses → commands → guards (question, condition, negation, retraction) → events.
Deterministic, without a model, in time linear in the text.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from tripintent.state.bundles import Bundle
from tripintent.state.events import (
    PublicEvent,
    UserCancelsBooking,
    UserMessage,
    UserRejects,
    UserReleasesHold,
    UserSelectedBundle,
)
from tripintent.state.readable import readable
from tripintent.tools.language.approval_text import approval_of
from tripintent.tools.language.exact.all_languages import match, occurs
from tripintent.tools.language.exact.tokens import tokens_of
from tripintent.tools.language.reading.commands.after_purchase import of_a_bought_trip
from tripintent.tools.language.reading.commands.clauses import Clause, clauses_of
from tripintent.tools.language.reading.commands.commands import Situation
from tripintent.tools.language.reading.commands.mixing import mixed

_NUMBERS = re.compile(r"\W*\d{1,2}(?:\s*(?:,|&|and|y|et|und|e)\s*\d{1,2})+\W*", re.IGNORECASE)
"""Several bare numbers choose nothing: they are the ages of children, or the options that are compared."""

_MARK = re.compile(r"\s?[?!.]")
"""What ends a text; French puts a space before it."""

_LONGEST_REASON = 300
_GIVING_UP = (UserCancelsBooking, UserReleasesHold)
_LONG_REASON = 12
"""Words: more of them beside a refusal are a plan of their own."""


def route(
    text: str,
    options: Sequence[Bundle],
    *,
    shown: Sequence[int] = (),
    has_bookings: bool = False,
    approval_waiting: bool = False,
    described: str | None = None,
) -> tuple[PublicEvent, ...]:
    """Return the events of a message in the order of its words; at least one, for any text.

    Args:
        text: The message as the traveller wrote it.
        options: The bundles by their numbers; empty when the assistant asked a question, so that "2" and
            "the second" answer it.
        shown: Indexes of the bundles on the screen, the topmost first: "the second one" is the second of these.
        has_bookings: Whether there is anything bought; "cancel my flight" is text otherwise.
        approval_waiting: Whether an approval waits; "no" is text otherwise.
        described: The id of the one bundle that was spoken of last: "take that one" means it.

    Returns:
        Typed events. Words beside the commands come as ``UserMessage`` at their place; a text without any command comes
        back as exactly itself. An id that no option has is passed on as said, and a number beyond the options as "#12",
        for the graph to refuse by name. Never an approval, except in the old form that carries its token.
    """
    said = readable(text)
    if said.rest:  # a story, or too much of something: what is not read to its end does nothing
        return (UserMessage(text=text),)
    text = said.read
    approval = approval_of(text)
    if approval is not None:
        return (approval,)
    if _NUMBERS.fullmatch(text):
        return (UserMessage(text=text),)
    of_bought = of_a_bought_trip(text) if has_bookings and not approval_waiting else ()
    if of_bought:
        return of_bought
    parts = mixed(text, options)
    if parts is not None:
        return (parts,)
    situation = Situation(options, has_bookings, approval_waiting, tuple(shown), described)
    ids = {bundle.bundle_id.casefold() for bundle in options}
    clauses = clauses_of(tokens_of(text, ids), situation)
    if not any(clause.acts for clause in clauses) or _puts_off(clauses):
        return (UserMessage(text=text),)
    return _without_repeats(_wishes_first(_events(text, clauses)))


def _events(text: str, clauses: Sequence[Clause]) -> list[PublicEvent]:
    """Return commands and the texts between them; neighbouring text clauses stay one text."""
    events: list[PublicEvent] = []
    for acts, run in groupby(_spoken(clauses), key=lambda clause: clause.acts):
        group = list(run)
        if acts:
            events += [_with_reason(event, text) for clause in group for event in clause.events or ()]
        else:
            events.append(UserMessage(text=_said(text, group)))
    return _without_reasons(events)


def _wishes_first(events: list[PublicEvent]) -> list[PublicEvent]:
    """Put a wish before the option that a quality names: "the cheapest, but direct" is the cheapest of those that are direct."""
    at = next((n for n, one in enumerate(events) if isinstance(one, UserSelectedBundle) and one.qualities), None)
    if at is None:
        return events
    wishes = [one for one in events[at:] if isinstance(one, UserMessage) and "?" not in one.text]
    return [*events[:at], *wishes, *(one for one in events[at:] if one not in wishes)]


def _without_reasons(events: list[PublicEvent]) -> list[PublicEvent]:
    """Leave out why something is cancelled, given up or refused ("cancel my return flight, I'm taking the ferry to Italy")."""
    if not any(isinstance(event, _GIVING_UP) for event in events):
        return events
    return [e for e in events if not isinstance(e, UserMessage) or _is_plan(e.text)]


def _puts_off(clauses: Sequence[Clause]) -> bool:
    """Say whether a refusal only puts off: "don't buy it, I need to ask my sister first" refuses nothing."""
    acts = [event for clause in clauses for event in clause.events or ()]
    refuses = all(isinstance(event, UserRejects) for event in acts)
    return refuses and any(occurs("postponed", clause.tokens) for clause in clauses)


def _is_plan(text: str) -> bool:
    """Say whether words beside a refusal are no reason: they ask, want something else, or are long."""
    words = tokens_of(text)
    wants = any(match(role, words, 0) is not None for role in ("take", "pick", "hold", "buy"))
    return wants or "?" in text or len(text.split()) > _LONG_REASON


def _spoken(clauses: Sequence[Clause]) -> list[Clause]:
    """Drop words that change nothing, except before a text, to which they belong ("no, Paris")."""
    following = zip(clauses, [*clauses[1:], None], strict=True)
    return [c for c, after in following if c.events != () or (after is not None and after.events is None)]


def _said(text: str, group: Sequence[Clause]) -> str:
    """Return the words of a run of text clauses as written, with the mark that ends them."""
    start, end = group[0].tokens[0].start, group[-1].tokens[-1].end
    start -= text[start - 1 : start] in {"¿", "¡"} if start else 0
    mark = _MARK.match(text, end)
    return text[start : mark.end() if mark else end]


def _with_reason(event: PublicEvent, text: str) -> PublicEvent:
    return UserRejects(reason=text.strip()[:_LONGEST_REASON]) if isinstance(event, UserRejects) else event


def _without_repeats(events: Sequence[PublicEvent]) -> tuple[PublicEvent, ...]:
    """Return the events without a second one right after its equal ("hold it, please hold it")."""
    return tuple(event for event, _ in groupby(events))
