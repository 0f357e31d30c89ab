"""The pure operations on an itinerary."""

from datetime import timedelta

from tests.state.designer.conftest import AsSaid

from tripintent.state.designer import editing, moving
from tripintent.state.designer.checks import clashes, with_free_times
from tripintent.state.designer.history import committed, merged, redo, undo
from tripintent.state.designer.outcomes import Done, EditRefusal


def test_a_flight_takes_its_taxi_along_and_leaves_hotel_and_dinner(barcelona):
    """What starts within half an hour of the landing moves by the same two hours; the background stays."""
    done = moving.move(barcelona, "f", "2027-03-03T12:05")
    assert isinstance(done, Done)
    times = {s.id: s.start_datetime for s in done.document.segments}
    assert times == {"f": "2027-03-03T12:05", "x": "2027-03-03T14:40", "h": "2027-03-03T15:00", "d": "2027-03-03T19:30"}
    assert [(m.id, m.because) for m in done.moved] == [("f", "asked"), ("x", "follows")]


def test_a_sight_moves_alone_and_a_clash_is_given_a_free_time(barcelona, made):
    """The lunch right after a sight is not taken to the other day; a sight put on that lunch is offered what nothing else has."""
    seen = [("s", "04T10:00", "04T12:00", "Abbey"), ("l", "04T12:00", "04T13:00", "Lunch near the abbey")]
    seen += [("m", "05T12:00", "05T13:00", "Lunch"), ("n", "05T13:15", "05T15:00", "Zoo")]
    days = tuple(made["activity"](i, f"2027-03-{a}", f"2027-03-{b}", name) for i, a, b, name in seen)
    moved = moving.move(barcelona.model_copy(update={"segments": days}), "s", "2027-03-05T12:15")
    assert isinstance(moved, Done)
    assert moved.changed == ("s",)
    plan = moved.document
    assert {f.segments for f in clashes(plan, AsSaid())} == {("m", "s"), ("s", "n")}
    first, second = with_free_times(plan, clashes(plan, AsSaid()), AsSaid())
    assert (first.facts["moves"], first.facts["free"]) == ("s", "2027-03-05T10:00")
    assert (second.facts["moves"], second.facts["free"]) == ("n", "2027-03-05T14:15")
    full = plan.model_copy(
        update={
            "segments": (
                *plan.segments,
                made["activity"]("all", "2027-03-05T07:00", "2027-03-05T23:30", source="booking"),
            )
        }
    )
    assert {f.facts["free"] for f in with_free_times(full, clashes(full, AsSaid()), AsSaid())} == {None}


def test_a_move_onto_another_flight_is_refused_whole(barcelona, made):
    """Two rides at one time: the ids are named and nothing is written."""
    later = made["flight"]("g", "2027-03-03T16:00", "2027-03-03T18:00", number="VY 1")
    plan = editing.add(barcelona, later).document
    refused = moving.move(plan, "f", "2027-03-03T15:30")
    assert isinstance(refused, EditRefusal)
    assert (refused.code, set(refused.affected)) == ("ADJUSTMENT_FAILED", {"f", "g"})


def test_one_turn_is_one_step_back(barcelona, made):
    """Two operations of a turn are undone together, and redone; each counts as a write."""
    two = editing.delete(editing.add(barcelona, made["activity"]("m", "2027-03-05T10:00")).document, "d").document
    written = committed(barcelona, two, "plans changed")
    assert (written.version, len(written.past)) == (1, 1)
    back = undo(written)
    assert isinstance(back, Done)
    assert back.document.segments == barcelona.segments
    again = redo(back.document)
    assert isinstance(again, Done)
    assert again.document.segments == written.segments
    assert again.document.version == 3
    assert isinstance(redo(again.document), EditRefusal)


def test_an_empty_turn_writes_nothing(barcelona):
    """The very same document comes back, with its version."""
    assert committed(barcelona, barcelona.model_copy()) is barcelona


def test_the_last_day_belongs_to_the_trip(barcelona, made):
    """Something on the evening of the last day fits; the day after does not, unless the trip may grow."""
    assert isinstance(editing.add(barcelona, made["activity"]("a", "2027-03-07T20:00", "2027-03-07T22:00")), Done)
    late = made["activity"]("b", "2027-03-08T20:00", "2027-03-08T22:00")
    refused = editing.add(barcelona, late)
    assert isinstance(refused, EditRefusal)
    assert refused.offers == ("extend_trip",)
    grown = editing.add(barcelona, late, outside="extend")
    assert isinstance(grown, Done)
    assert grown.document.end_date == "2027-03-08"


def test_a_changed_start_keeps_the_length_and_hotel_dates_their_times(barcelona):
    """update_segment with one end of a time does not leave the other behind."""
    done = editing.update(barcelona, "d", {"startDatetime": "2027-03-03T20:30"})
    assert done.document.segment("d").end_datetime == "2027-03-03T22:30"
    done = editing.update(barcelona, "h", {"checkOutDate": "2027-03-06"})
    assert done.document.segment("h").end_datetime == "2027-03-06T11:00"


def test_a_circle_is_refused(barcelona):
    """Dependencies never go round: the ids of the circle are named."""
    first = editing.update(barcelona, "x", {"dependsOn": ["f"]}).document
    refused = editing.update(first, "f", {"dependsOn": ["x"]})
    assert isinstance(refused, EditRefusal)
    assert refused.code == "CIRCULAR_DEPENDENCY"


def test_a_row_of_500_dependents_is_found_without_recursion(barcelona, made):
    """A chain as long as the largest plan moves as one."""
    chain = [made["activity"]("a0", "2027-03-04T10:00", "2027-03-04T11:00")]
    times = ("2027-03-04T10:00", "2027-03-04T11:00")
    chain += [made["activity"](f"a{n}", *times, dependsOn=[f"a{n - 1}"]) for n in range(1, 500)]
    plan = barcelona.model_copy(update={"segments": tuple(chain)})
    done = moving.move_by(plan, "a0", timedelta(days=1))
    assert isinstance(done, Done)
    assert len(done.moved) == 500


def test_two_editors_meet_by_segment(barcelona):
    """Each editor's own segments are kept; what both changed stays as it was saved first, and is named."""
    ours = editing.update(barcelona, "d", {"startDatetime": "2027-03-03T20:00"}).document
    ours = editing.update(ours, "x", {"notes": "ours"}).document
    theirs = editing.delete(editing.update(barcelona, "x", {"notes": "theirs"}).document, "h").document
    both = merged(barcelona, ours, theirs)
    assert both.document.segment("d").start_datetime == "2027-03-03T20:00"
    assert both.document.segment("h") is None
    assert both.document.segment("x").notes == "theirs"
    assert both.conflicts == ("x",)
