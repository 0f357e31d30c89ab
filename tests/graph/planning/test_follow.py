"""Documents that were made follow what is held and booked, and the passport of the profile."""

from decimal import Decimal

from tests.acts import ANN, agree, called, change, cheapest, do, documents, hold, move, people, person, plan
from tests.acts import documents as kinds

from tripintent.app.opening import open_session
from tripintent.app.planning import PlanningDocuments
from tripintent.app.settings import Settings
from tripintent.nodes.view import with_segments
from tripintent.state.designer.itinerary import DAY_PLAN, ItineraryDocument
from tripintent.state.designer.parts import Company, Location
from tripintent.state.designer.segments import ActivitySegment, HotelSegment
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.changes import SetAmount, Tick
from tripintent.tools.ports.profiles import Profile

BUDGET = {"trip": {"amount": "4000", "currency": "USD"}}
WISH = plan("JFK", "SFO", "2026-03-11", "2026-03-15", lodging={"needed": False}, budget=BUDGET)


async def test_a_booking_reaches_the_documents(tmp_path):
    """Booked is paid and no estimate; what was to be arranged is gone; a tick and an own amount stay."""
    settings = Settings(data_dir=tmp_path, now="2026-02-01T09:00:00+00:00", language="offline")
    async with open_session(settings) as session:
        documents = PlanningDocuments(session)
        made = await do(session, "t", WISH, kinds("checklist", "budget"))
        assert set(made.documents) == {"checklist", "budget"}
        await documents.change("t", Tick(item="item-charger"))
        await documents.change("t", SetAmount(category="budget-category-food", amount=500))
        await do(session, "t", cheapest, hold(), people(ANN))
        done = await agree(session, "t")
        view = await documents.view("t")
        assert view.budget.paid == sum(one.total.amount for one in done.trip.working_memory.bookings)
        assert view.budget.due == 0
        assert "up to date with what is booked and held" in "\n".join(done.messages)
        assert sum(part.amount for part in view.budget.parts) == view.budget.total
        assert next(part.amount for part in view.budget.parts if part.id == "budget-category-food") == 500
        items = {item.id: item for one in view.checklist.categories for item in one.items}
        assert items["item-charger"].checked
        assert "item-confirmations" in items
        assert "item-book_flights" not in items
        assert next(p.basis for p in view.budget.parts if p.id == "budget-category-flights") == "booked"
        moved = await do(session, "t", move("flight", which="return", date="2026-03-17"))
        assert (await documents.view("t")).budget == view.budget, "another day is asked for, and nothing chosen"
        assert "up to date" not in "\n".join(moved.messages)
        await do(session, "t", cheapest, hold())
        waits, lines = (await documents.view("t")).budget, (await session.waiting("t")).args["replaces"]
        assert waits.free == waits.left - waits.due + sum(
            Decimal(one["refund"]["amount"]) for one in lines if one["refund"]
        )
        again = await do(session, "t", change(wishes={"add": ["quiet"]}))
        assert "up to date" not in "\n".join(again.messages)
        assert isinstance(await documents.read("t", Budget), Budget)


async def test_a_booking_reaches_a_budget_of_expenses_alone(tmp_path):
    """Nobody had it made: what is booked counts in it all the same."""
    async with open_session(
        Settings(data_dir=tmp_path, now="2026-02-01T09:00:00+00:00", language="offline")
    ) as session:
        spent = called("record_expense", amount={"amount": 45, "currency": "USD"}, what="dinner")
        await do(session, "t", WISH, spent, cheapest, hold(), people(ANN))
        done = await agree(session, "t")
        paid = sum(one.total.amount for one in done.trip.working_memory.bookings)
        assert (await PlanningDocuments(session).view("t")).budget.paid == paid


def test_a_shorter_stay_ends_the_plan_and_what_was_planned_for_later():
    """The last day follows the bookings; of what we planned there only what fits before one leaves is left."""
    at = {"morning": "2027-04-08T10:00", "evening": "2027-04-08T19:00", "after": "2027-04-09T10:00"}
    own = [ActivitySegment(id=i, name=i, start_datetime=day, end_datetime=f"{day[:-2]}30") for i, day in at.items()]
    inn, where = Company(name="Inn"), Location(name="Vienna")
    bed = HotelSegment(id="bed", source="booking", property=inn, location=where, start_datetime="2027-04-05T15:00")
    beds = [bed.model_copy(update={"end_datetime": f"2027-04-0{n}T11:00"}) for n in (9, 8)]
    dates = {"start_date": "2027-04-05", "end_date": "2027-04-09"}
    plan = ItineraryDocument(segments=(beds[0], *own), metadata={DAY_PLAN: [*at]}, **dates)
    now = with_segments(plan, (beds[1], *own))
    assert (now.end_date, [one.id for one in now.segments]) == ("2027-04-08", ["bed", "morning"])


async def checklist(session, thread):
    made = await do(session, thread, documents("checklist"))
    return {item["id"]: item["text"] for one in made.documents["checklist"]["categories"] for item in one["items"]}


async def test_a_profile_knows_the_passport(tmp_path):
    """An Indian passport of the profile needs a visa for Spain; nobody is asked. A British one, once named, needs none."""
    settings = Settings(data_dir=tmp_path, now="2026-11-22T09:00:00+00:00", language="offline", traveller="ann")
    async with open_session(settings) as session:
        await session.ports.profiles.save(Profile(profile_id="ann", given_name="Ann", nationality="IN"))
        await session.ports.profiles.save(Profile(profile_id="eve", given_name="Eve", nationality="US"))
        await do(session, "t", plan("London", "Madrid", "2027-06-03", "2027-06-10"))
        found = await checklist(session, "t")
        assert "India" in found["item-visa_required-ES-IN"]
        assert not [one for one in found if one.startswith("item-visa_ask") or "-US" in one]
        await do(session, "t", people(person("Ann Rao", nationality="GB")))
        again = await checklist(session, "t")
        assert "item-visa_free-ES-GB" in again
        assert "item-visa_required-ES-IN" not in again
