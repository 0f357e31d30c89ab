"""Trips of several suppliers through the chat: found together, held, approved on one card, bought, undone and cancelled."""

from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.acts import ANN_IN_FULL, agree, called, cancel, cheapest, do, hold, move, people, plan, release, to_approval
from tests.emulators import acme as acme_emulator
from tests.emulators import duffel as duffel_emulator
from tests.emulators import liteapi as liteapi_emulator

from tripintent.app.errors import SessionError
from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.watching import watch_once
from tripintent.tools.clock import FixedClock
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.suppliers.mcp.mapping import read_mapping
from tripintent.tools.suppliers.mcp.offers import McpTools
from tripintent.tools.suppliers.mcp.supplier import McpSupplier

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
WISH = plan("JFK", "SFO", "2027-03-11", "2027-03-14")
RETURN_LATER = move("flight", which="return", date="2027-03-15")


@asynccontextmanager
async def opened(tmp_path, suppliers, duffel, liteapi):
    """A session over emulators of the named suppliers."""
    with duffel_emulator.running(duffel.app) as duffel_url, liteapi_emulator.running(liteapi.app) as liteapi_url:
        settings = Settings(
            db=tmp_path / "t.db", language="offline", now=NOW, suppliers=suppliers,
            duffel_token="duffel_test_x", duffel_url=duffel_url,
            liteapi_key="sand_x", liteapi_url=liteapi_url, _env_file=None,
        )  # fmt: skip
        async with open_session(settings) as session:
            yield session


async def approved(session):
    """Do what a traveller does up to the card, and approve it."""
    waiting = (await do(session, "t", *to_approval(WISH, ANN_IN_FULL))).interrupt
    assert waiting, (await session.trip("t")).status
    return await session.approve("t", boxes(waiting))


def boxes(waiting):
    """Tick whatever the card wants confirmed."""
    return Answer(confirmations=tuple(one["id"] for one in waiting.args.get("confirmations", ())))


def booked_at(done):
    return sorted((b.supplier, b.item_type, b.status) for b in done.trip.working_memory.bookings)


async def test_a_trip_of_a_real_and_a_simulated_supplier_is_bought(tmp_path, duffel, liteapi):
    """Each order goes to its own seller: two paid orders at Duffel, one at the embedded supplier."""
    async with opened(tmp_path, "embedded, duffel", duffel, liteapi) as session:
        done = await approved(session)
    assert all(order["payment_status"]["paid_at"] for order in duffel.orders.values())
    assert len(duffel.orders) == len(duffel.payments) == 2
    assert [(s, i) for s, i, _ in booked_at(done)] == [
        ("duffel", "flight"), ("duffel", "flight"), ("embedded", "hotel"),
    ]  # fmt: skip


async def test_a_flight_and_a_hotel_of_two_real_suppliers_are_bought_changed_and_cancelled(tmp_path, duffel, liteapi):
    """Held and approved on one card, bought under our references; changed on one card, cancelled, each at its own seller."""
    duffel.changes.penalty, duffel.changes.dearer = Decimal("5.00"), Decimal("1.20")
    async with opened(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        done = await approved(session)
        assert booked_at(done) == [("duffel", "flight", "confirmed")] * 2 + [("liteapi", "hotel", "confirmed")]
        (room,) = liteapi.bookings.values()
        assert room["clientReference"]
        assert room["holder"]["lastName"] == "Smith"
        waiting = (await do(session, "t", RETURN_LATER, cheapest, hold())).interrupt
        assert [room["status"] for room in liteapi.bookings.values()] == ["CONFIRMED"]
        done = await session.approve("t", boxes(waiting))
        assert booked_at(done) == [
            ("duffel", "flight", "changed"), ("duffel", "flight", "confirmed"), ("duffel_change", "flight", "confirmed"),
            ("liteapi", "hotel", "confirmed"),
        ]  # fmt: skip
        assert [one["status"] for one in liteapi.bookings.values()] == ["CONFIRMED"], "only the flight was named"
        assert len(duffel.orders) == 2
        said = await do(session, "t", cancel())
        if said.interrupt:
            said = await session.approve("t", boxes(said.interrupt))
        assert {status for _, _, status in booked_at(said)} == {"cancelled", "changed"}
    assert room["status"].startswith("CANCELLED")
    assert all(order["cancelled_at"] for order in duffel.orders.values())


async def test_the_card_names_the_accounts_that_pay_and_takes_a_card_of_the_sellers_component(
    tmp_path, duffel, liteapi
):
    """No simulated card where real sellers are paid; a token that Duffel's component gave pays Duffel, the account the rest."""
    async with opened(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        waiting = (await do(session, "t", *to_approval(WISH, ANN_IN_FULL))).interrupt
        (way,) = waiting.args["payment_methods"]
        assert (way["payment_method_id"], way["label"], way["simulated"]) == (
            "pm_account", "Account with Duffel and LiteAPI", False,
        )  # fmt: skip
        with pytest.raises(SessionError, match="not among the payment methods"):
            await session.approve("t", replace(boxes(waiting), payment_method_id="pm_of_somebody"))
        done = await session.approve("t", replace(boxes(waiting), payment_method_id="tcd_ann"))
    assert {status for _, _, status in booked_at(done)} == {"confirmed"}
    assert [(one["type"], one.get("card_id")) for one in duffel.payments] == [("card", "tcd_ann")] * 2
    assert liteapi.paid_by == ["ACC_CREDIT_CARD"]


async def test_a_seller_that_holds_at_a_higher_price_is_said_to(tmp_path, duffel, liteapi):
    """By how much: the total alone would let it pass unseen."""
    duffel.raised = Decimal(15)
    async with opened(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        held = await do(session, "t", *to_approval(WISH, ANN_IN_FULL))
    assert "$15.00 more than it was offered for" in "".join(held.messages)


async def test_when_the_hotel_cannot_be_bought_the_flights_are_given_back(tmp_path, duffel, liteapi):
    """One part fails: what was bought before it and is free to undo is undone at its own seller."""
    duffel.fares, liteapi.kinds = duffel.fares[-1:], liteapi.kinds[:1]
    async with opened(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        waiting = (await do(session, "t", *to_approval(WISH, ANN_IN_FULL))).interrupt
        liteapi.refuse_next_booking()
        done = await session.approve("t", boxes(waiting))
    assert not liteapi.bookings
    assert not [b for b in booked_at(done) if b[2] == "confirmed"], done.messages
    assert len(duffel.payments) == 2
    assert all(o["cancelled_at"] for o in duffel.orders.values())


@pytest.mark.parametrize(
    ("names", "said"),
    [("duffel", "embedded or liteapi"), ("embedded,duffel", "TRIPINTENT_DUFFEL_TOKEN"), ("amadeus", "embedded"),
     ("liteapi", "TRIPINTENT_LITEAPI_KEY")],
)  # fmt: skip
def test_suppliers_that_cannot_be_used_are_refused_by_name(names, said, tmp_path):
    """A missing key, a missing hotel seller or an unknown name says what to set."""
    token = {"duffel_token": "duffel_test_x"} if names == "duffel" else {}
    with pytest.raises(ValueError, match=said):
        Settings(suppliers=names, _env_file=None, **token)


def _acme():
    """A host's own supplier of flights and hotels."""
    clock = FixedClock(NOW)
    mapping = read_mapping(Path(__file__).parents[2] / "examples/suppliers/acme.yaml")
    tools = McpTools(mapping, acme_emulator.Acme(clock.now).server)
    return McpSupplier(mapping, places=Gazetteer(), clock=clock, tools=tools)


async def test_a_hosts_own_supplier_is_an_argument(tmp_path):
    """What it sells is bought at it, and nothing simulated beside it. Without it, threads go on; what needs it is refused."""
    settings = Settings(db=tmp_path / "t.db", language="offline", now=NOW, _env_file=None)
    async with open_session(settings, suppliers=[_acme()]) as session:
        assert {seller for seller, *_ in booked_at(await approved(session))} == {"acme"}
        await do(session, "held", *to_approval(WISH, ANN_IN_FULL))
        await do(session, "found", WISH, people(ANN_IN_FULL), cheapest)
    async with open_session(settings) as session:
        kept = await do(session, "t", cancel())
        refused = await do(session, "found", hold())
        bought = await agree(session, "held")
        gone = await do(session, "held", release())
    assert {status for _, _, status in booked_at(kept)} == {"confirmed"}
    assert all("the seller acme is no longer set up here" in "".join(one.messages) for one in (kept, refused))
    assert "".join(bought.messages).count("is no longer set up here") == 1
    assert {one.status for one in gone.trip.working_memory.holds} == {"released"}


async def test_what_a_ticket_needs_beyond_its_seller_is_asked_for_with_the_names(tmp_path):
    """The seller wants names alone; a ticket is for a birth, too: whoever wants to buy is told so until it is known."""
    settings = Settings(db=tmp_path / "t.db", language="offline", now=NOW, _env_file=None)
    async with open_session(settings, suppliers=[_acme()]) as session:
        await do(session, "t", WISH, cheapest, hold())
        await session.say("t", "Ann Smith")
        waits = await do(session, "t", called("request_purchase"))
        said = await session.say("t", "buy it")
        await session.say("t", "4 March 1985")
        card = await session.say("t", "ann@example.org")
    assert "date of birth" in waits.messages[-1]
    assert "date of birth" in said.messages[-1]
    assert card.interrupt, card.messages


@pytest.mark.parametrize("booked", [True, False], ids=["what is booked", "a watched price"])
async def test_what_a_hosts_own_sells_is_watched_with_it_and_else_said(tmp_path, booked):
    """A worker without the seller looks for nothing at another one, and says whom it lacks; with it, it looks."""
    settings = Settings(db=tmp_path / "t.db", language="offline", now=NOW, _env_file=None)
    async with open_session(settings, suppliers=[acme := _acme()]) as session:
        if booked:
            await approved(session)
        else:
            await do(session, "t", WISH, called("watch_price"))
    alone = await watch_once(settings.model_copy(update={"now": NOW + timedelta(days=30)}))
    assert alone.found == []
    assert len(alone.problems) == (3 if booked else 1)
    assert all("acme" in one and "not configured here" in one for one in alone.problems)
    assert await watch_once(settings, suppliers=[acme]) == ([], [])


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (lambda: (_acme(), _acme()), "two suppliers are called acme"),
        (lambda: (SimpleNamespace(flights=None, hotels=None, orders=_acme().orders),), "neither flights nor hotels"),
        (lambda: (SimpleNamespace(flights=_acme().flights, hotels=None, orders=None),), "orders is None: pass"),
        (lambda: None, "suppliers=None: pass a list of them"),
        (lambda: (SimpleNamespace,), "suppliers: SimpleNamespace is a class: pass an instance"),
        (lambda: (SimpleNamespace(flights=_acme().flights, orders=None),), "has no hotels: write None"),
        (
            lambda: (SimpleNamespace(flights=(a := _acme()).flights, hotels=None, orders=a.flights),),
            "cannot do: book, ",
        ),
    ],
)
async def test_a_wrong_supplier_is_said_at_the_start(tmp_path, own, said):
    """Before anything is asked of anybody."""
    settings = Settings(db=tmp_path / "t.db", language="offline", now=NOW, _env_file=None)
    with pytest.raises(SessionError, match=said):
        async with open_session(settings, suppliers=own()):
            pass
