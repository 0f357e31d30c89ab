"""How templates are rendered: a sandbox, strict about facts that are not there, with filters for money, time and codes.

Why an option is offered, what it gives up, and what is risky is worded here too, from figures and codes; the risk check says it
in English beside them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from tripintent.state.bundles import Bundle
from tripintent.tools.formats import span
from tripintent.tools.language.replies import texts as codes
from tripintent.tools.language.replies.items import Formats, ended, sentence, titled
from tripintent.tools.language.replies.texts import Texts, texts_of


def rendered(section: str, name: str, facts: Mapping[str, object], texts: Texts) -> str:
    """Return a template of a section with its facts. UndefinedError when a fact is missing."""
    return _template(texts.tag, section, name).render(facts)


@cache
def _template(language: str, section: str, name: str) -> Template:
    return environment(language).from_string(getattr(texts_of(language), section)[name])


@cache
def environment(language: str) -> SandboxedEnvironment:
    """Return the environment of a language."""
    texts = texts_of(language)
    env = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    env.filters |= {**_formats(texts), **_words(texts)}
    return env


def _formats(texts: Texts) -> dict[str, Callable[..., str]]:
    formats = Formats(texts)
    return {
        "money": formats.money,
        "amount": formats.amount,
        "number": formats.number,
        "day": formats.day,
        "moment": formats.moment,
        "until": lambda at, place: formats.deadline(datetime.fromisoformat(at), formats.town(place)),
        "countries": formats.countries,
        "listed": formats.listed,
        "span": span,
        "sentence": sentence,
        "ended": ended,
        "stars": lambda n: "★" * round(float(n)),
        "titled": lambda title: titled(title, texts, formats),
    }


def _words(texts: Texts) -> dict[str, Callable[..., object]]:
    formats = Formats(texts)

    def render(section: str, name: str, facts: Mapping[str, object]) -> str:
        return rendered(section, name, facts, texts)

    return {
        "word": lambda code, group="plain": codes.word(str(code), group, texts),
        "stops": lambda count: codes.counted("stops", int(count), texts),
        "nights": lambda count: codes.counted("nights", int(count), texts),
        "labels": lambda labels: ", ".join(codes.word(x, "label", texts) for x in labels),
        "hinted": lambda hints: formats.listed([codes.hint(h, texts) for h in hints], "or"),
        "refusal": lambda m, code: (texts.refusals.get(code) or m).replace("{detail}", m.rpartition(": ")[2]),
        "outcome": lambda message, state: outcome(message, state, texts),
        "risk_text": lambda risk: risk_text(risk, texts, render),
        "why": lambda option: why(option, render),
        "tradeoffs": lambda option: tradeoffs(option, render),
        "items": lambda names, prices: items(names, prices, formats),
    }


_AIRPORTS = ("airport", "airports", "from", "to")
_CODES, _CODE = re.compile(r"[A-Z]{3}(,[A-Z]{3})*"), re.compile(r"(?<![–\w])[A-Z]{3}(?![–\w])")
"""Facts of a risk that are airports, with commas between, and an airport in its sentence."""
Render = Callable[[str, str, Mapping[str, object]], str]
"""Renders (section, name, facts)."""


def risk_text(risk: Mapping[str, Any], texts: Texts, render: Render) -> str:
    """Return one risk in words: ``code`` chooses them, ``facts`` and ``path`` fill them, ``text`` is the fallback."""
    code, facts, formats = str(risk["code"]), risk["facts"], Formats(texts)
    airports = {name: facts[name].split(",") for name in _AIRPORTS if _CODES.fullmatch(facts.get(name, ""))}
    if code not in texts.risks:
        known = {one for codes in airports.values() for one in codes}
        told = _CODE.sub(lambda one: formats.airport(one[0]) if one[0] in known else one[0], str(risk["text"]))
        return formats.respelt(told)
    named = {name: ",".join(map(formats.airport, codes)) for name, codes in airports.items()}
    routes = {name: formats.respelt(facts[name]) for name in ("route", "names") if name in facts}
    titles = {"title": titled(facts["title"], texts, formats)} if "title" in facts else {}
    return render("risks", code, {"path": risk["path"], **facts, **named, **routes, **titles})


def bundle_reasons(bundle: Bundle, language: str) -> tuple[str, tuple[str, ...]]:
    """Return why a ranked trip is offered, and what it gives up."""
    facts = {"total": bundle.whole.model_dump(mode="json"), "why": bundle.why_this_bundle}
    parts = {"flights": bundle.flight_option_ids, "hotels": bundle.hotel_option_ids}
    option = {**bundle.model_dump(mode="json"), **facts, **parts}
    words = environment(language).filters
    return words["why"](option), tuple(words["tradeoffs"](option))


def why(option: Mapping[str, Any], render: Render) -> str:
    """Return why an option is offered. A trip that a host ranked keeps the host's sentence."""
    if "refundable_parts" not in option["scores"]:
        return str(option["why"])
    parts = len(option["flights"]) + len(option["hotels"])
    return render("reasons", "why", {"o": option, "parts": parts, "back": int(option["scores"]["refundable_parts"])})


def tradeoffs(option: Mapping[str, Any], render: Render) -> list[str]:
    """Return what an option gives up against the best of the list, a short phrase each."""
    if not option["scores"]:
        return list(map(str, option["tradeoffs"]))
    return [render("reasons", name, facts) for name, facts in _given_up(option)]


def outcome(message: str, state: str, texts: Texts) -> str:
    """Return the state of a purchase; what the ledger or the supplier said of it follows, in its own words."""
    told = texts.outcomes.get(state)
    return f"{told} ({message})" if told else message


def items(names: str, prices: str, formats: Formats) -> str:
    """Return named things with their prices, from two lists that a tool joined by line ends."""
    pairs = zip(names.split("\n"), prices.split("\n"), strict=True)
    return ", ".join(f"{name} ({formats.amount(price)})" for name, price in pairs)


def _given_up(option: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield trade-offs in the ranker's order. docs/ranking.md names the figures."""
    figures: Mapping[str, float] = option["scores"]
    currency = option["total"]["currency"]
    if option["over_budget"]:
        yield "over_budget", {"by": option["over_budget"]}
    if by := figures.get("price_over_cheapest"):
        yield "dearer", {"by": _money(by, currency)}
    if minutes := figures.get("minutes_over_fastest"):
        yield "slower", {"minutes": minutes}
    if stops := figures.get("stops_over_fewest"):
        yield "more_stops", {"count": stops}
    if not option["refundable"]:
        total = figures.get("refundable_from")
        yield "not_refundable", {"total": _money(total, currency) if total else None}
    if under := figures.get("stars_under_best"):
        yield "plainer", {"stars": option["stars"], "best": round(option["stars"] + under, 1)}
    elif figures.get("discomfort_over_best"):
        yield "simpler_hotels", {}
    if figures.get("own_transfers"):
        yield "own_transfer", {}
    if "alternative" in option["labels"]:
        yield "beaten", {}


def _money(amount: float, currency: str) -> dict[str, str]:
    return {"amount": f"{amount:.2f}", "currency": currency}
