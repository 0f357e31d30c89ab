"""Words of people, money and wishes, and the operations that they become, in six languages."""

from datetime import date

import pytest

from tripintent.state.frame import Frame
from tripintent.state.operations import Operation
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.message import Message, Names
from tripintent.tools.language.offline.party import read_party
from tripintent.tools.language.offline.wishes import read_wishes
from tripintent.tools.places.gazetteer import Gazetteer

_GAZETTEER = Gazetteer()
_TODAY = date(2026, 5, 1)
_NOTHING = Known()


def _read(text: str, language: str, known: Known = _NOTHING) -> list[Operation]:
    message = Message(text, language, _TODAY, _GAZETTEER, Names(hotels=known.hotels))
    clauses = [Clause(message, 0, len(text))]
    return [*read_party(clauses, known), *read_wishes(clauses, known)]


def _said(operations: list[Operation]) -> set[str]:
    """Return operations in short: "set travelers 2", "avoid airlines Ryanair", "request aisle seat"."""
    found = set()
    for one in operations:
        if one.op == "set":
            found.add(f"{one.slot} {_value(one.value)}")
        elif one.op == "want":
            found.add(f"{one.polarity} {one.slot} {_value(one.value)}")
        elif one.op == "request":
            found.add(f"{one.polarity} {one.request.kind} {'/'.join(map(str, one.request.legs))}".strip())
        elif one.op in ("add", "leave"):
            found.add(f"{one.op} {one.slot} {one.value if one.op == 'add' else one.count}")
        elif one.op == "correct":
            found.add(f"correct {one.which} {one.value}")
    return found


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if hasattr(value, "to"):
        return str(value.to)
    return f"{value.start or ''}-{value.end or ''}" if hasattr(value, "start") else str(value)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "my wife and I and our girls, 6 and 3", "adults 2; children 2; ages 6,3"),
        ("en", "party of six", "travelers 6"),
        ("en", "my brother and his wife are joining us", "add travelers 2"),
        (
            "en",
            "between 1500 and 2000 pounds in total",
            "currency GBP; budget_min 1500; budget 2000; budget_per_person False",
        ),
        ("en", "no early flights", "depart_window 08:00-; return_window 08:00-"),
        ("en", "home by 8pm", "return_arrive_window -20:00"),
        ("en", "not Stansted or Luton", "avoid airports STN; avoid airports LTN"),
        ("en", "all we need is flights", "lodging_needed False; flights_needed True"),
        ("en", "breakfast is not that important after all", "no_matter board breakfast"),
        ("en", "the budget does not matter", "budget None"),
        ("en", "I never said no hotel", "lodging_needed True"),
        ("de", "wir sind zu viert", "travelers 4"),
        ("de", "bis 20 Uhr zu Hause", "return_arrive_window -20:00"),
        ("de", "alles außer Ryanair", "avoid airlines Ryanair"),
        ("de", "einen Gangplatz auf dem Rückflug", "require aisle seat return"),
        ("fr", "l'un de nous ne peut plus venir", "leave travelers 1"),
        ("fr", "pas plus de 120 par nuit", "max_nightly 120"),
        ("fr", "on n'a besoin que des vols", "lodging_needed False; flights_needed True"),
        ("es", "salir después de las 9", "depart_window 09:00-"),
        ("es", "cualquier aerolínea vale", "no_matter airlines None"),
        ("es", "mi madre también viene", "add travelers 1"),
        ("it", "niente ostelli", "avoid hotels hostel"),
        ("it", "la colazione non è poi così importante", "no_matter board breakfast"),
        ("it", "siamo in quattro", "travelers 4"),
        ("pt", "sem escalas", "max_stops 0"),
        ("pt", "só o hotel", "lodging_needed True; flights_needed False"),
        ("pt", "perto do Castelo de São Jorge", "near Castelo de São Jorge"),
    ],
)
def test_words_become_operations(language: str, text: str, expected: str) -> None:
    """Read people, money and wishes."""
    assert _said(_read(text, language)) == set(expected.split("; "))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I paid 300 for the last hotel"),
        ("en", "my sister stayed at the Ritz once"),
        ("en", "they refunded me 200 euros"),
        ("en", "my friend recommended the Ritz"),
        ("en", "does it have a pool?"),
        ("de", "ich habe 300 für das letzte Hotel bezahlt"),
        ("fr", "ma sœur a dormi au Ritz une fois"),
        ("es", "pagué 300 por el último hotel"),
        ("it", "mia sorella è stata al Ritz una volta"),
        ("pt", "a minha irmã ficou uma vez no Ritz"),
    ],
)
def test_remarks_set_nothing(language: str, text: str) -> None:
    """Leave what was spent, and where others slept."""
    assert _said(_read(text, language)) == set()


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        (("travelers",), "2", "travelers 2"),
        (("rooms", "travelers"), "2 and 4", "rooms 2; travelers 4"),
        (("budget",), "about 3000", "budget 3000"),
        (("checked_bags",), "one", "checked_bags 1"),
    ],
)
def test_a_bare_number_answers_the_question(asked: tuple[str, ...], text: str, expected: str) -> None:
    """Read a number as what was asked for, and as nothing without a question."""
    assert _said(_read(text, "en", Known(asked=asked))) == set(expected.split("; "))
    assert _said(_read(text, "en")) == set()


def test_an_age_is_corrected() -> None:
    """Put an age right that is known."""
    known = Known(frame=Frame(ages=(7, 3), children=2))
    assert _said(_read("our son is 8, not 7", "en", known)) == {"correct 7 8"}


def test_only_a_wanted_hotel_is_named() -> None:
    """Pin a hotel in view only beside a word of wanting."""
    known = Known(hotels=("Daydream Lodge", "Harbour Inn"))
    assert _said(_read("we want Daydream Lodge", "en", known)) == {"hotel_name Daydream Lodge"}
    assert _said(_read("not Daydream Lodge", "en", known)) == {"avoid hotels Daydream Lodge"}
    assert _said(_read("Daydream Lodge has five stars on the web", "en", known)) == {"stars 5.0"}
