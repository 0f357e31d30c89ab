"""The cards of what a change or a cancellation of a booking would cost: what is new, what is replaced or lost, and what stays."""

from collections.abc import Iterable

from tripintent.tools.cards.approval import change_line, ended_lines, kept_lines, lost_lines
from tripintent.tools.cards.card import Card, Line
from tripintent.tools.cards.items import nested, parts_of
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import LineFacts
from tripintent.tools.toolbox.receipt_facts import CancellationQuote, ChangeQuote

SHOWN = 3
"""Options of what is new that the card shows."""


def change_card(facts: ChangeQuote, words: CardWords) -> Card:
    """Return what a change would cost with each option of what is new, what it gives up, and what stays booked."""
    lines = list[Line]()
    for one in facts.options[:SHOWN]:
        lines.append(change_line(one.in_all, words))
        lines += [line for part in parts_of(one.option) for line in nested(part, words, one.option.option)]
    lines += [line for one in facts.replaces for line in ended_lines(one, words)]
    return _quote("quote_change", lines, facts.keeps, words)


def cancellation_card(facts: CancellationQuote, words: CardWords) -> Card:
    """Return what a cancellation would cost, booking by booking and in all, and what stays booked."""
    lines = [line for one in facts.lines for line in ended_lines(one, words, alone=True)]
    return _quote("quote_cancel", [*lines, *lost_lines(facts.lost, facts.comes_back, words)], facts.keeps, words)


def _quote(title: str, lines: Iterable[Line], keeps: Iterable[LineFacts], words: CardWords) -> Card:
    shown = (*lines, *kept_lines(keeps, words))
    return Card(kind="quote", title=words.say(title), lines=shown, note=words.say("nothing_done"))
