"""Facts as the reader sees them: what tools and the ledger say in English is put into a language from codes and figures."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import texts_of

_WEIGHTS = {
    "risk_journey": (
        "flights_missing",
        "hotels_missing",
        "leaves_before_check_out",
        "legs_out_of_order",
        "self_transfer",
        "short_connection",
        "short_time_between_flights",
    ),
    "risk_money": ("new_terms", "non_refundable", "over_budget"),
    "risk_look": (),
}


def weight(confirmation_id: str) -> str:
    """Return how grave a thing to confirm is: it can cost the journey, or money, or is to be looked up."""
    code = confirmation_id.partition(":")[0]
    return next((name for name, codes in _WEIGHTS.items() if code in codes), "risk_look")


def _gravest(one: Mapping[str, Any]) -> int:
    return list(_WEIGHTS).index(one["weight"])


class Localized:
    """The words of one language for facts. What it has no words for stays as it is."""

    def __init__(self, language: str) -> None:
        filters: Mapping[str, Callable[..., Any]] = environment(texts_of(language)).filters
        self._titled, self._why, self._tradeoffs = filters["titled"], filters["why"], filters["tradeoffs"]
        self._risk, self._airline_change = filters["risk_text"], filters["airline_change"]
        self._money, self._moment, self._day = filters["money"], filters["moment"], filters["day"]

    def title(self, title: str) -> str:
        """Return the title of an offer, a hold or a booking."""
        return str(self._titled(title))

    def money(self, amount: Mapping[str, str]) -> str:
        """Return an amount as people of the language write it."""
        return str(self._money(amount))

    def moment(self, iso: str) -> str:
        """Return day, local time and zone of an ISO moment."""
        return str(self._moment(iso))

    def day(self, iso: str) -> str:
        """Return the day of an ISO date."""
        return str(self._day(iso))

    def terms(self, terms: Mapping[str, Any], say: Callable[..., str]) -> str:
        """Return what becomes of the money when a line is cancelled; ``say`` has the words of the page."""
        if not terms["refundable"]:
            return say("not_refundable")
        fee = terms["refund_penalty"]
        refundable = say("refundable_fee", amount=self.money(fee)) if fee else say("refundable")
        until = terms["free_until"]
        return say("refundable_until", refundable=refundable, moment=self.moment(until)) if until else refundable

    def brought_back(self, one: Mapping[str, Any], say: Callable[..., str]) -> str:
        """Return what cancelling a replaced booking costs and brings back, or that it is not known now."""
        if one.get("problem") == "changed":
            return str(self._airline_change(one))
        if one["refund"] is None:
            return say("brings_back_unknown")
        return say("brings_back", fee=self.money(one["fee"]), refund=self.money(one["refund"]))

    def change(self, difference: Mapping[str, str] | None, say: Callable[..., str]) -> str:
        """Return what a change of dates comes to in all; below zero it brings money back, None is not known now."""
        if difference is None:
            return say("change_unknown")
        said = "change_saves" if difference["amount"].startswith("-") else "change_costs"
        return say(said, amount=self.money({**difference, "amount": difference["amount"].removeprefix("-")}))

    def offer(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return an offer's facts with its title in the language."""
        return {**facts, "title": self.title(str(facts["title"]))}

    def option(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return an option's facts with its reasons in the language."""
        return {**facts, "why": self._why(facts), "tradeoffs": self._tradeoffs(facts)}

    def message(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the facts of a message: options with their reasons, bookings with their titles."""
        worded: dict[str, Any] = {}
        if "options" in facts:
            worded["options"] = [self.option(one) for one in facts["options"]]
        if "bookings" in facts:
            worded["bookings"] = self.titles(facts["bookings"])
        return {**facts, **worded}

    def titles(self, things: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return things with their titles in the language."""
        return [{**one, "title": self.title(str(one["title"]))} for one in things]

    def card(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return an approval card with its lines, what it replaces and what it asks to confirm in the language; ids and amounts stay.

        ``weight`` of a confirmation is the heading under which a page has it; the gravest come first.
        """
        asked = [{**one, "text": self._asked(one), "weight": weight(one["id"])} for one in args["confirmations"]]
        old = self.titles(args.get("replaces", ()))  # a card that was stored before cards said this has none
        change = {"replaces": old, "difference": args.get("difference")}
        return {**args, **change, "cart": self.titles(args["cart"]), "confirmations": sorted(asked, key=_gravest)}

    def _asked(self, one: Mapping[str, Any]) -> str:
        """Return one confirmation in the language, from the facts that the ledger keeps with the approval."""
        risk = one.get("risk")  # a card that was stored before cards had it says its words as they are
        return self._risk(risk) if risk else str(one["text"])
