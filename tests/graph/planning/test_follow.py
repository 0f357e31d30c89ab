"""Documents that were made follow what is held and booked, with what people did to them."""

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.planning import PlanningDocuments
from tripintent.app.settings import Settings
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.changes import SetAmount, Tick

WISH = "Fly one way from JFK to SFO on March 11 2026, 5 days, 1 adult, no hotel needed, total budget 4,000 dollars"
PEOPLE = "Ann Smith 4 March 1985, ann@example.org"


async def test_a_booking_reaches_the_documents(tmp_path):
    """Booked is paid and no estimate; what was to be arranged is gone; a tick and an own amount stay."""
    settings = Settings(data_dir=tmp_path, now="2026-02-01T09:00:00+00:00", language="offline")
    async with open_session(settings) as session:
        documents = PlanningDocuments(session)
        await session.say("t", WISH)
        made = await session.say("t", "create the checklist and the budget")
        assert set(made.documents) == {"checklist", "budget"}
        await documents.change("t", Tick(item="item-charger"))
        await documents.change("t", SetAmount(category="budget-category-food", amount=500))
        await session.say("t", "the cheapest, and hold it")
        held = await session.say("t", PEOPLE)
        if held.interrupt is None:
            held = await session.say("t", "buy it")
        assert held.interrupt is not None
        cards = [one["id"] for one in held.interrupt.args["confirmations"]]
        done = await session.approve("t", Answer(confirmations=tuple(cards)))
        view = await documents.view("t")
        (booking,) = done.trip.working_memory.bookings
        assert view.budget.paid == booking.total.amount
        assert view.budget.due == 0
        assert "up to date with what is booked and held" in "\n".join(done.messages)
        assert sum(part.amount for part in view.budget.parts) == view.budget.total
        assert next(part.amount for part in view.budget.parts if part.id == "budget-category-food") == 500
        items = {item.id: item for one in view.checklist.categories for item in one.items}
        assert items["item-charger"].checked
        assert "item-confirmations" in items
        assert "item-book_flights" not in items
        assert next(p.basis for p in view.budget.parts if p.id == "budget-category-flights") == "booked"
        again = await session.say("t", "thank you")
        assert "up to date" not in "\n".join(again.messages)
        assert isinstance(await documents.read("t", Budget), Budget)
