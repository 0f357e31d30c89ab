"""How templates are rendered: a sandbox, strict about facts that are not there, with filters for money and time."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from babel.dates import format_date, format_datetime
from babel.numbers import format_currency
from jinja2 import StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from tripintent.tools.language.offline.texts import Texts, texts_of

LOCALES = {"en": "en_US", "es": "es", "fr": "fr", "de": "de", "pt": "pt", "it": "it"}


def environment(texts: Texts) -> SandboxedEnvironment:
    """Return the environment of a language."""
    return _environment(texts.language)


@cache
def _environment(language: str) -> SandboxedEnvironment:
    locale, texts = LOCALES[language], texts_of(language)
    env = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False, trim_blocks=False)
    env.filters |= {
        "money": lambda m: money(m, locale),
        "day": lambda iso: format_date(date.fromisoformat(str(iso)[:10]), "EEE d MMM y", locale=locale),
        "clock": lambda iso: datetime.fromisoformat(iso).strftime("%H:%M"),
        "moment": lambda iso: (
            format_datetime(datetime.fromisoformat(iso), "EEE d MMM y HH:mm", locale=locale) + _zone(iso)
        ),
        "span": span,
        "stops": lambda n: _counted(texts, "stops", n),
        "stars": lambda n: "★" * round(float(n)),
        "plain": lambda text: texts.words.get(f"plain.{text}") or str(text).replace("_", " "),
        "labels": lambda labels: ", ".join(texts.words.get(f"label.{x}") or str(x).replace("_", " ") for x in labels),
        "assumed": lambda codes: "; ".join(assumption(c, texts) for c in codes),
        "hinted": lambda hints: _either([hint(h, texts) for h in hints], texts),
    }
    return env


def money(value: Mapping[str, str], locale: str) -> str:
    """Return an amount as people of the locale write it: $1,234.50, 1.234,50 €."""
    return format_currency(Decimal(value["amount"]), value["currency"], locale=locale)


def span(minutes: float) -> str:
    """Return a length of time: 7 h 05 min."""
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def assumption(code: str, texts: Texts) -> str:
    """Return an assumption in words. ``near:<place>:<city>:<code>:<km>`` carries its facts."""
    name, *facts = code.split(":")
    keys = ("place", "city", "code", "km")
    return texts.line("assumptions", name, name).format(**dict(zip(keys, facts, strict=False)))


def hint(parts: Sequence[str], texts: Texts) -> str:
    """Return what would help, in words: ``[name, code, city]``."""
    name, *facts = parts
    return texts.line("hints", name).format(**dict(zip(("code", "city"), facts, strict=False)))


def _counted(texts: Texts, name: str, count: int) -> str:
    exact = texts.words.get(f"{name}.{count}")
    return exact or (texts.words.get(f"{name}.many") or texts_of("en").words[f"{name}.many"]).format(count=count)


def _either(parts: Sequence[str], texts: Texts) -> str:
    first, last = ", ".join(parts[:-1]), parts[-1]
    return f"{first} {texts.word('or')} {last}" if first else last


def _zone(iso: str) -> str:
    moment: Any = datetime.fromisoformat(iso)
    name = moment.strftime("%Z") if moment.tzinfo else ""
    return f" {name}" if name else ""
