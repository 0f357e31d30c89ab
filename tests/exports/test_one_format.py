"""One booked trip through every door: a price, a departure, a deadline and a town are written the same in each."""

import ast
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from tests.acts import ANN, BOB, agree, cheapest, do, hold, people, plan

import tripintent
from tripintent.app.cli.rendering import card_lines, terminal_lines
from tripintent.app.exports import booked_items, export
from tripintent.app.exports.mail import mail
from tripintent.app.http.localized import Localized, Timed, cities_of
from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.languages import LANGUAGES
from tripintent.state.money import Money, payable
from tripintent.tools.formats import formats_of
from tripintent.tools.language.replies.items import Formats
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.toolbox.searched import title_of

ENGLISH, STATES = formats_of("en"), formats_of("en-US")


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    settings = Settings(data_dir=tmp_path, language="offline", locale="en-US", now=datetime(2027, 3, 1, 9, tzinfo=UTC))
    async with open_session(settings) as session:
        yield session


async def test_a_booked_trip_reads_the_same_at_every_door(session: Session) -> None:
    """The list of options, the approval in chat, on the command line and on the approver's page, the receipt, and the exports."""
    offered = await do(session, "t1", plan("Boston", "Rome", "2027-06-14", "2027-06-21", adults=2))
    asked = await do(session, "t1", cheapest, hold(), people(ANN, BOB))
    assert asked.interrupt is not None
    args = asked.interrupt.args
    bought = await agree(session, "t1")
    ports, trip = session.ports, bought.trip
    items = await booked_items(trip, ports)
    flight, total = items[0].offer, ENGLISH.money(args["total"])
    leaves = f"{ENGLISH.day(flight.depart_at)} {ENGLISH.clock(flight.depart_at)}"

    cards = (card_lines(args), terminal_lines(args), str(asked.interrupt.value["message"]))
    assert not [one for one in args["confirmations"] for text in cards if one["id"] in text], (
        "people confirm by number or text"
    )
    for text in (offered.said[-1].text, *cards, bought.said[-1].text):
        assert total in text, text
    html, letter = (await export(trip, "html", ports)).content.decode(), mail(trip, items, ports.places)
    for text in (html, str(letter)):
        assert all(part in text for part in (STATES.day(flight.depart_at), STATES.clock(flight.depart_at)))
    assert leaves in title_of(flight)
    assert all(STATES.day(flight.depart_at) in text and STATES.clock(flight.depart_at) in text for text in cards)
    assert STATES.clock(flight.depart_at) in offered.said[-1].text
    here = STATES.deadline(
        datetime.fromisoformat(args["expires_at"]).astimezone(ZoneInfo("America/New_York")), "New York"
    )
    assert all(here in text for text in cards), "a card has the clock of the traveller's home"
    assert here in Timed("en-US", "America/New_York").moment(args["expires_at"])
    events = Calendar.from_ical((await export(trip, "ics", ports)).content).walk("VEVENT")
    assert flight.depart_at in [event.decoded("DTSTART") for event in events]


@pytest.mark.parametrize("language", ["en", "de", "it", "fr"])
async def test_a_town_has_one_name_in_a_language(session: Session, language: str) -> None:
    """A trip's cities beside the conversation are called what replies call them: Rom, not Rome."""
    cities = cities_of(["FCO", "LIS"], session.ports.places, language)
    assert cities == [Formats(texts_of(language)).town(name) for name in ("Rome", "Lisbon")]


@pytest.mark.parametrize(
    ("language", "price", "moment"),
    [
        ("en", "$1,234.50", "Mon 14 Jun 2027 17:15 UTC"),
        ("de", "1.234,50\N{NO-BREAK SPACE}$", "Mo. 14. Juni 2027 17:15 UTC"),
        ("fr", "1\N{NARROW NO-BREAK SPACE}234,50\N{NO-BREAK SPACE}$US", "lun. 14 juin 2027 17:15 UTC"),
        ("pt", "US$\N{NO-BREAK SPACE}1.234,50", "seg. 14 de jun. de 2027 17:15 UTC"),
    ],
)
def test_each_language_has_its_own_forms(language: str, price: str, moment: str) -> None:
    """Amounts and days are the language's; times have 24 hours in all of them."""
    formats = formats_of(language)
    assert formats.money({"amount": "1234.50", "currency": "USD"}) == price
    assert formats.moment("2027-06-14T17:15:30.123456+00:00") == moment


@pytest.mark.parametrize("total", ["1764.09", "1764.10"])
def test_a_share_is_rounded_half_up(total: str) -> None:
    """Half a cent goes up wherever shares are told, as a converted amount is rounded."""
    assert ENGLISH.money(Money(amount=Decimal(total)).share(2)) == "$882.05"
    assert Money(amount=Decimal(3), currency="JPY").share(2) == payable(Decimal("1.5"), "JPY")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_handed_the_patterns_and_names_of_its_language(language: str) -> None:
    """A page that fills in the patterns writes a day as replies do."""
    pages, formats, day = formats_of(language).for_page(), formats_of(language), date(2027, 6, 14)
    parts = {"y": str(day.year), "d": str(day.day)}

    def filled(pattern: object) -> str:
        return re.sub(r"'([^']*)'|E+|M+|y|d", lambda one: one[1] or parts.get(one[0]) or named(one[0]), str(pattern))

    def named(token: str) -> str:
        names = pages[token]
        assert isinstance(names, list)
        return str(names[day.weekday() if token[0] == "E" else day.month - 1])

    written = [filled(pages[name]) for name in ("day", "short_day", "long_day", "date")]
    assert written == [write(day) for write in (formats.day, formats.short_day, formats.long_day, formats.full_date)]


def test_an_arrival_says_by_how_many_days_it_is_later() -> None:
    """The day is counted by the clocks of both places."""
    leaves, lands = datetime(2027, 6, 14, 18, 30), datetime(2027, 6, 15, 5, 50)  # noqa: DTZ001 - local times of the places
    assert [ENGLISH.arrival(leaves, lands), ENGLISH.arrival(leaves, leaves)] == ["05:50 (+1)", "18:30"]


MACHINE = {
    "tools/toolbox/days.py": "times of a plan's segments, ISO 8601",
    "state/concierge/hours.py": "opening hours as they are stored",
    "state/concierge/parameters.py": "a date as an interface wants it",
    "state/unwanted.py": "times that are compared",
    "tools/desk/by_hand.py": "a refusal for an operator, to the second",
    "tools/front_desk/availability.py": "a date as an interface wants it",
    "tools/language/model_desk/prompts.py": "told to a model",
    "tools/front_desk/rooms.py": "told to a model",
    "tools/imports/repeats.py": "the end of a rule in a calendar file",
    "tools/toolbox/meetings.py": "a fact that a model is told",
    "tools/ledger/anchoring.py": "a finding for an operator, to the second",
    "tools/ranking/fit.py": "times that are compared",
    "tools/risk/connections.py": "times that are compared",
    "tools/suppliers/duffel/offers.py": "a supplier's itinerary in a refusal",
    "tools/suppliers/embedded/sales_service.py": "keys of a table",
    "tools/suppliers/embedded/timetable.py": "keys of a table",
    "tools/suppliers/shared/questions.py": "times that are compared",
}
"""Modules that write a date or a time otherwise, for a machine, and what for."""


def test_only_the_formatter_writes_dates_and_amounts_for_people() -> None:
    """No other product module formats through Babel or strftime, and a module that need not be excused is not."""
    root = Path(tripintent.__path__[0])
    found = {
        path.relative_to(root).as_posix()
        for folder in ("app", "graph", "nodes", "state", "tools")
        for path in (root / folder).rglob("*.py")
        if any(_writes(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    }
    assert found - {"tools/formats.py"} == MACHINE.keys()


_DATE = re.compile(r"%[aAbBdHIjmMpSyYZ]")


def _writes(node: ast.AST) -> bool:
    """Say whether a node imports one of Babel's formats, calls strftime, or has a date's format in an f-string."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("babel"):
        return any(name.name.startswith("format_") for name in node.names)
    if isinstance(node, ast.Attribute):
        return node.attr == "strftime"
    return isinstance(node, ast.FormattedValue) and any(_DATE.search(text) for text in _spec(node))


def _spec(node: ast.FormattedValue) -> Iterator[str]:
    parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))


def test_the_united_states_have_their_own_days_and_hours() -> None:
    """A flight's title, a deadline and what the page is handed: June 14, 6:30 pm; the rest of English stays as it was."""
    states = Formats(texts_of("en-US"))
    title = "Flight BOS–EWR–LIS, Mon 14 Jun 2027 18:30, Fable Air FA 1"
    six = datetime(2027, 6, 14, 18, tzinfo=ZoneInfo("Europe/Lisbon"))
    assert Localized("en-US").title(title) == "Flight Boston – Lisbon, Mon, Jun 14, 2027 6:30 pm, Fable Air FA 1"
    assert Localized("en").title(title) == "Flight Boston – Lisbon, Mon 14 Jun 2027 18:30, Fable Air FA 1"
    assert states.respelt("Ritz, room, 14 Jun to 21 Jun 2027") == "Ritz, room, Jun 14 to Jun 21, 2027"
    assert [states.deadline(six, "Lisbon"), ENGLISH.deadline(six, "Lisbon")] == [
        "June 14, 6 pm Lisbon time",
        "14 June, 18:00 Lisbon time",
    ]
    assert formats_of("de").deadline(six, "Lissabon") == "14. Juni, 18:00 Uhr (Ortszeit Lissabon)"
    assert (states.clock("00:05"), states.for_page()["clock"]) == ("12:05 am", "h:mm a")
