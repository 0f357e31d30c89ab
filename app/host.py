"""A host's tools in place of ours, as the settings or the embedding program say."""

from collections.abc import Mapping

from langgraph.runtime import get_runtime

from tripintent.app.errors import SessionError
from tripintent.app.host_loading import as_host, load_host
from tripintent.app.settings import Settings
from tripintent.state.context import TripContext
from tripintent.tools.host.stand_in import HostStandIns
from tripintent.tools.ports.registry import HostTools, ToolRegistry


def stand_ins_of(settings: Settings, registry: ToolRegistry, given: object = None) -> HostStandIns | None:
    """Return what the host answers: ``given`` by the program, or named by the settings; None without a host.

    Raises SessionError for a host that cannot be loaded or called, and for tools that cannot be its own.
    """
    if given is None and settings.host_tools is None:
        return None
    host = as_host(given, type(given).__name__) if given is not None else load_host(str(settings.host_tools))
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
