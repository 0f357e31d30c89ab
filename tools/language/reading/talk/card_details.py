"""What no reader of the journey may see: a masked card with its expiry, and people with their birth dates and addresses."""

import re

from tripintent.tools.language.exact.passports import read_passports
from tripintent.tools.language.reading.message import Message

_CARD = r"\[card ending [0-9]{4}\]"
_CODE = r"\[security code\]"
_SAYS = r"(?:[^\W\d_]{1,10}[^\w[]{0,3}){0,2}"
_EXPIRY = r"(?:0?[1-9]|1[0-2])[^\w[]{0,3}(?:20)?[0-9]{2}(?![0-9]|[./-][0-9])"
_DETAILS = re.compile(rf"{_CARD}(?:[^\w[]{{0,4}}{_SAYS}{_EXPIRY})?(?:[^\w[]{{1,4}}{_SAYS}{_CODE})?|{_CODE}")

_NAME = r"(?-i:[A-ZÀ-Þ])[\w'’-]+(?:\s(?:(?:de|da|del|di|van|von|la|le|der|den)\s)*(?-i:[A-ZÀ-Þ])[\w'’-]+){1,3}"
_EMAIL = r"[^\s,;:<>()\[\]\"]{1,64}@[^\s,;:<>()\[\]\"]{1,255}"
_GENDER = r"(?:\s*[,(]\s*(?:(?:fe)?male|[mf]|man|woman)\)?)?"
_BORN = (
    r"\s*[,(]?\s*\b(?:born|dob|d\.o\.b\.|date of birth|geb\.|geboren|n[eé]e?|nacid[oa]|nascid[oa]|nat[oa])\b[^;\n@]{1,30}?"
    r"(?:19|20)\d\d(?:-\d\d-\d\d)?"
)
_PERSON = re.compile(
    rf"(?<![\w@]){_NAME}{_GENDER}(?:{_BORN}(?:[\s,;)]+{_EMAIL})?|[\s,;]+{_EMAIL})|{_EMAIL}|(?<!\w)\+\d[\d ()-]{{7,18}}\d",
    re.IGNORECASE,
)


def take_people(message: Message) -> None:
    """Mark a full name with a birth date or an e-mail as understood: it is a person, and no place or day of travel."""
    for found in _PERSON.finditer(message.text):
        message.take(*found.span())


def take_passports(message: Message, language: str) -> None:
    """Mark the countries of passports as understood: nobody travels there for it."""
    for passport in read_passports(message.folded, language):
        message.take(passport.start, passport.end)


def take_card_details(message: Message) -> None:
    """Mark them as understood: nothing of a trip is in them."""
    for found in _DETAILS.finditer(message.folded):
        message.take(*found.span())
