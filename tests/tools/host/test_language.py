"""A host's own extractor and questions, over its tools."""

from datetime import date

import pytest

from tripintent.state.trip import TripIntent
from tripintent.tools.host.language import HostLanguage
from tripintent.tools.ports.language import HeardByHost, Language

TODAY = date(2026, 1, 10)
SEVERAL = [
    {"origin": "JFK", "destination": "SFO", "depart_date": "2026-03-11"},
    {"origin": "SFO", "destination": "LIS", "depart_date": "2026-03-14"},
    {"origin": "LIS", "destination": "JFK", "depart_date": "2026-03-20"},
]


class Inner(Language):
    """Words plainly."""

    async def ask(self, missing, facts, language):
        return f"ask {list(missing)}"

    async def phrase(self, kind, facts, language):
        return kind

    async def detect(self, text, thread=None):
        return "pt"


@pytest.fixture
def language(caller):
    return HostLanguage(caller, Inner())


async def heard(language, text="to Lisbon", trip=None):
    return await language.heard(text, trip or TripIntent(), TODAY, ())


async def test_a_whole_trip(host, language):
    """Legs there and back are a plain trip; counts, limits and wishes are taken; what is null was not said."""
    host.answers["trip_requirements_extract"] = {
        "trip_intent": {
            "trip_type": "round_trip",
            "segments": [
                {"origin": {"code": "JFK"}, "destination": {"code": "LIS"}, "depart_date": "2026-03-11"},
                {"origin": "LIS", "destination": "JFK", "depart_date": "2026-03-16"},
            ],
            "travelers": {"adults": 4, "children": None},
            "cabin": "business",
            "constraints": {"budget_total": {"amount": "3000", "currency": "EUR"}, "max_stops": 0},
        },
        "missing_required_fields": [],
    }
    changes = (await heard(language)).changes
    assert changes["stops"] == [{"place": "LIS"}]
    assert (changes["origin"], changes["party"]) == ("JFK", {"adults": 4})
    assert (changes["depart"], changes["return_day"]) == ({"day": "2026-03-11"}, {"day": "2026-03-16"})
    assert changes["flights"] == {"cabin": "business", "max_stops": 0}
    assert changes["budget"]["trip"] == {"amount": "3000", "currency": "EUR"}


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        ({"segments": SEVERAL}, {"legs": 3}),
        ({"segments": [None, {"depart_date": "2026-03-15"}]}, {"legs": [{"leg": 2, "day": {"day": "2026-03-15"}}]}),
        ({"lodging": {"star_min": 4}}, {"lodging": {"stars_min": 4}}),
        ({"constraints": {"stars": 3}}, {"lodging": {"stars_min": 3}}),
        ({"stays": [{"rooms": 2, "location_hint": "river"}]}, {"lodging": {"rooms": 2, "area": "river"}}),
    ],
)
async def test_partial_rows_change_their_fields_alone(host, language, said, changes):
    """A correction to one leg or stay is kept field by field, and everything else stays as it was."""
    host.answers["trip_requirements_extract"] = {"trip_intent": said}
    found = dict((await heard(language)).changes)
    if changes == {"legs": 3}:
        assert [one["destination"] for one in found["legs"]] == ["SFO", "LIS", "JFK"]
        return
    assert found == changes


async def test_the_hosts_own_questions_are_handed_on(host, language):
    """Three at most, one line each."""
    asked = ["Is it for work?", "Which office?", "Who pays?\nAnd how?", "Anything else?"]
    host.answers["trip_requirements_extract"] = {"trip_intent": {}, "clarifying_questions": asked}
    assert (await heard(language)).questions == ("Is it for work?", "Which office?", "Who pays? And how?")


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
async def test_who_holds_the_conversation_reads_where_the_host_fails(host, language, reply):
    """A host that fails or answers nonsense never breaks a turn: nothing is read by it."""
    host.answers["trip_requirements_extract"] = reply
    assert await heard(language) == HeardByHost()


async def test_questions(host, language):
    """The host words the questions; where it fails the engine behind does, and messages are always worded there."""
    host.answers["generate_followup_questions"] = {"output": {"message": "Where from?"}}
    facts = {"trip_intent": {"destination": "LIS"}, "user_message": "to Lisbon"}
    assert await language.ask(["origin"], facts, "en") == "Where from?"
    assert host.sent == {"missing": ["origin"], **facts}
    host.answers["generate_followup_questions"] = {"output": {"message": ""}}
    assert await language.ask(["origin"], {}, "en") == "ask ['origin']"
    assert (await language.phrase("held", {}, "en"), await language.detect("olá")) == ("held", "pt")


async def test_only_one_of_the_tools(host, caller):
    """A host that answers one of the two tools is not asked for the other."""
    language = HostLanguage(caller, Inner(), extracts=False, asks=False)
    assert await heard(language) == HeardByHost()
    assert await language.ask(["origin"], {}, "en") == "ask ['origin']"
    assert host.calls == []
