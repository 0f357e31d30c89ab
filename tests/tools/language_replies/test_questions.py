"""Questions about what is missing or wrong, in six languages."""

import re

from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.language.replies.wording import ask

PATHS = (
    "itinerary.segments", "itinerary.segments[0].origin.code", "itinerary.segments[0].destination.code",
    "itinerary.segments[0].depart_date", "itinerary.segments[1].origin.code",
    "itinerary.segments[1].destination.code", "itinerary.segments[1].depart_date", "party.travelers.adults",
    "itinerary.lodging.check_in", "itinerary.lodging.check_out", "itinerary.lodging.stays[0].location_code",
    "itinerary.lodging.stays[1].check_in", "itinerary.lodging.stays[1].check_out",
)  # fmt: skip


def test_every_missing_path_is_asked_in_its_own_words(language: str):
    """A path is never shown: each has a question, and no two questions are the same."""
    said = [ask([path], {}, language) for path in PATHS]
    assert len(set(said)) == len(PATHS)
    assert not any(re.search(r"itinerary|party|[{}\[\]]", text) for text in said)
    assert all("?" in text for text in said)


def test_at_most_three_questions(language: str):
    """However much is missing, one message asks for three things, numbered, after one lead."""
    lines = ask(PATHS, {}, language).splitlines()
    assert lines[0] == texts_of(language).questions["lead"]
    assert [line[:3] for line in lines[1:]] == ["1. ", "2. ", "3. "]


def test_one_question_stands_alone(language: str):
    """A single question needs neither lead nor number."""
    assert ask(["party.travelers.adults"], {}, language) == texts_of(language).questions["adults"]


def test_both_hotel_dates_are_one_question(language: str):
    """Check-in and check-out are asked for together, with the way out of needing a hotel at all."""
    paths = ["itinerary.lodging.check_in", "itinerary.lodging.check_out"]
    assert ask(paths, {}, language) == texts_of(language).questions["lodging_dates"]


def test_the_second_leg_of_a_round_trip_is_the_way_back(language: str):
    """One who said "round trip" is asked when to come back, not for the day of leg 2."""
    path = "itinerary.segments[1].depart_date"
    assert ask([path], {"trip_type": "round_trip"}, language) == texts_of(language).questions["return_date"]
    wrong = {"trip_type": "round_trip", "invalid": {path: {"code": "in_past", "value": "2026-01-02"}}}
    assert texts_of(language).fields["return_"] in ask([f"invalid:{path}"], wrong, language)


def test_wrong_dates_are_written_as_days(language: str):
    """An ISO date is for programs; what is no date is repeated as it was said."""
    path = "itinerary.segments[0].depart_date"
    text = ask([f"invalid:{path}"], {"invalid": {path: {"code": "in_past", "value": "2027-03-07"}}}, language)
    assert "2027-03-07" not in text
    assert "2027" in text
    assert texts_of(language).fields["depart_date"] in text
    odd = ask([f"invalid:{path}"], {"invalid": {path: {"code": "not_a_date", "value": "2027-02-31"}}}, language)
    assert "2027-02-31" in odd


def test_every_wrong_value_is_a_question(language: str):
    """Whatever is wrong, the traveller is asked for the right value."""
    for code in texts_of(language).invalid:
        facts = {"invalid": {"party.travelers.adults": {"code": code, "value": "12"}}}
        text = ask(["invalid:party.travelers.adults"], facts, language)
        assert "?" in text
        assert not re.search(r"[{}]", text)


def test_without_facts_a_question_is_asked_all_the_same(language: str):
    """A caller that passes no facts gets a question, not an error."""
    for path in ("invalid:party.travelers.adults", "constraints.something"):
        assert "?" in ask([path], {}, language)
