"""A host's tools in place of ours, as the settings or the embedding program say, loaded by their import name.

An import name is ``module:name``, where the name is a function, an object or a class.
"""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from langgraph.runtime import get_runtime

from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.state.context import TripContext
from tripintent.tools.host.stand_in import HostStandIns
from tripintent.tools.ports.designer import HostTools
from tripintent.tools.ports.suppliers import Capabilities

if TYPE_CHECKING:
    from tripintent.tools.registry.builtin import BuiltinRegistry

SETTING = "TRIPINTENT_HOST_TOOLS"
WANTED = "handler_call(portfolio, org, tool, handler, arguments)"


class HostFunction:
    """A function as a host's tools. A plain one runs in a worker thread, so that it holds up no one else's conversation."""

    def __init__(self, call: Callable[..., Any], capabilities: Capabilities | None = None) -> None:
        self._call = call
        self.capabilities = capabilities

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, object]
    ) -> Mapping[str, object]:
        """Call the function."""
        if inspect.iscoroutinefunction(self._call):
            reply = await self._call(portfolio, org, tool, handler, arguments)
        else:
            reply = await asyncio.to_thread(self._call, portfolio, org, tool, handler, arguments)
        answer: Mapping[str, object] = await reply if inspect.isawaitable(reply) else reply
        return answer


def named_object(name: str, setting: str) -> object:
    """Return what a ``module:name`` names. Raises SessionError that says what is wrong with it."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise _wrong(name, "is no import name: write module:function, such as acme.trips:handler_call", setting)
    return _attribute(_imported(name, module, setting), name, attribute, setting)


def as_host(found: object, name: str) -> HostTools:
    """Return what a host gave as its tools: an object with ``handler_call``, a class of such, or the function itself."""
    owner = _made(found, name) if isinstance(found, type) else found
    call = getattr(owner, "handler_call", owner)
    if not callable(call):
        raise _wrong(name, f"is no function and has no {WANTED}")
    try:
        inspect.signature(call).bind("portfolio", "org", "tool", "handler", {})
    except (TypeError, ValueError) as error:
        raise _wrong(name, f"cannot be called as {WANTED}: {error}") from error
    promised = getattr(owner, "capabilities", None)
    if promised is not None and not isinstance(promised, Capabilities):
        raise _wrong(name, "has capabilities that are none: use tripintent.tools.host.orders.host_capabilities(…)")
    return HostFunction(call, promised)


def _imported(name: str, module: str, setting: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise _wrong(
            name, f"cannot be imported: {error}; install it, or put its folder on PYTHONPATH", setting
        ) from error
    except Exception as error:  # the host's code runs when it is imported, and may raise anything
        raise _wrong(name, f"cannot be imported: {type(error).__name__}: {error}", setting) from error


def _attribute(module: object, name: str, attribute: str, setting: str) -> object:
    found = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise _wrong(name, f"names nothing: {getattr(found, '__name__', found)} has no {part}", setting)
        found = getattr(found, part)
    return found


def _made(kind: type, name: str) -> object:
    try:
        return kind()
    except Exception as error:
        raise _wrong(name, f"is a class that cannot be made without arguments: {error}") from error


def _wrong(name: str, what: str, setting: str = SETTING) -> SessionError:
    return SessionError(f"{setting}: {name!r} {what}", "bad_setting")


def stand_ins_of(settings: Settings, registry: "BuiltinRegistry", given: object = None) -> HostStandIns | None:
    """Return what the host answers: ``given`` by the program, or named by the settings; None without a host.

    Raises SessionError for a host that cannot be loaded or called, and for tools that cannot be its own.
    """
    if given is None and settings.host_tools is None:
        return None
    name = type(given).__name__ if given is not None else str(settings.host_tools)
    host = as_host(named_object(name, SETTING) if given is None else given, name)
    try:
        return HostStandIns(
            OneTenant(host, settings.portfolio, settings.organisation),
            settings.host_tool_names,
            registry,
            portfolio=settings.portfolio,
            org=settings.organisation,
            capabilities=getattr(host, "capabilities", None),
        )
    except ValueError as error:
        raise SessionError(f"TRIPINTENT_HOST_TOOL_NAMES: {error}", "bad_setting") from error


class OneTenant:
    """A host asked for one portfolio and organisation only: a run for another one is refused before anything is sent.

    A commit whose reply was lost is repeated after a restart, outside of any run; it must reach the same tenant then.
    """

    def __init__(self, host: HostTools, portfolio: str, org: str) -> None:
        self._host = host
        self._tenant = (portfolio, org)

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, object]
    ) -> Mapping[str, object]:
        """Call the host, or refuse."""
        asked = _tenant_of_run() or self._tenant
        if asked != self._tenant:
            ours, theirs = "/".join(self._tenant), "/".join(asked)
            said = f"this session asks the host for {ours}, not for {theirs}: open one with those settings"
            return {"success": False, "error": {"code": "invalid_request", "message": said}}
        return await self._host.handler_call(portfolio, org, tool, handler, arguments)


def owner_of_run() -> str:
    """Return whose run it is, as one text; empty outside of a run."""
    try:
        context = get_runtime(TripContext).context
    except RuntimeError:
        return ""
    return context.model_dump_json() if isinstance(context, TripContext) else ""


def _tenant_of_run() -> tuple[str, str] | None:
    """Return portfolio and organisation of the run's context; None outside of a run, and where the context names none."""
    try:
        context = get_runtime(TripContext).context
    except RuntimeError:
        return None
    named = isinstance(context, TripContext) and (context.portfolio or context.organisation)
    return (context.portfolio, context.organisation) if named else None
