"""Whose a value is: remarks about papers, births, health and money spent say nothing of the journey."""

import re
from datetime import date
from decimal import Decimal

import pytest

from tripintent.state.frame import Frame, When
from tripintent.tools.language.check import owner_of_day, owner_of_money, owner_of_place
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.language import ReadRequest

TODAY = date(2027, 1, 12)
KNOWN = Frame(
    depart=When(said="2 June", day="2027-06-02"),
    return_=When(said="9 June", day="2027-06-09"),
    budget=Decimal(1800),
    currency="EUR",
)


def heard(text: str, language: str = "en") -> Frame:
    """Return what is known after a remark about a dated trip with a budget."""
    return OfflineParser().read(ReadRequest(text=text, today=TODAY, language=language, frame=KNOWN)).frame


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("his passport runs out on 14 July 2027", "en"),
        ("our ID cards are valid until 3 August 2027", "en"),
        ("the visa was issued on 8 October 2026", "en"),
        ("14 July is when my licence expires", "en"),
        ("passports: they expire 20 December 2027", "en"),
        ("my son turned 9 on 4 April", "en"),
        ("grandma turns 80 on 5 June 2027", "en"),
        ("her birthday is on 7 June", "en"),
        ("the booster was on 2 February 2027", "en"),
        ("I was vaccinated on 15 January 2027", "en"),
        ("mein Reisepass läuft am 14. Juli 2027 ab", "de"),
        ("der Ausweis ist gültig bis 3. August 2027", "de"),
        ("meine Tochter wird 12 am 4. April", "de"),
        ("mon passeport expire le 14 juillet 2027", "fr"),
        ("ma fille aura 12 ans le 4 avril", "fr"),
        ("mi pasaporte caduca el 14 de julio de 2027", "es"),
        ("mi hija cumple 12 el 4 de abril", "es"),
        ("il mio passaporto scade il 14 luglio 2027", "it"),
        ("mia figlia compie 12 anni il 4 aprile", "it"),
        ("o meu passaporte expira em 14 de julho de 2027", "pt"),
        ("a minha filha faz 12 anos em 4 de abril", "pt"),
    ],
)
def test_a_day_of_something_else_moves_no_trip(text: str, language: str) -> None:
    after = heard(text, language)
    assert (after.depart, after.return_) == (KNOWN.depart, KNOWN.return_)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ben gave me €25 back", "en"),
        ("the lunch was €64", "en"),
        ("we got a refund of €40 from the ferry", "en"),
        ("they reimbursed us €35", "en"),
        ("Ida paid €120 for the boat", "en"),
        ("the taxi cost €30", "en"),
        ("I lent him €50", "en"),
        ("I got €30 back", "en"),
        ("das Abendessen war 64 €", "de"),
        ("Ben hat mir 25 € zurückgegeben", "de"),
        ("le dîner était 64 €", "fr"),
        ("Ben m'a remboursé 25 €", "fr"),
        ("la cena fue 64 €", "es"),
        ("Ben me devolvió 25 €", "es"),
        ("la cena era 64 €", "it"),
        ("Ben ha rimborsato 25 €", "it"),
        ("o jantar foi 64 €", "pt"),
        ("o Ben devolveu 25 €", "pt"),
    ],
)
def test_money_that_was_spent_or_given_back_sets_no_budget(text: str, language: str) -> None:
    after = heard(text, language)
    assert (after.budget, after.currency) == (KNOWN.budget, KNOWN.currency)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("my passport expires on 14 July 2027, so let's leave on 4 June", "2027-06-04"),
        ("she turns 12 on 10 May and we fly on 5 June", "2027-06-05"),
        ("change the departure to 3 June", "2027-06-03"),
    ],
)
def test_the_day_of_the_journey_beside_such_a_remark_is_read(text: str, day: str) -> None:
    after = heard(text)
    assert after.depart is not None
    assert (after.depart.day, after.return_) == (day, KNOWN.return_)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("we paid €90 for dinner. the budget is €2500 now", 2500), ("make the budget €2200", 2200), ("under €1500", 1500)],
)
def test_the_budget_beside_such_a_remark_is_read(text: str, amount: int) -> None:
    assert heard(text).budget == amount


def test_the_way_back_is_no_money_given_back() -> None:
    assert owner_of_place("oslo back to bergen on 3 may", 0, 4, "en") is None


def test_nobody_who_is_paid_back_is_a_place() -> None:
    assert heard("refund of €20 from the aquarium, paid back to Hugo").visits == ()


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("passport expires 3 may", "papers"),
        ("fly on 3 may", None),
        ("3 may is her birthday", None),
        ("the jab was on 3 may", "health"),
        ("valid until 3 may", "papers"),
    ],
)
def test_the_nearest_head_owns_a_day(text: str, owner: str | None) -> None:
    match = re.search("3 may", text)
    assert match
    assert owner_of_day(fold(text), *match.span(), "en") == owner


def test_a_limit_owns_an_amount_more_than_what_it_is_spent_on() -> None:
    text = "we paid a lot, under 500 euros this time"
    assert owner_of_money(text, text.index("500"), text.index(" this"), "en") is None
