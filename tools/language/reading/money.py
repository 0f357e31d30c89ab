"""Money: budgets and ceilings with their currency; "cheap" is no number."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache

from tripintent.tools.language.check import owner_of_money
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.currencies import Stray, stray_currency
from tripintent.tools.language.exact.lexicon import alternation, cues_of_all, lexicon
from tripintent.tools.language.exact.money import (
    AMOUNT,
    NAME,
    RANGE,
    SIGN,
    SIGN_OF,
    currency_in,
    currency_of,
    is_open_sign,
    scale_of,
    value_of,
)
from tripintent.tools.language.reading.message import Message
from tripintent.tools.ports.language import Ambiguity

_CEILING = (
    r"(?:budget|under|below|less than|up to|max(?:imum)?|no more than|not more than|at most|within|spend(?:ing)?"
    r"|cap|limit|afford|cheaper than|not exceed\w*|allocated|allotted|keep it"
    r"|(?:can|could) (?:really |actually )?(?:only|just) (?:do|pay|manage|go to)|only have)"
)
_PER_PERSON = (
    r"^\W{0,3}(?:(?:max(?:imum)?|tops|at most|or less|budget)\W{1,2})?"
    r"(?:each|apiece|per (?:person|head|traveler|traveller|passenger|adult|pax|ticket)|pp\b|p\.p\.|a head"
    r"|a person|/ ?person"
)
_PER_NIGHT = r"^\W{0,3}(?:per night|a night|/ ?night|nightly|each night|per room|p/n"
_NAMED = r"\b(?:budget|presupuesto|orcamento)\b"
_NOTHING = (
    _NAMED + r"(?:\s*(?:is|of|:|=|would be|will be|es de|es|est de|ist|sind|e de|e|von|de|di|now|about|exactly)\s*)*\s*"
    rf"(?P<num>(?:{SIGN})?\s?(?:0(?:[.,]0+)?|zero|null|cero|nothing|nada|niente|nichts|rien))\b(?![.,]?\d)"
)
_SHOWN_IN = (
    rf"\b(?:in|en|em)\s+(?:(?P<code>{NAME})\b|(?P<symbol>{SIGN})(?![\w ]*\d))"
    rf"|(?:^|[,;.!?])\W*(?P<alone>{NAME})\b(?:\s+(?:please|pls|por favor|bitte|svp|s'il vous plait|per favore))?\W*(?:[,;.!?]|$)"
)
"""A currency without an amount: in which prices are to be shown."""
_LITTLE = (
    r"(?:a lot|lots|much|not (?:very |too |so )?(?:much|big|high|large)|a little|little|some(?:thing)?|enough|plenty|small|low|tight"
    r"|limited|big|huge|high|large|cheap|medium|moderate|modest|tiny|average|reasonable|decent|whatever|mucho|poco"
    r"|beaucoup|peu|viel|wenig|muito|pouco|molto|bajo|alto|faible|eleve|niedrig|hoch|klein|gross|baixo|basso"
    r"|as (?:low|cheap|little|small) as possible|i don't know|don't know|not sure|idk|no idea)"
)
_VAGUE = (
    rf"{_NAMED}(?:\s*(?:is|of|:|=|would be|will be|es|est|ist|e|like|around|about|very|pretty|quite|rather|really|kind of|so|too)"
    rf"(?=[\s:=]))*\s*[:=,]?\s*{_LITTLE}\b(?!\s*(?:%num%|[a-z]+ (?:hotel|flight|airline)))"
    r"|\b(?:tight|small|limited|low|tiny|big|huge|large|high|modest|moderate|cheap|decent|reasonable) budget\b"
    r"(?!\s+(?:of|hotel|airline|flight|room|option|carrier)s?\b)"
)
"""A budget without an amount; "cheap" by itself is none, nor is "a budget hotel"."""
_REFUSED = re.compile(
    r"^\W*(?:is|was|isn't|are|aren't|'s)?\s*(?:way\s+|much\s+|far\s+)?(?:too|not)\s+(?:low|little|high|much|enough|few)\b"
)
"""Behind an amount: it is spoken of, and wanted no more ("5k is too low")."""
_RAISED = re.compile(
    r"\b(?:make (?:it|that)|raise (?:it|that)(?: to)?|lower (?:it|that)(?: to)?|increase (?:it|that)(?: to)?|change (?:it|that) to"
    r"|go (?:up|down) to|let's say|rather)\s*$"
)
"""Before an amount that takes the place of one that was refused."""
_FLOOR = re.compile(
    r"(?:at least|(?<!no )(?<!not )(?<!nothing )more than|minimum(?: of)?"
    r"|(?<!not )(?<!nothing )(?<!never )(?<!go )(?<!going )over|starting (?:at|from))\s*$"
)


@cache
def _patterns(language: str) -> dict[str, re.Pattern[str]]:
    words = lexicon(language)
    extra = {key: alternation(list(cues_of_all(key))) for key in ("per_person", "per_night")}
    extra["budget"] = alternation(words.cues("budget"))
    return {
        "amount": words.compile(AMOUNT),
        "range": words.compile(RANGE),
        "ceiling": re.compile(rf"(?:\b{_CEILING}|\b{extra['budget']})\b(?:[^.\d]|\.(?!\s)){{0,40}}$"),
        "after": re.compile(
            r"^\s*(?:\w+\s+){0,2}(?:budget|to (?:spend|blow|burn|use)|spend|max|maximum|tops|or less|or under"
            r"|at most|total|limit)\b"
        ),
        "shown_in": words.compile(_SHOWN_IN),
        "nothing": words.compile(_NOTHING),
        "vague": words.compile(_VAGUE),
        "little": words.compile(rf"\W*{_LITTLE}\W*"),
        "person": re.compile(_PER_PERSON + f"|{extra['per_person']})"),
        "night": re.compile(_PER_NIGHT + f"|{extra['per_night']})"),
    }


def read_money(message: Message, language: str, *, asked: bool = False) -> Iterator[SlotValue]:
    """Yield budget claims; a bare number is money only with a currency, a budget word, or the question for one."""
    text = message.open
    patterns = _patterns(language)
    for match in patterns["range"].finditer(text):
        if owner_of_money(message.folded, *match.span(), language):
            continue
        if _is_money(match, text, patterns, "12", asked=asked):
            scale = scale_of(match, 2)
            low, high = value_of(match, 1, language, scale), value_of(match, 2, language, 1)
            if low is not None and high is not None and low < high:
                yield SlotValue("budget_min", low, *match.span())
                yield from _ceiling(match, text, high, patterns)
                return
    refused = False
    for match in patterns["amount"].finditer(text):
        if owner_of_money(message.folded, *match.span(), language):
            continue
        stray = _stray(message, match, language)
        known = bool(stray and stray.code) or (refused and bool(_RAISED.search(text[: match.start()])))
        if _REFUSED.match(text[match.end() :]):
            refused = True
            continue
        if known or _is_money(match, text, patterns, "1", asked=asked):
            value = value_of(match, 1, language, 1)
            if stray and not stray.code:
                return
            if value is not None and value > 0:
                claims = list(_ceiling(match, text, value, patterns, stray))
                said = any(claim.slot == "currency" for claim in claims)
                yield from claims if said else [*_shown_in(text, patterns["shown_in"]), *claims]
                return
    yield from _nothing(text, patterns["nothing"])
    yield from _shown_in(text, patterns["shown_in"])


def _shown_in(text: str, pattern: re.Pattern[str]) -> Iterator[SlotValue]:
    """Read "in euros please": the money of all prices, and of an amount beside it that names none."""
    match = pattern.search(text)
    if match:
        said = match["code"] or match["symbol"] or match["alone"]
        yield SlotValue("currency", currency_of(said, None), *match.span())


def _nothing(text: str, pattern: re.Pattern[str]) -> Iterator[SlotValue]:
    """Read a budget of nothing as said; whether it can buy a trip is not a question of language."""
    match = pattern.search(text)
    if match:
        yield SlotValue("budget", Decimal(0), *match.span("num"))


def money_doubts(message: Message, language: str, *, asked: bool = False) -> Iterator[Ambiguity]:
    """Yield a doubt about an amount in a currency that nobody knows, else about a budget without an amount."""
    patterns = _patterns(language)
    for match in patterns["amount"].finditer(message.folded):
        if owner_of_money(message.folded, *match.span(), language):
            continue
        stray = _stray(message, match, language)
        alone = stray and not re.search(r"\w", message.folded[: match.start()] + message.folded[stray.end :])
        if stray and not stray.code and (alone or _is_money(match, message.folded, patterns, "1", asked=asked)):
            said = message.text[match.start() : stray.end].strip()
            yield Ambiguity(slot="budget", reason="unknown_currency", said=said)
            return
    vague = patterns["vague"].search(message.open) or (patterns["little"].fullmatch(message.open) if asked else None)
    if vague:
        yield Ambiguity(slot="budget", reason="not_a_number", said=message.text[vague.start() : vague.end()])


def _stray(message: Message, match: re.Match[str], language: str) -> Stray | None:
    """Return the currency behind an amount that the pattern has no word for; behind "$" only one that this sign may mean."""
    if currency_in(match) and not is_open_sign(match):
        return None
    stray = stray_currency(message.text, message.folded, match.end(), language)
    sign = match["pre1"] or match["post1"]
    return None if stray and sign and stray.code not in SIGN_OF.get(sign, ()) else stray


def _is_money(
    match: re.Match[str], text: str, patterns: dict[str, re.Pattern[str]], groups: str, *, asked: bool
) -> bool:
    marked = any(match[f"pre{g}"] or match[f"post{g}"] for g in groups)
    scaled = any((match[f"scale{g}"] or "") in {"k", "grand", "lakh", "lakhs", "crore"} for g in groups)
    if marked or scaled:
        return True
    value = match["num1"]
    big = value[0].isdigit() and len(re.sub(r"\D", "", value)) >= 3
    worded = bool(patterns["ceiling"].search(text[max(0, match.start() - 60) : match.start()])) or bool(
        patterns["after"].search(text[match.end() : match.end() + 40])
    )
    return (worded and big) or (asked and big)


def _ceiling(
    match: re.Match[str], text: str, value: Decimal, patterns: dict[str, re.Pattern[str]], stray: Stray | None = None
) -> Iterator[SlotValue]:
    span = match.start(), stray.end if stray else match.end()
    behind = text[span[1] : span[1] + 40]
    before = text[max(0, match.start() - 40) : match.start()]
    currency = stray.code if stray else currency_in(match)
    is_dollar = not stray and is_open_sign(match) and "$" in match.group()
    if currency:
        yield SlotValue("currency", currency, *span, 0.8 if is_dollar else 1.0)
    if patterns["night"].match(behind):
        yield SlotValue("max_nightly", value, *span)
        return
    if _FLOOR.search(before):
        yield SlotValue("budget_min", value, *span)
        return
    yield SlotValue("budget", value, *span)
    if patterns["person"].match(behind) or re.search(r"\b(?:each|per person)\W+(?:\w+\W+){0,4}$", before):
        yield SlotValue("budget_per_person", value=True, start=span[0], end=span[1])
    elif re.match(
        r"^\W{0,3}(?:(?:in )?total|altogether|all in|for (?:the (?:whole|entire)|all|both|everyone|everything))", behind
    ):
        yield SlotValue("budget_per_person", value=False, start=span[0], end=span[1])
