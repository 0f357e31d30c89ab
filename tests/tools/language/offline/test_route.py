"""Words of routes and days become operations, in six languages; words about something else become none."""

from datetime import date

import pytest

from tripintent.state.applying import applied
from tripintent.state.frame import Frame, Visit, When
from tripintent.state.operations import Unclear
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.dates import read_dates
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.route import read_route
from tripintent.tools.places.gazetteer import Gazetteer

GAZETTEER = Gazetteer()
TODAY = date(2026, 3, 2)
EMPTY = Frame()


def _day(day: str) -> When:
    return When(said=day, day=day)


def _stop(name: str, nights: int | None = None) -> Visit:
    return Visit(place=GAZETTEER.resolve(name), nights=nights)


TRIP = Frame(
    origin=GAZETTEER.resolve("Berlin"),
    visits=(_stop("Rome"),),
    depart=_day("2026-05-05"),
    return_=_day("2026-05-12"),
)
TOUR = TRIP.model_copy(update={"visits": (_stop("Rome", 3), _stop("Paris", 2), _stop("Florence", 2))})


def _read(text: str, language: str, frame: Frame = EMPTY, asked: tuple[str, ...] = ()) -> Frame:
    near = date.fromisoformat(str(frame.depart.day)) if frame.depart else None
    message = Message(text, language, TODAY, GAZETTEER, near=near)
    clauses, known = [Clause(message, 0, len(text))], Known(frame=frame, asked=asked)
    operations = [*read_route(clauses, known), *read_dates(clauses, known)]
    assert all(text[one.start : one.end] == one.text for one in operations)
    return applied(frame, operations)


def _shown(frame: Frame) -> tuple[str | None, tuple[str | None, ...], str | None, str | None]:
    origin = frame.origin.code if frame.origin else None
    depart, back = (when.day if when else None for when in (frame.depart, frame.return_))
    return origin, tuple(v.place.code for v in frame.visits), depart, back


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("en", "from Berlin to Rome on May 5, back on the 12th", ("BER", ("ROM",), "2026-05-05", "2026-05-12")),
        ("de", "von Berlin nach Rom, am 5. Mai hin und am 12. zurück", ("BER", ("ROM",), "2026-05-05", "2026-05-12")),
        (
            "fr",
            "on part d'Amsterdam pour Lisbonne le 5 juin, retour le 12",
            ("AMS", ("LIS",), "2026-06-05", "2026-06-12"),
        ),
        ("es", "de Madrid a Roma el 5 de mayo y volver el 12", ("MAD", ("ROM",), "2026-05-05", "2026-05-12")),
        ("it", "da Milano a Parigi il 5 maggio e tornare il 12", ("MIL", ("PAR",), "2026-05-05", "2026-05-12")),
        ("pt", "moro em Faro e quero ir a Atenas no dia 5 de maio", ("FAO", ("ATH",), "2026-05-05", None)),
        ("de", "Flug Frankfurt - Wien am Freitag", ("FRA", ("VIE",), "2026-03-06", None)),
        ("en", "I fly with Air France to Oslo", (None, ("OSL",), None, None)),
        ("en", "My birthday is on June 4, we fly to Malta on June 2", (None, ("MLA",), "2026-06-02", None)),
        ("es", "mi pasaporte caduca el 3 de agosto", (None, (), None, None)),
        ("en", "thanks, that's all for today", (None, (), None, None)),
        ("en", "fly to nice on friday", (None, ("NCE",), "2026-03-06", None)),
        ("en", "a nice hotel", (None, (), None, None)),
    ],
)
def test_a_first_message(language: str, text: str, shown: tuple[object, ...]) -> None:
    assert _shown(_read(text, language)) == shown


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("en", "leave on Friday instead", ("BER", ("ROM",), "2026-05-08", "2026-05-12")),
        ("en", "a day later", ("BER", ("ROM",), "2026-05-06", "2026-05-13")),
        ("de", "zwei Tage später losfliegen", ("BER", ("ROM",), "2026-05-07", "2026-05-12")),
        ("fr", "deux nuits de plus", ("BER", ("ROM",), "2026-05-05", "2026-05-14")),
        ("es", "la vuelta el 14", ("BER", ("ROM",), "2026-05-05", "2026-05-14")),
        ("it", "facciamo 5 notti", ("BER", ("ROM",), "2026-05-05", "2026-05-10")),
        ("pt", "Lisboa em vez de Roma", ("BER", ("LIS",), "2026-05-05", "2026-05-12")),
        ("en", "from Hamburg instead of Berlin", ("HAM", ("ROM",), "2026-05-05", "2026-05-12")),
        ("en", "June, not May", ("BER", ("ROM",), "2026-06-05", "2026-06-12")),
        ("en", "May, not June", ("BER", ("ROM",), "2026-05-05", "2026-05-12")),
        ("en", "add Porto", ("BER", ("ROM", "OPO"), "2026-05-05", "2026-05-12")),
    ],
)
def test_a_known_trip(language: str, text: str, shown: tuple[object, ...]) -> None:
    assert _shown(_read(text, language, TRIP)) == shown


@pytest.mark.parametrize(
    ("language", "text", "stops"),
    [
        ("en", "not Paris, Lyon", [("ROM", 3), ("LYS", 2), ("FLR", 2)]),
        ("de", "Rom lassen wir weg", [("PAR", 2), ("FLR", 2)]),
        ("fr", "Florence d'abord", [("FLR", 2), ("ROM", 3), ("PAR", 2)]),
        ("es", "tres noches en Roma y luego cuatro en Florencia", [("ROM", 3), ("PAR", 2), ("FLR", 4)]),
        ("it", "togli Roma", [("PAR", 2), ("FLR", 2)]),
        ("en", "one more night in Rome", [("ROM", 4), ("PAR", 2), ("FLR", 2)]),
        ("en", "add Porto after Rome", [("ROM", 3), ("OPO", None), ("PAR", 2), ("FLR", 2)]),
    ],
)
def test_stops_of_a_tour(language: str, text: str, stops: list[tuple[str, int | None]]) -> None:
    assert [(v.place.code, v.nights) for v in _read(text, language, TOUR).visits] == stops


def test_the_way_back_from_elsewhere() -> None:
    frame = _read("il ritorno da Milano", "it", TRIP)
    assert frame.return_from is not None
    assert frame.return_from.code == "MIL"


def test_an_answer_takes_the_slot_that_was_asked_for() -> None:
    asked = TRIP.model_copy(update={"origin": None, "return_": None})
    assert _shown(_read("Hamburg", "de", asked, ("origin",)))[0] == "HAM"
    assert _shown(_read("le 14 mai", "fr", asked, ("return_",)))[3] == "2026-05-14"


@pytest.mark.parametrize(
    ("text", "language", "reason"),
    [
        ("two weeks in Portugal", "en", "country"),
        ("Rom oder Florenz", "de", "either_place"),
        ("we leave on the 30th of February", "en", "not_a_date"),
    ],
)
def test_what_is_open_is_asked_about(text: str, language: str, reason: str) -> None:
    clauses = [Clause(Message(text, language, TODAY, GAZETTEER), 0, len(text))]
    operations = [*read_route(clauses, Known()), *read_dates(clauses, Known())]
    assert reason in [one.reason for one in operations if isinstance(one, Unclear)]
