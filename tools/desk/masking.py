"""Card numbers in free text: found by their check digit and masked before anything is stored or logged."""

import re

_MASK = "[card ending {}]"
_MASKED = re.compile(r"\[card ending [0-9]{4}\]")
_DIGITS = re.compile(r"(?<![0-9])[0-9](?:[ \-.]{0,2}[0-9]){12,18}(?![0-9])")


def mask_cards(text: str) -> tuple[str, bool]:
    """Return the text with every card number (13 to 19 digits that pass the Luhn check) masked, and whether there was one.

    Spaces, dashes and dots between the digits are seen through. The last four digits stay, as on a receipt. A number that
    was masked before counts too: whoever masks first, the traveller can be told once, where messages are answered.
    """
    found = _MASKED.search(text) is not None

    def mask(match: re.Match[str]) -> str:
        nonlocal found
        digits = re.sub(r"\D", "", match.group())
        if not passes_luhn(digits):
            return match.group()
        found = True
        return _MASK.format(digits[-4:])

    return _DIGITS.sub(mask, text), found


def passes_luhn(digits: str) -> bool:
    """Return whether the digits end in their Luhn check digit (ISO/IEC 7812-1, annex B)."""
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0 and set(digits) != {"0"}
