"""Money that limits a trip: a total, a floor, an amount a night or a person, the currency of prices."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.operations import Operation, Unclear
from tripintent.tools.language.check import owner_of_money
from tripintent.tools.language.exact.lexicon import alternation, cues_of_all, lexicon
from tripintent.tools.language.exact.money import (
    AMOUNT,
    NAME,
    RANGE,
    SIGN,
    SIGN_OF,
    Stray,
    currency_in,
    currency_of,
    is_open_sign,
    scale_of,
    stray_currency,
    value_of,
)
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline.passage import FILE, Passage
from tripintent.tools.language.offline.words import cue

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_SCALES = {"k", "grand", "lakh", "lakhs", "crore"}
_BEFORE, _AFTER = 60, 40
_BIG = 3
"""Digits of a bare number that may be a budget."""


class _Found(NamedTuple):
    """An amount, its place, its currency, and whether it is marked as money or as a limit by words."""

    value: Decimal
    start: int
    end: int
    currency: str | None
    marked: bool
    limit: bool
    low: Decimal | None = None


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return lexicon(language).compile(RANGE), lexicon(language).compile(AMOUNT)


@cache
def _said_alone(language: str) -> re.Pattern[str]:
    """Return the currency without an amount in which prices are to be shown ("in euros please")."""
    polite = r"(?:\s+(?:please|pls|por favor|bitte|svp|s'il vous plait|per favore))?"
    return lexicon(language).compile(
        rf"\b(?:in|en|em)\s+(?:(?P<code>{NAME})\b|(?P<symbol>{SIGN})(?![\w ]*\d))"
        rf"|(?:^|[,;.!?])\W*(?P<alone>{NAME})\b{polite}\W*(?:[,;.!?]|$)"
    )


def read_budget(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield what money limits; an amount without a currency needs a word of limit or the question for one."""
    for match in passage.finds("budget_none"):
        yield passage.sets("budget", None, match.span())
        return
    for match in pattern("loosened", "budget", passage.language).finditer(passage.text):
        yield passage.sets("budget", None, match.span())
        return
    amounts = list(_amounts(passage, asked="budget" in known.asked))
    chosen = [one for one in amounts if not passage.has("refused_amount", "<" + passage.text[one.end : one.end + 30])]
    if any(one.value == known.frame.budget for one in amounts if one not in chosen):  # "£127 is not my budget"
        yield passage.sets("budget", None, (0, len(passage.text)))
    nightly = [one for one in chosen if _is_nightly(passage, one, known)]
    totals = [one for one in chosen if one not in nightly and not _is_extra(passage, one)]
    for one in nightly[-1:]:
        yield from _currency(passage, one)
        yield passage.sets("max_nightly", one.value, (one.start, one.end))
        if known.frame.budget == one.value and not totals:  # the sum was taken for the whole before
            yield passage.sets("budget", None, (one.start, one.end))
    for_stay = [one for one in totals if _is_for_lodging(passage, one)]
    totals = [one for one in totals if one not in for_stay]
    for one in for_stay[-1:]:
        yield from _currency(passage, one)
        yield passage.sets("lodging_budget", one.value, (one.start, one.end))
    limits = [one for one in totals if one.limit]
    for one in (limits or totals)[-1:]:
        yield from _currency(passage, one)
        yield from _total(passage, one)
    each = pattern("changes", "budget_each", passage.language).search(passage.text)
    if each and not amounts and known.frame.budget is not None:
        yield passage.sets("budget_per_person", value=True, span=each.span())
    if not any(one.currency for one in chosen):
        shown = _said_alone(passage.language).search(passage.text)
        if shown:
            said = shown["code"] or shown["symbol"] or shown["alone"]
            yield passage.sets("currency", currency_of(said, None), shown.span())
    if not amounts:
        yield from _vague(passage, asked="budget" in known.asked)


def _vague(passage: Passage, *, asked: bool) -> Iterator[Operation]:
    for match in passage.finds("budget_vague" if not asked else "little"):
        if not asked or len(passage.text.split()) <= len(match.group().split()) + 3:
            where = passage.where(*match.span())
            yield Unclear(slot="budget", reason="not_a_number", options=(), **where)
            return


def _amounts(passage: Passage, *, asked: bool) -> Iterator[_Found]:
    """Yield the amounts that are the trip's: none that was spent or paid back."""
    taken: list[tuple[int, int]] = [(one.start, one.end) for one in passage.message.of("day", "time", "length")]
    ranges, single = _patterns(passage.language)
    for rule, groups in ((ranges, "12"), (single, "1")):
        for match in rule.finditer(passage.text):
            start, end = match.span()
            sure = groups == "12" and currency_in(match)
            if (any(start < b and a < end for a, b in taken) and not sure) or owner_of_money(
                passage.text, start, end, passage.language
            ):
                continue
            found = _amount(passage, match, groups, asked=asked)
            if found:
                taken.append((start, end))
                yield found


def _amount(passage: Passage, match: re.Match[str], groups: str, *, asked: bool) -> _Found | None:
    stray = _stray(passage, match) if groups == "1" else None
    currency = stray.code if stray else currency_in(match)
    if stray and not stray.code:
        return None
    last = groups[-1]
    value = value_of(match, int(last), passage.language, 1)
    low = value_of(match, 1, passage.language, scale_of(match, 2)) if groups == "12" else None
    if value is None or value <= 0 or (groups == "12" and (low is None or low >= value)):
        return None
    start, end = match.start(), stray.end if stray else match.end()
    before, behind = passage.text[max(0, start - _BEFORE) : start], passage.text[end : end + _AFTER]
    limit = passage.has("limit_before", before + "|") or passage.has("limit_behind", "<" + behind)
    marked = bool(currency) or any((match[f"scale{g}"] or "") in _SCALES for g in groups)
    said = re.sub(r"\D", "", match[f"num{last}"])
    big = len(said) >= _BIG or bool(match[f"scale{last}"])
    found = _Found(value, start, end, currency, marked, limit, low)
    rated = _is_rate(passage, found, "per_night") or _is_rate(passage, found, "per_person")  # "120 per night"
    return found if marked or (big and (limit or asked or rated)) else None


def _stray(passage: Passage, match: re.Match[str]) -> Stray | None:
    """Return the currency behind an amount that the pattern has no word for; behind "$" only one that this sign may mean."""
    if currency_in(match) and not is_open_sign(match):
        return None
    stray = stray_currency(passage.message.text, passage.message.folded, match.end(), passage.language)
    sign = match["pre1"] or match["post1"]
    return None if stray and sign and stray.code not in SIGN_OF.get(sign, ()) else stray


@cache
def _rates(key: str) -> re.Pattern[str]:
    return re.compile(rf"\W{{0,3}}{alternation(list(cues_of_all(key)))}(?!\w)")


def _is_rate(passage: Passage, one: _Found, key: str) -> bool:
    behind = passage.text[one.end : one.end + _AFTER]
    behind = (
        cue("tops", passage.language, FILE).sub(" ", behind, count=1) if passage.has("tops", behind[:14]) else behind
    )
    return bool(_rates(key).match(behind)) or passage.has(f"{key}_behind", "<" + behind.lstrip(" ,("))


def _is_nightly(passage: Passage, one: _Found, known: "Known") -> bool:
    """Tell whether an amount is one a night."""
    left, _ = passage.bounds(one.start, one.end)
    asked = "max_nightly" in known.asked
    return asked or _is_rate(passage, one, "per_night") or passage.has("nightly_before", passage.text[left : one.start])


def _behind(passage: Passage, one: _Found) -> str:
    """Return the words behind an amount, as the cues of what it is for begin."""
    return "<" + passage.text[one.end : one.end + _AFTER].lstrip(" ,(")


def _is_for_lodging(passage: Passage, one: _Found) -> bool:
    """Tell whether an amount is for the stay alone: "5,000 dollars for accommodation"."""
    return passage.has("for_lodging", _behind(passage, one))


def _is_extra(passage: Passage, one: _Found) -> bool:
    """Tell whether an amount is the price of a thing ("the seat for 12 dollars")."""
    before = passage.text[max(0, one.start - _BEFORE) : one.start] + "|"
    return not one.limit and (
        passage.has("thing_behind", _behind(passage, one)) or passage.has("price_of_thing", before)
    )


def _currency(passage: Passage, one: _Found) -> Iterator[Operation]:
    if one.currency:
        sure = 1.0 if "$" not in passage.text[one.start : one.end] else 0.8
        yield passage.sets("currency", one.currency, (one.start, one.end), sure)


def _total(passage: Passage, one: _Found) -> Iterator[Operation]:
    span = (one.start, one.end)
    before = passage.text[max(0, one.start - _AFTER) : one.start]
    if one.low is not None:
        yield passage.sets("budget_min", one.low, span)
    elif passage.has("floor_before", before + "|"):
        yield passage.sets("budget_min", one.value, span)
        return
    yield passage.sets("budget", one.value, span)
    if _is_rate(passage, one, "per_person") or passage.has("per_person_before", before + "|"):
        yield passage.sets("budget_per_person", value=True, span=span)
    elif passage.has("in_total", _behind(passage, one)):
        yield passage.sets("budget_per_person", value=False, span=span)
