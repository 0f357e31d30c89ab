"""An option in a few short lines: price, one badge, flights, hotels, two differences, one warning. What all share is said once."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from tripintent.tools.formats import span
from tripintent.tools.language.replies import codes
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.items import money_back
from tripintent.tools.language.replies.texts import Texts

Facts = Mapping[str, Any]
WORTH_SAYING = 30
"""Minutes that a trip must be slower or faster for it to be said."""
_MOST_DIFFERENCES = 2


class Cards:
    """The options of one list, worded in one language."""

    def __init__(self, options: Sequence[Facts], texts: Texts, formats: Formats) -> None:
        self._options, self._texts, self._formats = options, texts, formats
        each = [list(dict.fromkeys(self._traits(option))) for option in options]
        everywhere = set.intersection(*map(set, each)) if len(options) > 1 else set[tuple[str, str]]()
        kinds = [{kind for kind, _ in traits if [k for k, _ in traits].count(kind) > 1} for traits in each]
        varying = set[str]().union(*kinds)
        self._shared = [trait for trait in (each[0] if each else ()) if trait in everywhere and trait[0] not in varying]

    def shared(self) -> str:
        """Return what all options have in common in one line; nothing when that is nothing."""
        if not self._shared:
            return ""
        return self._texts.word("card.shared").format(" · ".join(words for _, words in self._shared))

    def card(self, option: Facts) -> str:
        """Return the lines of one option below its number."""
        return "\n".join(line for line in self._lines(option) if line)

    def brief(self, option: Facts) -> str:
        """Return an option in a line; the first one of a list with its flights and hotels in a second."""
        first = option is self._options[0]
        way = " / ".join(self._leg(one, dated=first) for one in option["flights"])
        homes = [f"⌂ {self._named(one)}" for one in option["hotels"]]
        refund = [self._refund(option)[1]]
        warned = [f"⚠ {self._texts.word('card.separate')}"] if option["scores"].get("own_transfers") else []
        ends = " · ".join((*([f"✈ {way}"] if way else []), *homes, *refund, *warned))
        return f"{self._head(option)}\n   {ends}" if first else f"{self._head(option)}: {ends}"

    def _leg(self, flight: Facts, *, dated: bool) -> str:
        """Return a flight with its ends, clocks and stops; the day only where all of a list share it."""
        clocks = self._clocks(flight) if dated else self._hours(flight)
        stops = codes.counted("stops", flight["stops"], self._texts)
        return f"{clocks} {flight['route'][0]}–{flight['route'][-1]}, {stops}"

    def moved(self, moved: Facts) -> str:
        """Return how the first option differs from the first one before, the price first; nothing where that cannot be told."""
        if "price" not in moved:
            return ""
        word = self._texts.word
        if moved.get("was"):
            return word("moved.was").format(moved["was"])
        if moved["same"] and not (moved["fares"] or moved["flights"] or moved["hotels"]):
            return word("moved.kept")
        way = "same" if moved["same"] else "more" if moved["dearer"] else "less"
        said = [word(f"moved.{way}").format(self._formats.money(moved["price"]))]
        said += [word("moved.instead").format(*moved["fares"])] if moved["fares"] else []
        said += [word("moved.flights")] if moved["flights"] else []
        said += [word("moved.instead").format(*moved["hotels"])] if moved["hotels"] else []
        if abs(minutes := moved["minutes"]) >= WORTH_SAYING:
            said.append(word("moved.longer" if minutes > 0 else "moved.shorter").format(span(abs(minutes))))
        return word("moved.lead").format("; ".join(said))

    def _lines(self, option: Facts) -> Iterator[str]:
        yield self._head(option)
        yield from (f"   ✈ {self._flight(one)}" for one in option["flights"])
        yield from (f"   ⌂ {self._hotel(one)}" for one in option["hotels"])
        if not option["scores"]:  # a host's ranker without figures speaks for itself
            yield "   " + "; ".join((option["why"], *option["tradeoffs"]))
            return
        refund = self._refund(option)
        ends = [*list(self._differences(option))[:_MOST_DIFFERENCES], *([] if self._known(refund) else [refund[1]])]
        yield f"   {' · '.join(ends)}" if ends else ""
        if option["scores"].get("own_transfers"):
            yield f"   ⚠ {self._texts.word('card.own_transfer')}"

    def _head(self, option: Facts) -> str:
        price = self._formats.money(option["total"])
        if each := option.get("per_person"):
            whole = Decimal(option["total"]["amount"]) % Decimal(each["amount"]) == 0
            share = self._texts.word("heard.each" if whole else "heard.about_each")
            price += f" ({share.format(self._formats.money(each))})"
        over = option["over_budget"]
        said = [codes.word(one, "label", self._texts) for one in option["labels"][:1]]
        said += [self._texts.word("card.over_budget").format(self._formats.money(over))] if over else []
        return f"{option['number']}. {' – '.join((price, *said))}"

    def _flight(self, flight: Facts) -> str:
        stops = codes.counted("stops", flight["stops"], self._texts)
        said = [
            f"{self._clocks(flight)} {'–'.join(flight['route'])}",
            stops,
            span(flight["minutes"]),
            *flight["airlines"],
        ]
        changes = [self._texts.word("card.changes_booking")] if flight.get("changes") else []
        changes += money_back(flight.get("back"), self._texts, self._formats)
        return ", ".join((*said, *self._unshared([self._fare(flight)]), *changes))

    def _clocks(self, flight: Facts) -> str:
        return f"{self._formats.short_day(flight['depart_at'])} {self._hours(flight)}"

    def _hours(self, flight: Facts) -> str:
        later = f" ({flight['days_later']:+d})" if flight["days_later"] else ""
        return f"{self._formats.clock(flight['depart_at'])}–{self._formats.clock(flight['arrive_at'])}{later}"

    @staticmethod
    def _named(hotel: Facts) -> str:
        return f"{hotel['name']} {'★' * round(hotel['stars'] or 0)}".rstrip()

    def _hotel(self, hotel: Facts) -> str:
        where = [*filter(None, [self._formats.of_hotel(hotel["area"] or "")]), *self._near(hotel)]
        return ", ".join((self._named(hotel), *where, *self._unshared(self._stay(hotel))))

    def _near(self, hotel: Facts) -> list[str]:
        """Return how far it is from the place that it should be near, as far as that was measured."""
        near = hotel.get("near")
        return (
            [self._texts.word("card.near").format(self._formats.metres(near["meters"]), near["name"])] if near else []
        )

    def _differences(self, option: Facts) -> Iterator[str]:
        figures = option["scores"]
        if by := figures.get("price_over_cheapest"):
            more = {"amount": f"{by:.2f}", "currency": option["total"]["currency"]}
            yield self._texts.word("card.dearer").format(self._formats.money(more))
        if (minutes := figures.get("minutes_over_fastest", 0)) >= WORTH_SAYING:
            yield self._texts.word("card.slower").format(span(minutes))
        if stops := figures.get("stops_over_fewest"):
            yield f"+{codes.counted('stops', int(stops), self._texts)}"

    def _traits(self, option: Facts) -> Iterator[tuple[str, str]]:
        """Yield what may be the same in all options, with the kind of thing it is."""
        yield from (self._fare(flight) for flight in option["flights"])
        for hotel in option["hotels"]:
            yield from self._stay(hotel)
        yield self._refund(option)

    def _fare(self, flight: Facts) -> tuple[str, str]:
        return "fare", flight["fare_brand"] or codes.word(flight["cabin"], "plain", self._texts)

    def _stay(self, hotel: Facts) -> list[tuple[str, str]]:
        first, last = hotel["check_in"], hotel["check_out"]
        days = self._texts.word("heard.between").format(self._formats.short_day(first), self._formats.short_day(last))
        count = (date.fromisoformat(last) - date.fromisoformat(first)).days
        nights = ("nights", f"{days} ({codes.counted('nights', count, self._texts)})")
        several = f"{hotel['rooms']} × " if hotel["rooms"] > 1 else ""
        room = self._formats.of_hotel(hotel["room"] or "") or (self._texts.word("card.room") if several else "")
        rooms = [("room", f"{several}{room}")] if room else []
        return [nights, *rooms, ("board", codes.word(hotel["board"], "plain", self._texts))]

    def _refund(self, option: Facts) -> tuple[str, str]:
        parts = [*option["flights"], *option["hotels"]]
        back = [part for part in parts if part["terms"]["refundable"]]
        if not back or len(back) == len(parts):
            return "refund", self._texts.word("card.refundable" if back else "card.non_refundable")
        kinds = {part["kind"] for part in back}
        whole = len(kinds) == 1 and not kinds & {part["kind"] for part in parts if part not in back}
        only = kinds.pop() if whole else "some"
        return "refund", self._texts.word(f"card.refundable_{only}")

    def _unshared(self, traits: Sequence[tuple[str, str]]) -> list[str]:
        return [words for kind, words in traits if not self._known((kind, words))]

    def _known(self, trait: tuple[str, str]) -> bool:
        return trait in self._shared
