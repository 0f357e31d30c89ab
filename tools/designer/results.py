"""How a tool's handler says what it did, and the one place where foreign errors become faults."""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue, ValidationError

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.tools.ports.designer import ToolFault
from tripintent.tools.shipped import table

_TYPE_CODES: Mapping[str, str] = table("tools/designer/codes.yaml")


class HandlerResult(NamedTuple):
    """A handler's answer: the document, changed or not, and what to tell."""

    document: ItineraryDocument
    told: Mapping[str, JsonValue]


class HandlerRejected(Exception):
    """A handler did nothing, and says why."""

    def __init__(self, fault: ToolFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def refused(refusal: EditRefusal) -> HandlerRejected:
    """Return the exception for an operation's refusal."""
    faults = (f"{refusal.code.lower()}:{refusal.field or ''}",)
    return HandlerRejected(ToolFault(**refusal.model_dump(exclude={"details"}), faults=faults))


def schema_issues(error: ValidationError) -> tuple[tuple[str, str], ...]:
    """Return what is wrong with arguments as (path, code) in the order of the schema."""
    issues = []
    for one in error.errors(include_url=False):
        path = ".".join(str(p) for p in one["loc"] if not str(p).isupper() and "[" not in str(p))
        kind = one["type"]
        code = _TYPE_CODES.get(kind, "invalid_type" if kind.endswith(("_type", "_parsing")) else "custom")
        message = one["msg"].removeprefix("Value error, ")
        field = message.split(":", 1)[0]
        issues.append((field if kind == "value_error" and field.isalpha() and ":" in message else path, code))
    return tuple(issues)


def bad_arguments(error: ValidationError) -> ToolFault:
    """Return the fault of arguments that do not fit a tool's schema."""
    issues = schema_issues(error)
    first = error.errors(include_url=False)[0]
    return ToolFault(
        code="INVALID_ARGUMENTS",
        message="; ".join(f"{path or 'arguments'}: {code}" for path, code in issues) + f" ({first['msg']})",
        field=issues[0][0],
        faults=tuple(f"{code}:{path}" for path, code in issues),
    )
