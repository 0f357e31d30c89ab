"""Card numbers and security codes in free text: found, and masked before anything is stored or logged.

A card number (ISO/IEC 7812-1) is an issuer's prefix, an account and a check digit. Prefixes and lengths are those that the
schemes publish: Visa 4; Mastercard 51-55 and 2221-2720, Maestro 50 and 56-69; American Express 34, 37; Diners Club 30, 36, 38,
39; JCB 3528-3589, earlier 2131; UATP 1; Mir and Borica 2200-2205; RuPay 81, 82; Troy 9792; Uzcard 8600; Humo 9860; Dinacart 9891.
Discover (60, 64, 65) and UnionPay (62, 81) are within 6 and 81. Numbers of no one's (orders, tickets, moments) stay as they are.

A security code (CVV, CVC, CID) looks like nothing. What tells it is a name before it that nothing else bears, or its place behind
a card number. No one but the issuer may keep one after it was used (PCI DSS 4.0.1, 3.3.1).
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tripintent.tools.shipped import table

CODE_MASK = "[security code]"
_CODE_NAMES: Sequence[str] = table("tools/desk/words.yaml")["code_names"]
_CODE = r"[0-9]{3,4}(?![0-9]|[.,][0-9])"
_NAMED = re.compile(
    rf"(?<![^\W_])(?P<before>(?:{'|'.join(_CODE_NAMES)})(?![^\W_])(?:[^\w[]|_){{0,6}}(?:[^\W\d_]{{1,8}}[^\w[]{{1,4}})?){_CODE}",
    re.IGNORECASE,
)
_SAYS = r"(?:[^\W\d_]{1,10}[^\w[]{0,3}){0,2}"
_EXPIRY = r"(?:0?[1-9]|1[0-2])[^\w[]{0,3}(?:20)?[0-9]{2}"
_BEHIND = re.compile(rf"(?P<before>\[card ending [0-9]{{4}}\][^\w[]{{0,4}}{_SAYS}{_EXPIRY}[^\w[]{{1,4}}{_SAYS}){_CODE}")
_LAST = re.compile(r"(?P<before>\[card ending [0-9]{4}\][^\w[]{1,4})[0-9]{3}(?=[^\w[]*\Z)")


def mask_codes(text: str) -> str:
    """Return the text, whose card numbers are masked already, with the codes masked that are named or stand after a number.

    After a number means after its month and year of expiry ("12/28 123"), or as the last thing of the text. Months and years stay.
    """
    for pattern in (_NAMED, _BEHIND, _LAST):
        text = pattern.sub(rf"\g<before>{CODE_MASK}", text)
    return text


_MASK = "[card ending {}]"
_MASKED = re.compile(r"\[card ending [0-9]{4}\]|" + re.escape(CODE_MASK))
_LONGEST = 19
_OLD_VISA = 13
_LONGEST_PHONE = 15
"""Digits of an international telephone number (ITU-T E.164)."""
_ISSUERS: tuple[tuple[re.Pattern[str], Collection[int]], ...] = (
    (re.compile("4"), (_OLD_VISA, 16, 19)),
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile("3[47]|2131|1"), (15,)),
    (re.compile("3[0689]"), range(14, 20)),
    (re.compile("35(?:2[89]|[3-8])|220[0-5]|8[12]|8600|9860|9891|9792"), range(16, 20)),
    (re.compile("5[06-8]|6"), range(14, 20)),
)
_PIECE = re.compile(r"(?<![^\W_])(?P<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![^\W_])|\d+", re.IGNORECASE)
"""A UUID, or digits of any script that stand together."""
_GAP = re.compile(r"\+|(?:[^\w+\[\]]|_){1,8}")
"""The gap between the groups of one number: spaces, dashes and signs of every kind, seen or not; no letter."""
_HASH = re.compile("[a-f]+[0-9]", re.IGNORECASE)
_DAY, _MONTH, _YEAR = "(?:0[1-9]|[12][0-9]|3[01])", "(?:0[1-9]|1[0-2])", "(?:19|20)[0-9]{2}"
_DATE = re.compile(f"{_YEAR}{_MONTH}{_DAY}|{_DAY}{_MONTH}{_YEAR}|{_MONTH}{_DAY}{_YEAR}")


class _Group(NamedTuple):
    """Digits that stand together, and what is between them and the group before (in a run)."""

    start: int
    end: int
    digits: str
    gap: str
    phone: bool


class _Card(NamedTuple):
    start: int
    end: int
    ending: str


def mask_cards(text: str) -> tuple[str, bool]:
    """Return the text with every card number and security code masked, and whether there was one.

    Digits of every script count, in one piece or in groups: of four or more (the last may be shorter), or all of one size with
    the same sign between them. So dates, prices and telephone numbers are none. Digits in a UUID, in a hash or amid a word's
    letters are none either. The last four stay, as on a receipt. A number that was masked before counts too: whoever masks
    first, the traveller can be told once, where messages are answered. Takes time in proportion to the text, whatever it holds.
    """
    parts, at = [], 0
    for card in _merged(text):
        parts += [text[at : card.start], _MASK.format(card.ending)]
        at = card.end
    masked = mask_codes("".join([*parts, text[at:]]))
    return masked, _MASKED.search(masked) is not None


def passes_luhn(digits: str) -> bool:
    """Return whether the digits end in their Luhn check digit (ISO/IEC 7812-1, annex B)."""
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0 and set(digits) != {"0"}


def _merged(text: str) -> Iterator[_Card]:
    """Yield the stretches to be masked: where digits could be read as two numbers, the stretch of both."""
    last: _Card | None = None
    for run in _runs(text):
        for card in _cards(run):
            if last is not None and card.start < last.end:
                last = last._replace(end=max(last.end, card.end))
                continue
            if last is not None:
                yield last
            last = card
    if last is not None:
        yield last


def _runs(text: str) -> Iterator[list[_Group]]:
    """Yield the groups that could belong to one number or several, in their order."""
    run: list[_Group] = []
    at = 0
    for piece in _PIECE.finditer(text):
        gap = text[at : piece.start()]
        if run and not _GAP.fullmatch(gap):
            yield run
            run = []
        at = piece.end()
        group = None if piece["uuid"] else _group(text, piece, gap)
        if group is not None:
            run.append(group)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _group(text: str, piece: re.Match[str], gap: str) -> _Group | None:
    """Return the group, or None for digits that are none of a card: too many, of a date, or inside a word."""
    start, end = piece.span()
    if end - start > _LONGEST or _inside_a_word(text, start, end):
        return None
    digits = "".join(str(unicodedata.decimal(c)) for c in piece[0])
    return None if _DATE.fullmatch(digits) else _Group(start, end, digits, gap, text[max(0, start - 1) : start] == "+")


def _inside_a_word(text: str, start: int, end: int) -> bool:
    """Tell whether letters on both sides touch the digits, or a hash goes on there; the "Visa" before them is not such a word."""
    sides = (text[max(0, start - _LONGEST) : start][::-1], text[end : end + _LONGEST])
    return all(side[:1].isalpha() for side in sides) or any(_HASH.match(side) for side in sides)


def _cards(run: Sequence[_Group]) -> Iterator[_Card]:
    """Yield the numbers of a run, the shorter one first where two begin at one place."""
    for at in range(len(run)):
        groups = run[at : at + _LONGEST]
        digits = "".join(group.digits for group in groups)
        lengths = next((lengths for prefix, lengths in _ISSUERS if prefix.match(digits)), ())
        for count, length in enumerate(accumulate(len(group.digits) for group in groups), 1):
            if length in lengths and _stands_as_one(groups[:count], length) and passes_luhn(digits[:length]):
                yield _Card(groups[0].start, groups[count - 1].end, digits[length - 4 : length])


def _stands_as_one(groups: Sequence[_Group], length: int) -> bool:
    """Tell whether the groups are such as people write a card number in, and no telephone number."""
    if groups[0].phone and length <= _LONGEST_PHONE:
        return False
    if length == _OLD_VISA:
        return len(groups) == 1
    sizes = [len(group.digits) for group in groups]
    if all(size >= 4 for size in sizes[:-1]):
        return True
    return len(set(sizes[:-1])) == 1 and sizes[-1] <= sizes[0] and len({group.gap for group in groups[1:]}) == 1
