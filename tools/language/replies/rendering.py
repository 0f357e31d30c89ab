"""How templates are rendered: a sandbox, strict about facts that are not there, with filters for money, time and codes."""

from collections.abc import Callable, Mapping
from functools import cache

from jinja2 import StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from tripintent.tools.formats import span
from tripintent.tools.language.replies import codes, reasons
from tripintent.tools.language.replies.formats import Formats, ended, sentence
from tripintent.tools.language.replies.items import titled
from tripintent.tools.language.replies.texts import Texts, texts_of


def rendered(section: str, name: str, facts: Mapping[str, object], texts: Texts) -> str:
    """Return a template of a section with its facts. UndefinedError when a fact is missing."""
    return _template(texts.tag, section, name).render(facts)


def environment(texts: Texts) -> SandboxedEnvironment:
    """Return the environment of a language."""
    return _environment(texts.tag)


@cache
def _template(language: str, section: str, name: str) -> Template:
    texts = texts_of(language)
    return environment(texts).from_string(getattr(texts, section)[name])


@cache
def _environment(language: str) -> SandboxedEnvironment:
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
        "outcome": lambda message, state: reasons.outcome(message, state, texts),
        "risk_text": lambda risk: reasons.risk_text(risk, texts, render),
        "why": lambda option: reasons.why(option, texts, render),
        "tradeoffs": lambda option: reasons.tradeoffs(option, texts, render),
        "items": lambda names, prices: reasons.items(names, prices, formats),
    }
