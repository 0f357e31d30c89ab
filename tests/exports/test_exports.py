"""Exports of a booked trip."""

import io
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdf
import pytest
from click.testing import CliRunner
from icalendar import Calendar
from tests.acts import ANN, BOB, choose, do, hold, move, people, plan

from tripintent.app.cli import main
from tripintent.app.exports import ExportError, booked_items, export
from tripintent.app.exports.ics import calendar
from tripintent.app.exports.json_ld import json_ld
from tripintent.app.exports.mail import mail
from tripintent.app.exports.pdf import pdf
from tripintent.app.exports.sheet import sheet
from tripintent.app.exports.wording import BookedFlight, BookedStay
from tripintent.app.incoming import Answer
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession
from tripintent.state.trip import TripIntent

EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)> #panic("typst") "q"'


class Hostile:
    """An offer store whose hotels have a hostile name."""

    def __init__(self, offers: Any) -> None:
        self._offers = offers

    async def options(self, trip_id: str, option_ids: Any) -> Any:
        found = await self._offers.options(trip_id, option_ids)
        return {name: _hostile(offer) for name, offer in found.items()}


def _hostile(offer: Any) -> Any:
    return offer.model_copy(update={"hotel_name": EVIL, "address": EVIL}) if offer.kind == "hotel" else offer


async def test_every_booking_is_found_with_its_offer(booked: Any) -> None:
    """Two flights and a stay, in the order of travel, each with the offer that the ledger says was bought."""
    items = await booked_items(booked.trip, booked.ports)
    assert [type(i) for i in items] == [BookedFlight, BookedStay, BookedFlight]
    assert all(i.booking.total == i.offer.total_price for i in items)
    assert all(i.booking.option_id == i.offer.option_id for i in items)


async def test_offers_are_found_after_the_trip_changed(booked: Any) -> None:
    """A booking stays exportable when the plan has moved on: it is found by its own offer, not by the present choice."""
    changed = await do(booked.session, "t1", move("flight", which="return", date="2027-06-23"))
    assert changed.trip.itinerary.segments[1].depart_date == "2027-06-23"
    assert len(await booked_items(changed.trip, booked.ports)) == 3


async def test_a_calendar_shows_each_flight_at_its_airports_clock(booked: Any) -> None:
    """Start and end carry the zones of the airports, their VTIMEZONEs are in the file, and the instants are the offer's."""
    parsed = Calendar.from_ical((await export(booked.trip, "ics", booked.ports)).content)
    flights = [i for i in await booked_items(booked.trip, booked.ports) if isinstance(i, BookedFlight)]
    hops = [hop for i in flights for hop in i.offer.segments]
    events = [e for e in parsed.walk("VEVENT") if e.get("transp") is None]
    assert [(e.start, e.end) for e in events] == [(h.depart_at, h.arrive_at) for h in hops]
    zone_of = {code: booked.ports.places.airport(code).zone for hop in hops for code in (hop.origin, hop.destination)}
    assert [e["DTSTART"].params["TZID"] for e in events] == [zone_of[h.origin] for h in hops]
    assert [e["DTEND"].params["TZID"] for e in events] == [zone_of[h.destination] for h in hops]
    assert {"America/New_York", "Europe/Lisbon"} <= {str(z["TZID"]) for z in parsed.walk("VTIMEZONE")}


async def test_a_stay_is_its_nights(booked: Any) -> None:
    """A stay is whole days from check-in up to, not including, check-out, and does not block the calendar."""
    parsed = Calendar.from_ical((await export(booked.trip, "ics", booked.ports)).content)
    (stay,) = [e for e in parsed.walk("VEVENT") if e.get("transp") == "TRANSPARENT"]
    offer = next(i.offer for i in await booked_items(booked.trip, booked.ports) if isinstance(i, BookedStay))
    assert (stay.start, stay.end) == (offer.check_in, offer.check_out)
    assert isinstance(stay.start, date)


async def test_uids_are_stable_and_a_cancellation_cancels_its_events(booked: Any) -> None:
    """The same booking gives the same bytes; cancelled, the same UIDs with a higher sequence."""
    before = (await export(booked.trip, "ics", booked.ports)).content
    assert before == (await export(booked.trip, "ics", booked.ports)).content
    gone = [
        i._replace(booking=i.booking.model_copy(update={"status": "cancelled"}))
        for i in await booked_items(booked.trip, booked.ports)
    ]
    after = Calendar.from_ical(calendar(booked.trip, tuple(gone), booked.ports.places)).walk("VEVENT")
    first = Calendar.from_ical(before).walk("VEVENT")
    assert [e["UID"] for e in after] == [e["UID"] for e in first]
    assert len({e["UID"] for e in first}) == len(first)
    assert {(e["STATUS"], e["SEQUENCE"]) for e in after} == {("CANCELLED", 1)}


async def test_totals_say_what_was_paid_what_came_back_and_the_difference(booked: Any) -> None:
    """After a part was cancelled: the whole price was paid for it too, and its refund is said at its line."""
    items = await booked_items(booked.trip, booked.ports)
    prices = [i.booking.total for i in items]
    paid = sum(p.amount for p in prices)
    (tax,) = (i.offer.due_at_property.amount for i in items if isinstance(i, BookedStay))
    whole = [f"Total: US${paid + tax:,.2f}", f"Paid: US${paid:,.2f}", f"To pay at the hotel: US${tax:,.2f}"]
    assert sheet(booked.trip, items, booked.ports.places)["sums"] == whole  # as the receipt has it
    for back in (Decimal(0), Decimal(5)):
        refund = prices[0].model_copy(update={"amount": back})
        gone = items[0].booking.model_copy(update={"status": "cancelled", "refund": refund})
        part = (items[0]._replace(booking=gone), *items[1:])
        made = sheet(booked.trip, part, booked.ports.places)
        sums = [f"Paid: US${paid:,.2f}", f"Refunded: US${back:,.2f}", f"Net: US${paid - back:,.2f}"]
        assert made["sums"] == [*sums, whole[2]]
        assert [row["refund"] for row in made["rows"]] == [f"Refunded: US${back:,.2f}", "", ""]
        html = mail(booked.trip, part, booked.ports.places).decode()
        assert all(line in html for line in made["sums"])
        assert pdf(booked.trip, part, booked.ports.places).startswith(b"%PDF")


async def test_a_printed_itinerary_says_it_all(booked: Any) -> None:
    """The PDF holds names, references, total and the note that it is simulated, and the map is drawn in it."""
    made = await export(booked.trip, "pdf", booked.ports)
    assert made.filename == "Lisbon-2027-06-14.pdf"
    reader = pypdf.PdfReader(io.BytesIO(made.content))
    text = " ".join("".join(page.extract_text() for page in reader.pages).split())
    for item in await booked_items(booked.trip, booked.ports):
        assert str(item.booking.locator) in text
    assert "Ann Smith" in text
    for said in ("Simulated", "BOS", "not refundable; no changes", "1 × Standard double room", ", for "):
        assert said in text
    assert "Date of issue: Mon 1 Mar 2027 · Paid with: Simulated Visa ending in 4242" in text


async def test_the_mail_stands_alone(booked: Any) -> None:
    """Styles are inline and nothing is loaded from anywhere."""
    html = (await export(booked.trip, "html", booked.ports)).content.decode()
    assert "<style" not in html
    assert 'style="' in html
    assert not re.search(r"<(?:img|link|iframe)\b|\bsrc=|url\(", html)
    for item in await booked_items(booked.trip, booked.ports):
        assert str(item.booking.locator) in html


async def test_structured_data_adds_up(booked: Any) -> None:
    """One reservation per flight and stay in schema.org's terms; their prices sum to what was paid."""
    found = json.loads((await export(booked.trip, "jsonld", booked.ports)).content)
    items = await booked_items(booked.trip, booked.ports)
    hops = sum(len(i.offer.segments) for i in items if isinstance(i, BookedFlight))
    kinds = [r["@type"] for r in found]
    assert (kinds.count("FlightReservation"), kinds.count("LodgingReservation")) == (hops, 1)
    assert {r["reservationStatus"] for r in found} == {"https://schema.org/ReservationConfirmed"}
    assert {p["name"] for p in found[0]["underName"]} == {"Ann Smith", "Bob Smith"}
    paid = sum((i.booking.total.amount for i in items), Decimal(0))
    assert sum((Decimal(r["totalPrice"]) for r in found if "totalPrice" in r), Decimal(0)) == paid
    assert found[0]["reservationFor"]["departureTime"].endswith("-04:00")


async def test_a_hotels_name_stays_a_name(booked: Any) -> None:
    """A hostile name is text in mail, structured data and print."""
    items = await booked_items(booked.trip, replace(booked.ports, offers=Hostile(booked.ports.offers)))
    html = mail(booked.trip, items, booked.ports.places).decode()
    assert "<img" not in html
    assert html.count("<script") == 1
    assert "</script>" not in json_ld(booked.trip, items, booked.ports.places)
    text = "".join(
        p.extract_text() for p in pypdf.PdfReader(io.BytesIO(pdf(booked.trip, items, booked.ports.places))).pages
    )
    assert "#panic" in text


def _spoken(trip: TripIntent, language: str, locale: str) -> TripIntent:
    request = trip.request.model_copy(update={"language": language, "locale": locale})
    return trip.model_copy(update={"request": request})


async def test_dates_and_prices_follow_the_conversation(booked: Any) -> None:
    """The language of the conversation, in the region of the traveller's locale where the two fit."""
    items = await booked_items(booked.trip, booked.ports)

    def first_day(language: str, locale: str) -> str:
        return sheet(_spoken(booked.trip, language, locale), items, booked.ports.places)["rows"][0]["day"]

    assert first_day("de", "de-AT") == "Mo. 14. Juni 2027"
    assert first_day("de", "en-US") == "Mo. 14. Juni 2027"
    assert first_day("en", "xx-nonsense") == "Mon 14 Jun 2027"


@pytest.mark.parametrize(
    ("language", "title", "reference", "note"),
    [("es", "Itinerario", "Referencia:", "Simulación"), ("de", "Reiseplan", "Buchungscode:", "Simuliert")],
)
async def test_every_export_speaks_the_language_of_the_conversation(
    booked: Any, language: str, title: str, reference: str, note: str
) -> None:
    """Calendar, print and mail have their headings and the note in the traveller's language, and no English ones."""
    trip = _spoken(booked.trip, language, "en-US")
    made = {form: (await export(trip, form, booked.ports)).content for form in ("ics", "html", "pdf")}
    printed = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made["pdf"])).pages)
    descriptions = " ".join(str(e["DESCRIPTION"]) for e in Calendar.from_ical(made["ics"]).walk("VEVENT"))
    body = made["html"].decode().partition("<body")[2]
    for text in (body, " ".join(printed.split()), f"{title} {descriptions}"):
        for words in (title, reference, note):
            assert words in text
        assert not re.search(r"Itinerary|Reference|Simulated:|double room|cabin bag|refundable|sleeps| to ", text)
    assert f"X-WR-CALNAME:{title}" in made["ics"].decode()
    assert f'<html lang="{language}"' in made["html"].decode()


async def test_nothing_booked_is_said(session: Session) -> None:
    """There is no empty itinerary."""
    with pytest.raises(ExportError, match="nothing is booked yet"):
        await export(TripIntent(trip_id="t0"), "pdf", session.ports)
    with pytest.raises(ExportError, match="choose one of ics, pdf, html, jsonld"):
        await export(TripIntent(trip_id="t0"), "docx", session.ports)  # type: ignore[arg-type]


NOW = ["--now", "2027-03-01T09:00:00+00:00"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(main, [*args, *NOW])


@pytest.fixture
def thread(run: Any) -> str:
    """A conversation whose trip was bought at the command line."""
    with SyncSession(Settings(now=datetime(2027, 3, 1, 9, tzinfo=UTC))) as session:
        for act in (
            plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2),
            choose(1),
            hold(),
            people(ANN, BOB),
        ):
            waiting = session.event("t1", act).interrupt
        assert waiting is not None
        session.approve("t1", Answer(confirmations=tuple(c["id"] for c in waiting.args["confirmations"])))
    return "t1"


def test_a_file_or_standard_output_gets_the_bytes(run: Any, thread: str, tmp_path: Path) -> None:
    """The same calendar goes to a file and to a pipe, and nothing else goes to the pipe."""
    piped = run("export", "--thread", thread, "--format", "ics")
    assert piped.exit_code == 0, piped.output
    assert len(Calendar.from_ical(piped.stdout_bytes).walk("VEVENT")) >= 3
    assert run("export", "--thread", thread, "--format", "ics", "--out", "trip.ics").exit_code == 0
    assert (tmp_path / "trip.ics").read_bytes() == piped.stdout_bytes


def test_refusals_are_one_sentence(run: Any, thread: str) -> None:
    """An unknown conversation and a file that cannot be written end with exit code 2 and a sentence."""
    unknown = run("export", "--thread", "nope", "--format", "pdf")
    assert (unknown.exit_code, "there is no conversation 'nope'" in unknown.stderr) == (2, True)
    nowhere = run("export", "--thread", thread, "--format", "ics", "--out", "no/such/folder/trip.ics")
    assert (nowhere.exit_code, nowhere.stderr.startswith("tripintent: ")) == (2, True)
