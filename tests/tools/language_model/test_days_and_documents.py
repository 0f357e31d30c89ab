"""Operations of the days and of the documents: what a model says of them, as what the systems apply; and which system gets what."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import get_args

import pytest

from tripintent.state import operations as journey
from tripintent.state.designer import operations as op
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Company, Location
from tripintent.state.designer.segments import ActivitySegment, HotelSegment
from tripintent.state.designer.talk import Talk
from tripintent.state.events import UserRequestHold
from tripintent.state.money import Money
from tripintent.state.planning import operations as doc
from tripintent.state.planning.command import AmountSaid, ChecklistEdit, ExpenseSaid, RepaidSaid, SplitSaid
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.language.model.reader import parts_of
from tripintent.tools.language.model.said_documents import SaidOfDocuments
from tripintent.tools.language.model.understanding import SURE, Understanding
from tripintent.tools.language.offline.said_days import SaidOfDays
from tripintent.tools.ports.reader import View

PLAN = ItineraryDocument(
    start_date="2026-06-14",
    end_date="2026-06-21",
    segments=(
        ActivitySegment(id="walk", name="Alfama walk", start_datetime="2026-06-16T10:00"),
        ActivitySegment(id="fado", name="Fado", start_datetime="2026-06-15T21:00"),
        HotelSegment(
            id="inn",
            property=Company(name="Inn"),
            location=Location(name="Lisbon"),
            start_datetime="2026-06-14T15:00",
            end_datetime="2026-06-18T11:00",
        ),
    ),
)
VIEW = View(trip=TripIntent(), today=date(2026, 3, 2), language="en", plan=PLAN)
"""The entries by time: e1 the inn, e2 the fado evening, e3 the walk."""
S = "words"


def ids(*names):
    return op.Target(ids=names)


def spent(**fields):
    return doc.Spend(text="60 euros", expense=ExpenseSaid(amount=Decimal(60), **fields))


def taste(polarity, *values):
    """What is liked or not is said of the trip itself; the words stand at 5 to 10 of the message."""
    return journey.Want(
        text=S, start=5, end=10, certainty=SURE, slot="interests", value=values, polarity=polarity, must=False
    )


DAYS = [
    (
        {"op": "add_entry", "kind": "activity", "name": "Oceanário", "day": "2026-06-17", "start": "11:00", "minutes": 90},
        op.AddThing(said=S, name="Oceanário", when=op.When(day="2026-06-17", start="11:00", minutes=90), asked=True),
    ),
    (
        {"op": "add_entry", "kind": "meal", "name": "dinner", "destination": "Ramiro", "day": "2026-06-17"},
        op.AddThing(said=S, name="dinner", place="Ramiro", when=op.When(day="2026-06-17"), asked=True),
    ),
    (
        {"op": "add_entry", "kind": "meeting", "name": "call with Eva", "day": "2026-06-17", "start": "09:00"},
        op.AddThing(
            said=S, name="call with Eva", when=op.When(day="2026-06-17", start="09:00"), meeting=True, asked=True
        ),
    ),
    (
        {"op": "add_entry", "kind": "hotel", "name": "Inn", "destination": "Porto", "day": "2026-06-18", "until": "2026-06-20"},
        op.AddHotel(said=S, name="Inn", town="Porto", when=op.When(day="2026-06-18", until="2026-06-20")),
    ),
    (
        {"op": "add_entry", "kind": "flight", "name": "TP216", "origin": "BOS", "destination": "LIS", "day": "2026-06-14"},
        op.AddFlight(said=S, number="TP216", origin="BOS", destination="LIS", when=op.When(day="2026-06-14")),
    ),
    (
        {"op": "add_entry", "kind": "train", "name": "", "origin": "Lisbon", "destination": "Porto", "start": "09:30"},
        op.AddRide(said=S, kind="TRAIN", origin="Lisbon", destination="Porto", when=op.When(start="09:30")),
    ),
    (
        {"op": "add_entry", "kind": "ride", "name": "taxi", "destination": "airport", "end": "08:00"},
        op.AddRide(said=S, kind="OTHER", name="taxi", destination="airport", when=op.When(end="08:00")),
    ),
    (
        {"op": "change_entry", "entries": ["e3"], "day": "2026-06-17", "start": "11:00"},
        op.Change(said=S, target=ids("walk"), when=op.When(day="2026-06-17", start="11:00")),
    ),
    (
        {"op": "change_entry", "entries": ["e3", "e2"], "later_minutes": 30, "later_days": 1},
        op.Change(said=S, target=ids("walk"), by_minutes=30, by_days=1),
        op.Change(said=S, target=ids("fado"), by_minutes=30, by_days=1),
    ),
    (
        {"op": "change_entry", "entries": ["e1"], "more_nights": 2, "name": "The Inn"},
        op.MoreNights(said=S, target=ids("inn"), nights=2),
        op.Rename(said=S, target=ids("inn"), name="The Inn"),
    ),
    (
        {"op": "remove_entry", "entries": ["e2", "E3"]},
        op.Remove(said=S, target=op.Target(ids=("fado",))),
        op.Remove(said=S, target=op.Target(ids=("walk",))),
    ),
    ({"op": "swap", "entries": ["e2", "e3"]}, op.Swap(said=S, targets=("fado", "walk"))),
    ({"op": "swap", "days": ["2026-06-15", "2026-06-16"]}, op.Swap(said=S, days=("2026-06-15", "2026-06-16"))),
    ({"op": "keep_free", "day": "2026-06-17", "part": "afternoon"}, op.KeepFree(said=S, day="2026-06-17", part="afternoon")),
    (
        {"op": "plan_days", "days": ["2026-06-17"], "again": True, "rainy": True, "fewer": ["museum"], "more": ["food"]},
        op.PlanDays(
            said=S, days=("2026-06-17",), again=True, rainy=True, fewer=("museum",), more=("food",), now=True
        ),
    ),
    ({"op": "ideas", "rainy": True, "food": True}, op.Suggest(said=S, rainy=True, food=True)),
    (
        {"op": "take_idea", "number": 2, "day": "2026-06-17"},
        op.TakeIdea(said=S, number=2, when=op.When(day="2026-06-17")),
    ),
    (
        {"op": "where_to", "climate": ["warm"], "likes": ["beach"], "near": True, "family": True, "not_countries": ["ES"]},
        op.WhereTo(said=S, climate=("warm",), likes=("beach",), near=True, family=True, not_in=("ES",), rest=""),
    ),
    (
        {"op": "where_to", "towns": ["Lisbon", "Porto"], "below": 400, "currency": "eur", "others": True},
        op.WhereTo(
            said=S, towns=("Lisbon", "Porto"), below=Money(amount="400", currency="EUR"), others=True, rest=""
        ),
    ),
    ({"op": "take_place", "number": 2}, op.TakePlace(said=S, number=2)),
    ({"op": "take_place", "by": "cheaper", "asks": True}, op.TakePlace(said=S, by="cheaper", asks=True)),
    (
        {"op": "likes", "interests": ["food"], "dislikes": ["museums"], "diet": ["vegan"], "pace": "leisurely",
         "needs": ["step-free"]},
        taste("require", "food"),
        taste("avoid", "museums"),
        doc.Traveller(text=S, diet=("vegan",), needs=("step-free",), pace="leisurely"),
        op.SetWishes(said=S, pace="leisurely", diet=("vegan",), access=("step-free",)),
    ),
    (
        {"op": "likes", "passports": ["us"], "passport_until": "2027-01-31"},
        doc.Traveller(text=S, passports=("US",), passport_until=date(2027, 1, 31)),
    ),
    ({"op": "ask_plan", "about": "day", "day": "2026-06-15"}, op.Ask(said=S, about="day", day="2026-06-15")),
    (
        {"op": "ask_plan", "about": "entry", "entry": "e2"},
        op.Ask(said=S, about="segment", target=op.Target(ids=("fado",), words=S)),
    ),
    ({"op": "ask_plan", "about": "way_home"}, op.Ask(said=S, about="home")),
    ({"op": "design"}, op.Design(said=S)),
]  # fmt: skip
DOCUMENTS = [
    (
        {"op": "document", "do": "make", "names": ["checklist", "budget"]},
        doc.Documents(text=S, trigger=True, actions=("checklist", "budget"), mentioned=("checklist", "budget")),
    ),
    ({"op": "document", "do": "make"}, doc.Documents(text=S, trigger=True)),
    (
        {"op": "document", "do": "later", "names": ["checklist"]},
        doc.Documents(text=S, mentioned=("checklist",)),
    ),
    (
        {"op": "document", "do": "refuse", "names": ["budget"], "unknown": ["poem"]},
        doc.Documents(text=S, mentioned=("budget",), refused=True, unknown_actions=("poem",)),
    ),
    (
        {"op": "list", "do": "add", "items": ["sun hat", " ", "umbrella"]},
        doc.EditList(text=S, edit=ChecklistEdit(op="add", what="sun hat")),
        doc.EditList(text=S, edit=ChecklistEdit(op="add", what="umbrella")),
    ),
    ({"op": "list", "do": "tick", "items": ["visa"]}, doc.EditList(text=S, edit=ChecklistEdit(op="tick", what="visa"))),
    (
        {"op": "spent", "do": "spend", "said": "60 euros", "amount": 60, "currency": "EUR", "what": "dinner", "payer": "Ann",
         "shared_by": ["", "Bob"]},
        spent(currency="EUR", what="dinner", payer="Ann", shared_by=("", "Bob")),
    ),
    (
        {"op": "spent", "do": "correct", "said": "60 euros", "amount": 60, "currency": "EUR", "what": "dinner"},
        spent(currency="EUR", what="dinner", corrects_what="dinner"),
    ),
    (
        {"op": "spent", "do": "repay", "said": "60 euros", "amount": 60, "currency": "EUR", "payer": "Bob", "receiver": "Ann"},
        doc.Repay(
            text="60 euros",
            repaid=RepaidSaid(amount=Decimal(60), currency="EUR", giver="Bob", receiver="Ann"),
        ),
    ),
    ({"op": "spent", "do": "strike", "what": "taxi"}, doc.Strike(text=S, what="taxi")),
    (
        {"op": "split", "between": ["", "Ann"], "payer": "Ann", "what": "dinner"},
        doc.Split(text=S, split=SplitSaid(between=("", "Ann"), payer="Ann", what="dinner")),
    ),
    ({"op": "split", "count": 3}, doc.Split(text=S, split=SplitSaid(count=3))),
    (
        {"op": "budget_part", "said": "60 euros", "part": "food", "amount": 60, "currency": "EUR", "daily": True, "each": True},
        doc.SetAmount(
            text="60 euros",
            amount=AmountSaid(
                part="food", amount=Decimal(60), currency="EUR", each=True, daily=True, words="60 euros"
            ),
        ),
    ),
    ({"op": "ask_money", "question": "category", "part": "food"}, doc.AskMoney(text=S, question="category", category="food")),
    ({"op": "ask_fact", "topic": "climate", "month": 12}, doc.AskFact(text=S, topic="climate", month=12, places=())),
    ({"op": "ask_fact", "topic": "visa", "month": 13, "places": ["Japan"]}, doc.AskFact(text=S, topic="visa", places=("Japan",))),
]  # fmt: skip
WRONG = [
    {"op": "add_entry", "kind": "activity", "name": "x", "day": "2026-02-30"},
    {"op": "add_entry", "kind": "activity", "name": "x", "start": "25:00"},
    {"op": "change_entry", "entries": ["e9"], "later_days": 1},
    {"op": "remove_entry", "entries": ["walk", "e0"]},
    {"op": "swap", "entries": ["e7", "e8"]},
    {"op": "keep_free", "day": "Friday"},
    {"op": "plan_days", "days": ["2026-13-01"]},
    {"op": "where_to", "below": 400, "currency": "XXQ"},
    {"op": "likes", "passport_until": "soon"},
    {"op": "spent", "do": "spend", "said": "60 euros", "amount": 600},
    {"op": "spent", "do": "repay", "said": "60 euros"},
    {"op": "budget_part", "said": "60 euros", "part": "food", "amount": 6},
    {"op": "list", "do": "shred", "items": ["x"]},
]


class Nowhere:
    """No gazetteer is asked."""


def understood(value, text="some words, 60 euros"):
    found = Understanding(text, VIEW, Nowhere())
    found.take([{"said": S, **value}])
    return found


@pytest.mark.parametrize(("value", "made"), [(one[0], one[1:]) for one in (*DAYS, *DOCUMENTS)])
def test_what_is_said_becomes_what_is_applied(value, made):
    """One thing that a model says is the operation, or the few, of the system that applies it."""
    found = understood(value)
    assert (tuple(found.operations), found.dropped) == (made, [])


def test_each_kind_is_tried():
    """The tables have every kind of operation that a model may say of days and documents."""
    tried = {value["op"] for value, *_ in (*DAYS, *DOCUMENTS)}
    kinds = {
        get_args(kind.model_fields["op"].annotation)[0] for kind in get_args(SaidOfDays) + get_args(SaidOfDocuments)
    }
    assert tried == kinds


@pytest.mark.parametrize("value", WRONG)
def test_a_value_that_cannot_be_loses_its_operation(value):
    """No day of the calendar, no hour, no entry, no currency, another amount: nothing is applied, and the words are named."""
    found = understood(value)
    assert found.operations == []
    assert [one.words for one in found.dropped] == [value.get("said", S)]


def test_words_that_are_not_there_lose_their_operation():
    """An operation of the days has to quote the message, too."""
    found = understood({"op": "ideas", "said": "make it nicer"})
    assert (found.operations, [one.words for one in found.dropped]) == ([], [""])


LISBON = journey.SetSlot(text=S, slot="adults", value=2)
LIKES = doc.Traveller(text=S, interests=("food",), likes=True)
PEOPLE = journey.NamePeople(text=S)
HOLD = journey.Act(text=S, event=UserRequestHold())
ASKED = journey.Question(text=S, about="trip")
MAKE = doc.Documents(text=S, trigger=True)
PLANNED = op.PlanDays(said=S, now=True)
WISHES = op.SetWishes(said=S, interests=("food",))
SEARCH = journey.Search(text=S)
IN_PLANNING = replace(VIEW, system="PLANNING", notes=PlanningNotes(pending=("checklist",)))
NO_PLAN = replace(VIEW, plan=ItineraryDocument())
IN_PLACES = replace(VIEW, system="DESIGNER", talk=Talk(where=op.WhereTo()))


@pytest.mark.parametrize(
    ("view", "said", "parts"),
    [
        (NO_PLAN, [LISBON], {"BOOKING": [LISBON, SEARCH]}),
        (NO_PLAN, [LISBON, LIKES], {"BOOKING": [LISBON, LIKES, SEARCH]}),
        (VIEW, [LISBON], {"DESIGNER": [LISBON]}),
        (VIEW, [LISBON, MAKE], {"PLANNING": [LISBON, MAKE]}),
        (VIEW, [LISBON, PLANNED], {"DESIGNER": [LISBON, PLANNED]}),
        (VIEW, [LISBON, HOLD], {"BOOKING": [LISBON, HOLD]}),
        (VIEW, [MAKE, PLANNED], {"PLANNING": [MAKE], "DESIGNER": [PLANNED]}),
        (VIEW, [PLANNED, MAKE, LISBON], {"DESIGNER": [PLANNED, LISBON], "PLANNING": [MAKE]}),
        (VIEW, [PLANNED, WISHES], {"DESIGNER": [WISHES, PLANNED]}),
        (VIEW, [ASKED, MAKE, LISBON], {"BOOKING": [ASKED], "PLANNING": [MAKE, LISBON]}),
        (VIEW, [PEOPLE], {"BOOKING": [PEOPLE]}),
        (IN_PLANNING, [LISBON], {"PLANNING": [LISBON]}),
        (IN_PLANNING, [LISBON, PLANNED], {"DESIGNER": [LISBON, PLANNED]}),
        (IN_PLACES, [LISBON], {"DESIGNER": [LISBON]}),
        (replace(VIEW, alone="DESIGNER"), [LISBON, MAKE, PLANNED], {"DESIGNER": [LISBON, MAKE, PLANNED]}),
        (replace(VIEW, alone="PLANNING"), [LISBON, HOLD], {"PLANNING": [LISBON, HOLD]}),
        (replace(VIEW, alone="BOOKING"), [LISBON], {"BOOKING": [LISBON, SEARCH]}),
    ],
)
def test_which_system_gets_what(view, said, parts):
    """An operation's type says it; what is said of the trip goes with the others, or to the system that asked."""
    found = parts_of(said, S, view)
    assert {one.system: list(one.operations) for one in found} == parts
    assert [one.system for one in found] == list(parts)


async def test_facts_of_the_trip_with_options_on_the_screen(reads, shown):
    """Where something was found, what is said of the trip is the booking's, and the order of the words is kept."""
    adults = {"op": "number", "slot": "adults", "said": "two of us", "value": 2}
    read = await reads(
        "two of us, and make the checklist",
        adults,
        {"op": "document", "said": "make the checklist", "do": "make", "names": ["checklist"]},
        trip=shown,
        alone=None,
    )
    assert [one.system for one in read.reading.parts] == ["BOOKING", "PLANNING"]


@pytest.mark.parametrize(("stance", "trigger"), [("yes", True), ("no", False)])
async def test_an_answer_to_an_offered_document(reads, stance, trigger):
    """A yes where the planning offered a document makes it, a no refuses it."""
    notes = PlanningNotes(offered=("checklist",))
    said = {"op": "answer", "said": "well", "stance": stance}
    read = await reads("well", said, alone=None, system="PLANNING", notes=notes)
    (part,) = read.reading.parts
    (only,) = part.operations
    assert (part.system, only.trigger, only.refused) == ("PLANNING", trigger, not trigger)
    assert only.mentioned == (() if trigger else ("checklist",))


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ({"op": "answer", "said": "go", "stance": "yes"}, "yes"),
        ({"op": "answer", "said": "go", "stance": "no"}, "no"),
        ({"op": "restore", "said": "go", "what": "last"}, "undo"),
        ({"op": "restore", "said": "go", "what": "next"}, "redo"),
    ],
)
async def test_an_answer_beside_the_plan_of_days(reads, said, step):
    """What the designer asked is answered to it, and its last change is what an undo takes back."""
    talk = Talk(pending=(op.ShiftAll(days=1),))
    read = await reads("go", said, alone=None, system="DESIGNER", talk=talk, plan=PLAN)
    assert [(one.system, one.operations) for one in read.reading.parts] == [
        ("DESIGNER", (op.Step(said="go", what=step),))
    ]
