"""Days of a phrase, as typed values with the span of their words. Today is Tuesday 12 January 2027."""

from datetime import date

import pytest

from tripintent.tools.language.exact.days import DayContext, DaySpan, read_days

TODAY = date(2027, 1, 12)


def days(
    phrase: str, language: str = "en", *, after: date | None = None, near: date | None = None
) -> tuple[DaySpan, ...]:
    """Return what is read in a phrase."""
    return read_days(phrase, DayContext(TODAY, language, after, near))


def one_day(phrase: str, language: str = "en") -> date | None:
    """Return the only day of a phrase."""
    (span,) = days(phrase, language)
    assert span.kind == "day"
    return span.first


@pytest.mark.parametrize(
    ("phrase", "language", "day"),
    [
        ("the second Tuesday in April", "en", date(2027, 4, 13)),
        ("2nd Saturday of June 2028", "en", date(2028, 6, 10)),
        ("in October, the fourth Thursday", "en", date(2027, 10, 28)),
        ("May's first Wednesday", "en", date(2027, 5, 5)),
        ("last Saturday in February", "en", date(2027, 2, 27)),
        ("the penultimate Sunday of May", "en", date(2027, 5, 23)),
        ("the first Thursday of the month", "en", date(2027, 2, 4)),
        ("the last Friday of this month", "en", date(2027, 1, 29)),
        ("third Monday next month", "en", date(2027, 2, 15)),
        ("the third Monday of next month", "en", date(2027, 2, 15)),
        ("am zweiten Dienstag im April", "de", date(2027, 4, 13)),
        ("am letzten Samstag im Februar", "de", date(2027, 2, 27)),
        ("der erste Donnerstag des nächsten Monats", "de", date(2027, 2, 4)),
        ("le deuxième mardi d'avril", "fr", date(2027, 4, 13)),
        ("le dernier samedi de février", "fr", date(2027, 2, 27)),
        ("le troisième lundi du mois prochain", "fr", date(2027, 2, 15)),
        ("el segundo martes de abril", "es", date(2027, 4, 13)),
        ("el último sábado de febrero", "es", date(2027, 2, 27)),
        ("el tercer lunes del mes que viene", "es", date(2027, 2, 15)),
        ("il secondo martedì di aprile", "it", date(2027, 4, 13)),
        ("l'ultima domenica di febbraio", "it", date(2027, 2, 28)),
        ("il terzo lunedì del mese prossimo", "it", date(2027, 2, 15)),
        ("na segunda terça-feira de abril", "pt", date(2027, 4, 13)),
        ("no último sábado de fevereiro", "pt", date(2027, 2, 27)),
        ("na terceira segunda-feira do mês que vem", "pt", date(2027, 2, 15)),
        ("Saturday week", "en", date(2027, 1, 23)),
        ("Thursday fortnight", "en", date(2027, 1, 28)),
        ("a week on Sunday", "en", date(2027, 1, 24)),
        ("a fortnight on Saturday", "en", date(2027, 1, 30)),
        ("three weeks from Friday", "en", date(2027, 2, 5)),
        ("a week tomorrow", "en", date(2027, 1, 20)),
        ("in a fortnight", "en", date(2027, 1, 26)),
        ("in two fortnights' time", "en", date(2027, 2, 9)),
        ("a fortnight from now", "en", date(2027, 1, 26)),
        ("Samstag in acht Tagen", "de", date(2027, 1, 23)),
        ("Donnerstag in vierzehn Tagen", "de", date(2027, 1, 28)),
        ("samedi en huit", "fr", date(2027, 1, 23)),
        ("jeudi en quinze", "fr", date(2027, 1, 28)),
        ("dans une quinzaine", "fr", date(2027, 1, 26)),
        ("el sábado dentro de una semana", "es", date(2027, 1, 23)),
        ("dentro de quince días", "es", date(2027, 1, 26)),
        ("sabato a otto", "it", date(2027, 1, 23)),
        ("fra quindici giorni", "it", date(2027, 1, 26)),
        ("sábado a oito", "pt", date(2027, 1, 23)),
        ("daqui a quinze dias", "pt", date(2027, 1, 26)),
    ],
)
def test_weekdays_of_a_month_and_weeks_from_a_day_are_counted(phrase: str, language: str, day: date) -> None:
    assert one_day(phrase, language) == day


def test_a_month_without_a_fifth_such_day_is_asked_about() -> None:
    assert [span.kind for span in days("the fifth Monday of February")] == ["no_such_day"]


@pytest.mark.parametrize(
    ("phrase", "language"),
    [
        ("next month on the 23rd", "en"),
        ("next month, the 23rd", "en"),
        ("the 23rd of next month", "en"),
        ("nächsten Monat am 23.", "de"),
        ("le mois prochain, le 23", "fr"),
        ("el próximo mes el día 23", "es"),
        ("il mese prossimo il 23", "it"),
        ("no próximo mês no dia 23", "pt"),
    ],
)
def test_a_number_is_a_day_of_the_next_month(phrase: str, language: str) -> None:
    assert one_day(phrase, language) == date(2027, 2, 23)


@pytest.mark.parametrize(
    ("phrase", "language", "second"),
    [
        ("out on 5 March, back four days later", "en", date(2027, 3, 9)),
        ("out on 5 March, back a week later", "en", date(2027, 3, 12)),
        ("out on 5 March and home the following Wednesday", "en", date(2027, 3, 10)),
        ("hin am 5. März, zurück zwei Tage später", "de", date(2027, 3, 7)),
        ("le 5 mars, retour deux jours plus tard", "fr", date(2027, 3, 7)),
        ("el 5 de marzo, vuelta dos días después", "es", date(2027, 3, 7)),
        ("il 5 marzo, ritorno due giorni dopo", "it", date(2027, 3, 7)),
        ("em 5 de março, volta dois dias depois", "pt", date(2027, 3, 7)),
    ],
)
def test_a_day_is_counted_from_the_one_before_it(phrase: str, language: str, second: date) -> None:
    first, last = days(phrase, language)
    assert (first.first, last.first) == (date(2027, 3, 5), second)


def test_a_range_ends_on_the_following_weekday() -> None:
    (span,) = days("from the last Thursday in April to the following Sunday")
    assert (span.kind, span.first, span.last) == ("range", date(2027, 4, 29), date(2027, 5, 2))


def test_nothing_is_counted_from_no_day() -> None:
    assert [span.kind for span in days("two days later")] == []
    assert [span.first for span in days("two days later", after=date(2027, 6, 1))] == [date(2027, 6, 3)]


def test_every_kind_of_value_has_its_span() -> None:
    phrase = "early May or so, 5 to 9 June, 4 nights, my dates are flexible"
    assert {span.kind: phrase[span.start : span.end] for span in days(phrase)} == {
        "window": "early May",
        "range": "5 to 9 June",
        "nights": "4 nights",
        "flexible": "my dates are flexible",
    }


def test_a_number_lies_in_the_month_of_the_day_that_it_corrects() -> None:
    assert [span.first for span in days("the 5th", near=date(2027, 8, 20))] == [date(2027, 8, 5)]


def test_days_of_which_any_will_do_are_one_choice() -> None:
    (span,) = days("3 or 5 March")
    assert (span.kind, span.options) == ("choice", (date(2027, 3, 3), date(2027, 3, 5)))
