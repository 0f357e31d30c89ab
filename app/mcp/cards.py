"""Cards inside other chat products (MCP Apps, SEP-1865): which tool shows what, its facts, and the document that draws them.

A client that says it draws cards gets the ``ui://`` document, the tools that show it, and a ``card`` in their structured results;
every other client gets what it got before. The document is made of the page's own files, and asks nothing of any server. It can
call the tools of ``PRESSED`` alone: a person's approval stays in the product's form, or on the page.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import Template
from typing import Any

from mcp.server.apps import Apps, ResourceCsp, ResourcePermissions, client_supports_apps
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult
from pydantic_core import to_jsonable_python

from tripintent.app.http.reading import options_shown, trip_view, with_offers
from tripintent.app.http.views import message_view
from tripintent.app.itineraries import Itineraries
from tripintent.app.planning import PlanningDocuments
from tripintent.app.user_session import UserSession
from tripintent.app.words import catalogue, tag_of
from tripintent.state.languages import LANGUAGES
from tripintent.state.trip import TripIntent
from tripintent.tools import shipped
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.toolbox.listing import bundle_named

CARD = "ui://tripintent/card.html"
DAYS, DOCUMENTS, OPTIONS, RECEIPT = "days", "documents", "options", "receipt"
SHOWS = {
    **dict.fromkeys(("update_trip", "list_options", "choose", "watch_price", "undo", "say"), OPTIONS),
    **dict.fromkeys(("approve", "show_trip"), RECEIPT),
    **dict.fromkeys(("plan_days", "itinerary", "edit_itinerary"), DAYS),
    **dict.fromkeys(("documents_of_trip", "make_documents", "create_documents"), DOCUMENTS),
    **dict.fromkeys(("set_budget_part", "record_expense", "correct_expense"), DOCUMENTS),
}
"""The tools whose results are drawn, and as what."""
PRESSED = {
    *("choose", "list_options", "watch_price", "update_trip"),
    *("itinerary", "itinerary_tool", "plan_days", "change_document"),
}
"""The tools that a press in a card calls; a client refuses a card all others. None of them holds or buys."""
STANDS: dict[str, str] = dict.fromkeys(("api.js", "sending.js", "store.js", "mix.js"), "card_host.js")
STYLES = ("tokens.css", "components.css", "screens.css")
_IMPORT = re.compile(r'^import\s*(.*?)\s*from\s*"\./([\w-]+\.js)";?', re.MULTILINE)
_EXPORT = re.compile(r"\bexport\s+(?=(?:const|async function|function|class)\s+(\w+))")
_LIST = re.compile(r"\bexport\s*{([^}]*)};?")
_DEFAULT = "export default"
_FONT = re.compile(r"@font-face {.*?}\n", re.DOTALL)
_SPACE = re.compile(r"/\*.*?\*/|\n\s*|;(?=\s*})|(?<=[{};:,]) | (?=[{}])", re.DOTALL)
_COMMENT = re.compile(r"^\s*(?://.*)?\n|^[ \t]+| // .*$", re.MULTILINE)
_RULE = re.compile(r"([^{}]+){[^{}]*}")
_CLASS = re.compile(r"\.([a-z]+)([\w-]*)")
_SAID = re.compile(r"[\"`]([a-z][\w.]*?)(\"|`|\$\{)")


class Cards(Apps):
    """The extension, over one session."""

    def __init__(self, session: UserSession) -> None:
        super().__init__()
        self._session = session
        self.add_html_resource(
            CARD,
            document(),
            name="trip-card",
            title="Trip",
            description="Options, day plan, budget, checklist and receipt of a trip.",
            csp=ResourceCsp(),
            permissions=ResourcePermissions(clipboard_write={}),
            prefers_border=True,
        )

    async def listed(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Say in a list of tools which show a card and which a card may call; leave the document out where the client cannot draw it."""
        found = await call_next(ctx)
        if not isinstance(found, dict) or ctx.method not in ("tools/list", "resources/list"):
            return found
        draws = client_supports_apps(ctx)
        if ctx.method == "tools/list" and draws:
            return {**found, "tools": [{**one, "_meta": _meta(one["name"])} for one in found["tools"]]}
        if ctx.method == "resources/list" and not draws:
            return {**found, "resources": [one for one in found["resources"] if one["uri"] != CARD]}
        return found

    async def intercept_tool_call(
        self, params: CallToolRequestParams, ctx: ServerRequestContext[object, object], call_next: CallNext
    ) -> HandlerResult:
        """Add the card to a result that has something to draw."""
        found, given = await call_next(ctx), params.arguments or {}
        if params.name not in SHOWS or not isinstance(found, CallToolResult) or not client_supports_apps(ctx):
            return found
        if not (facts := found.structured_content):
            return found
        thread = facts.get("thread") or given["thread"]
        seen = {"facts": {}, "trip": {}, **facts}
        card = await self._card(_kind(params.name, facts), thread, seen, given.get("page", 1))
        return found.model_copy(update={"structured_content": {**facts, **card}})

    async def _card(self, kind: str, thread: str, facts: Mapping[str, Any], page: int) -> dict[str, Any]:
        """Return the card as the page has its facts; nothing where there is nothing to draw."""
        values = await self._session.values(thread)
        trip, ports = values.get("trip_intent") or TripIntent(), self._session.acting(thread)
        drawn: dict[str, Any] = {}
        if kind == DAYS:
            plans = Itineraries(self._session)
            drawn = {"itinerary": await plans.published(thread), "findings": await plans.check(thread)}
        elif kind == DOCUMENTS:
            seen = await PlanningDocuments(self._session).view(thread)
            drawn = {name: made for name in ("budget", "checklist") if (made := getattr(seen, name))}
        elif kind == RECEIPT and trip.working_memory.bookings:
            told = await self._session.messages_of(thread, values)
            receipts = [one for m in told if (one := message_view(m, trip.request.tag).facts).get("bookings")]
            drawn = {"receipt": receipts[-1]} if receipts else {}
        if not drawn and kind in (OPTIONS, RECEIPT):
            kind, named = OPTIONS, _named(facts)
            found = [(one, bundle) for one in named if (bundle := await bundle_named(one["option"], trip, ports))]
            shown = await options_shown([bundle for _, bundle in found], trip, ports)
            codes = [{"number": one.get("number"), "code": one["option"]} for one, _ in found]
            options = [{**one, **code} for one, code in zip(shown, codes, strict=True)]
            drawn = {"options": options, "more": _more(facts, page)} if options else {}
        if not drawn:
            return {}
        view = await with_offers(trip_view(trip), trip, ports, drawn.get("options", ()))
        card = {"kind": kind, "thread": thread, "locale": tag_of(trip), "trip": view, **drawn}
        return {"card": to_jsonable_python(card)}


def _kind(tool: str, facts: Mapping[str, Any]) -> str:
    """Return what a result is drawn as. Words may have made days or documents."""
    made = set(facts["metadata"]["branches_executed"]) if tool == "say" else set()
    return DAYS if "ITINERARY" in made else DOCUMENTS if made - {"TEXT"} else SHOWS[tool]


def _named(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the options that a result tells; else the chosen one."""
    listed = facts["facts"].get("options") or facts["trip"].get("options") or [facts["trip"].get("chosen")]
    return [one for one in listed if one]


def _more(facts: Mapping[str, Any], page: int) -> int:
    """Return the page of ``list_options`` that goes on where this list ends; 0 where none does."""
    if "options" in facts["facts"]:
        return page + 1 if facts["facts"].get("more") else 0
    return int(len(facts["trip"].get("options", ())) < facts["trip"].get("options_in_all", 0))


def _meta(tool: str) -> dict[str, object]:
    shown = {"resourceUri": CARD} if tool in SHOWS else {}
    return {"ui": {**shown, "visibility": ["model", "app"] if tool in PRESSED else ["model"]}}


@cache
def document() -> str:
    """Return the document that draws every card."""
    modules: dict[str, str] = {}
    _gather("card_frame.js", modules)
    code = _COMMENT.sub("", "\n".join(modules.values()))
    styles = _SPACE.sub("", _FONT.sub("", "".join(shipped.text(f"app/page/{name}") for name in STYLES)))
    styles = _RULE.sub(lambda rule: rule[0] if _is_drawn(rule[1], code) else "", styles)
    words = json.dumps(dict(_words(code)), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Template(shipped.text("app/page/card.html")).substitute(
        styles=styles, words=words, code=code, pressed=json.dumps(sorted(PRESSED))
    )


def _is_drawn(selectors: str, code: str) -> bool:
    """Check whether the code names every class of one of the selectors, or the beginning of one that it puts together."""
    return any(
        all(
            begin + rest in code or f"{begin}-${{" in code or f"{begin}_${{" in code
            for begin, rest in _CLASS.findall(one)
        )
        for one in selectors.split(",")
    )


def _gather(name: str, modules: dict[str, str]) -> None:
    """Add a module after those that it imports, each but the first one as a function that gives what it exports."""
    text = shipped.text(f"app/page/{name}")
    for _, other in _IMPORT.findall(text):
        stands = STANDS[other] if other in STANDS else str(other)
        if stands not in modules:
            _gather(stands, modules)
    pairs = [one.strip().partition(" as ") for listed in _LIST.findall(text) for one in listed.split(",")]
    given = {out or own: own for own, _, out in pairs} | {one: one for one in _EXPORT.findall(text)}
    if _DEFAULT in text:
        given["default"] = "default_"
    body = _EXPORT.sub("", _LIST.sub("", _IMPORT.sub(_taken, text).replace(_DEFAULT, "const default_ =")))
    gives = ", ".join(f"{out}: {own}" for out, own in given.items())
    modules[name] = f'page_["{name}"] = (() => {{\n{body}\nreturn {{ {gives} }};\n}})();' if given else body


def _taken(found: re.Match[str]) -> str:
    names = found[1].strip("{} ").replace(" as ", ": ") if found[1].startswith("{") else f"default: {found[1]}"
    return f'const {{ {names} }} = page_["{STANDS.get(found[2], found[2])}"];'


def _words(code: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each language with those of the page's words that a piece of code names."""
    said = {(name, end != "${") for name, end in _SAID.findall(code)}
    names = {name for name, whole in said if whole}
    begins = (*(f"{name}." for name in names), *(name for name, whole in said if not whole))
    for language in LANGUAGES:
        spoken = catalogue(language)
        sections = {
            "page": spoken.sections["page"],
            "states": spoken.sections["states"],
            "reply": texts_of(language).words,
        }
        kept = {
            section: {name: text for name, text in every.items() if name in names or name.startswith(begins)}
            for section, every in sections.items()
        }
        yield (
            language,
            {name: facts for name, facts in spoken.as_page().items() if name in ("formats", "regions")} | kept,
        )
