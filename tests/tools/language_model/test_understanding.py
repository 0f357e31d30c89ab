"""Operations of a model, checked against the message before they count."""

from decimal import Decimal

import pytest

from tripintent.state.events import BookedPart, UserSelectedBundle
from tripintent.state.frame import Frame, Place, SpecialRequest, TimeWindow, Visit, When
from tripintent.state.operations import Act, Question, Unread

PARIS = Place(said="Paris", name="Paris", kind="city", code="PAR", country="FR")
ROME = Place(said="Rome", name="Rome", kind="city", code="ROM", country="IT")
MAY_5 = When(said="May 5th", day="2026-05-05")


def place(name, said=None, slot="origin"):
    return {"op": "place", "slot": slot, "name": name, "said": said or name}


def stops(said, *named):
    listed = [one if isinstance(one, dict) else {"name": one, "said": one} for one in named]
    return {"op": "stops", "said": said, "stops": listed}


def day(slot, said, iso=None, **more):
    return {"op": "day", "slot": slot, "said": said, "day": iso, **more}


def number(slot, said, value):
    return {"op": "number", "slot": slot, "said": said, "value": value}


def want(slot, said, *values, polarity="require", **more):
    return {"op": "want", "slot": slot, "said": said, "values": values, "polarity": polarity, **more}


async def test_a_good_answer_fills_the_frame(reads):
    """Places come from the gazetteer, dates from code, each with the words it came from."""
    text = "My wife and I want to go from New York to Lisbon on May 5th, under $3k, business class"
    reading = await reads(
        text,
        place("New York"),
        stops("Lisbon", "Lisbon"),
        day("depart", "May 5th", "2026-05-05"),
        number("adults", "My wife and I", 2),
        {"op": "money", "slot": "budget", "said": "under $3k", "amount": 3000, "currency": "USD"},
        want("cabin", "business class", "business"),
    )
    frame = reading.frame
    assert (frame.origin.code, frame.visits[0].place.code) == ("NYC", "LIS")
    assert (frame.depart.day, frame.depart.said) == ("2026-05-05", "May 5th")
    assert (frame.adults, frame.budget, frame.currency, frame.cabin) == (2, Decimal(3000), "USD", "business")
    assert text[frame.evidence["origin"].start : frame.evidence["origin"].end] == "New York"
    assert set(reading.changed) == {"origin", "visits", "depart", "adults", "budget", "currency", "cabin"}
    assert (reading.reading.engine, reading.reading.fallback, reading.reading.use.tokens) == ("openai", None, 150)
    assert (reading.doubts, reading.reading.language) == ((), "en")


async def test_what_the_model_leaves_out_does_not_survive(reads):
    """What the offline reader would have read is not there: only what the model says counts."""
    reading = await reads("offline: to Lisbon", stops("to Lisbon", "Lisbon"))
    assert (reading.frame.rooms, reading.frame.visits[0].place.code) == (None, "LIS")


async def test_one_bad_value_loses_that_value_only(reads):
    """An operation that is none is dropped; its neighbours count."""
    wrong = [
        {"op": "fly", "said": "Lisbon"},
        {"op": "number", "slot": "moons", "said": "2", "value": 2},
        "Lisbon",
        None,
    ]
    reading = await reads("2 of us to Lisbon", *wrong, stops("Lisbon", "Lisbon"), number("travelers", "2 of us", 2))
    assert (reading.reading.fallback, reading.changed) == (None, ("visits", "travelers"))


async def test_quotes_must_stand_in_the_message(reads):
    """What the model says was said, and was not, is dropped."""
    reading = await reads(
        "I want to go to Lisbon",
        stops("Lisbon", "Lisbon", "Rome"),
        place("Paris"),
        day("depart", "May 5th", "2026-05-05"),
        number("adults", "two of us", 2),
        want("amenities", "pool", "pool"),
        {"op": "choice", "slot": "lodging_needed", "said": "no hotel", "value": "no"},
        {"op": "act", "said": "hold it", "do": "hold"},
    )
    assert reading.changed == ("visits",)
    assert [v.place.code for v in reading.frame.visits] == ["LIS"]
    assert len(reading.operations) == 1


async def test_a_quote_inside_a_word_is_none(reads):
    """A quote must be whole words: "Rome" is not said by "Romeo"."""
    assert (await reads("Romeo and I", stops("Rome", "Rome"))).changed == ()


async def test_an_invented_airport_is_dropped_and_asked_about(reads):
    """A place that the gazetteer does not know never gets a code, whatever the model calls it."""
    reading = await reads("to Xanadu please", stops("Xanadu", {"name": "XQZ", "said": "Xanadu"}))
    assert reading.frame.visits == ()
    assert [(d.slot, d.reason, d.text) for d in reading.doubts] == [("visits", "unknown_place", "Xanadu")]


async def test_a_misspelling_may_be_named_by_the_model(reads):
    """The model may spell a place; the gazetteer resolves it and the traveller's words are kept."""
    reading = await reads("to Lisbonn", stops("Lisbonn", {"name": "Lisbon", "said": "Lisbonn"}))
    assert (reading.frame.visits[0].place.code, reading.frame.visits[0].place.said) == ("LIS", "Lisbonn")


async def test_the_name_counts_and_not_the_first_word_of_the_quote(reads):
    """'Not Paris!! Rome' quoted as a whole is Rome: the name is resolved, and its words have to spell it."""
    reading = await reads("not Paris!! Rome", stops("not Paris!! Rome", {"name": "Rome", "said": "not Paris!! Rome"}))
    assert reading.frame.visits[0].place.code == "ROM"


async def test_a_guess_of_the_model_is_asked_about(reads):
    """A place that the words do not spell is offered, not taken."""
    reading = await reads("somewhere warm", stops("somewhere warm", {"name": "Lisbon", "said": "somewhere warm"}))
    assert reading.frame.visits == ()
    assert reading.doubts[0].options == ("Lisbon",)


@pytest.mark.parametrize(("said", "reason"), [("Texas", "region"), ("Birmingham", "ambiguous_place")])
async def test_large_and_ambiguous_places_are_asked_about(reads, said, reason):
    """A state, or a name that several places have, is kept as said and asked about."""
    reading = await reads(f"fly to {said}", stops(said, said))
    assert reading.frame.visits[0].place.code is None
    assert reading.doubts[0].reason == reason


@pytest.mark.parametrize(
    ("said", "iso", "day_", "options"),
    [
        ("tomorrow", "2026-03-03", "2026-03-03", None),
        ("tomorrow", None, "2026-03-03", None),
        ("tomorrow", "2026-03-04", None, ("2026-03-03", "2026-03-04")),
        ("the second Friday of May", "2026-05-08", "2026-05-08", None),
        ("the second Friday of May", "2026-05-09", None, ("2026-05-08", "2026-05-09")),
        ("the second Friday of May", "2026-02-30", "2026-05-08", None),
        ("8/5", "2026-05-08", "2026-05-08", None),
        ("when the snow melts", "2026-04-01", None, ()),
    ],
)
async def test_code_computes_days_and_the_model_has_to_agree(reads, said, iso, day_, options):
    """A day counts where code reads the same, or cannot read the words to their end and the calendar confirms the model's."""
    reading = await reads(f"leaving {said}", day("depart", said, iso))
    assert (reading.frame.depart and reading.frame.depart.day) == day_
    assert [d.options for d in reading.doubts] == ([] if options is None else [options])


async def test_the_bounds_of_an_open_range_are_the_calendars(reads):
    """Of two ranges that overlap, the one that code reads in the words counts."""
    reading = await reads("mid May", day("depart", "mid May", None, earliest="2026-05-10", latest="2026-05-20"))
    assert (reading.frame.depart.earliest, reading.frame.depart.latest) == ("2026-05-11", "2026-05-20")


@pytest.mark.parametrize(
    ("slot", "said", "value"),
    [("adults", "3 adults", 300), ("adults", "3 adults", 4), ("stars", "3 adults", 9), ("rooms", "3 adults", 2.5)],
)
async def test_figures_must_be_the_quoted_ones(reads, slot, said, value):
    """A count other than the quoted figure, or outside what is sane, is dropped."""
    assert (await reads("3 adults", number(slot, said, value))).changed == ()


@pytest.mark.parametrize(
    ("slot", "said", "value"),
    [("children", "6 and 3", 2), ("nights", "2 weeks", 14), ("adults", "my wife and I", 2)],
)
async def test_counts_of_other_words(reads, slot, said, value):
    """Children are counted by their ages, nights in weeks, and words without figures by the model."""
    assert getattr((await reads(said, number(slot, said, value))).frame, slot) == value


@pytest.mark.parametrize(
    ("said", "amount", "currency", "kept"),
    [
        ("2 lakh rupees", 200_000, "INR", (Decimal(200_000), "INR")),
        ("1.500,50 €", 1500.5, "EUR", (Decimal("1500.5"), "EUR")),
        ("$900", 900, "CAD", (Decimal(900), "CAD")),
        ("£900", 900, "USD", (Decimal(900), "GBP")),
        ("nine hundred quid", 900, "GBP", (Decimal(900), "GBP")),
        ("900 euros", 800, "EUR", (None, None)),
        ("900 euros", 900, "XXQ", (Decimal(900), None)),
    ],
)
async def test_amounts(reads, said, amount, currency, kept):
    """The figures are the quoted ones at a scale that words give; a symbol outweighs another currency."""
    money = {"op": "money", "slot": "budget", "said": said, "amount": amount, "currency": currency}
    frame = (await reads(f"at most {said}", money)).frame
    assert (frame.budget, frame.currency) == kept


async def test_a_child_counted_beside_its_age(reads):
    """The figure of "a child of 5" is an age that the message says: one child."""
    ages = {"op": "ages", "said": "a child of 5", "ages": [5]}
    assert (await reads("a child of 5", ages, number("children", "a child of 5", 1))).frame.children == 1


async def test_days_give_or_take(reads):
    """A range around the day that code reads is what was said, not a contradiction."""
    around = day("depart", "May 5th give or take 2 days", None, earliest="2026-05-03", latest="2026-05-07")
    reading = await reads("leaving May 5th give or take 2 days", around)
    assert (reading.frame.depart.earliest, reading.frame.depart.latest, reading.doubts) == (
        "2026-05-03",
        "2026-05-07",
        (),
    )


async def test_stops_keep_what_was_known_of_them(reads):
    """The whole list is said; stops known before keep their nights, also in another order."""
    before = Frame(visits=(Visit(place=PARIS, nights=3), Visit(place=ROME, nights=2)))
    listed = stops("Rome first", {"name": "Rome"}, {"name": "Paris"}, "Lisbon")
    reading = await reads("Rome first and Lisbon last", listed, frame=before)
    assert [(v.place.code, v.nights) for v in reading.frame.visits] == [("ROM", 2), ("PAR", 3), ("LIS", None)]


async def test_a_correction_keeps_what_was_said_of_the_only_stop(reads):
    """'Not Paris, Lyon' changes the place and leaves the rest."""
    before = Frame(visits=(Visit(place=PARIS, nights=3),), depart=MAY_5)
    reading = await reads("not Paris, Lyon", stops("Lyon", "Lyon"), frame=before)
    assert [(v.place.code, v.nights) for v in reading.frame.visits] == [("LYS", None)]
    assert (reading.frame.nights, reading.frame.depart) == (3, MAY_5)


async def test_wishes_in_the_words_of_the_trip(reads):
    """Amenities add up, what hotels do not list becomes a request, what is avoided is kept as such."""
    before = Frame(amenities=("pool",))
    reading = await reads(
        "free parking and a bowling alley, no basic economy, not via Paris, ideally 4 stars",
        want("amenities", "free parking and a bowling alley", "parking", "bowling alley"),
        want("fares", "no basic economy", "basic", polarity="avoid"),
        want("via", "not via Paris", "Paris", polarity="avoid"),
        want("cabin", "ideally", "spaceship"),
        frame=before,
    )
    frame = reading.frame
    assert (frame.amenities, frame.avoid_fares, frame.avoid_via) == (("pool", "parking"), ("basic",), ("PAR",))
    assert [(one.kind, one.to) for one in frame.requests] == [("bowling alley", "hotel")]
    assert frame.cabin is None


async def test_hours_requests_and_taking_back(reads):
    """Times of day, requests that no search fulfils, and what is unsaid."""
    before = Frame(budget=Decimal(500), currency="USD")
    reading = await reads(
        "not before 9, window seat, forget the budget",
        {"op": "hours", "slot": "depart_window", "said": "not before 9", "start": "09:00"},
        {"op": "request", "said": "window seat", "kind": "Window Seat", "to": "airline"},
        {"op": "clear", "slot": "budget", "said": "forget the budget"},
        frame=before,
    )
    assert reading.frame.depart_window == TimeWindow(start="09:00")
    assert reading.frame.requests == (SpecialRequest(kind="window seat", said="window seat", to="airline"),)
    assert reading.frame.budget is None


async def test_moving_and_going_back(reads):
    """A shift moves the days, and undo goes to what was before."""
    before = Frame(depart=MAY_5)
    later = await reads(
        "one day later", {"op": "shift", "said": "one day later", "what": "trip", "days": 1}, frame=before
    )
    assert later.frame.depart.day == "2026-05-06"
    undo = {"op": "restore", "said": "undo that", "what": "last"}
    assert (await reads("undo that", undo, frame=later.frame, earlier=(before,))).frame.depart.day == "2026-05-05"


async def test_deeds_are_operations(reads, shown):
    """Choosing, holding and cancelling come as events, the option by its place on the list."""
    reading = await reads(
        "take the second, hold it, and cancel the flight home",
        {"op": "choose", "said": "take the second", "number": 2},
        {"op": "choose", "said": "take the second", "number": 9},
        {"op": "choose", "said": "take the second", "number": 1, "hotel_of": 3},
        {"op": "act", "said": "hold it", "do": "hold"},
        {"op": "cancel", "said": "cancel the flight home", "item": "flight", "which": "return"},
        trip=shown,
    )
    events = [one.event for one in reading.operations if isinstance(one, Act)]
    assert events[:2] == [UserSelectedBundle(bundle_id="b"), UserSelectedBundle(bundle_id="#9")]
    assert [(part.part, part.bundle_id) for part in events[2].parts] == [("flight", "a"), ("hotel", "c")]
    assert [event.type for event in events[3:]] == ["USER_REQUEST_HOLD", "USER_CANCELS_BOOKING"]
    assert events[4].parts == (BookedPart(item="flight", which="return"),)


async def test_a_question_changes_nothing(reads):
    """A message that only asks leaves the frame, says what it is about, and keeps its words."""
    text = "offline: is the Rome hotel near the beach?"
    asked = {"op": "question", "said": text.removeprefix("offline: "), "about": "option", "number": 2}
    reading = await reads(text, asked)
    assert (reading.changed, reading.question) == ((), "is the Rome hotel near the beach?")
    assert [(one.about, one.number) for one in reading.operations if isinstance(one, Question)] == [("option", 2)]


async def test_a_change_without_a_value_is_asked_about(reads):
    """'I need other dates' sets nothing and becomes a question."""
    entry = {"op": "unclear", "slot": "depart", "said": "other dates", "reason": "change_without_value"}
    reading = await reads("I need other dates", entry, {**entry, "slot": "hat"})
    assert [(d.slot, d.reason) for d in reading.doubts] == [("depart", "change_without_value")]
    assert reading.changed == ()


@pytest.mark.parametrize("stance", ["yes", "no", "hedge"])
async def test_answers(reads, stance):
    """Yes and no to what was asked come along; a hedge decides nothing."""
    reading = await reads("well yes", {"op": "answer", "said": "well, yes", "stance": stance})
    assert reading.stance == stance


async def test_nothing_in_the_message(reads):
    """A message of which a model says nothing is unread as a whole."""
    (only,) = (await reads("asdf")).operations
    assert only == Unread(text="asdf")


async def test_what_was_not_believed_is_named(reads):
    """The words of an operation that code dropped come along, to be asked about, once each; the others count."""
    money = {"op": "money", "slot": "budget", "said": "900 euros", "amount": 800}
    reading = await reads("to Lisbon for 900 euros", stops("Lisbon", "Lisbon"), money, money)
    assert (reading.changed, reading.reading.doubted) == (("visits",), ("900 euros",))
    assert not any(isinstance(one, Unread) for one in reading.operations)


async def test_what_waits_for_results_comes_along(reads):
    """Words that can only be decided later are kept in the reading, beside the operations that come first."""
    text = "move it a day later and, if that is cheaper, hold it"
    later = {"op": "later", "said": "if that is cheaper, hold it"}
    moved = {"op": "shift", "said": "a day later", "what": "trip", "days": 1}
    reading = await reads(text, moved, later, frame=Frame(depart=MAY_5))
    assert (reading.frame.depart.day, reading.reading.later) == ("2026-05-06", ("if that is cheaper, hold it",))
    assert reading.reading.round == 1


async def test_a_weekday_that_is_another_day(reads):
    """A date with a weekday that it does not have is asked about, with both days."""
    reading = await reads("leaving Monday 5 May 2026", day("depart", "Monday 5 May 2026", "2026-05-05"))
    assert reading.frame.depart is None
    assert [d.options for d in reading.doubts] == [("2026-05-05", "2026-05-04")]


@pytest.mark.parametrize(
    ("slot", "said", "value"), [("adults", "my mother (72) and I", 2), ("infants", "a baby of 18 months", 1)]
)
async def test_ages_count_nobody(reads, slot, said, value):
    """A figure that is an age is no head count."""
    assert getattr((await reads(said, number(slot, said, value))).frame, slot) == value


async def test_a_long_name_of_a_request_is_cut(reads):
    """Words that are too long for a kind lose no request."""
    kind = "wheelchair assistance at both airports, for Harold alone, and only if it is free of charge"
    asked = {"op": "request", "said": "a wheelchair", "kind": kind, "to": "airline"}
    reading = await reads("a wheelchair please", asked)
    assert reading.frame.requests[0].kind == kind[:60].casefold()


async def test_a_weekday_tells_the_month(reads):
    """Of two months the one counts in which the date is the weekday that was said."""
    reading = await reads("leaving Tuesday the 5th", day("depart", "Tuesday the 5th", "2026-05-05"))
    assert reading.frame.depart.day == "2026-05-05"


async def test_the_evening_before(reads):
    """Words without a day or number are the model's to read, beside a day that the message names."""
    text = "a meeting on May 5th, fly the evening before"
    near = await reads(text, day("depart", "the evening before", "2026-05-04"))
    far = await reads(text, day("depart", "the evening before", "2026-05-20"))
    assert (near.frame.depart.day, far.frame.depart) == ("2026-05-04", None)


async def test_a_day_beside_the_days_of_the_trip(reads):
    """Of the Thursdays and sixths that there are, the one beside the trip is meant where the model says so."""
    known = Frame(depart=When(said="7 May", day="2026-05-07"), return_=When(said="10 May", day="2026-05-10"))
    for said in ("the 6th", "Wednesday night"):
        reading = await reads(f"leave {said}", day("depart", said, "2026-05-06"), frame=known)
        assert (reading.frame.depart.day, reading.doubts) == ("2026-05-06", ())
