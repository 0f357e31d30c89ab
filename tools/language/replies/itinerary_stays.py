"""Stays that were proposed, in words: the price of all nights, and what speaks for and against each."""

from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.tools.language.replies.itinerary_dates import Dates
from tripintent.tools.language.replies.itinerary_places import PlaceWords
from tripintent.tools.places.town_names import town_in

Facts = Mapping[str, Any]


class StayWords:
    """Words proposed stays in one language, from the table of the designer's replies."""

    def __init__(self, table: Mapping[str, Mapping[str, str]], language: str) -> None:
        self._words, self._events, self._language = table["words"], table["events"], language
        self._dates, self._places = Dates(language), PlaceWords(table, language)

    def proposed(self, facts: Facts) -> str:
        """Return the list of stays, with the days that were taken."""
        stays: Sequence[Facts] = facts["stays"]
        told = {**self._when(facts), "nights": self._nights(facts["nights"]), "count": len(stays)}
        lines = [self._events["stays_head"].format(place=self._town(facts["place"]), heads=self._heads(facts), **told)]
        lines += [f"{number}. {self._stay(one)}" for number, one in enumerate(stays, 1)]
        lines += [self._events["stays_proposed"].format(**self._when(facts))] if facts["proposed"] else []
        lines += [self._words["usual_adults"].format(count=facts["assumed"])] if facts["assumed"] else []
        lines += [self._events["stays_over"]] if facts["over"] else []
        lines += [self._words["simulated"]] if facts["simulated"] else []
        return "\n".join((*lines, self._events["stays_tail"]))

    def none(self, facts: Facts) -> str:
        """Return that no stay was found on these days."""
        return self._events["no_stays"].format(place=self._town(facts["place"]), **self._when(facts))

    def taken(self, facts: Facts) -> str:
        """Return the stay that is in the plan now."""
        days = {**self._when(facts), "nights": self._nights(self._dates.nights(facts["check_in"], facts["check_out"]))}
        return self._events["stay_taken"].format(name=facts["name"], total=self._places.money(facts["total"]), **days)

    def _stay(self, one: Facts) -> str:
        stars = " " + "★" * int(one["stars"]) if one["stars"] else ""
        area = f", {one['area']}" if one["area"] else ""
        pros = ", ".join(self._words[f"pro.{name}"] for name in one["pros"])
        cons = ", ".join(self._words[f"con.{name}"] for name in one["cons"])
        why = "".join(f"\n   {sign} {said}" for sign, said in (("+", pros), ("–", cons)) if said)
        return f"{one['name']}{stars}{area}: {self._places.money(one['total'])}{why}"

    def _heads(self, facts: Facts) -> str:
        count = facts["heads"]
        return self._words["heads.1" if count == 1 else "heads.many"].format(count=count)

    def _nights(self, count: int) -> str:
        return self._words["nights.1" if count == 1 else "nights.many"].format(count=count)

    def _when(self, facts: Facts) -> dict[str, str]:
        return {"from": self._dates.day(facts["check_in"]), "until": self._dates.day(facts["check_out"])}

    def _town(self, name: str) -> str:
        return town_in(name, self._language)
