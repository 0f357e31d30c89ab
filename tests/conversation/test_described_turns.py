"""The designer's three described turns, through the graph: a family's week in Paris, a boutique hotel, and the booking of it."""

from pathlib import Path
from typing import Any

from tests.app.conftest import NOW

from tripintent.app.opening import open_session
from tripintent.app.replies import fields_of
from tripintent.app.settings import Settings

JUNE = {"earliest": "2026-06-01", "latest": "2026-06-30"}
WEEK = {
    "stops": [{"place": "Paris", "nights": 7}],
    "depart": JUNE,
    "party": {"company": "family"},
    "interests": ["food", "history"],
}
STAY = {
    "flights_needed": False,
    "lodging": {"kinds": ["boutique"], "area": "city centre"},
    "budget": {"lodging": {"amount": "5000", "currency": "USD"}},
}
HEADS = {"party": {"adults": 2, "child_ages": [6, 9]}}
BORN = {"Ann": "1985-03-04", "Bob": "1983-07-09", "Tim": "2020-01-05", "Eva": "2016-10-07"}
PEOPLE = [{"given_name": name, "family_name": "Smith", "date_of_birth": born} for name, born in BORN.items()]
PEOPLE[0]["email"] = "ann@example.org"
NAMES = (
    "Ann Smith 4 March 1985, Bob Smith 9 July 1983, Tim Smith 5 January 2020, Eva Smith 7 October 2016, ann@example.org"
)
SCRIPT = (
    [("update_trip", WEEK)], "How many of you travel?", [("update_trip", STAY)],
    "And how many of you are children?", [("update_trip", HEADS)], "Which appeals to you?",
    [("choose", {"option": "1"}), ("hold", {})], "Who’s travelling?",
    [("set_travellers", {"people": PEOPLE}), ("hold", {})], "Shall I add a food tour?", [("release_hold", {})],
    "Anything else?",
)  # fmt: skip


async def test_a_model_holds_the_three_turns(talk: Any) -> None:
    """With a model that calls what the description says."""
    await the_three_turns((await talk(*SCRIPT))[0])


async def test_the_guide_holds_the_three_turns(tmp_path: Path) -> None:
    """Word for word, but for the hotel, which is the one on the list."""
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW)) as session:
        await the_three_turns(session)


async def test_a_change_that_was_refused_wrote_no_version(talk: Any) -> None:
    """What is not in the plan is not moved, and the reply says no more than that."""
    move = {"edits": [{"op": "move", "entry": "the Louvre", "day": "2026-06-05"}]}
    session, _ = await talk(
        [("update_trip", WEEK | {"origin": "Boston"})], "Who?", [("edit_itinerary", move)], "Which one?"
    )
    await session.say("t", "A week in Paris from Boston in June")
    turn = await session.say("t", "move the Louvre to Friday")
    assert [one.outcome.ok for one in turn.called] == [False]
    assert (turn.itinerary_updated, turn.segments_modified, turn.documents) == (False, (), {})


async def the_three_turns(session: Any) -> None:
    """A family has no number until it is said; no start is asked for beside the stay; what is held is in the plan at once."""
    turn = await session.say("t", "I'm planning a week in Paris for my family in June. We love food and history.")
    assert (turn.profile.travelers.kind, turn.profile.travelers.count, turn.profile.confidence) == ("family", None, 0.5)
    assert turn.profile.interests == ("food", "history")
    wish = "We prefer a boutique hotel in a central location. Budget is $5,000 for accommodations."
    turn = await session.say("t", wish)
    assert turn.profile.confidence == 0.7
    assert turn.trip.itinerary.lodging.location_hint == "city centre"
    assert turn.trip.constraints.budget_total is None
    assert "Where does the trip start" not in "\n".join(turn.messages)
    turn = await session.say("t", "2 adults and 2 children aged 6 and 9")
    assert not turn.itinerary_updated
    (card,) = [one for one in turn.said if one.kind == "options"]
    assert len(card.facts["options"]) == 3
    assert not any(one["flights"] or float(one["total"]["amount"]) > 5000 for one in card.facts["options"])
    hotel = card.facts["options"][0]["hotels"][0]
    turn = await session.say("t", f"{hotel['name'].removesuffix(' Paris')} looks great! Let's book that one.")
    assert turn.trip.working_memory.selected.bundle_id
    assert "Who’s travelling?" in "\n".join(turn.messages)
    turn = await session.say("t", NAMES)
    fields = fields_of(turn)
    (segment,) = turn.documents["itinerary"]["segments"]
    assert (segment["type"], segment["status"], segment["property"]["name"]) == ("HOTEL", "HELD", hotel["name"])
    assert (segment["startDatetime"][:7], segment["endDatetime"][:7]) == ("2026-06", "2026-06")
    assert (fields["itineraryUpdated"], fields["segmentsModified"]) == (True, [segment["id"]])
    assert turn.profile.confidence == 0.9
    assert "Your days" not in "\n".join(turn.messages)
    turn = await session.say("t", "let the hold go")
    assert (turn.itinerary_updated, turn.segments_modified) == (True, (segment["id"],))
