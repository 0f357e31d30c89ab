"""Cases of the desk: dates, functions and commands."""

import asyncio
from datetime import UTC, date, datetime, time
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.state.concierge.front import read_command
from tripintent.state.concierge.hours import start_date
from tripintent.state.concierge.memory import Memory
from tripintent.tools.front_desk.availability import NAMES, asks_for_link
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.front_desk.stays import StayReader, rooms_of
from tripintent.tools.language.exact.days import DayContext, read_days
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.exact.money import read_money
from tripintent.tools.ports.desk_service import Message, Situation

NOON = datetime.combine(date(2026, 11, 22), time(12), UTC)


@cache
def _desk(kind: str) -> OfflineDesk:
    folder = Path(str(files("tripintent.tools.services.demonstration")))
    return OfflineDesk.open(folder / f"{kind}.yaml")


def _hint(case: Case) -> JsonValue:
    given = case.input
    wish = StayReader("fri-sun").read(given["hint"], "en", date.fromisoformat(given["today"]))
    count = (given.get("default_nights") or 1) if wish.nights_assumed else wish.nights
    first = date.fromisoformat(wish.start or "")
    last = date.fromordinal(first.toordinal() + (count or 1))
    return {"check_in": first.isoformat(), "check_out": last.isoformat(), "nights": count}


def _routed(text: str, kind: str) -> tuple[str, dict[str, JsonValue]]:
    desk, language = _desk(kind), detect(text)
    decision = desk.functions(Message(text, language, NOON, Memory()))[0]
    reply = asyncio.run(desk.answer(Situation(decision, language, NOON, Memory())))
    return reply.decision.function, reply.decision.params


def _function(case: Case) -> JsonValue:
    name, params = _routed(case.input["text"], case.input["org"])
    return {"func": name, "params": params}


def _turn(case: Case) -> JsonValue:
    given = case.input
    name, params = _routed(given["text"], given["org"])
    function = _desk(given["org"]).service.function(name)
    code = detect(given["text"])
    shown = read_command([function.base_command if function else ""], [function.base_command if function else ""]).shown
    return {
        "command": function.base_command if function else None,
        "func": name,
        "move_on": name != "",
        "message_sent": True,
        "params": params,
        "language": {"language": NAMES[code], "language_code": code},
        "history_saved_as": ["USER", name],
        "command_text_shown_to_guest": bool(shown),
    }


def _command(case: Case) -> JsonValue:
    found = read_command(case.input["chunks"], case.input["commands"])
    return {"command": found.command, "shown": found.shown, "discard_function_result": found.command == "/general"}


def _override(case: Case) -> JsonValue:
    given, service = case.input, _desk("accommodations").service
    commands = {f.base_command: f.name for f in service.enabled}
    found = read_command([given["intent_text"]], list(commands))
    return {"func": commands.get(found.command or "", given["func"])}


def _tools(case: Case) -> JsonValue:
    text = case.input["text"]
    decision = _desk("accommodations").functions(Message(text, "en", NOON, Memory()))[0]
    days = read_days(text, DayContext(NOON.date())) if decision.function == "AVAILABILITY_AGENT" else ()
    said = next((text[one.start : one.end] for one in days if one.first), None)
    rooms = rooms_of(StayReader("thu-sat").read(text, "en", NOON.date()))
    stay = "booking link" if asks_for_link(text) else "availability"
    tool = stay if decision.function == "AVAILABILITY_AGENT" else decision.function
    return {"slots": {"date_hint": said, "adults": rooms[0].adults}, "tools_include": tool}


def _slots(case: Case) -> JsonValue:
    found = next(iter(read_money(case.input["text"])), None)
    return {"budget_max": int(found.amount) if found else None, "currency": found.currency if found else None}


KINDS: Kinds = {
    "date.hint": Kind(_hint),
    "date.offset": Kind(lambda c: start_date(c.input["value"], date.fromisoformat(c.input["today"])).isoformat()),
    "router.function": Kind(_function),
    "router.turn": Kind(_turn),
    "router.command": Kind(_command),
    "router.override": Kind(_override),
    "planner.tools": Kind(_tools),
    "planner.slots": Kind(_slots),
}
