"""Replies of the designer, from typed facts and one file of words a language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from pydantic import JsonValue

from tripintent.state.caps import PLANNED
from tripintent.state.designer.talk import Event, Option, Question
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.replies.proposals import Dates, PlaceWords, StayWords
from tripintent.tools.places.town_names import town_in

Facts = Mapping[str, Any]
_TWO_DOTS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""A short month at the end of a sentence ("sam. 20 févr..")."""
_TOLD = 3
"""Entries of an undo that are named; the others are counted."""


class TemplateWords:
    """Implements the ``ItineraryWords`` port."""

    def reply(self, events: Sequence[Event], question: Question | None, language: str) -> str:
        """Return the words of one reply: what happened, then the one question."""
        speaker = _Speaker(language)
        lines = [line for event in events if (line := speaker.line(event))]
        if question:
            lines.append(question.question)
            lines += [f"- {one.label}: {one.description}" for one in question.options if one.description]
        return "\n".join(dict.fromkeys(lines)) or speaker.text("events", "agreed")

    def question(self, slot: str, facts: Mapping[str, JsonValue], language: str) -> Question:
        """Return the question about a slot; choices end with "something else"."""
        del facts
        words = read_words(language, "designer")["questions"]
        asked = words[slot]
        labels = [*asked.get("options", ()), *((words["other"],) if asked.get("options") else ())]
        about = dict(zip(labels, asked.get("about", ()), strict=False))
        options = tuple(
            Option(id=f"{slot}-{n}", label=label, description=about.get(label)) for n, label in enumerate(labels, 1)
        )
        return Question(id=f"ask-{slot}", type=asked["type"], question=asked["text"], options=options, about=slot)


class _Speaker:
    """Words facts in one language."""

    def __init__(self, language: str) -> None:
        self._table = read_words(language, "designer")
        self._language = language
        self._dates = Dates(language)
        self._towns, self._houses = PlaceWords(self._table, language), StayWords(self._table, language)

    def text(self, table_: str, name_: str, /, **facts: object) -> str:
        """Fill one template."""
        return str(self._table[table_][name_]).format(**facts)

    def line(self, event: Event) -> str:
        """Return the line of one event."""
        made = getattr(self, f"_{event.kind}", None)
        facts = cast("Facts", event.facts)
        line = _TWO_DOTS.sub(".", str(made(facts)) if made else self.text("events", event.kind, **facts))
        return " ".join((line, *(f"({credit})" for credit in facts.get("credits", ()))))

    def _trip(self, facts: Facts) -> str:
        hours = [self.text("words", end, time=facts[end]) for end in ("arrives", "leaves") if facts.get(end)]
        said = (self._town(facts.get("destination")), self._range(facts.get("start"), facts.get("end")), *hours)
        what = ", ".join(x for x in said if x)
        return self.text("events", "grown" if facts.get("grown") else "trip", what=what) if what else ""

    def _town(self, names: str | None) -> str:
        return ", ".join(town_in(one, self._language) for one in names.split(", ")) if names else ""

    def _wishes(self, facts: Facts) -> str:
        heads = facts.get("heads")
        said = [self.text("words", "heads.1" if heads == 1 else "heads.many", count=heads)] if heads else []
        said += [self.text("words", "starts", place=self._town(facts["origin"]))] if facts.get("origin") else []
        rest = {k: v for k, v in facts.items() if k not in ("heads", "origin")}
        said += [self._wish(x) for value in rest.values() for x in (value if isinstance(value, list) else [value]) if x]
        return self.text("events", "wishes", what=", ".join(map(str, said)))

    def _wish(self, value: object) -> str:
        """Return a wish, or an amount, in the traveller's language; what they said in their own words stays as it is."""
        if isinstance(value, dict):
            return self._towns.money(value)
        return str(self._table["words"].get(f"like.{value}", value))

    def _added(self, facts: Facts) -> str:
        assumed = f" {self.text('words', 'assumed')}" if facts.get("assumed") else ""
        return self.text("events", "added", thing=self._thing(facts)) + assumed

    def _changed(self, facts: Facts) -> str:
        along = [self.text("events", "changed_along", thing=self._thing(one)) for one in facts["along"]]
        return " ".join((self.text("events", "changed", thing=self._thing(facts)), *along))

    def _removed(self, facts: Facts) -> str:
        return self.text("events", "removed", thing=self._thing(facts))

    def _shifted(self, facts: Facts) -> str:
        what = self._range(facts.get("start"), facts.get("end"))
        return self.text("events", "shifted", count=facts["count"], days=facts["days"], what=what or "…")

    def _swapped(self, facts: Facts) -> str:
        if not facts["things"]:
            return self.text("answers", "all_none")
        return self.text("events", "swapped", things=self._list(facts["things"]))

    def _nights(self, facts: Facts) -> str:
        return self.text("events", "nights", title=facts["title"], until=self._dates.day(facts["until"]))

    def _freed(self, facts: Facts) -> str:
        part = self.text("words", f"part.{facts['part']}")
        day = self._dates.day(facts["day"])
        hours = next((name for name in ("until", "from") if facts.get(name)), None)
        part = self.text("words", f"free.{hours}", hour=facts[hours]) if hours else part
        said = "freed_and_out" if facts["removed"] else "freed"
        line = self.text("events", said, day=day, part=part, removed=facts["removed"])
        kept = self.text("events", "freed_kept", kept=", ".join(facts["kept"])) if facts["kept"] else ""
        return f"{line} {kept}".strip()

    def _undone(self, facts: Facts) -> str:
        return self._restored("undone", facts)

    def _redone(self, facts: Facts) -> str:
        return self._restored("redone", facts)

    def _restored(self, kind: str, facts: Facts) -> str:
        said = []
        for name in ("back", "out", "again"):
            things = facts[name]
            more = self.text("words", "and_more", count=len(things) - _TOLD) if len(things) > _TOLD else ""
            said += [self.text("words", f"undo.{name}", things=self._list(things[:_TOLD]) + more)] if things else []
        trip = ", ".join(x for x in (self._town(facts["destination"]), self._range(facts["start"], facts["end"])) if x)
        said += [self.text("words", "undo.trip", what=trip)] if trip else []
        said += [self.text("words", "undo.other")] if facts["other"] else []
        return self.text("events", kind, what=". ".join(said) or self.text("words", "undo.other"))

    def _planned(self, facts: Facts) -> str:
        if facts.get("out") is not None:
            how = ", ".join(self.text("words", f"how.{name}") for name in facts["how"])
            line = self.text("events", "replanned", how=how, count=facts["count"], out=facts["out"])
        else:
            line = self.text("events", "planned" if facts["count"] else "planned_none", count=facts["count"])
        return "\n".join((line, *self._by_day(facts.get("things", ()))))

    def _preview(self, facts: Facts) -> str:
        along = ", ".join(f"{one['title']} ({self._dates.moment(one['start'])})" for one in facts["along"])
        return self.text(
            "events", "preview", title=facts["title"], when=self._dates.moment(facts["start"]), along=along
        )

    def _imported(self, facts: Facts) -> str:
        lines = [self.text("events", "imported", things=self._list(facts["things"]))] if facts["things"] else []
        lines += [self.text("events", "imported_known", things=self._list(facts["known"]))] if facts["known"] else []
        if not lines:
            lines.append(self.text("events", "imported_none"))
        if facts["warnings"]:
            said = dict.fromkeys(self._warning(str(code)) for code in facts["warnings"])
            lines.append(self.text("events", "imported_warn", what=" ".join(said).rstrip(".")))
        return " ".join(lines)

    def _warning(self, code: str) -> str:
        """Return a warning of an import in words. ``refused:`` names a field of another planner, which says nothing to a traveller."""
        words = self._table["import_warnings"]
        return str(words.get(code.split(":", maxsplit=1)[0], words["other"])).format(most=PLANNED)

    def _import_doubt(self, facts: Facts) -> str:
        trip = ", ".join(x for x in (self._town(facts["destination"]), self._range(facts["start"], facts["end"])) if x)
        return self.text("events", f"import_{facts['verdict']}", things=self._list(facts["things"]), trip=trip)

    def _clash(self, facts: Facts) -> str:
        return self.text("events", "clash", what=self._findings(facts["findings"]))

    def _which_one(self, facts: Facts) -> str:
        if not facts["options"]:
            return self.text("events", "which_none", words=facts["words"])
        options = ", ".join(f"{o['title']} ({self._dates.moment(o['start'])})" for o in facts["options"])
        lines = (
            self.text("events", "which_one", words=facts["words"]),
            self.text("events", "which_options", options=options),
        )
        return " ".join(lines)

    def _refused(self, facts: Facts) -> str:
        words = self._table["refusals"]
        title = facts.get("title") or ""
        key = next((k for k in (f"{facts['code']}.{facts.get('field')}", facts["code"]) if k in words), "other")
        return self.text("refusals", key, title=title, message=facts.get("message", ""))

    def _ideas(self, facts: Facts) -> str:
        things = "; ".join(
            f"{n}. {i['name']}" + (f" ({i['area']})" if i.get("area") else "") for n, i in enumerate(facts["ideas"], 1)
        )
        return self.text("events", "ideas", place=facts["place"], things=things)

    def _places(self, facts: Facts) -> str:
        return self._towns.proposed(facts)

    def _place_taken(self, facts: Facts) -> str:
        return self._towns.taken(facts)

    def _stays(self, facts: Facts) -> str:
        return self._houses.proposed(facts)

    def _no_stays(self, facts: Facts) -> str:
        return self._houses.none(facts)

    def _stay_taken(self, facts: Facts) -> str:
        return self._houses.taken(facts)

    def _place_best(self, facts: Facts) -> str:
        return self._towns.best(facts)

    def _places_stand(self, facts: Facts) -> str:
        return self._towns.listed("places_stand", facts)

    def _places_told(self, facts: Facts) -> str:
        return self._towns.told(facts)

    def _places_same(self, facts: Facts) -> str:
        return self._towns.listed("places_same", facts)

    def _places_no_more(self, facts: Facts) -> str:
        return self._towns.listed("places_no_more", facts)

    def _places_not_had(self, facts: Facts) -> str:
        return self._towns.listed("places_not_had", facts)

    def _not_planned(self, facts: Facts) -> str:
        return self.text("events", "where_asks" if facts.get("about") == "where" else "not_planned")

    def _said(self, facts: Facts) -> str:
        return str(facts["text"])

    def _idea(self, facts: Facts) -> str:
        what = ", ".join(
            str(x)
            for x in (facts["kind"].replace("_", " "), facts["area"], facts["place"], f"{facts['minutes']} min")
            if x
        )
        return self.text("events", "idea", name=facts["name"], what=what)

    def _no_ideas(self, facts: Facts) -> str:
        if not facts.get("place"):
            return self.text("events", "no_ideas_where")
        if facts.get("all_in"):
            return self.text("events", "ideas_used", place=facts["place"])
        return self.text("events", "no_food" if facts.get("food") else "no_ideas", place=facts["place"])

    def _answer(self, facts: Facts) -> str:
        about = facts["about"]
        if about in ("access", "hours", "unknown"):
            return self.text("answers", about)
        if about in ("clashes", "check"):
            name = about if facts["findings"] else f"{about}_empty" if facts.get("empty") else f"{about}_none"
            return self.text("answers", name, findings=self._findings(facts["findings"]))
        if about == "nights":
            hotels = ", ".join(f"{h['title']} ({self._range(h['start'], h['end'])})" for h in facts["hotels"])
            return self.text(
                "answers",
                "nights" if facts["nights"] else "nights_none",
                nights=self._count(facts["nights"]),
                hotels=hotels,
            )
        things = facts["things"]
        if about == "home" and things:
            start, end = (self._dates.moment(things[0][k]) for k in ("start", "end"))
            return self.text("answers", "home", title=things[0]["title"], start=start, end=end)
        day = self._dates.day(facts["day"]) if facts.get("day") and about == "day" else ""
        listed = "\n" + "\n".join(self._by_day(things)) if about == "all" else self._list(things)
        return self.text("answers", about if things else f"{about}_none", things=listed, day=day)

    def _findings(self, found: Sequence[Facts]) -> str:
        return " ".join(self._finding(f) for f in found)

    def _finding(self, finding: Facts) -> str:
        facts = dict(finding["facts"])
        for name in ("first_end", "second_start"):
            if facts.get(name):
                facts[name] = str(facts[name])[11:16]
        if finding["rule"] == "NIGHT_WITHOUT_BED":
            facts |= {
                "nights": self._count(facts["nights"]),
                "first": self._dates.day(facts["first"]),
                "until": self._dates.day(facts["until"]),
            }
        if "suggested" in facts:
            facts["suggested"] = self.text("words", f"ride.{facts['suggested']}")
        facts["hotels"] = ", ".join(facts.get("hotels", ()))
        day = self._dates.day(finding["day"]) if finding.get("day") else ""
        return self.text("findings", finding["rule"], **{**facts, "day": day})

    def _by_day(self, things: Sequence[Facts]) -> Iterator[str]:
        """Yield a line for each house and each day, with what begins then."""
        for one in things:
            if one.get("type") == "HOTEL" or not one.get("start"):
                yield f"- {self._thing(one)}"
        timed = sorted(
            (o for o in things if o.get("type") != "HOTEL" and o.get("start")), key=lambda o: str(o["start"])
        )
        for day, group in groupby(timed, key=lambda one: str(one["start"])[:10]):
            yield f"- {self._dates.day(day)}: " + ", ".join(
                f"{str(one['start'])[11:16]} {one['title']}".strip() for one in group
            )

    def _list(self, things: Sequence[Facts]) -> str:
        return "; ".join(self._thing(one) for one in things)

    def _thing(self, facts: Facts) -> str:
        start, end = facts.get("start"), facts.get("end")
        number = f" ({facts['number']})" if facts.get("number") else ""
        if facts.get("type") == "HOTEL":
            return f"{facts['title']}{number}, {self._range(start, end)}"
        when = self._dates.span(start, end) if start else self.text("words", "some_time")
        return f"{facts['title']}{number}, {when}"

    def _range(self, start: str | None, end: str | None) -> str:
        if not start or not end:
            return self._dates.day(start or end) if start or end else ""
        return self.text("words", "from_to", start=self._dates.day(start), end=self._dates.day(end))

    def _count(self, nights: int) -> str:
        return self.text("words", "nights.1" if nights == 1 else "nights.many", count=nights)
