"""Mutants of who may do what, and until when: approvals, leases, states, links, and the doors of the server."""

from tests.crash.mutant import DESK, Mutant, always, desk, ledger, never

CONSENT, COMPARED = "tests/contracts/test_consent_contract.py", f"{DESK}/test_compare_and_set.py"
LINK, PLAN_LINK = "tests/http/test_approver_link.py", "tests/http/test_shared_plan.py"
PEOPLE, CUT_OFF = "tests/graph/test_people_of_a_hold.py", "tests/graph/test_cut_off.py"
QUEUE, SHARED = "tests/http/test_desk.py", "tests/http/test_ownership.py"
OWNED = "tests/contracts/test_ownership_contract.py"
STRANGE = f"{DESK}/test_strange_replies.py"


def _consent(name: str, file: str, was: str, now: str, *tests: str) -> Mutant:
    """Break the desk; the named tests of the contract of consent have to notice."""
    return Mutant(name, f"tools/desk/{file}.py", was, now, tuple(f"{CONSENT}::test_{test}" for test in tests))


def _compared(name: str, path: str, was: str, now: str, *tests: str) -> Mutant:
    return Mutant(name, f"tools/{path}.py", was, now, tuple(f"{COMPARED}::test_{test}" for test in tests))


def _door(name: str, file: str, was: str, now: str, *tests: str) -> Mutant:
    return Mutant(name, f"app/http/{file}.py", was, now, tests)


OTHERWISE = "whoever_is_asked_otherwise_gets_another_approval"
CANCEL_OTHERWISE = "a_cancellation_asked_about_otherwise_gets_another_approval"
PAYS_ONLY = ("a_payment_leaves_only_while_its_purchase_is_executed", "no_recovery_pays_for_a_purchase_that_stopped")

OF_CONSENT = (
    _consent(
        "a lapsed hold at consume",
        "consuming",
        'hold.status == "expired" or hold.lapsed(ctx.now()) for',
        'hold.status == "expired" for',
        "a_hold_whose_time_was_cut_short_is_not_bought",
    ),
    _compared(
        "a purchase moves from any state",
        "ledger/purchases",
        ', purchases.c.state == bindparam("was"))',
        ")",
        "a_purchase_moves_only_from_the_state_that_was_seen",
    ),
    _compared(
        "a payment leaves whatever state the purchase is in",
        "desk/sending",
        *never('    if state not in ("EXECUTING", "PAYMENT_REVIEW"):\n'),
        *PAYS_ONLY,
    ),
    Mutant(
        "another order counts at repricing",
        "tools/desk/repricing.py",
        *never("        if order.order_id != hold.order_id:\n"),
        (f"{STRANGE}::test_a_price_of_another_order_is_no_price_of_ours",),
    ),
    _compared(
        "an operation moves under any lease",
        "ledger/operations",
        '    operations.c.lease_owner.is_not_distinct_from(bindparam("holder")),\n',
        "",
        "an_operation_moves_only_under_the_lease_that_was_seen",
    ),
    _consent(
        "another approver finds the old approval",
        "approving",
        '"payment_method_id", "approver",',
        '"payment_method_id",',
        OTHERWISE,
    ),
    _consent("another thread finds it", "approving", '"confirmations", "thread_id")', '"confirmations")', OTHERWISE),
    _consent(
        "a fresh token for an approval whose time is over",
        "approving",
        'if row.state != "open" or row.expires_at <= ctx.now():',
        'if row.state != "open":',
        "no_fresh_token_opens_an_approval_whose_time_is_over",
    ),
    _consent(
        "a fresh token for an approval that was withdrawn",
        "approving",
        'if row.state != "open" or row.',
        "if row.",
        "no_fresh_token_opens_an_approval_that_was_withdrawn",
    ),
    _consent(
        "something to confirm is not asked anew",
        "approving",
        '"token_required", "confirmations",',
        '"token_required",',
        OTHERWISE,
    ),
    Mutant(
        "a card of other people is bought",
        "tools/desk/consuming.py",
        *never(
            "    if _names(consent.travellers) != _names((row.party or CartPeople()).travellers) and consent.travellers:\n"
        ),
        (f"{PEOPLE}::test_an_approval_of_other_people_than_the_trips_buys_nothing",),
    ),
    Mutant(
        "a card outlives the people that it names",
        "nodes/booking/ask.py",
        *never("    if trip.working_memory.approval is not None:\n"),
        (f"{PEOPLE}::test_a_card_is_withdrawn_while_somebody_has_no_birth_date",),
    ),
    Mutant(
        "a card that is decided is shown again",
        "nodes/booking/approve.py",
        *always("        if approval.state not in DECIDED:\n"),
        (f"{CUT_OFF}::test_the_card_of_a_bought_trip_waits_for_no_one",),
    ),
    Mutant(
        "a no that was cut off holds again",
        "nodes/booking/intake.py",
        'return row if row is not None and row.state == "rejected" else None',
        "return None",
        (f"{CUT_OFF}::test_a_no_that_was_cut_off_holds_nothing_again",),
    ),
    _consent(
        "a yes to a cancellation buys",
        "consuming",
        'if row is None or row.kind != "purchase":',
        "if row is None:",
        "a_yes_to_a_cancellation_buys_nothing",
    ),
    _consent(
        "a yes from another conversation counts",
        "states",
        'return None if thread_id == row.thread_id else refuse("wrong_thread")',
        "return None",
        "a_yes_from_elsewhere_buys_nothing",
    ),
    _consent(
        "a yes from another trip counts",
        "states",
        *never("if trip_id != row.trip_id:"),
        "a_yes_from_elsewhere_buys_nothing",
    ),
    _consent(
        "another approver finds the old cancellation",
        "cancelling",
        "return row.cart_hash, row.asked, row.thread_id",
        "return row.cart_hash, None, row.thread_id",
        CANCEL_OTHERWISE,
    ),
    _consent(
        "another thread finds the old cancellation",
        "cancelling",
        "return row.cart_hash, row.asked, row.thread_id",
        'return row.cart_hash, row.asked, ""',
        CANCEL_OTHERWISE,
    ),
    _consent(
        "asked anew while it is bought",
        "approving",
        *never("if purchases.live_of_trip(tx, request.trip_id) is not None:"),
        "nothing_is_asked_while_the_trip_is_being_bought",
    ),
    _consent(
        "an approval outlives its hold",
        "approving",
        "return min(ends if approver and ends else [now + APPROVAL_LIFE, *ends])",
        "return now + APPROVAL_LIFE",
        "an_approval_ends_with_the_first_of_its_holds",
    ),
    Mutant(
        "a no keeps who travels",
        "tools/ledger/approvals.py",
        *never('if state != "consumed":'),
        (f"{CONSENT}::test_who_travels_is_forgotten_with_an_approval_that_was_not_used",),
    ),
    desk("a token is made where none is demanded", "approving", *never("if not row.token_required:"), "purchase_parts"),
    desk(
        "another one decides about a loss",
        "cancelling",
        "if (other := other_approver(row, answer.organisation, answer.by)) is not None:",
        "if (other := None) is not None:",
        "cancelling",
    ),
    desk(
        "an approval of a cancellation lives for ever",
        "cancelling",
        *never("if row.expires_at <= ctx.now():"),
        "cancelling",
    ),
    desk(
        "a cancellation leaves after its quote",
        "sending",
        *never('if op.action == "cancel" and op.state == "PLANNED" and _quote_lapsed(ctx, op):'),
        "cancelling",
    ),
    Mutant(
        "a paid order is given back again and again",
        "tools/desk/outcomes.py",
        *never('if action == "release" and order.paid_at is not None:'),
        (f"{STRANGE}::test_a_paid_order_is_not_given_back_again_and_again",),
    ),
    _compared(
        "a lapsed hold is paid",
        "desk/sending",
        *never("if leg is not None and holds.get(tx, leg).lapsed(ctx.now()):"),
        "a_hold_that_lapsed_is_not_paid",
    ),
    _compared(
        "a hold is placed that was given up",
        "desk/sending",
        'holds.get(tx, op.hold_id).status == "in_doubt"',
        "True",
        "a_hold_that_was_given_up_is_not_placed",
    ),
    _compared(
        "what is being bought goes back",
        "desk/holding",
        "rows = [row for row in wanted if row.hold_id not in busy]",
        "rows = wanted",
        "what_is_being_bought_neither_lapses_nor_goes_back",
    ),
    _compared(
        "what is being bought lapses",
        "desk/holding",
        "over = {row.hold_id for row in lapsed if row.hold_id not in busy}",
        "over = {row.hold_id for row in lapsed}",
        "what_is_being_bought_neither_lapses_nor_goes_back",
    ),
    _compared(
        "anybody gives a purchase's lease back",
        "ledger/purchases",
        ', purchases.c.lease_owner.is_not_distinct_from(bindparam("holder"))\n',
        "\n",
        "a_purchases_lease_is_given_back_by_who_has_it",
    ),
    _compared(
        "a leg in doubt is skipped",
        "ledger/operations",
        '    operations.c.state == "PLANNED",\n',
        "",
        "what_was_sent_is_not_skipped",
    ),
    _compared(
        "another supplier's message is about our order",
        "ledger/operations",
        "operations.c.supplier == supplier, or_(*same)",
        "or_(*same)",
        "a_suppliers_message_is_about_its_own_orders",
    ),
    _compared(
        "a hold changes from any status",
        "ledger/holds",
        "if only else tx.execute(_CHANGE, values)",
        "if False else tx.execute(_CHANGE, values)",
        "a_hold_changes_only_from_a_status_that_was_meant",
    ),
    ledger(
        "an owner of the same name in another organisation",
        "ownership",
        "return same and who.organisation == row.org",
        "return same",
        OWNED,
    ),
    ledger(
        "a grant to the same name in another organisation",
        "ownership",
        '    trip_grants.c.org == bindparam("of_org"),\n',
        "",
        OWNED,
    ),
    ledger(
        "a list of trips of the same name in another organisation",
        "ownership",
        "trip_owners.c.org == who.organisation, trip_owners.c.subject == who.subject",
        "trip_owners.c.subject == who.subject",
        OWNED,
    ),
    ledger(
        "an approver lists the trip",
        "ownership",
        '        trip_grants.c.role != "approver",\n',
        "",
        OWNED,
    ),
    _door(
        "a changed link counts",
        "links",
        *never("if not token.isascii() or not hmac.compare_digest(_text(_mark(body, key, purpose)), mark):"),
        f"{LINK}::test_a_changed_link_opens_nothing",
    ),
    _door(
        "a link of one purpose counts for another",
        "links",
        "hmac.digest(key, purpose + body.encode()",
        "hmac.digest(key, body.encode()",
        PLAN_LINK,
    ),
    _door(
        "a revoked approver's link opens",
        "deciding",
        *never("    if not await _still_decides(web, ticket, approval):\n"),
        SHARED,
    ),
    _door(
        "an answer by link forgets the grant",
        "deciding",
        'LINK_HOLDER, "link", ticket.grant_id, ticket.user)',
        'LINK_HOLDER, "link", "", ticket.user)',
        SHARED,
    ),
    _door(
        "a companion's grant counts as an approver's",
        "deciding",
        'return access.decides_by if access is not None else ""',
        'return access.grant_id if access is not None else ""',
        SHARED,
    ),
    _door(
        "a no is recorded in the name of who was asked",
        "deciding",
        "by = user.identity if approval.asked else",
        "by = approval.asked or",
        "tests/http/test_users.py",
    ),
    _door(
        "a claim takes a thread away",
        "owners",
        "_threads.insert().values(**row)",
        '_threads.insert().prefix_with("OR REPLACE").values(**row)',
        "tests/http/test_owners.py",
    ),
    _door(
        "each look makes another key of links",
        "owners",
        "    if found is not None:\n        return found\n",
        "    tx.execute(delete(_keys))\n",
        "tests/http/test_owners.py",
    ),
    _door(
        "a guest sees the queue",
        "routes_organisation",
        *never("if not (user.is_local or user.staff):"),
        f"{QUEUE}::test_guests_see_no_queue_and_answer_no_one",
    ),
)
