"""What people say of a trip that is bought, in whole sentences: that they cannot go, and that somebody comes along."""

import re

from tripintent.state.events import (
    AddedTraveller,
    BookedPart,
    PublicEvent,
    UserAddsTravellers,
    UserCancelsBooking,
    UserMessage,
)
from tripintent.tools.language.exact.tokens import fold

_SORRY = (
    r"^\W*(?:(?:sorry|unfortunately|oh|oh no|no|hi|hello|well|so|bad news|i'm afraid|i am afraid|it turns out|lo siento|por desgracia"
    r"|desole|malheureusement|leider|infelizmente|desculpe|purtroppo|mi dispiace)\b\W*)*"
)
_CANNOT_GO = re.compile(
    _SORRY + r"(?:"
    r"(?:i|we|neither of us|none of us) (?:really |now |sadly )?(?:can't|cant|cannot|can not|can|won't be able to|will not be able to"
    r"|am not able to|are not able to|am no longer able to|are no longer able to|can no longer)"
    r" (?:go|travel|come|fly|make it|make the trip|take the trip|go on the trip|go on this trip)(?: on (?:the|this) trip)?"
    r"(?: (?:any ?more|any longer|after all|now|at all))*"
    r"|(?:the|our|my) (?:whole )?trip is off|i(?:'m| am) not going (?:any ?more|after all)|we(?:'re| are) not going (?:any ?more|after all)"
    r"|(?:ya )?no (?:puedo|podemos) (?:ir|viajar)(?: ya)?|(?:je ne peux|on ne peut|nous ne pouvons) plus (?:y aller|partir|venir)"
    r"|(?:ich kann|wir konnen) (?:doch |leider )*nicht mehr (?:reisen|fliegen|fahren|mitkommen)"
    r"|(?:ja )?nao (?:posso|podemos) (?:mais )?(?:ir|viajar)(?: mais)?"
    r"|non (?:posso|possiamo) piu (?:andare|partire|viaggiare)"
    r")(?=\s*(?:$|[.,;!]|because\b|since\b|so\b|and\b|porque\b|parce\b|car\b|weil\b|perche\b))"
)
_ELSE = re.compile(
    r"\?|\d|\b(?:if|unless|instead|move|change|later|another|other|want|rather|until|but|only|flight|hotel)\b"
)
"""Words that wish for something other than to cancel everything."""

_NAME = r"[A-ZÀ-Þ][\w'’-]+(?: (?:(?:de|da|del|di|van|von|la|le|der|den) )*[A-ZÀ-Þ][\w'’-]+)+"
_CHILD = (
    r"(?:daughter|son|kid|child|baby|niece|nephew|grandson|granddaughter|hija|hijo"
    r"|tochter|sohn|kind|fille|fils|filha|filho|figlia|figlio)"
)
_ADD = re.compile(
    r"\b(?:[Aa]dd|[Ii]nclude|[Aa]ñade|[Aa]ñadir"
    r"|[Aa]joutez?|[Aa]jouter|[Aa]dicione?|[Aa]dicionar|[Aa]ggiungi|[Aa]ggiungere|[Ff]üge|[Ff]ügen Sie)"
    r" (?:also |please |bitte )?(?:(?:my|our|mi|ma|mon|meine?n?|minha|meu|mia|mio|la mia|il mio) "
    rf"(?:(?P<child>{_CHILD})|[\w-]+)(?: called| named)?,? )?(?P<name>{_NAME})"
)
_AGE = re.compile(
    r"^\W*(?:who is |aged? |age )?(?P<age>1?\d)\b(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
_INFANT_UNDER, _GROWN = 2, 18


def of_a_bought_trip(text: str) -> tuple[PublicEvent, ...]:
    """Return the events of such a sentence; none where it says something else."""
    folded = fold(text)
    if _CANNOT_GO.match(folded) and not _ELSE.search(_CANNOT_GO.sub("", folded)):
        return (UserCancelsBooking(parts=(BookedPart(),)),)
    added = _ADD.search(text)
    if (
        added is None
        or "?" in text[: added.start()]
        or re.search(r"\b(?:if|don't|do not|not)\b", fold(text[: added.start()]))
    ):
        return ()
    return _added(added, text[added.end() :])


def _added(match: re.Match[str], behind: str) -> tuple[PublicEvent, ...]:
    """Count somebody in; what is said behind the name (a birth date) is read with the name as any detail is."""
    given, _, family = match["name"].rpartition(" ")
    said = _AGE.match(behind)
    age = int(said["age"]) if said else None
    if match["child"] and age is None and not re.search(r"\d{4}", behind):
        return ()  # a child without an age is asked about
    kind = "adult" if age is None or age >= _GROWN else "infant" if age < _INFANT_UNDER else "child"
    one = AddedTraveller.model_validate(
        {"given_name": given, "family_name": family, "passenger_type": kind, "age": None if kind == "adult" else age}
    )
    more = (UserMessage(text=f"{match['name']}{behind}"),) if re.search(r"\d{4}|@", behind) else ()
    return (UserAddsTravellers(travellers=(one,)), *more)
