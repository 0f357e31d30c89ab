"""Towns and stays that were proposed, in words: the days, the price that was quoted, and what speaks for and against each."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from tripintent.tools.formats import formats_of, span
from tripintent.tools.places.town_names import town_in

Facts = Mapping[str, Any]
_LIKES = 3


class Dates:
    """Words days and times in one language."""

    def __init__(self, language: str) -> None:
        self._formats = formats_of(language)

    def day(self, moment: str | None) -> str:
        """Return a day: ``Fri 5 Mar``."""
        return self._formats.short_day(moment) if moment else "?"

    def nights(self, first: str, last: str) -> int:
        """Return the nights between two days."""
        return (date.fromisoformat(last[:10]) - date.fromisoformat(first[:10])).days

    def moment(self, moment: str | None) -> str:
        """Return a day, with the time where one is said."""
        if not moment:
            return "?"
        return f"{self.day(moment)} {self._formats.clock(moment)}" if "T" in moment else self.day(moment)

    def span(self, start: str, end: str | None) -> str:
        """Return from when to when; the day once where both are on it."""
        if not end or "T" not in start or "T" not in end:
            return self.moment(start)
        if start[:10] == end[:10]:
            return f"{self.moment(start)}–{self._formats.clock(end)}"
        return f"{self.moment(start)} – {self.moment(end)}"


class PlaceWords:
    """Words proposed towns in one language, from the table of the designer's replies."""

    def __init__(self, table: Mapping[str, Mapping[str, str]], language: str) -> None:
        self._words, self._events = table["words"], table["events"]
        self._language = language
        self._formats = formats_of(language)
        self._dates = Dates(language)

    def proposed(self, facts: Facts) -> str:
        """Return the list of towns, or why it is empty."""
        places: Sequence[Facts] = facts["places"]
        if not places:
            return self._none(facts)
        head = "places_head.1" if len(places) == 1 else "places_head.many"
        lines = [] if facts.get("beside") else [self._events[head].format(count=len(places))]
        for number, place in zip(facts.get("numbers") or range(1, len(places) + 1), places, strict=True):
            lines += self._place(number, place, facts)
        lines += self._best(facts)
        lines += (
            [] if facts["nights_said"] else [self._words["usual_nights"].format(nights=self._nights(facts["nights"]))]
        )
        lines += [self._words["usual_adults"].format(count=facts["adults"])] if facts["adults"] else []
        lines += [self._words["coarse"]] if any(p["band"] for p in places) else []
        lines += [self._words["simulated"]] if any(p["simulated"] for p in places) else []
        return "\n".join((*lines, self._events["places_tail"]))

    def taken(self, facts: Facts) -> str:
        """Return what begins with the town that was chosen."""
        if facts["moved"]:
            days = {"from": self._when(facts["depart"]), "until": self._when(facts["back"])}
            return self._events["place_taken_moved"].format(name=self._town(facts["name"]), **days)
        line = self._events["place_taken"].format(
            price=self._price(facts, facts["heads"]), name=self._town(facts["name"]), **self._days(facts)
        )
        return f"{line}\n{self._words['simulated']}" if facts["simulated"] else line

    def best(self, facts: Facts) -> str:
        """Return which town is the best in what was asked."""
        place = facts["place"]
        told = {"number": facts["number"], "name": self._town(place["name"]), "why": self._why(place, ())}
        return self._events["place_best"].format(
            flight=self._flight(place), price=self._price(place, facts["heads"]), **told
        )

    def told(self, facts: Facts) -> str:
        """Return what is known of the towns, beside prices."""
        heads = facts.get("heads")
        lines = [
            f"{self._town(p['name'])}: {self._why(p, ())}. {self._flight(p)}."
            + (f" {self._price(p, heads)}." if heads else "")
            for p in facts["places"]
        ]
        return "\n".join((*lines, *self._best(facts), self._words["coarse"]))

    def _best(self, facts: Facts) -> list[str]:
        """Return what sets towns apart that are compared: the price, the weather, the way."""
        told = [
            self._words[f"best.{one['by']}"].format(name=self._town(one["name"]))
            if one["name"]
            else self._words.get(f"even.{one['by']}", "")
            for one in facts.get("best", ())
        ]
        return [" ".join(filter(None, told))] if any(told) else []

    def listed(self, kind: str, facts: Facts) -> str:
        """Return a line about the list that was given before."""
        numbered = kind != "places_not_had"
        names = " · ".join(
            f"{n}. {name}" if numbered else name for n, name in enumerate(map(self._town, facts["names"]), 1)
        )
        return self._events[kind].format(names=names, said=facts.get("said", ""))

    def _town(self, name: str) -> str:
        return town_in(name, self._language)

    def _when(self, day: str | None) -> str:
        return self._dates.day(day) if day else "…"

    def _none(self, facts: Facts) -> str:
        over, limit = facts["over"], facts["limit"]
        if not over or not limit:
            return self._events["places_failed" if facts["failed"] else "places_none"]
        named = {"name": self._town(over["name"]), "country": self._country(over["country"]), **self._days(over)}
        line = self._events["places_over"].format(limit=self.money(limit), total=self.money(over["total"]), **named)
        return f"{line}\n{self._words['simulated']}" if over["simulated"] else line

    def _place(self, number: int, place: Facts, facts: Facts) -> list[str]:
        line = self._events["place"].format(
            number=number,
            name=self._town(place["name"]),
            country=self._country(place["country"]),
            why=self._why(place, facts["wished"]),
            flight=self._flight(place),
            price=self._price(place, facts["heads"]),
        )
        days = " · ".join(f"{self._dates.day(d['day'])} {self.money(d['flights'])}" for d in place["calendar"])
        return [line, *([f"   {self._events['place_days'].format(days=days)}"] if days else [])]

    def _why(self, place: Facts, wished: Sequence[str]) -> str:
        band, rain = place["band"], place["rain"]
        told = [self._words[f"band.{band}"]] if band else []
        told += [self._words["milder"]] if band and wished and band not in wished else []
        told += [self._words[f"rain.{rain}"]] if f"rain.{rain}" in self._words else []
        return ", ".join((*told, *(self._words[f"like.{like}"] for like in place["likes"][:_LIKES])))

    def _flight(self, place: Facts) -> str:
        stops = place["stops"]
        name = f"flight.{stops}" if stops <= 1 else "flight.many"
        return self._words[name].format(time=span(place["minutes"]), count=stops)

    def _price(self, place: Facts, heads: int) -> str:
        days = self._days(place)
        nights = self._nights(days.pop("nights"))
        name = "price.rooms" if place["rooms"] else "price.flights"
        who = self._words["heads.1" if heads == 1 else "heads.many"].format(count=heads)
        return self._words[name].format(nights=nights, heads=who, total=self.money(place["total"]), **days)

    def _days(self, place: Facts) -> dict[str, Any]:
        first, last = place["depart"], place["back"]
        return {
            "from": self._dates.day(first),
            "until": self._dates.day(last),
            "nights": self._dates.nights(first, last),
        }

    def _nights(self, count: int) -> str:
        return self._words["nights.1" if count == 1 else "nights.many"].format(count=count)

    def money(self, value: Mapping[str, str]) -> str:
        """Return an amount as the language writes it."""
        return self._formats.money(value)

    def _country(self, code: str) -> str:
        return self._formats.country(code)


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
