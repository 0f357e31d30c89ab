"""Text to typed events: choosing, holding, buying, refusing, retrying, cancelling; everything else stays text.

Pipeline: tokens → sentences → clauses → commands → guards (question, condition, negation, retraction) → events.
Deterministic, without a model, in time linear in the text.
"""

from collections.abc import Sequence
from itertools import groupby

from tripintent.state.bundles import Bundle
from tripintent.state.events import PublicEvent, UserMessage, UserRejects
from tripintent.tools.language.routing.approval_text import approval_of
from tripintent.tools.language.routing.clauses import Clause, clauses_of
from tripintent.tools.language.routing.commands import Situation
from tripintent.tools.language.routing.tokens import tokens_of

LONGEST_COMMAND = 2_000
"""Characters; a longer message is a story, and is read as text whole."""

_LONGEST_REASON = 300


def route(
    text: str, options: Sequence[Bundle], *, has_bookings: bool = False, approval_waiting: bool = False
) -> tuple[PublicEvent, ...]:
    """Return the events of a message in the order of its words; at least one, for any text.

    Args:
        text: The message as the traveller wrote it.
        options: The bundles shown, in the order shown; empty when the assistant asked a question, so that "2" and
            "the second" answer it.
        has_bookings: Whether there is anything bought; "cancel my flight" is text otherwise.
        approval_waiting: Whether an approval waits; "no" is text otherwise.

    Returns:
        Typed events. Words beside the commands come as ``UserMessage`` at their place; a text without any command comes
        back as exactly itself. An id that no option has is passed on as said, and a number beyond the options as "#12",
        for the graph to refuse by name. Never an approval, except in the old form that carries its token.
    """
    approval = approval_of(text) if len(text) <= LONGEST_COMMAND else None
    if approval is not None:
        return (approval,)
    if len(text) > LONGEST_COMMAND:
        return (UserMessage(text=text),)
    situation = Situation(options, has_bookings, approval_waiting)
    ids = {bundle.bundle_id.casefold() for bundle in options}
    clauses = clauses_of(tokens_of(text, ids), situation)
    if not any(clause.acts for clause in clauses):
        return (UserMessage(text=text),)
    return _without_repeats(_events(text, clauses))


def _events(text: str, clauses: Sequence[Clause]) -> list[PublicEvent]:
    """Return commands and the texts between them; neighbouring text clauses stay one text."""
    events: list[PublicEvent] = []
    for acts, run in groupby(_spoken(clauses), key=lambda clause: clause.acts):
        group = list(run)
        if acts:
            events += [_with_reason(event, text) for clause in group for event in clause.events or ()]
        else:
            events.append(UserMessage(text=_said(text, group)))
    return events


def _spoken(clauses: Sequence[Clause]) -> list[Clause]:
    """Drop words that change nothing, except before a text, to which they belong ("no, Paris")."""
    following = zip(clauses, [*clauses[1:], None], strict=True)
    return [c for c, after in following if c.events != () or (after is not None and after.events is None)]


def _said(text: str, group: Sequence[Clause]) -> str:
    """Return the words of a run of text clauses as written, with the mark that ends them."""
    start, end = group[0].tokens[0].start, group[-1].tokens[-1].end
    mark = text[end : end + 1]
    return text[start : end + 1] if mark in {"?", "!", "."} else text[start:end]


def _with_reason(event: PublicEvent, text: str) -> PublicEvent:
    return UserRejects(reason=text.strip()[:_LONGEST_REASON]) if isinstance(event, UserRejects) else event


def _without_repeats(events: Sequence[PublicEvent]) -> tuple[PublicEvent, ...]:
    """Return the events without a second one right after its equal ("hold it, please hold it")."""
    return tuple(event for event, _ in groupby(events))
