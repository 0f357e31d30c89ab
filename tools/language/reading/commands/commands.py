"""One clause as a command: nothing but command words, a choice, and words that change nothing, up to the clause's end.

That every word must be accounted for is what keeps idioms and negations from acting: "hold on a second", "don't hold it",
"how long can you hold it" and "book a flight to Paris" all have a word left over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tripintent.state.bundles import Bundle
from tripintent.state.events import (
    BookedPart,
    PublicEvent,
    UserAcceptsChange,
    UserCancelsBooking,
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserSelectedBundle,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.tools.language.exact.commands import Lexicon
from tripintent.tools.language.exact.options import Choice, Chooser
from tripintent.tools.language.exact.tokens import Token

_LONGEST_UNTIL = 5
_BOOKED = (
    ("flight", "booked_flight", "flight_noun"),
    ("hotel", "booked_hotel", "hotel_noun"),
    ("all", "booked_all", "booking_noun"),
)
"""What a cancellation is about: the words for it whole, and its noun behind "the old"."""

_WHOLE = frozenset(["everything", "all", "whole", "todo", "tout", "alles", "tudo", "tutto"])
"""Words that leave out nothing: not only what the present trip replaced."""


@dataclass(frozen=True)
class Situation:
    """What the traveller has in view when speaking."""

    options: Sequence[Bundle] = ()
    has_bookings: bool = False
    approval_waiting: bool = False
    shown: tuple[int, ...] = ()
    described: str | None = None
    """The one option that was spoken of last: what "take that one" means."""


@dataclass(frozen=True)
class Command:
    """The events of one clause (none: only words that change nothing) and the index after it."""

    events: tuple[PublicEvent, ...]
    end: int
    polite: bool = False
    verb: bool = False
    orders: bool = False
    """It is said as an order ("ok 1", "1 please", "take 1"), and does not only name what is asked about ("1, is it a riad?")."""


@dataclass(frozen=True)
class _Core:
    events: tuple[PublicEvent, ...]
    end: int
    verb: bool


@dataclass(frozen=True)
class CommandReader:
    """Reads commands in the words of one language. ``whole``: the message is one clause, so "2" may stand alone."""

    tokens: Sequence[Token]
    lexicon: Lexicon
    situation: Situation
    whole: bool

    @cached_property
    def _chooser(self) -> Chooser:
        return Chooser(self.tokens, self.lexicon, self.situation.options, self.situation.shown)

    def read(self, start: int) -> Command | None:
        """Return the command that starts here and reaches to the end of its clause, or None."""
        if not self.lexicon.starts(self.tokens[start]):
            return None
        direct = self._said_no(start) or self._cores(start, start, polite=False)
        if direct is not None:
            return direct
        at = self.lexicon["lead"].skip(self.tokens, start)
        may = self.lexicon["may"].match(self.tokens, at)
        asked = self.lexicon["polite"].match(self.tokens, at) if may is None else may
        at = at if asked is None else self.lexicon["lead"].skip(self.tokens, asked)
        found = self._cores(start, at, polite=asked is not None)
        asks_only = found and may and any(isinstance(event, UserRejects | UserReleasesHold) for event in found.events)
        return None if asks_only else found

    def corrects(self, at: int) -> int | None:
        """Return the index after the "no" of "no the third", "no wait the third": a correction without a pause of its own."""
        ends = (self.lexicon[role].match(self.tokens, at) for role in ("no", "retract"))
        return next((e for e in ends if e is not None and self._chooser.at(e, bare_number=False) is not None), None)

    def wavers(self, at: int) -> bool:
        """Say whether "maybe the third" starts here: it leaves open what was just chosen."""
        end = self.lexicon["waver"].match(self.tokens, at)
        return end is not None and self._chooser.at(end, bare_number=False) is not None

    def _said_no(self, at: int) -> Command | None:
        """Read the "no," of "no, the second one"; without the pause it would negate what follows."""
        end = None if self.situation.approval_waiting else self.lexicon["no"].match(self.tokens, at)
        paused = end is not None and end < len(self.tokens) and self.tokens[end].kind in ("pause", "end")
        return Command((), end) if end is not None and paused else None

    def _cores(self, start: int, at: int, *, polite: bool) -> Command | None:
        """Read one command after another until the clause ends; anything left over makes it none."""
        events: tuple[PublicEvent, ...] = ()
        verb, end = False, at
        while (core := self._core(end, first=end == at) or self._beyond(end)) is not None:
            events, verb, end = (*events, *core.events), verb or core.verb, core.end
        named, end = end, self.lexicon["tail"].skip(self.tokens, end)
        idle = not events and (polite or end == start)
        ended = self.ends(end) or self._described(events, end)
        orders = bool(events) and (verb or end > named or at > start)
        return None if idle or not ended else Command(events, end, polite, verb, orders)

    def _described(self, events: Sequence[PublicEvent], at: int) -> bool:
        """Say whether a wish for the option named by a quality begins here: "the cheapest one *with 2 bags*"."""
        chosen = events[0] if events else None
        by_quality = isinstance(chosen, UserSelectedBundle) and bool(chosen.qualities)
        return by_quality and self.lexicon["attribute"].match(self.tokens, at) is not None

    def _beyond(self, at: int) -> _Core | None:
        """Read the next command behind words that change nothing ("the first one *please* book it")."""
        end = self.lexicon["lead"].skip(self.tokens, self.lexicon["tail"].skip(self.tokens, at))
        return self._core(end, first=False) if end > at else None

    def ends(self, at: int) -> bool:
        """Say whether a clause ends before ``at``."""
        if at >= len(self.tokens) or self.tokens[at].kind in ("pause", "end"):
            return True
        return self._joins(at)

    def _joins(self, at: int) -> bool:
        return self.lexicon["join"].match(self.tokens, at) is not None or (
            self.lexicon["turn"].match(self.tokens, at) is not None
        )

    def _core(self, at: int, *, first: bool) -> _Core | None:
        """Read one command: a fixed phrase, a verb with what it acts on, or a bare choice at the start."""
        return (
            self._reject(at)
            or self._fixed(at)
            or self._cancel(at)
            or self._hold(at)
            or self._buy(at)
            or self._take(at)
            or self._after_it(at)
            or (self._bare(at) if first else None)
        )

    def _reject(self, at: int) -> _Core | None:
        """Read a refusal, only while an approval waits for an answer."""
        if not self.situation.approval_waiting:
            return None
        verb = self.lexicon["cancel"].match(self.tokens, at)
        it = None if verb is None else self.lexicon["it"].match(self.tokens, verb)
        ends = (self.lexicon["reject"].match(self.tokens, at), verb if it is None else it)
        for end in (*ends, self.lexicon["no"].match(self.tokens, at)):
            if end is not None and self.ends(self.lexicon["tail"].skip(self.tokens, end)):
                return _Core((UserRejects(),), end, end in ends)
        return None

    def _fixed(self, at: int) -> _Core | None:
        """Read "release the hold", "I accept the new times" and "try again"."""
        end = self.lexicon["release"].match(self.tokens, at)
        if end is not None:
            return _Core((UserReleasesHold(),), end, verb=True)
        end = self.lexicon["drop"].match(self.tokens, at) if self.situation.approval_waiting else None
        if end is not None:
            return _Core((UserReleasesHold(),), end, verb=True)
        end = self.lexicon["accept_change"].match(self.tokens, at) if self.situation.has_bookings else None
        if end is not None:
            return _Core((UserAcceptsChange(),), end, verb=True)
        end = self.lexicon["retry"].match(self.tokens, at)
        return self._list(at) if end is None else _Core((UserRetries(),), end, verb=True)

    def _list(self, at: int) -> _Core | None:
        """Read "show me more" and "something cheaper", only where options are shown."""
        if not self.situation.options:
            return None
        for role, order in (("list_more", "more"), ("list_cheaper", "cheapest"), ("list_again", "best")):
            end = self.lexicon[role].match(self.tokens, at)
            if end is not None:
                return _Core((UserWantsOptions.model_validate({"order": order}),), end, verb=True)
        return None

    def _cancel(self, at: int) -> _Core | None:
        """Read the cancellation of a booking, only where there is one: "cancel my flight", "cancel the old flight".

        While nothing is bought, "cancel the reservation" gives back what is held.
        """
        verb = self.lexicon["cancel"].match(self.tokens, at)
        if verb is None:
            return self._cancel_behind(at)
        if not self.situation.has_bookings:
            return self._unbooked(verb)
        alone = (at > 0 or not self.whole) and self.ends(self.lexicon["tail"].skip(self.tokens, verb))
        nothing_more = _Core((UserCancelsBooking(parts=(BookedPart(),)),), verb, verb=True) if alone else None
        return self._booked(verb) or nothing_more

    def _cancel_behind(self, at: int) -> _Core | None:
        """Read a verb behind what it cancels, as in German: "alles stornieren", "den Flug stornieren"."""
        what = self._booked(at) if self.situation.has_bookings else self._unbooked(at)
        verb = None if what is None or what.end == at else self.lexicon["cancel"].match(self.tokens, what.end)
        return None if what is None or verb is None else _Core(what.events, verb, verb=True)

    def _booked(self, at: int) -> _Core | None:
        """Read what of the bookings is meant: one way, the old ones, the flights, the hotel, or all."""
        old = self._old(at)
        part = self._way(at)
        if part is not None:
            way = BookedPart(item="flight", which=part[0])
            return _Core((UserCancelsBooking(item="flight", parts=(way,)),), part[1], verb=True)
        for item, whole, noun in _BOOKED:
            end = self.lexicon[whole].match(self.tokens, at)
            if end is None and old is not None:
                end = self.lexicon[noun].match(self.tokens, old)
            if end is not None:
                behind = self.lexicon["old"].match(self.tokens, end)
                end = end if behind is None else behind
                said = {token.word for token in self.tokens[at:end]}
                parts = (BookedPart(),) if item == "all" and said & _WHOLE else ()
                event = UserCancelsBooking.model_validate({"item": item, "parts": parts})
                return _Core((event,), end, verb=True)
        return None

    def _unbooked(self, at: int) -> _Core | None:
        """Read what "cancel" is about while nothing is booked: nothing more, "it", or all of the trip."""
        named = (self.lexicon[role].match(self.tokens, at) for role in ("booked_all", "it"))
        stop = next((end for end in named if end is not None), None)
        if stop is None and self.ends(self.lexicon["tail"].skip(self.tokens, at)):
            stop = at
        return None if stop is None else _Core((UserReleasesHold(),), stop, verb=True)

    def _way(self, at: int) -> tuple[Literal["outbound", "return"], int] | None:
        """Read "my return flight" and "the flight home": one way of what was booked."""
        for which in ("return", "outbound"):
            end = self.lexicon[f"booked_{which}"].match(self.tokens, at)
            if end is not None:
                return ("return" if which == "return" else "outbound"), end
        return None

    def _old(self, at: int) -> int | None:
        """Return the index after "the old" of "the old flight": what was booked before the trip changed."""
        article = self.lexicon["article"].match(self.tokens, at)
        return self.lexicon["old"].match(self.tokens, at if article is None else article)

    def _hold(self, at: int) -> _Core | None:
        """Read "hold [it | the second one] [until Friday]" and "put it on hold"."""
        for before, after in self.lexicon.around:
            verb = before.match(self.tokens, at)
            chosen, middle = self._object(verb) if verb is not None else (None, at)
            end = after.match(self.tokens, self.lexicon["lead"].skip(self.tokens, middle)) if verb is not None else None
            if end is not None:
                return _Core((*_selects(chosen), UserRequestHold()), end, verb=True)
        verb = self.lexicon["hold"].match(self.tokens, at)
        if verb is None:
            return None
        chosen, end = self._object(verb)
        return _Core((*_selects(chosen), UserRequestHold()), self._until(end), verb=True)

    def _buy(self, at: int) -> _Core | None:
        """Read "buy it"; a bare "book" counts only where there is something to buy."""
        verb = self.lexicon["buy"].match(self.tokens, at)
        if verb is None:
            return None
        chosen, end = self._object(verb)
        alone = end == verb == at + 1
        if alone and not (self.situation.options or self.situation.approval_waiting):
            return None
        return _Core((*_selects(chosen), UserWantsPurchase()), end, verb=True)

    def _take(self, at: int) -> _Core | None:
        """Read "take the second one"; "take it" is a choice only when one option is shown, or was spoken of last."""
        pick = self.lexicon["pick"].match(self.tokens, at)
        verb = pick if pick is not None else self.lexicon["take"].match(self.tokens, at)
        if verb is None:
            return None
        choice = self._chooser.at(verb, bare_number=False) or (self._chooser.digits(verb) if pick is not None else None)
        if choice is not None:
            return _Core(_selects(choice), choice.end, verb=True)
        only = self._spoken_of(verb) if pick is not None else None
        return None if only is None else _Core(_selects(only), only.end, verb=True)

    def _spoken_of(self, at: int) -> Choice | None:
        """Return what "it" or "that one" is: the option that is alone, or was spoken of last."""
        end, options = self.lexicon["it"].match(self.tokens, at), self.situation.options
        one = options[0].bundle_id if len(options) == 1 else self.situation.described
        known = one is not None and any(option.bundle_id == one for option in options)
        return Choice(one, end) if one and known and end is not None else None

    def _after_it(self, at: int) -> _Core | None:
        """Read a verb after its object, as in German: "es buchen", "die nehmen wir"."""
        it = self.lexicon["it"].match(self.tokens, at)
        if it is None:
            return None
        picked = self.lexicon["pick"].match(self.tokens, it)
        only = self._spoken_of(at) if picked is not None else None
        chosen = _Core(_selects(only), picked, verb=True) if only and picked is not None else None
        return self._hold(it) or self._buy(it) or chosen

    def _bare(self, at: int) -> _Core | None:
        choice = self._chooser.at(at, bare_number=self.whole) or self._that_one(at)
        return None if choice is None else _Core(_selects(choice), choice.end, verb=False)

    def _that_one(self, at: int) -> Choice | None:
        """Read "that one" by itself; a bare "it" or "la" names nothing."""
        only = self._spoken_of(at)
        return only if only and only.end - at > 1 else None

    def _object(self, at: int) -> tuple[Choice | None, int]:
        """Read what a verb acts on: a choice, or "it" (None)."""
        choice: Choice | None = self._chooser.at(at, bare_number=False) or self._bare_end(at)
        if choice is not None:
            return choice, choice.end
        end = self.lexicon["it"].match(self.tokens, at)
        return None, at if end is None else end

    def _bare_end(self, at: int) -> Choice | None:
        """Read the "2" of "hold 2", where nothing is counted by it ("hold 2 seats")."""
        one = self.lexicon.counts[1].match(self.tokens, at) is not None  # "book one" leaves the choice open
        choice = None if one else self._chooser.at(at, bare_number=True)
        ends = choice is not None and self.ends(self.lexicon["tail"].skip(self.tokens, choice.end))
        return choice if ends else None

    def _until(self, at: int) -> int:
        """Take in "until Friday": how long a hold lasts is the supplier's to say."""
        end = self.lexicon["until"].match(self.tokens, at)
        if end is None:
            return at
        stop = next((n for n in range(end, min(end + _LONGEST_UNTIL, len(self.tokens) + 1)) if self.ends(n)), None)
        return at if stop is None else stop


def _selects(choice: Choice | None) -> tuple[PublicEvent, ...]:
    return (UserSelectedBundle(bundle_id=choice.bundle_id, qualities=choice.qualities),) if choice else ()
