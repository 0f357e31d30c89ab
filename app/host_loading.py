"""A host's tools by their import name: ``module:name``, where the name is a function, an object or a class."""

import asyncio
import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from tripintent.app.errors import SessionError
from tripintent.tools.ports.registry import HostTools
from tripintent.tools.ports.suppliers import Capabilities

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
        answer: Mapping[str, Any] = await reply if inspect.isawaitable(reply) else reply
        return answer


def load_host(name: str) -> HostTools:
    """Return the host's tools. Raises SessionError that says what is wrong with the name or with what it names."""
    return as_host(named_object(name, SETTING), name)


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
