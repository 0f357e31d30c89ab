"""Security codes of cards in free text: CVV, CVC, CID. No one but the issuer may keep one after it was used (PCI DSS 4.0.1, 3.3.1).

Three digits look like nothing. What tells them is a name before them that nothing else bears, or their place behind a card number.
"""

import re

MASK = "[security code]"
_NAMES = (
    "cvv2?",
    "cvc2?",
    "card (?:security|verification|validation) (?:code|value|number)",
    "kartenpr(?:ü|ue)f(?:nummer|ziffer|code)",
    "cryptogramme(?: visuel)?",
    "c[óo]digo cvv2?",
)
_CODE = r"[0-9]{3,4}(?![0-9]|[.,][0-9])"
_NAMED = re.compile(
    rf"(?<![^\W_])(?P<before>(?:{'|'.join(_NAMES)})(?![^\W_])(?:[^\w[]|_){{0,6}}(?:[^\W\d_]{{1,8}}[^\w[]{{1,4}})?){_CODE}",
    re.IGNORECASE,
)
_SAYS = r"(?:[^\W\d_]{1,10}[^\w[]{0,3}){0,2}"
_EXPIRY = r"(?:0?[1-9]|1[0-2])[^\w[]{0,3}(?:20)?[0-9]{2}"
_BEHIND = re.compile(rf"(?P<before>\[card ending [0-9]{{4}}\][^\w[]{{0,4}}{_SAYS}{_EXPIRY}[^\w[]{{1,4}}{_SAYS}){_CODE}")
_LAST = re.compile(r"(?P<before>\[card ending [0-9]{4}\][^\w[]{1,4})[0-9]{3}(?=[^\w[]*\Z)")


def mask_codes(text: str) -> str:
    """Return the text, whose card numbers are masked already, with the codes masked that are named or stand behind a number.

    Behind a number means behind its month and year of expiry ("12/28 123"), or as the last thing of the text. Months and years stay.
    """
    for pattern in (_NAMED, _BEHIND, _LAST):
        text = pattern.sub(rf"\g<before>{MASK}", text)
    return text
