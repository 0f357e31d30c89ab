"""What the guide says of a fact that was looked up: each kind in a plain sentence."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tripintent.tools.guide.known import GuideSituation, day_of
from tripintent.tools.guide.words import GuideWords, table
from tripintent.tools.places.airports import city_in

Value = Mapping[str, Any]


def told(facts: Mapping[str, Any], known: GuideSituation) -> Iterator[str]:
    """Yield a line for each place: what is known of it, or why nothing is; for the next flight by the clock."""
    say, flight = known.say, known.next_flight
    for one in facts.get("found") or ():
        name, value = one.get("place"), one.get("value")
        if value and flight and name in flight["route"][:1]:
            name, value = city_in(name, say.language), {**value, "leaves": flight["departs"]["local"]}
        if one.get("known"):
            old = say("This rule is over 12 months old and may have changed.") if one.get("old") else ""
            yield f"{name}{say.formats.colon}{_sentence(value, say)}. {old}".strip()
        else:
            yield f"{one.get('place')}{say.formats.colon}{_unknown(one, say)}"
    if not facts.get("found") and facts.get("why"):
        yield _unknown(facts, say)


def _unknown(one: Value, say: GuideWords) -> str:
    if one.get("lacks") == "places":
        return say("Which place? For example: “weather in Lisbon in June”.")
    why = say("write with which passport, for example “US passport”") if one.get("lacks") else one.get("why")
    return say("not known to me: {why}", why=why)


def _sentence(value: Value, say: GuideWords) -> str:
    field = next(field for field in (*_SENTENCES, *table("looked_up")) if field in value)
    if field in _SENTENCES:
        return _SENTENCES[field](value, say)
    facts = {name: ", ".join(one) if isinstance(one, list) else one for name, one in value.items()}
    return say(table("looked_up")[field], **facts)


def _entry(value: Value, say: GuideWords) -> str:
    rule: Value = value["rule"]
    kind = str(rule["rule"])
    words = say(table("rules")[kind])
    days = ", " + say("for {count} days", count=rule["days"]) if rule.get("days") else ""
    date = day(rule["as_of"], say)
    return say(
        "passport {passport}: {rule} (as of {date}; check with the embassy)",
        passport=rule["passport"],
        rule=f"{words}{days}",
        date=date,
    )


def _way(value: Value, say: GuideWords) -> str:
    how = {"walk": say("on foot"), "drive": say("by car"), "fly": say("by plane")}[value["mode"]]
    return say(
        "to {place} {km} km in a straight line, about {minutes} min {how}",
        place=value["to"],
        km=say.formats.number(round(value["metres"] / 1000, 1)),
        minutes=value["minutes"],
        how=how,
    )


def _time(value: Value, say: GuideWords) -> str:
    local = str(value["local"])
    return say("it is {hour} there now, {day}", hour=say.formats.clock(local), day=day(local[:10], say))


def _holidays(value: Value, say: GuideWords) -> str:
    named = ", ".join(f"{day(one['day'], say)} {one['name']}" for one in value["days"])
    return named or say("no public holidays in these days")


def _climate(value: Value, say: GuideWords) -> str:
    known = value["climate"]
    band, rain = (say(table("weather")[known[name]]) for name in ("band", "rain"))
    return say("{band}, {rain}; a rough guide, no forecast", band=band, rain=rain)


def _early(value: Value, say: GuideWords) -> str:
    there = str(datetime.fromisoformat(value["leaves"]) - timedelta(minutes=value["minutes"]))
    words = "be at the airport on {day} at {hour}, {minutes} minutes before departure"
    return say(words, day=day(there[:10], say), hour=say.formats.clock(there), minutes=value["minutes"])


def day(iso: str, say: GuideWords) -> str:
    """Return a day with its weekday."""
    found = day_of(iso)
    return say.formats.day(found) if found else iso


_SENTENCES: Mapping[str, Callable[[Value, GuideWords], str]] = {
    "rule": _entry,
    "local": _time,
    "climate": _climate,
    "days": _holidays,
    "to": _way,
    "leaves": _early,
}
"""By a field that only this kind of fact has, in this order; others are in the table."""
