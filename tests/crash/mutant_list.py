"""The mutants: one broken rule each, and the tests that have to notice it."""

from dataclasses import dataclass
from pathlib import Path

DESK, LEDGER = "tests/tools/desk", "tests/tools/ledger"
CONTRACT = "tests/contracts/test_desk_contract.py"


@dataclass(frozen=True)
class Mutant:
    """``was`` stands once in ``path`` (below tools/) and becomes ``now``; ``tests`` are pytest arguments, or the harness's."""

    name: str
    path: str
    was: str
    now: str
    tests: tuple[str, ...]
    harness: bool = False

    def apply(self, package: Path) -> None:
        """Break the copy. Raises ValueError where the text is not there once: the list is behind the code."""
        target = package / "tools" / self.path
        text = target.read_text()
        if text.count(self.was) != 1:
            msg = f"{self.name}: {self.path} has {text.count(self.was)} times {self.was!r}"
            raise ValueError(msg)
        target.write_text(text.replace(self.was, self.now))

    @property
    def command(self) -> list[str]:
        """What has to fail, as arguments of Python."""
        if self.harness:
            return ["-m", "tests.crash.run", "--no-postgres", *self.tests]
        return ["-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-k", "not postgres", *self.tests]

    def is_dead(self, code: int, said: str) -> bool:
        """Whether it was found out: tests failed, or violations were found; nothing else that may have gone wrong."""
        return code == 1 and (" failed" in said or "VIOLATION" in said or "FAILED" in said)


def desk(name: str, file: str, was: str, now: str, *tests: str) -> Mutant:
    return Mutant(name, f"desk/{file}.py", was, now, tuple(f"{DESK}/test_{test}.py" for test in tests) or (CONTRACT,))


def ledger(name: str, file: str, was: str, now: str, *tests: str) -> Mutant:
    return Mutant(name, f"ledger/{file}.py", was, now, tests)


CLOCKS, RECOVERY, SLEEPERS = f"{DESK}/test_clocks.py", f"{DESK}/test_recovery.py", f"{DESK}/test_sleepers.py"
ADOPTING = f"{DESK}/test_adopting.py"
LEASED = "        if self.lease_owner is None or is_gone(self.lease_owner):\n"
PURCHASE_LEASE = "if not row.live or (row.lease_owner != owner and row.leased(now)):"

MUTANTS = (
    ledger("operation lease ignored", "operations", LEASED, "        if True:\n", CLOCKS),
    ledger("purchase lease ignored", "purchases", PURCHASE_LEASE, "if not row.live:", CLOCKS),
    ledger("a living owner loses its lease", "operations", " or is_alive(self.lease_owner)", "", CLOCKS),
    ledger("a broken off work keeps its lease", "owners", "return owner in _working", "return True", CLOCKS),
    ledger(
        "the ledger's time is the worker's",
        "ledger_time",
        "        wall = self._wall()\n",
        "        return self._wall()\n",
        CLOCKS,
    ),
    ledger(
        "a wrong clock moves the note at once",
        "ledger_time",
        "waited >= DOUBTED and",
        "",
        f"{LEDGER}/test_ledger_time.py",
    ),
    ledger(
        "the note moves in flight",
        "ledger_time",
        "not tx.execute(_IN_FLIGHT).scalar()",
        "True",
        f"{LEDGER}/test_ledger_time.py",
    ),
    ledger(
        "an operation moves from any state",
        "operations",
        '    operations.c.state == bindparam("was"),\n',
        "",
        f"{DESK}/test_narrow_escapes.py",
    ),
    ledger(
        "an approval closes twice",
        "approvals",
        '_CHANGE.where(approvals.c.state == bindparam("was"))',
        "_CHANGE",
        CONTRACT,
        DESK,
    ),
    ledger(
        "a dead owner keeps its lease",
        "owners",
        "return _started(int(parts[1])) != parts[2]",
        "return False",
        f"{LEDGER}/test_owners.py",
    ),
    desk(
        "an attempt that was not looked for is repeated",
        "sending",
        "if (op.state, op.attempts) != (seen.state, seen.attempts):",
        "if False:",
        "sleepers",
    ),
    desk(
        "what is too late is sent", "sending", "    if late is not None:\n", "    if False:\n", "recovery", "sleepers"
    ),
    desk(
        "send_by is not checked",
        "sending",
        "if op.send_by is not None and ctx.now() >= op.send_by:",
        "if False:",
        "recovery",
        "sleepers",
    ),
    desk(
        "a changed body is sent",
        "sending",
        "if not operations.has_body(tx, op, body_hash(op.body)):",
        "if False:",
        "purchase_parts",
        "recovery",
        "ways_out",
        "strange_replies",
        "people",
    ),
    desk("an unknown code is a refusal", "sending", '    if kind == "unknown":\n', "    if False:\n", "recovery"),
    desk(
        "a refusal of a repetition counts at once",
        "sending",
        "if op.attempts > 1 and is_over(before, ctx.now()) and",
        "if op.attempts > 1 and",
        "narrow_escapes",
    ),
    desk(
        "nothing is waited for",
        "sending",
        "return op.settles_at is None or now >= op.settles_at",
        "return True",
        "recovery",
    ),
    desk(
        "an order that cannot be looked up was not bought",
        "sending",
        'if op.action == "book" and not ctx.capabilities(op.supplier).probe:',
        "if False:",
        "narrow_escapes",
    ),
    desk(
        "an old refusal ends a later attempt",
        "sending",
        "if isinstance(outcome, Refusal) and current.attempts != op.attempts:",
        "if False:",
        "sleepers",
    ),
    desk(
        "a late order is not noticed",
        "sending",
        'if isinstance(outcome, Landed) and current.state == "REJECTED":',
        "if False:",
        "narrow_escapes",
    ),
    desk("another order counts", "calls", "    if is_own(op, order):\n", "    if True:\n", "strange_replies"),
    desk(
        "an unkeyed one is sent again",
        "recovering",
        '    if kind == "keyed":\n',
        '    if kind != "guarded":\n',
        "recovery",
    ),
    desk(
        "a guarded one is not looked for first",
        "recovering",
        'if kind == "guarded" and (op.order_id is not None or is_over(op, ctx.now())):',
        'if kind == "guarded":',
        "recovery",
    ),
    desk(
        "an unseen one failed at once",
        "recovering",
        'if kind == "unkeyed" and is_over(op, ctx.now()) else op',
        'if kind == "unkeyed" else op',
        "recovery",
    ),
    desk(
        "a stale wish is repeated",
        "recovering",
        "return kind if await ctx.ledger.read(lambda tx: may_leave(ctx, tx, op)) else",
        "return kind if True else",
        "recovery",
    ),
    desk(
        "paid and not confirmed is bought",
        "outcomes",
        'if order.status == "confirmed" else paid',
        "if True else paid",
        "strange_replies",
    ),
    desk(
        "a hold is placed for nobody",
        "send_guard",
        "return wanted and ctx.now() < op.created_at + HOLD_PATIENCE",
        "return True",
        "recovery",
    ),
    desk(
        "a payment leaves after its approval",
        "send_guard",
        "if approved_until is not None and approved_until > ctx.now():",
        "if True:",
        "recovery",
    ),
    desk(
        "a half bought trip is not completed",
        "send_guard",
        'return any(one.status == "confirmed" for one in bookings.of_purchase(tx, purchase_id))',
        "return False",
        "narrow_escapes",
    ),
    desk(
        "a late order is adopted beside one bought again",
        "adopting",
        "if not again and _is_whole(tx, row):",
        "if _is_whole(tx, row):",
        "adopting",
    ),
    desk(
        "half a trip is taken for the whole",
        "adopting",
        "if not again and _is_whole(tx, row):",
        "if not again:",
        "adopting",
    ),
    desk(
        "a late order is settled beside a live purchase",
        "adopting",
        "if live is not None and live.purchase_id != op.purchase_id:",
        "if False:",
        "narrow_escapes",
    ),
    desk(
        "a cancelled purchase closes over a late booking",
        "compensating",
        " or len(kept) > len(losses)",
        "",
        "narrow_escapes",
    ),
    desk(
        "what costs to cancel is cancelled",
        "compensating",
        "            if lost.amount > 0:\n",
        "            if False:\n",
        "adopting",
        "ways_out",
        "purchase_parts",
    ),
    desk(
        "a stale worker reprices again",
        "purchasing",
        '    if current.state != "REPRICING":\n',
        "    if False:\n",
        "narrow_escapes",
    ),
    desk(
        "a worse price is bought",
        "purchasing",
        "if worse else",
        "if False else",
        "comparing",
        "purchase_parts",
        "strange_replies",
        "ways_out",
        "cancelling",
    ),
    desk("a paid hold is paid again", "purchasing", "    if paid:\n", "    if False:\n", "strange_replies"),
    desk(
        "a leg in doubt is passed over", "purchasing", "        if not op.settled:\n", "        if False:\n", "recovery"
    ),
    desk(
        "somebody else's yes counts",
        "consuming",
        "if row.approver is not None and not consent.by_token and consent.by != row.approver:",
        "if False:",
    ),
    desk(
        "an approval lives for ever",
        "consuming",
        'if row.state == "expired" or row.expires_at <= ctx.now():',
        "if False:",
    ),
    desk("confirmations are not needed", "consuming", "    if missing:\n", "    if False:\n"),
    desk(
        "an older card's yes counts",
        "consuming",
        "if consent.shown_cart_hash and consent.shown_cart_hash != row.cart_hash:",
        "if False:",
    ),
    desk(
        "another cart is bought",
        "consuming",
        'return None if same and replacing.all_booked(tx, row) else refuse("wrong_cart")',
        "return None",
    ),
    desk(
        "a forged answer counts",
        "desk",
        "        if not is_sealed(answer, await self._seal_key()):\n",
        "        if False:\n",
    ),
    desk(
        "what costs nothing is cancelled without a yes",
        "cancelling",
        "refusal = _consume(ctx, tx, wish) if fresh else None",
        "refusal = _consume(ctx, tx, wish) if fresh and wish.plan.fee.amount else None",
        "cancelling",
    ),
    desk(
        "a worse cancellation is carried out",
        "cancelling",
        "    refusal = _got_worse(plan.cancellable, terms)\n",
        "    refusal = None\n",
        "cancelling",
    ),
    desk(
        "a grant that ended still decides",
        "refusals",
        'if not grant_id or ownership.still_granted(tx, grant_id, row.trip_id, "approver"):',
        "if True:",
        "grants",
    ),
    desk(
        "a grant that ended still begins",
        "context",
        'if self.grant_id and not ownership.still_granted(tx, self.grant_id, trip_id, "assistant"):',
        "if False:",
        "grants",
    ),
    ledger(
        "any grant counts at any trip",
        "ownership",
        """    trip_grants.c.ledger_id == bindparam("trip"),
    trip_grants.c.role == bindparam("of_role"),
""",
        "",
        f"{DESK}/test_grants.py",
    ),
    ledger(
        "a state's trip is everybody's",
        "ownership",
        "    if who.named and row.subject:\n",
        "    return True\n    if who.named and row.subject:\n",
        "tests/graph/test_attacks.py",
    ),
    ledger(
        "any thread is bound",
        "ownership",
        "    return row.bound or ",
        "    return True or ",
        "tests/graph/test_attacks.py",
        "tests/graph/test_ownership.py",
    ),
    desk(
        "what is cancelled already is replaced",
        "replacing",
        ' if one.status == "confirmed"}\n    return [mine',
        "}\n    return [mine",
        "replacing",
    ),
    desk(
        "a cart is bought whose replaced booking is gone",
        "replacing",
        "return len(_booked(tx, row.trip_id, [line.booking_id for line in row.cancels])) == len(row.cancels)",
        "return True",
        "replacing",
    ),
    desk(
        "a replaced booking's fee may rise",
        "replacing",
        "return [told for line, now in pairs if (told := worse(line, now))]",
        "return []",
        "replacing",
    ),
    desk(
        "what got dearer during the purchase is cancelled",
        "replacing",
        "if now.terms is None or worse(line, now):",
        "if now.terms is None:",
        "replacing",
    ),
    desk(
        "a replaced booking is never cancelled",
        "replacing",
        "        plan_once(tx, op.model_copy(",
        "        _ = (op.model_copy(",
        "replacing",
    ),
    desk(
        "a payment refused for its price is a failure",
        "new_price",
        "fresh = await _read(ctx, op) if op.code in MOVED else None",
        "fresh = None",
        "new_price",
    ),
    desk(
        "half a trip is asked about as a new price",
        "new_price",
        "    if bookings.of_purchase(tx, purchase.purchase_id):\n",
        "    if False:\n",
        "new_price",
    ),
    desk(
        "the legs behind a new price are still sent",
        "new_price",
        "    operations.skip_planned(tx,",
        "    _ = (tx,",
        "new_price",
    ),
    desk(
        "the next card shows the old price",
        "new_price",
        "    store(tx, fresh, ctx.now())\n",
        "",
        "new_price",
    ),
    desk(
        "dearer is told as cheaper",
        "sums",
        'name = "cheaper_by" if change < 0 else "dearer_by"',
        'name = "dearer_by" if change < 0 else "cheaper_by"',
        "purchase_parts",
        "new_price",
    ),
    desk(
        "the receipt says what was approved, not what was charged",
        "sums",
        "    if total is None or approval is None:\n",
        "    if True:\n",
        "strange_replies",
        "new_price",
    ),
)

QUICK = (
    "--scripts",
    "two_holds",
    "--every",
    "3",
    "--troubles",
    *(f"second_worker{kind}" for kind in ("", "_beside", "_elsewhere")),
)
HARNESS = (
    Mutant("operation lease ignored", "ledger/operations.py", LEASED, "        if True:\n", QUICK, harness=True),
    Mutant("purchase lease ignored", "ledger/purchases.py", PURCHASE_LEASE, "if not row.live:", QUICK, harness=True),
    Mutant(
        "the ledger's time is the worker's",
        "ledger/ledger_time.py",
        "        wall = self._wall()\n",
        "        return self._wall()\n",
        ("--scripts", "instant", "--troubles", "second_worker_elsewhere"),
        harness=True,
    ),
    Mutant(
        "a living owner loses its lease",
        "ledger/operations.py",
        " or is_alive(self.lease_owner)",
        "",
        QUICK,
        harness=True,
    ),
)
