"""What phrases about who travels do to a draft."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from tripintent.tools.guide.acts import Got, act, at_last
from tripintent.tools.guide.asking import TWO
from tripintent.tools.guide.draft import Call, GuideDraft, MenuChoice, change, changing, choice
from tripintent.tools.guide.known import day_of
from tripintent.tools.guide.pattern import names_in
from tripintent.tools.guide.words import GuideWords, table, words
from tripintent.tools.language.exact.people import ADULT_FROM, INFANT_UNDER
from tripintent.tools.ports.language import NamedPeople


@act
def adults(
    draft: GuideDraft, got: Got, *, n: int | None = None, times: int = 1, beside: int = 0, said: str = ""
) -> bool:
    """How many grown-ups, ``times`` for couples and ``beside`` who writes; said of all together after a count, it changes nothing."""
    party, count = draft.update.get("party") or {}, n if n is not None else got[0].value * times + beside
    young = max(len(party.get("child_ages", ())), int(party.get("children") or 0)) + int(party.get("infants") or 0)
    if (count == 1 and said.endswith("of us")) or draft.next_word in words("counted"):
        return False  # one of several, or a number of something else
    if not young and "adult" not in said and not (draft.joined or n or beside):
        known_young = sum(int(draft.known.party.get(kind) or 0) for kind in words("minors"))
        of_all = count >= known_young + int(draft.known.party.get("adults") or 0)
        count -= known_young if of_all else 0
    same = (draft.joined or (n and draft.words & words("questions"))) and count == counted_heads(draft)
    if not same and not (young and count == int(party.get("adults") or 0) + young):
        gone = int(party.get("adults") or draft.known.party.get("adults") or 0) - count
        draft.set(party={"adults": count})
        _children_stay(draft, count)
        if gone > 0:
            _fewer_rooms(draft, gone)
    return True


def _fewer_rooms(draft: GuideDraft, gone: int) -> None:
    """Ask how many rooms are kept, where people go who travelled in several; those that only waited with them go."""
    say, waited = draft.known.say, "lodging" in draft.seeded and draft.update["lodging"].pop("rooms", None)
    rooms = int((draft.known.lodging.get("stays") or [draft.known.lodging])[0].get("rooms") or 1)
    if rooms > 1 and not waited and not draft.known.booked and "rooms" not in draft.words:
        counts = range(max(1, rooms - gone), rooms + 1)
        draft.ask(say("Which one?"), *(changing(f"{say('rooms')} {n}", lodging={"rooms": n}) for n in counts))


@at_last
def who_writes(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Who writes, of a trip that nobody is known for; with others only beside children, as anybody else would be counted, too."""
    party = draft.update.get("party") or {}
    alone = not (draft.known.party.get("adults") or draft.calls or (draft.known.empty and not draft.stops))
    young, joined = draft.young or {"child_ages", "infants"} & set(party), not said.endswith(("me", "myself"))
    if "adults" not in party and (young if joined else alone):
        draft.set(party={"adults": 1})
    return bool(young) or not joined


def _children_stay(draft: GuideDraft, adults: int) -> None:
    """Say that the children travel as before, where only the adults are counted again."""
    known, say = draft.known.party, draft.known.say
    children = sum(int(known.get(kind) or 0) for kind in words("minors"))
    if children and adults != known.get("adults") and not {"child_ages", "infants"} & set(draft.update["party"]):
        draft.notes.append(say("Adults: {adults}. The children stay: {children}.", adults=adults, children=children))


@at_last
def rooms_each(draft: GuideDraft, got: Got) -> bool:
    """A room for each of those who travel."""
    heads = counted_heads(draft, infants=False)
    if heads:
        draft.set(lodging={"rooms": heads})
    return bool(heads)


@at_last
def heads(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """All who travel, in one number: nothing new beside those who were counted; of a family it is asked who is grown-up."""
    count, counted = int(got[0].value), counted_heads(draft)
    if counted == count:
        return True
    party = draft.update.get("party") or {}
    children = len(party.get("child_ages", ())) + int(party.get("infants") or 0)
    if children and "adults" not in party and children < count and not draft.young > children:
        draft.set(party={"adults": count - children})  # a family of four, and two of them are children
        return True
    if "family" in said and "adults" not in party:
        who = draft.known.say("Who are the {count}? Write for example: 2 adults, children 4 and 7", count=count)
        return draft.ask(who)
    if "family" in said or party or draft.young or any(draft.known.party.get(kind) for kind in words("minors")):
        return False
    draft.set(party={"adults": count})
    return True


def counted_heads(draft: GuideDraft, *, infants: bool = True) -> int:
    """Return how many travel after what was said so far; 0 where no person was counted."""
    known, party = draft.known.party, draft.update.get("party") or {}
    young = len(party["child_ages"]) if "child_ages" in party else int(known.get("children") or 0)
    small = int(party.get("infants", known.get("infants")) or 0) if infants else 0
    return int(party.get("adults", known.get("adults")) or 0) + max(young, draft.young) + small


@act
def more_adults(draft: GuideDraft, got: Got, by: int) -> bool:
    """One more, or one less; of a booked trip a person is asked for by name."""
    if draft.known.booked:
        return False
    draft.set(party={"adults": max(1, int(draft.known.party.get("adults") or 1) + by)})
    draft.joined, draft.newcomer = by > 0, str(got[0].value) if got else ""
    return True


@act
def children(draft: GuideDraft, got: Got) -> None:
    """Children with their ages; where an age is not said, it is asked for."""
    young = got[0].value
    party: dict[str, Any] = {"child_ages": list(young.ages)} if young.ages else {}
    if young.infants:
        party["infants"] = young.infants
    known = (draft.update.get("party") or {}).get("child_ages") or draft.known.party.get("child_ages") or ()
    if young.unknown and len(known) == young.unknown + len(young.ages):
        return  # how old they are was said
    if young.unknown:
        draft.young = young.unknown + len(young.ages)
        say = draft.known.say
        question = (
            say("How old is the child on the day of travel? Write for example: 4")
            if draft.young == 1
            else say("How old are the children on the day of travel? Write for example: 4 and 7")
        )
        draft.ask(question, asks=f"ages:{draft.young + young.infants}")
    if party:
        draft.set(party=party)


@act
def child_of(draft: GuideDraft, got: Got) -> bool:
    """One child with an age."""
    age = int(got[0].value)
    if age >= 18:
        return False
    known = (draft.update.get("party") or {}).get("child_ages", ())
    draft.set(party={"child_ages": [*known, age]})
    return True


@act
def aged(draft: GuideDraft, got: Got) -> bool:
    """All who travel, each by a first name and an age; beside a party that is known otherwise it is asked about."""
    people, counted = got[0].value, counted_heads(draft)
    if counted not in (0, len(people)) or draft.known.booked:
        return False
    kinds = ["infant" if age < INFANT_UNDER else "child" if age < ADULT_FROM else "adult" for _, age in people]
    ages = [age for (_, age), kind in zip(people, kinds, strict=True) if kind == "child"]
    draft.set(party={"adults": kinds.count("adult"), "child_ages": ages, "infants": kinds.count("infant")})
    names = [{"given_name": name, "type": kind} for (name, _), kind in zip(people, kinds, strict=True)]
    draft.call("set_travellers", people=names)
    return True


@act
def bag_for(draft: GuideDraft, got: Got) -> bool:
    """A checked bag for one of those who travel, by name; of two, the other one needs none."""
    who = str(got[0].value).casefold().removesuffix(" only").removesuffix(" alone")
    person = person_named(draft, who) or ("t2" if who in words("the_other") and counted_heads(draft) == TWO else "")
    if not person or draft.known.booked:
        return False
    (draft.update.get("flights") or {}).pop("checked_bags", None)  # a bag for one is not one for each
    asked: dict[str, object] = {"kind": "checked bag", "people": [person]}
    draft.set(requests=[{**asked, "accept_price": True} if "checked bag" in draft.known.priced else asked])
    return True


@act
def rename(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """Another name for one of those who travel, before anything is booked; said alone, of who has its given name."""
    names = str(got[-1].value).split() if got else []
    whose = re.sub(r"(?:^name (?:of )?)|(?:['’]s name$)", "", str(got[0].value)) if len(got) > 1 else "".join(names[:1])
    person = person_named(draft, whose)
    if not person and "name" not in said:
        return False  # something else is changed
    if draft.known.booked:
        draft.social = "booked_names"
        return True
    if not person:
        return False
    family = {"family_name": " ".join(names[1:]).title()} if len(names) > 1 else {}
    draft.call("set_travellers", people=[{"id": person, "given_name": names[0].title(), **family}])
    return True


def person_named(draft: GuideDraft, name: str) -> str:
    """Return the id of the one traveller whose name begins or ends like this; empty where there is none."""
    said = set(re.findall(r"\w+", re.sub(r"['’]s\b", "", name.casefold())))
    found = [
        one.partition(":")[0]
        for one in map(str, draft.known.facts.get("travellers") or ())
        if said <= set(re.findall(r"\w+", one.partition(":")[2].casefold()))
    ]
    return found[0] if len(found) == 1 and name else ""


def _identify(draft: GuideDraft, person: dict[str, object], got: Got, known: Sequence[str]) -> None:
    """Say whose birth or address it is that was given without a name, where only one can be meant."""
    if draft.newcomer:
        given, *family = draft.newcomer.split()
        person |= {"given_name": given.title(), "family_name": " ".join(family).title()}
    elif one := person_named(draft, got[0].said) if len(got) > 1 else known[0] if len(known) == 1 else "":
        person["id"] = one
    lacking = [path for path in draft.known.facts.get("missing") or () if "date_of_birth" in str(path)]
    if len(lacking) == 1 and not words("naming") & set(person):
        person["id"] = f"t{int(re.sub(r'[^0-9]', '', str(lacking[0]))) + 1}"


@act
def named(draft: GuideDraft, got: Got) -> None:
    """Names, births and how to be reached."""
    people = listed(got[-1].value)
    draft.notes += _doubts(draft, got[-1].value)
    known = [str(one).partition(": ")[::2] for one in draft.known.facts.get("travellers") or ()]
    nameless = len(people) == 1 and not words("naming") & set(people[0])
    if nameless:
        _identify(draft, people[0], got, [one for one, _ in known])
    if nameless and not {"id", "given_name"} & set(people[0]) and len(known) > 1:
        lines = (choice(name, "set_travellers", people=[{**people[0], "id": one}]) for one, name in known)
        draft.ask(draft.known.say("Of whom?"), *lines)
        return
    alone = len(people) == 1
    if alone and "id" not in people[0] and (one := person_named(draft, str(people[0].get("given_name") or ""))):
        people[0]["id"] = one  # another family name, or another birth
    if draft.known.booked and any(_issued_otherwise(draft, one) for one in people):
        draft.social = "booked_names"
        return
    heads, named = counted_heads(draft), sum("given_name" in one or "family_name" in one for one in people)
    if heads and named > heads and not draft.known.booked:
        _more_people(draft, people, heads)
    elif alone and len(_named_ones(draft)) >= heads > 0 and _is_new(draft, people[0]) and "party" not in draft.update:
        _in_place_of(draft, people[0])
    elif people:
        draft.call("set_travellers", people=people)


def _issued_otherwise(draft: GuideDraft, person: Mapping[str, Any]) -> bool:
    """Tell whether a person who travels has another name, or another birth, in what is booked."""
    one = person.get("id") or person_named(draft, str(person.get("given_name") or ""))
    birth = person.get("date_of_birth")
    known = (str(told).partition(": ")[::2] for told in draft.known.facts.get("travellers") or ())
    name, _, more = next((told for id_, told in known if id_ == one), "").partition(", ")
    said = " ".join(str(person.get(part) or "") for part in ("given_name", "family_name")).casefold().split()
    other = bool(birth) and "not known" not in more and str(birth) not in more
    return bool(more) and "not known" not in name and (other or not {*said} <= {*name.casefold().split()})


def _doubts(draft: GuideDraft, people: NamedPeople) -> list[str]:
    """Return what is wrong with births that were said: each is left out, and whose it is is named."""
    wrong = [(table("wrong_births")[one.reason], one) for one in people.doubts if one.reason in table("wrong_births")]
    names = [(people.travellers[int(re.sub(r"\D", "", one.slot))].given_name or "?", one.said) for _, one in wrong]
    return [draft.known.say(words, name=name, date=said) for (words, _), (name, said) in zip(wrong, names, strict=True)]


def _named_ones(draft: GuideDraft) -> list[str]:
    """Return the travellers whose names are known, each with its id before it."""
    return [one for one in map(str, draft.known.facts.get("travellers") or ()) if "not known" not in one]


def _is_new(draft: GuideDraft, person: dict[str, Any]) -> bool:
    """Tell whether a person has another name than all that are known."""
    return "given_name" in person and person["given_name"].split()[0].casefold() not in draft.known.names


def _in_place_of(draft: GuideDraft, person: dict[str, object]) -> None:
    """Ask whether a new name is one more traveller, or that of one who is known."""
    say, adults = draft.known.say, int(draft.known.party.get("adults") or 1)
    more = (*change(party={"adults": adults + 1}), Call("set_travellers", {"people": [person]}))
    lines = [MenuChoice(say("one more traveller"), more)]
    for one in () if draft.known.booked else _named_ones(draft):
        number, _, name = one.partition(": ")
        label = say("in place of {name}", name=name.partition(",")[0])
        lines.append(choice(label, "set_travellers", people=[{**person, "id": number}]))
    name = " ".join(str(person.get(part) or "") for part in ("given_name", "family_name")).strip()
    draft.ask(say("Who is {name}?", name=name), *lines)


@act
def from_each(draft: GuideDraft, got: Got) -> bool:
    """Where each of several who meet starts, by name; beside a town one that is a town is no name: "Rome and Florence from Berlin"."""
    towns = all(name.casefold() in draft.town_names for who in got[::2] for name in names_in(who.said))
    if towns and draft.stops and not any(draft.starts.values()):
        return False
    for who, place in zip(got[::2], got[1::2], strict=True):
        draft.starts.setdefault(str(place.value), []).extend(names_in(who.said))
    return True


def _start(start: str, names: Sequence[str], heads: int, say: GuideWords) -> str:
    """Return a start, who begins there, and where a number was said for how many is searched."""
    many = say("1 adult") if heads == 1 else say("{count} adults", count=heads)
    return ": ".join(filter(None, (start, ", ".join(names)))) + (f" ({many})" if heads else "")


def _together(draft: GuideDraft) -> Iterator[MenuChoice]:
    """Yield the line that flies all on one trip, each from the own start; none where days, people or one town are not told."""
    out, back, starts = draft.depart, draft.back, dict(draft.starts)
    if not any(starts.values()) and (draft.update.get("party") or {}).get("adults") == len(starts):
        starts = {start: [""] for start in starts}
    if not (out and (back or draft.update.get("one_way")) and len(draft.stops) == 1 and all(starts.values())):
        return
    ids = (f"t{n}" for n in count(1))
    who = {start: [next(ids) for _ in names] for start, names in starts.items()}
    there = draft.stops[0]["place"]
    legs = [
        {"origin": start, "destination": there, "day": {"day": str(out)}, "travellers": who[start]} for start in who
    ]
    legs += [
        {"origin": there, "destination": one, "day": {"day": str(back)}, "travellers": who[one]} for one in who if back
    ]
    named = [name for names in starts.values() for name in names]
    people = [{"id": f"t{n}", "given_name": name} for n, name in enumerate(named, 1) if name]
    told = (Call("set_travellers", {"people": people}),) if people else ()
    trip = change(party={"adults": len(named)}, legs=legs)
    yield MenuChoice(draft.known.say("all on one trip, each from there"), (*trip, *told))


def ask_start(draft: GuideDraft) -> None:
    """Ask which of several starts is searched first, with what else was said; a start alone is where the trip begins."""
    say, starts, together = draft.known.say, draft.starts.items(), [*_together(draft)]
    heads = draft.update.get("party", {}).pop("adults", 0) if any(draft.starts.values()) else 0
    asked = [(start, names, len(names)) for start, names in starts]
    asked += [(start, [], heads) for start in draft.starts if heads]
    of = {many: {"party": {"adults": many}} if many else {} for *_, many in asked}
    lines = [changing(_start(one, who, n if heads else 0, say), origin=one, **of[n]) for one, who, n in asked]
    draft.update.pop("origin", None)
    draft.twice = [one for one in draft.twice if one != "origin"]
    draft.ask(say("You start from {count} places. How shall I search?", count=len(starts)), *together, *lines)


@act
def born(draft: GuideDraft, got: Got) -> bool:
    """The birth of somebody who is named, or of the only one who travels."""
    if got[-1].kind == "birth":
        who, same = person_named(draft, str(got[0].value)), all(str(n.value) == got[-1].value[:4] for n in got[1:-1])
        if who and same:  # a year beside the birth is its own
            draft.call("set_travellers", people=[{"id": who, "date_of_birth": got[-1].value}])
        return bool(who) and same
    alone = not any(one.given_name for one in got[-1].value.travellers)  # no name is said with it
    if not alone or (len(got) > 1 and not person_named(draft, str(got[0].value))):
        return False
    named(draft, got)
    return bool(draft.calls or draft.social)


def _more_people(draft: GuideDraft, people: list[dict[str, Any]], heads: int) -> None:
    """Ask whether all who were named travel, where the trip is for fewer."""
    day, say = draft.depart or draft.today, draft.known.say
    births = [day_of(str(one.get("date_of_birth") or "")) for one in people]
    ages = [(day - born).days * 100 // 36525 if born else ADULT_FROM for born in births]
    party = {
        "adults": sum(one >= ADULT_FROM for one in ages),
        "child_ages": [one for one in ages if INFANT_UNDER <= one < ADULT_FROM],
        "infants": sum(one < INFANT_UNDER for one in ages),
    }
    calls = (*change(party=party), Call("set_travellers", {"people": people}))
    question = say("You’ve named {count} people, but the trip is for {heads}.", count=len(people), heads=heads)
    draft.ask(question, MenuChoice(say("all {count} travel", count=len(people)), calls), leave=True)


def listed(people: NamedPeople) -> list[dict[str, Any]]:
    """Return people as ``set_travellers`` takes them; how to be reached is put with the first."""
    names = {"given_name", "family_name", "date_of_birth", "title", "gender"}
    dumped = [one.model_dump(include=names, exclude_none=True) for one in people.travellers]
    found = [{name: value for name, value in one.items() if value} for one in dumped]
    reach = people.contact.model_dump(include={"email", "phone"}, exclude_none=True)
    if reach:
        found = [{**(found[0] if found else {"id": "t1"}), **reach}, *found[1:]]
    return found
