"""Mutants of the rule that a booking is a fact, and of what may let a hold go."""

from tests.crash.mutant import CONTRACT, DESK, Mutant, always

BOOKED, REPLACING, LETTING_GO = (
    "tests/state/test_rebooking.py",
    f"{DESK}/test_replacing.py",
    "tests/graph/test_letting_go.py",
)
KEPT = f"{LETTING_GO}::test_a_change_that_nobody_let_go_for_keeps_what_is_held"
ASKED = f"{LETTING_GO}::test_a_wish_to_buy_something_else_asks_before_what_is_held_goes"


def _booked(name: str, was: str, now: str, *tests: str, path: str = "state/rebooking.py") -> Mutant:
    return Mutant(name, path, was, now, tuple(f"{BOOKED}::test_{test}" for test in tests))


OF_BOOKINGS = (
    _booked(
        "who has a ticket is asked about again",
        "dict(zip(_KINDS, part.heads, strict=False))",
        "{}",
        "only_the_newcomers_are_asked_about",
    ),
    _booked(
        "a booked leg is asked about anew where the plan moves it",
        "        alike = [(asked, bookings) for asked, bookings in taken if _alike(asked, one)]\n",
        "        alike = []\n",
        "a_booked_leg_that_the_plan_moves_stays_and_nothing_is_asked_for_it",
    ),
    _booked(
        "a named leg opens its neighbours",
        "gone = {booking_id for booking_id, key in facts.replacing if key in plan.keys}",
        "gone = {one.booking_id for one in live if facts.replacing}",
        "a_request_that_names_the_leg_opens_that_leg_alone",
    ),
    _booked(
        "what fits no more is replaced",
        "in_time(one for one in live if wanted.get(one.booking_id) in asked)",
        "in_time(b for b in live if wanted.get(b.booking_id) in asked or b.booking_id in {m.booking_id for m in coverage(trip).misfits})",
        "a_request_that_names_the_leg_opens_that_leg_alone",
        "a_leg_that_leaves_the_plan_keeps_its_booking",
    ),
    _booked(
        "a night more is a stay in the place of the other",
        "    if longer and str(said.get(",
        "    if False and str(said.get(",
        "a_night_more_is_quoted_alone",
        path="state/changing.py",
    ),
    Mutant(
        "a purchase gives bookings up without their ticks",
        "tools/desk/approving.py",
        "confirmations=(*request.confirmations, *ticks(cancels, ENGLISH.money)),",
        "confirmations=request.confirmations,",
        (f"{REPLACING}::test_each_booking_that_is_given_up_has_a_tick_that_buys_only_when_given",),
    ),
    Mutant(
        "a cancellation gives bookings up without their ticks",
        "tools/desk/cancelling.py",
        "if unticked := [one for one in row.confirmations if one not in answer.confirmations]:",
        "if unticked := []:",
        (f"{DESK}/test_cancelling.py::test_nothing_is_given_up_without_its_own_tick",),
    ),
    Mutant(
        "a cancellation asks for no tick",
        "tools/desk/cancelling.py",
        "        confirmations=tuple(ticks(plan.items, ENGLISH.money)),\n",
        "",
        (f"{DESK}/test_cancelling.py::test_nothing_is_given_up_without_its_own_tick",),
    ),
    Mutant(
        "what brings nothing back is cancelled",
        "tools/desk/changes.py",
        *always("    if line.refund is None or line.refund.amount:\n"),
        (f"{REPLACING}::test_what_brings_nothing_back_is_told_and_stays_booked",),
    ),
    Mutant(
        "a change is made though it lets a hold go",
        "nodes/booking/hold_back.py",
        "return await _held_back(state, after, lost, ports, run) if lost else update",
        "return update",
        (KEPT,),
    ),
    Mutant(
        "a leave to let go lives on",
        "nodes/booking/intake.py",
        '    start |= {"held_back": known.held_back, "cards_alone": known.cards_alone}\n',
        '    start |= {"held_back": known.held_back, "cards_alone": known.cards_alone, "lets_go": known.lets_go}\n',
        (f"{LETTING_GO}::test_a_leave_to_let_go_is_for_its_own_turn",),
    ),
    Mutant(
        "a leave that is not given counts",
        "nodes/booking/apply.py",
        'call.arguments.get("let_hold_go") is True',
        '"let_hold_go" in call.arguments',
        (f"{LETTING_GO}::test_a_call_that_is_no_leave_lets_nothing_go_behind_it",),
    ),
    Mutant(
        "a no to what was shown does it",
        "nodes/booking/hold_back.py",
        "    if decided.let_hold_go and turn.held_back:\n",
        "    if turn.held_back:\n",
        (ASKED,),
    ),
    Mutant(
        "a hold of something else lets go what is held",
        "tools/desk/holding.py",
        'i not in wanted and row.status == "in_doubt"]',
        "i not in wanted]",
        (f"{CONTRACT}::test_what_is_held_goes_by_a_release_alone",),
    ),
    Mutant(
        "something else is held beside what is held",
        "graph/booking/edges.py",
        "return _ready(v) and bool(stale_holds(v.trip))",
        "return False",
        (ASKED,),
    ),
    Mutant(
        "what a change leaves over is released unasked",
        "graph/booking/edges.py",
        "(v.turn.lets_go and bool(stale_holds(v.trip)))",
        "bool(stale_holds(v.trip))",
        (ASKED,),
    ),
)
