"""Clauses about documents, the list, money and facts become operations; what does not fit becomes nothing."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.checklist import Category, Checklist, Item
from tripintent.state.planning.operations import (
    AskFact,
    AskMoney,
    Documents,
    EditList,
    Repay,
    SetAmount,
    Spend,
    Split,
    Strike,
)
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.documents import DOCUMENTS
from tripintent.tools.language.offline.message import Message
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

TODAY = date(2026, 3, 1)
GAZETTEER = Gazetteer()
THINGS = ("Passports", "Visa", "Sunscreen")
LIST = Checklist(categories=(Category(id="c", category="All", items=tuple(Item(id=t, text=t) for t in THINGS)),))
MONEY = Budget(
    currency="EUR",
    total_budget=Decimal(1000),
    expenses=(Expense(id="1", what="the taxi", amount=Decimal(32), payer="Kim"),),
)
VIEW = View(trip=TripIntent(), today=TODAY, documents={"checklist": LIST, "budget": MONEY})
EMPTY = View(trip=TripIntent(), today=TODAY)


def read(kind: str, language: str, text: str, view: View = VIEW, *, denied: bool = False) -> list[Any] | None:
    """Return what a clause says."""
    message = Message(text, language, TODAY, GAZETTEER)
    return DOCUMENTS[kind](Clause(message, 0, len(text), denied=denied, asks=text.endswith("?")), view)


def test_every_kind_has_its_function() -> None:
    kinds = "doc.make doc.later tick item.add item.remove expense split budget.line ask.budget ask.checklist ask.place"
    assert sorted(DOCUMENTS) == sorted(kinds.split())


@pytest.mark.parametrize(
    ("kind", "language", "text", "do", "things"),
    [
        ("tick", "en", "tick passports and sunscreen", "tick", ["passports", "sunscreen"]),
        ("tick", "en", "the stroller is in the suitcase already", "tick", ["stroller"]),
        ("tick", "en", "online check-in is done", "tick", ["online check-in"]),
        ("tick", "en", "hat ✓", "tick", ["hat"]),
        ("tick", "en", "the last one is done", "tick", ["Sunscreen"]),
        ("tick", "de", "die ersten zwei sind erledigt", "tick", ["Passports", "Visa"]),
        ("tick", "de", "Impfausweis hab ich, bitte abhaken", "tick", ["Impfausweis"]),
        ("tick", "fr", "j'ai imprimé les cartes d'embarquement", "tick", ["cartes d'embarquement"]),
        ("tick", "es", "desmarca el paraguas", "untick", ["paraguas"]),
        ("tick", "it", "spunta la torcia", "tick", ["torcia"]),
        ("tick", "pt", "já comprei o protetor", "tick", ["protetor"]),
        ("item.add", "en", "put torch and first aid kit on the list", "add", ["torch", "first aid kit"]),
        ("item.add", "de", "schreib noch die Zahnbürste auf die Liste", "add", ["Zahnbürste"]),
        ("item.add", "fr", "ajoute « appeler mamie » à la liste", "add", ["appeler mamie"]),
        ("item.add", "es", "añade las botas, por favor", "add", ["botas"]),
        ("item.add", "it", "non dimenticare il cappello", "add", ["cappello"]),
        ("item.add", "pt", "põe o guarda-sol na lista", "add", ["guarda-sol"]),
        ("item.remove", "en", "no hair dryer needed, the hotel has one", "remove", ["hair dryer"]),
        ("item.remove", "de", "nimm die Skier von der Liste", "remove", ["Skier"]),
        ("item.remove", "fr", "enlève le parapluie de la liste", "remove", ["parapluie"]),
        ("item.remove", "it", "togli la tenda", "remove", ["tenda"]),
    ],
)
def test_things_of_the_list(kind: str, language: str, text: str, do: str, things: list[str]) -> None:
    found = read(kind, language, text)
    assert found
    assert all(isinstance(one, EditList) for one in found)
    assert [(one.edit.op, one.edit.what) for one in found] == [(do, one) for one in things]


@pytest.mark.parametrize(
    ("language", "text", "fields"),
    [
        ("en", "I paid 42 for lunch", {"amount": Decimal(42), "what": "lunch"}),
        ("en", "Ana paid $90 for the boat", {"currency": "USD", "payer": "Ana", "what": "boat"}),
        ("en", "the taxi was 23, not 32", {"amount": Decimal(23), "corrects": Decimal(32)}),
        ("en", "sorry, the taxi was 30", {"amount": Decimal(30), "corrects_what": "the taxi"}),
        ("en", "taxi 20 for Kim and me", {"shared_by": ("Kim", ""), "what": "taxi"}),
        ("de", "Jonas hat 30 € fürs Museum bezahlt", {"payer": "Jonas", "what": "Museum"}),
        ("fr", "ma sœur a payé le bateau, 60 €", {"amount": Decimal(60), "what": "bateau"}),
        ("es", "gastamos 18,50 en el bus", {"amount": Decimal("18.50"), "what": "bus"}),
        ("it", "la cena era 28, non 82", {"amount": Decimal(28), "corrects": Decimal(82)}),
        ("pt", "o Rui pagou 40 euros pelo gelado", {"payer": "Rui", "currency": "EUR"}),
    ],
)
def test_money_spent(language: str, text: str, fields: dict[str, object]) -> None:
    found = read("expense", language, text)
    assert found
    assert isinstance(found[0], Spend)
    assert {name: getattr(found[0].expense, name) for name in fields} == fields


def test_several_expenses_are_several() -> None:
    found = read("expense", "en", "Mia paid 12 for coffee and 30 for a cab") or []
    assert [(one.expense.amount, one.expense.what, one.expense.payer) for one in found] == [
        (Decimal(12), "coffee", "Mia"),
        (Decimal(30), "cab", "Mia"),
    ]


def test_struck_and_paid_back() -> None:
    assert read("expense", "en", "forget the taxi") == [Strike(text="forget the taxi", what="taxi")]
    assert (read("expense", "de", "lösch die letzte Ausgabe") or [Strike(what="?")])[0].what == ""
    (repaid,) = read("expense", "en", "Kim gave me 20 euros back") or []
    assert isinstance(repaid, Repay)
    assert (repaid.repaid.giver, repaid.repaid.receiver) == ("Kim", "")


@pytest.mark.parametrize(
    ("language", "text", "between", "count"),
    [
        ("en", "split it between Tom, Lea and me", ("Tom", "Lea", ""), None),
        ("de", "teil das durch fünf", (), 5),
        ("fr", "on divise en trois", (), 3),
        ("es", "repartimos a medias", (), 2),
        ("it", "dividi con Paolo", ("", "Paolo"), None),
        ("pt", "divide por quatro", (), 4),
    ],
)
def test_costs_are_shared(language: str, text: str, between: tuple[str, ...], count: int | None) -> None:
    (found,) = read("split", language, text) or [None]
    assert isinstance(found, Split)
    assert (found.split.between, found.split.count) == (between, count)


@pytest.mark.parametrize(
    ("language", "text", "part", "amount", "daily"),
    [
        ("en", "allow 50 a day for meals", "food", 50, True),
        ("de", "setz Taxi auf 80 statt 50", "local", 80, False),
        ("fr", "mets 90 € pour les musées", "activities", 90, False),
        ("es", "pon 200 para compras", "shopping", 200, False),
        ("it", "assicurazione: 45", "papers", 45, False),
        ("pt", "sobe as refeições para 400", "food", 400, False),
    ],
)
def test_parts_of_the_budget(language: str, text: str, part: str, amount: int, *, daily: bool) -> None:
    (found,) = read("budget.line", language, text) or [None]
    assert isinstance(found, SetAmount)
    assert (found.amount.part, found.amount.amount, found.amount.daily) == (part, Decimal(amount), daily)


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "how much is left?", "left"),
        ("de", "wer schuldet wem was?", "debts"),
        ("fr", "combien on a dépensé ?", "spent"),
        ("es", "cuánto hay para comida?", "category"),
        ("pt", "quanto dá por pessoa?", "per_person"),
    ],
)
def test_asked_of_the_money(language: str, text: str, question: str) -> None:
    (found,) = read("ask.budget", language, text) or [None]
    assert isinstance(found, AskMoney)
    assert found.question == question


@pytest.mark.parametrize(
    ("language", "text", "topic", "month", "places"),
    [
        ("en", "do I need a visa for Vietnam?", "visa", None, ("Vietnam",)),
        ("de", "wie warm ist es im Mai auf Kreta?", "climate", 5, ("Kreta",)),
        ("fr", "quel décalage avec Tokyo ?", "time_difference", None, ("Tokyo",)),
        ("es", "hay enchufes allí?", "plugs", None, ()),
        ("it", "che moneta usano in Ungheria?", "currency", None, ("Ungheria",)),
        ("pt", "quando são os feriados?", "holidays", None, ()),
    ],
)
def test_facts(language: str, text: str, topic: str, month: int | None, places: tuple[str, ...]) -> None:
    (found,) = read("ask.place", language, text) or [None]
    assert isinstance(found, AskFact)
    assert (found.topic, found.month, found.places) == (topic, month, places)


def test_documents_are_made_put_off_or_unknown() -> None:
    (made,) = read("doc.make", "de", "nur den Reiseplan, keine Checkliste") or [None]
    assert isinstance(made, Documents)
    assert (made.trigger, made.actions) == (True, ("itinerary",))
    (both,) = read("doc.make", "fr", "les deux") or [None]
    assert isinstance(both, Documents)
    assert both.both
    (unknown,) = read("doc.make", "en", "I need an invoice") or [None]
    assert isinstance(unknown, Documents)
    assert unknown.unknown_actions == ("invoice",)
    (later,) = read("doc.later", "it", "il budget lo facciamo dopo") or [None]
    assert isinstance(later, Documents)
    assert (later.refused, later.trigger, later.mentioned) == (True, False, ("budget",))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("expense", "the taxi was nice"),
        ("expense", "was the taxi 20 euros?"),
        ("tick", "don't tick the visa"),
        ("item.remove", "don't remove the visa"),
        ("split", "I pay 60% and she pays 40%"),
        ("budget.line", "set the marmalade to 40"),
        ("ask.place", "do you tip in Japan?"),
    ],
)
def test_what_does_not_fit_is_nothing(kind: str, text: str) -> None:
    assert read(kind, "en", text) is None


def test_a_bare_number_is_money_only_beside_a_budget_or_a_word_for_it() -> None:
    assert read("expense", "en", "museum 20", EMPTY) is None
    assert read("expense", "en", "paid 20 at the museum", EMPTY) is not None
    assert read("item.add", "en", "wellies", EMPTY) is None
