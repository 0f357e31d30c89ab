"""ParseResult and asking through a host."""

from decimal import Decimal

import pytest

from tripintent.state.frame import Frame, Leg, Place, Visit, When
from tripintent.state.framing import built
from tripintent.tools.host.language import HostLanguage
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest


class Inner(Language):
    """An engine that reads a room and words plainly."""

    async def extract(self, hearing):
        frame = hearing.frame.model_copy(update={"rooms": 2})
        return ParseResult(frame=frame, changed=("rooms",), stance="yes", question="is it far?")

    async def ask(self, missing, facts, language):
        return f"ask {list(missing)}"

    async def phrase(self, kind, facts, language):
        return kind

    async def detect(self, text, thread=None):
        return "pt"


@pytest.fixture
def language(caller, places):
    return HostLanguage(caller, Inner(), places)


@pytest.fixture
def heard(today):
    return lambda text="to Lisbon", frame=None: ReadRequest(text=text, frame=frame or Frame(), today=today)


async def test_a_whole_trip(host, language, heard):
    """Places are resolved, dates are days, counts and limits are taken; stance and question come from the engine behind."""
    host.answers["trip_requirements_extract"] = {
        "trip_intent": {
            "trip_type": "round_trip",
            "segments": [
                {"origin": {"code": "JFK"}, "destination": {"code": "LIS"}, "depart_date": "2026-03-11"},
                {"origin": "LIS", "destination": "JFK", "depart_date": "2026-03-16"},
            ],
            "stays": [{"location_code": "LIS", "check_in": "2026-03-12", "check_out": "2026-03-16"}],
            "travelers": {"adults": 4, "children": None},
            "cabin": "business",
            "constraints": {"budget_total": {"amount": "3000", "currency": "EUR"}, "max_stops": 0},
        },
        "missing_required_fields": [],
    }
    reading = await language.extract(heard())
    frame = reading.frame
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("JFK", ["LIS"])
    assert (frame.depart.day, frame.return_.day, frame.check_in.day) == ("2026-03-11", "2026-03-16", "2026-03-12")
    assert (frame.visits[0].arrive.day, frame.visits[0].leave.day) == ("2026-03-12", "2026-03-16")
    assert (frame.adults, frame.children, frame.cabin, frame.trip_type) == (4, None, "business", "round_trip")
    assert (frame.budget, frame.currency, frame.max_stops, frame.rooms) == (Decimal(3000), "EUR", 0, None)
    assert (reading.engine, reading.stance, reading.question) == ("host", "yes", "is it far?")
    assert "children" not in reading.changed


async def test_a_partial_correction_keeps_the_rest(host, language, heard):
    """Only what the host says changes; a new origin does not wipe the destination, a new place keeps its dates."""
    place = Place(said="Lisbon", name="Lisbon", kind="airport", code="LIS")
    known = Frame(visits=(Visit(place=place, nights=3),), depart=When(said="May 5", day="2026-05-05"), adults=2)
    host.answers["trip_requirements_extract"] = {"trip_intent": {"origin": "New York", "destination": "SFO"}}
    reading = await language.extract(heard(frame=known))
    assert reading.frame.origin.code == "JFK"
    assert [(v.place.code, v.nights) for v in reading.frame.visits] == [("SFO", 3)]
    assert (reading.frame.depart, reading.frame.adults) == (known.depart, 2)
    assert set(reading.changed) == {"origin", "visits"}
    assert host.sent["context"]["current_intent"]["destination"] == "LIS"


async def test_several_legs(host, language, heard):
    """A longer itinerary keeps its legs."""
    segments = [
        {"origin": "JFK", "destination": "SFO", "depart_date": "2026-03-11"},
        {"origin": "SFO", "destination": "LIS", "depart_date": "2026-03-14", "transport_mode": "broomstick"},
        {"origin": "LIS", "destination": "JFK", "depart_date": "2026-03-20", "transport_mode": "flight"},
    ]
    host.answers["trip_requirements_extract"] = {"trip_intent": {"segments": segments}}
    frame = (await language.extract(heard())).frame
    assert [(leg.origin.code, leg.depart.day, leg.mode) for leg in frame.legs] == [
        ("JFK", "2026-03-11", None),
        ("SFO", "2026-03-14", None),
        ("LIS", "2026-03-20", "flight"),
    ]
    assert [v.place.code for v in frame.visits] == ["SFO", "LIS"]


def place(code):
    return Place(
        said=code, name={"JFK": "New York", "SFO": "San Francisco", "LIS": "Lisbon"}[code], kind="airport", code=code
    )


def on(day):
    return When(said=day, day=day)


def leg(a, b, day):
    return Leg(origin=place(a), destination=place(b), depart=on(day))


LEGS = (leg("JFK", "SFO", "2026-03-11"), leg("SFO", "LIS", "2026-03-14"), leg("LIS", "JFK", "2026-03-20"))
THREE = Frame(legs=LEGS, origin=place("JFK"), visits=(Visit(place=place("SFO")), Visit(place=place("LIS"))))
TWO = Frame(
    origin=place("JFK"),
    visits=(Visit(place=place("SFO"), nights=3), Visit(place=place("LIS"), arrive=on("2026-03-14"))),
    depart=on("2026-03-11"),
    return_=on("2026-03-20"),
)
ROWS = [
    (
        "a null row stays",
        THREE,
        {"segments": [None, {"depart_date": "2026-03-15"}]},
        {"legs[1].depart.day": "2026-03-15"},
    ),
    (
        "a leg is known by its ends",
        THREE,
        {"segments": [{"origin": "LIS", "destination": "JFK", "depart_date": "2026-03-22"}]},
        {"legs[2].depart.day": "2026-03-22"},
    ),
    ("a leg's mode", THREE, {"segments": [None, None, {"transport_mode": "train"}]}, {"legs[2].mode": "train"}),
    (
        "one of several stops",
        TWO,
        {"segments": [{"destination": "LIS", "depart_date": "2026-03-15"}]},
        {"visits[1].arrive.day": "2026-03-15"},
    ),
    (
        "a stay is known by its place",
        TWO,
        {"stays": [{"destination": "Lisbon", "check_out": "2026-03-19"}]},
        {"visits[1].leave.day": "2026-03-19"},
    ),
    ("a stay by its number", TWO, {"stays": [None, {"number_of_nights": 4}]}, {"visits[1].nights": 4}),
    (
        "a stay of explicit legs",
        THREE,
        {"stays": [{"location_code": "LIS", "check_out": "2026-03-19"}]},
        {"visits[1].leave.day": "2026-03-19"},
    ),
    ("stars", TWO, {"lodging": {"star_min": 4}}, {"stars": 4}),
    ("stars of a stay", TWO, {"stays": [{"hotel_star_min": 4.5}]}, {"stars": 4.5}),
    ("stars of the limits", TWO, {"constraints": {"stars": 3}}, {"stars": 3}),
    ("rooms and area", TWO, {"stays": [{"rooms": 2, "location_hint": "river"}]}, {"rooms": 2, "area": "river"}),
]


def paths(value, at=""):
    """Return every leaf of a document by its path."""
    if isinstance(value, dict):
        return {k: v for name, one in value.items() for k, v in paths(one, f"{at}.{name}".lstrip(".")).items()}
    if isinstance(value, list | tuple):
        return {k: v for n, one in enumerate(value) for k, v in paths(one, f"{at}[{n}]").items()}
    return {at: value}


@pytest.mark.parametrize(("what", "before", "said", "changes"), ROWS, ids=[row[0] for row in ROWS])
async def test_partial_rows_change_their_fields_alone(host, language, heard, what, before, said, changes):
    """A correction to one leg or stay is kept field by field, and everything else stays as it was."""
    host.answers["trip_requirements_extract"] = {"trip_intent": said}
    after = (await language.extract(heard(frame=before))).frame
    old, new = paths(before.model_dump(exclude_defaults=True)), paths(after.model_dump(exclude_defaults=True))
    changed = {path: value for path, value in new.items() if old.get(path) != value and not path.endswith(".said")}
    assert changed == changes


def test_a_stay_between_legs_has_the_days_that_were_said_of_it():
    """One may arrive or leave a day apart from the flights."""
    visits = (THREE.visits[0], THREE.visits[1].model_copy(update={"leave": on("2026-03-19")}))
    stays = built(THREE.model_copy(update={"visits": visits}), {})["itinerary"]["lodging"]["stays"]
    assert [(s["location_code"], s["check_in"], s["check_out"]) for s in stays] == [
        ("SFO", "2026-03-11", "2026-03-14"),
        ("LIS", "2026-03-14", "2026-03-19"),
    ]


async def test_what_the_host_is_unsure_of_is_asked(host, language, heard):
    """A path that the host misses although it is set becomes a doubt."""
    host.answers["trip_requirements_extract"] = {
        "trip_intent": {"origin": "JFK"},
        "missing_required_fields": ["itinerary.segments[0].origin.code", "party.travelers.adults"],
    }
    reading = await language.extract(heard())
    assert [(d.slot, d.reason) for d in reading.doubts] == [("origin", "unsure")]


async def test_the_hosts_own_questions_are_handed_on(host, language, heard):
    """Three at most, one line each."""
    asked = ["Is it for work?", "Which office?", "Who pays?\nAnd how?", "Anything else?"]
    host.answers["trip_requirements_extract"] = {"trip_intent": {}, "clarifying_questions": asked}
    assert (await language.extract(heard())).clarifying == ("Is it for work?", "Which office?", "Who pays? And how?")


@pytest.mark.parametrize(
    "reply",
    [
        RuntimeError("boom"),
        {"success": False, "error": "down"},
        {"trip_intent": {"dates": {"departure_date": "someday"}}},
        {"trip_intent": {"travelers": {"adults": -1}}},
        {"message": "hello"},
    ],
)
async def test_the_engine_behind_stands_in(host, language, heard, reply):
    """A host that fails or answers nonsense never breaks a turn: the engine behind reads, and the reading says why."""
    host.answers["trip_requirements_extract"] = reply
    reading = await language.extract(heard())
    assert (reading.frame.rooms, reading.engine) == (2, "offline")
    assert reading.fallback.startswith("host: ")


async def test_questions(host, language):
    """The host words the questions; where it fails the engine behind does, and messages are always worded there."""
    host.answers["generate_followup_questions"] = {"output": {"message": "Where from?"}}
    facts = {"trip_intent": {"destination": "LIS"}, "user_message": "to Lisbon"}
    assert await language.ask(["origin"], facts, "en") == "Where from?"
    assert host.sent == {"missing": ["origin"], **facts}
    host.answers["generate_followup_questions"] = {"output": {"message": ""}}
    assert await language.ask(["origin"], {}, "en") == "ask ['origin']"
    assert (await language.phrase("held", {}, "en"), await language.detect("olá")) == ("held", "pt")


async def test_only_one_of_the_tools(host, caller, places, heard):
    """A host that answers one of the two tools is not asked for the other."""
    language = HostLanguage(caller, Inner(), places, extracts=False, asks=False)
    assert (await language.extract(heard())).frame.rooms == 2
    assert await language.ask(["origin"], {}, "en") == "ask ['origin']"
    assert host.calls == []
