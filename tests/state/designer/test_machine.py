"""Anything, in any order: an itinerary stays whole."""

import json

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.state.designer.conftest import activity, flight, hotel, transfer

from tripintent.state.designer import editing, moving
from tripintent.state.designer.dependencies import cycle_in
from tripintent.state.designer.history import committed, redo, undo
from tripintent.state.designer.itinerary import UNDO_DEPTH, ItineraryDocument
from tripintent.state.designer.outcomes import Done, EditRefusal

days = st.integers(3, 12).map(lambda d: f"2027-03-{d:02d}")
hours = st.integers(0, 23).map(lambda h: f"{h:02d}:00")
picks = st.integers(0, 30)


class AnyItinerary(RuleBasedStateMachine):
    """Adds, changes, moves, removes, undoes; after each step the invariants hold."""

    @initialize()
    def begin(self):
        self.plan = ItineraryDocument(trip_id="t", start_date="2027-03-03", end_date="2027-03-12")
        self.number = 0
        self.seen = [self._content()]  # contents that undo goes back through
        self.ahead = []

    def _content(self):
        return json.loads(self.plan.model_dump_json(exclude={"version", "past", "future", "updated_at"}))

    def _id(self, pick):
        return self.plan.segments[pick % len(self.plan.segments)].id if self.plan.segments else "nobody"

    def _work(self, outcome, before_version):
        if isinstance(outcome, EditRefusal):
            assert outcome.message
            return  # atomicity: self.plan was not touched, which the invariants see
        written = committed(self.plan, outcome.document, "step")
        if written is self.plan:
            return
        assert written.version == before_version + 1
        self.plan = written
        self.seen.append(self._content())
        self.seen = self.seen[-UNDO_DEPTH - 1 :]
        self.ahead = []

    @rule(
        day=days, hour=hours, kind=st.sampled_from(["activity", "flight", "transfer", "hotel"]), needs=picks, pick=picks
    )
    def add(self, day, hour, kind, needs, pick):
        self.number += 1
        name, start = f"s{self.number}", f"{day}T{hour}"
        end = f"{day}T23:30"
        depends = {"dependsOn": [self._id(pick)]} if needs % 3 == 0 and self.plan.segments else {}
        new = {
            "activity": lambda: activity(name, start, end, **depends),
            "flight": lambda: flight(name, start, end, number=f"VY {self.number}", **depends),
            "transfer": lambda: transfer(name, start, end, **depends),
            "hotel": lambda: hotel(name, day, "2027-03-20", name=f"House {self.number}"),
        }[kind]()
        self._work(editing.add(self.plan, new, outside="extend"), self.plan.version)

    @rule(pick=picks, other=picks)
    def depend(self, pick, other):
        self._work(editing.update(self.plan, self._id(pick), {"dependsOn": [self._id(other)]}), self.plan.version)

    @rule(pick=picks, day=days, hour=hours)
    def move(self, pick, day, hour):
        self._work(moving.move(self.plan, self._id(pick), f"{day}T{hour}"), self.plan.version)

    @rule(pick=picks)
    def delete(self, pick):
        self._work(editing.delete(self.plan, self._id(pick)), self.plan.version)

    @rule(seed=st.randoms(use_true_random=False))
    def reorder(self, seed):
        ids = [s.id for s in self.plan.segments]
        seed.shuffle(ids)
        self._work(editing.reorder(self.plan, ids), self.plan.version)

    @rule()
    def take_back(self):
        outcome = undo(self.plan)
        if isinstance(outcome, Done):
            assert outcome.document.version == self.plan.version + 1
            self.plan = outcome.document
            self.ahead.append(self.seen.pop())
            assert self._content() == self.seen[-1]

    @rule()
    def make_again(self):
        outcome = redo(self.plan)
        if isinstance(outcome, Done):
            self.plan = outcome.document
            assert self._content() == self.ahead[-1]
            self.seen.append(self.ahead.pop())

    @invariant()
    def whole(self):
        ids = [s.id for s in self.plan.segments]
        assert len(ids) == len(set(ids))
        assert not cycle_in(self.plan.segments)
        assert all(d in ids for s in self.plan.segments for d in s.depends_on)
        assert ItineraryDocument.model_validate_json(self.plan.model_dump_json()) == self.plan
        assert self.plan.start_date <= self.plan.end_date


AnyItinerary.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestAnyItinerary = AnyItinerary.TestCase
