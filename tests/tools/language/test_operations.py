"""Words become operations: what is turned, what is shifted, what is kept, in six languages."""

import pytest

from tripintent.state.applying import applied
from tripintent.state.frame import Frame, TimeWindow, When
from tripintent.state.operations import Operation, Restore, SetSlot, Shift, Want
from tripintent.state.requests import OF_AIRLINE, OF_HOTEL
from tripintent.tools.language.exact.tables import load_data
from tripintent.tools.language.reading.cover import Candidate, best_cover

TRIP = ("Oslo to Rome 3 to 8 May, 2 adults",)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("no basic economy please", "avoid_fares", ("basic_economy",)),
        ("any airline but Ryanair", "avoid_airlines", ("Ryanair",)),
        ("anything but hostels", "avoid_hotels", ("hostel",)),
        ("not via Frankfurt", "avoid_via", ("FRA",)),
        ("no early flights please", "depart_window", TimeWindow(start="08:00")),
        ("kein Flug vor 8 Uhr morgens bitte", "depart_window", TimeWindow(start="08:00")),
        ("we'd rather not fly before 10am", "depart_window", TimeWindow(start="10:00")),
        ("que no salga antes de las 9", "depart_window", TimeWindow(start="09:00")),
        ("pas avant 10h le matin", "depart_window", TimeWindow(start="10:00")),
        ("não antes das 7 da manhã", "depart_window", TimeWindow(start="07:00")),
        ("non prima delle 8", "depart_window", TimeWindow(start="08:00")),
        ("I don't want to land after 10 at night", "arrive_window", TimeWindow(end="22:00")),
        ("O hotel afinal não é preciso, ficamos com uns amigos em Roma", "lodging_needed", False),
        ("Non mi serve l'albergo, dormo da un amico a Roma", "lodging_needed", False),
        ("Hotel brauchen wir nicht", "lodging_needed", False),
        ("we're staying with friends", "lodging_needed", False),
    ],
)
def test_turned_words_do_not_mean_the_opposite(hear, text, slot, value):
    """A clause's polarity reaches every reader, in every language; flights stay wanted."""
    frame = hear.talk(*TRIP, ("?", text))
    assert getattr(frame, slot) == value
    assert [v.place.code for v in frame.visits] == ["ROM"]
    assert frame.flights_needed is not False


@pytest.mark.parametrize(
    ("text", "depart", "back"),
    [
        ("make it one day later", "2027-05-04", "2027-05-09"),
        ("can you move everything to one week later?", "2027-05-10", "2027-05-15"),
        ("come home two days earlier", "2027-05-03", "2027-05-06"),
        ("can you look at the week before?", "2027-04-26", "2027-05-01"),
        ("the trip was moved to the 5th", "2027-05-05", "2027-05-10"),
        ("June, not May", "2027-06-03", "2027-06-08"),
        ("not Monday, Tuesday", "2027-05-04", "2027-05-08"),
        ("yes, the 8th please", "2027-05-03", "2027-05-08"),
        ("alles eine Woche später", "2027-05-10", "2027-05-15"),
        ("todo una semana más tarde", "2027-05-10", "2027-05-15"),
    ],
)
def test_days_move_from_those_known(hear, text, depart, back):
    """A shift moves what it speaks of and nothing else."""
    frame = hear.talk(*TRIP, ("?", text))
    assert (frame.depart.day, frame.return_.day) == (depart, back)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("and a window seat", "window seat"),
        ("serve un lettino per la piccola", "baby cot"),
        ("one of us has a nut allergy", "allergy"),
        ("precisamos de um carro alugado", "rental car"),
        ("Mietwagen brauchen wir auch", "rental car"),
        ("a quiet room if possible", "quiet room"),
        ("we need a translator at the airport", "note"),
    ],
)
def test_what_no_search_fulfils_is_kept(hear, text, kind):
    """A request is kept by its name; words of which nothing is read are kept as they were said."""
    assert kind in {one.kind for one in hear.talk(*TRIP, ("?", text)).requests}


def test_wishes_add_up_and_one_is_taken_back(hear):
    """Additive by default; "not that important" takes back what it names."""
    frame = hear.talk(
        *TRIP, ("?", "hotel with a pool"), ("?", "and parking"), ("?", "the pool is not that important after all")
    )
    assert frame.amenities == ("parking",)


def test_the_longest_reading_wins():
    """Candidates exclude each other where they want the same words."""
    op: tuple[Operation, ...] = (SetSlot(slot="cabin", value="economy"),)
    short, long, other = Candidate(0, 4, op), Candidate(0, 9, op), Candidate(12, 15, op)
    assert best_cover([short, other, long]) == [long, other]


def test_undo_and_shift_are_pure():
    """Operations are applied in their order; undo gives back the frame before."""
    before = Frame(depart=When(said="", day="2027-05-03"), amenities=("pool",))
    after = applied(before, [Shift(days=2), Want(slot="amenities", value=("spa",))])
    assert (after.depart.day, after.amenities) == ("2027-05-05", ("pool", "spa"))
    assert applied(after, [Restore()], earlier=[before]) == before


@pytest.mark.parametrize(
    "text", ["I don't think that works", "sounds good, but not yet", "yes? is it refundable", "ok maybe later"]
)
def test_a_hedged_yes_decides_nothing(hear, text):
    """Only a plain yes holds."""
    answers = [op for op in hear.reading(text, frame=hear.talk(*TRIP)).operations if op.op == "answer"]
    assert all(one.stance != "yes" for one in answers)


@pytest.mark.parametrize("text", ["hm no, leave it as it was", "keep everything the way it was"])
def test_leave_it_as_it_was_goes_back(hear, text):
    """The last change is taken back."""
    before = hear("Boston to Rome, May 3 to May 10")
    after = hear("make it May 11 for the flight home", frame=before)
    reading = hear.reading(text, frame=after, earlier=(before,))
    assert reading.frame.return_.day == "2027-05-10"


def test_a_new_length_replaces_both_that_a_week_had_made(hear):
    """The words "a week" are a trip and a stay; "make it 10 days" leaves nothing of the week behind."""
    before = hear.reading("three of us want a week in Crete from Vienna end of May").frame
    after = hear.reading("actually make it 10 days", frame=before).frame
    assert (before.duration_days, before.nights) == (7, 7)
    assert (after.duration_days, after.nights) == (10, None)


def test_requests_of_the_table_are_those_that_orders_carry():
    """What orders carry by name can be said; a wish that no supplier takes needs its entry alone, and is told as such."""
    table = load_data("wishes")["requests"]
    assert set(table["airline"]) >= OF_AIRLINE
    assert set(table["hotel"]) >= OF_HOTEL
