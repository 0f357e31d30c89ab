"""E-mail addresses and telephone numbers, as validators and phonenumberslite (Google's libphonenumber) accept them."""

import re

import validators

from tripintent.state.travellers import Contact
from tripintent.tools.ports.language import Ambiguity

EMAIL = r"[^\s,;:<>()\[\]\"]{1,64}@[^\s,;:<>()\[\]\"]{0,254}[^\s,;:<>()\[\]\".'!?]"
REACH = rf"(?:{EMAIL}|\+\d[\d\s().-]{{6,18}}\d)"
"""An address, or a number with its country's code."""
_EMAIL = re.compile(EMAIL)
_PHONE = re.compile(r"(?<![\w@.])[(]?\d[\d\s().-]{6,18}\d(?!\w)")
GAP = "\ue001"
"""The mark where a detail was taken out: it separates what was left of it from what was right of it."""


def take_email(text: str) -> tuple[str | None, list[Ambiguity], str]:
    """Return the first valid address, doubts about the others, and the text without any of them."""
    email: str | None = None
    doubts: list[Ambiguity] = []
    for match in _EMAIL.finditer(text):
        said = match.group().strip(".'!?")
        if validators.email(said) is not True:
            doubts.append(Ambiguity(slot="email", reason="not_an_email", said=said))
        else:
            email = email or said
    return email, [] if email else doubts, _EMAIL.sub(GAP, text)


def take_phone(text: str) -> tuple[str | None, list[Ambiguity], str]:
    """Return the first valid number in E.164 form, doubts, and the text without numbers."""
    import phonenumbers  # noqa: PLC0415 - its rules of all countries take long to load

    phone: str | None = None
    doubts: list[Ambiguity] = []
    for match in phonenumbers.PhoneNumberMatcher(text, None):
        phone = phone or phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164)
        text = text.replace(match.raw_string, GAP)
    for wrong in re.findall(r"\+\d[\d\s().-]{2,18}\d", text):
        doubts.append(Ambiguity(slot="phone", reason="not_a_phone", said=wrong))
        text = text.replace(wrong, GAP)
    for local in _PHONE.findall(text):
        doubts.append(Ambiguity(slot="phone", reason="no_country_code", said=local.strip()))
        text = text.replace(local, GAP)
    return phone, [] if phone else doubts, text


def take_contact(text: str) -> tuple[Contact, list[Ambiguity], str]:
    """Return how the party can be reached, doubts, and the rest of the text. Dates must be taken out before."""
    email, email_doubts, text = take_email(text)
    phone, phone_doubts, text = take_phone(text)
    return Contact(email=email, phone=phone), [*email_doubts, *phone_doubts], text
