"""Text that was copied from somewhere: a mail, a calendar, a boarding pass. It is data to import, never words to obey."""

import re

_CALENDAR = re.compile(r"BEGIN:VCALENDAR.*", re.DOTALL)
_JSON_LD = re.compile(r"\{.*\"@type\".*\}", re.DOTALL)
_OWN = re.compile(r"\{.*\"(?:segments|schema)\"\s*:.*\}", re.DOTALL)
_BOARDING = re.compile(r"^M\d[A-Z/ ]{15,}.*", re.MULTILINE)
_MAIL = re.compile(r"^(?:From|Subject|To|Date|Von|Betreff|De|Objet|Asunto|Da|Oggetto):\s", re.MULTILINE)
_CONFIRMS = re.compile(
    r"\b(?:confirm(?:ed|ation)|booking (?:reference|code|number)|reservation (?:code|number)|itinerary receipt|e-?ticket"
    r"|PNR|passenger|buchungsnummer|bestätigung|réservation|confirmación|conferma|reserva)\b",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"\b(?:booking|confirmation|reservation|reference|PNR|locator|code)\b[^\n]{0,14}?\b(?=[A-Z0-9]{5,8}\b)(?=[A-Z0-9]*\d)[A-Z0-9]{5,8}\b"
)
_NUMBER = re.compile(r"\b[A-Z][A-Z0-9] ?\d{2,4}\b")


def pasted(text: str) -> str | None:
    """Return the copied part of a message; None where all of it is the traveller's own words."""
    for pattern in (_CALENDAR, _JSON_LD, _OWN, _BOARDING):
        match = pattern.search(text)
        if match:
            return match.group()
    mail = _MAIL.search(text)
    if mail:
        return text[mail.start() :]
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) >= 3 and _CONFIRMS.search(text):
        return "\n".join(lines[1:]) if len(lines[0]) < 90 and not _NUMBER.search(lines[0]) else text
    number = _NUMBER.search(text)
    return text[number.start() :] if number and _REFERENCE.search(text) else None
