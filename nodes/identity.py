"""Who runs: what the host authenticated, else what the context says, and never what a state says."""

from collections.abc import Mapping

from tripintent.state.context import Principal, TripContext
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


class ContextRefused(ToolError):
    """The context names another organisation or traveller than the one who is signed in."""

    def __init__(self, field: str) -> None:
        super().__init__(f"the context names another {field} than the one who is signed in: leave it out")
        self.field = field


def principal_of(configurable: Mapping[str, object], context: TripContext) -> Principal:
    """Return who runs. Raises ContextRefused for a context that contradicts whom the host authenticated.

    The host says it as ``configurable["principal"]``, a ``Principal``, or as LangGraph's server does, by
    ``configurable["langgraph_auth_user"]``. Both have to be objects: a client can send any JSON, but none of these.
    Where the host says nothing, the context does: then whoever sends the context chooses.
    """
    thread_id = str(configurable.get("thread_id", ""))
    signed_in = _signed_in(configurable)
    if signed_in is None:
        who = {"organisation": context.organisation, "subject": context.traveller, "traveller": context.traveller}
        return Principal(**who, thread_id=thread_id)
    for field in ("organisation", "traveller"):
        said = getattr(context, field)
        if said and said != getattr(signed_in, field):
            raise ContextRefused(field)
    return signed_in.model_copy(update={"thread_id": thread_id})


def context_of(context: TripContext, who: Principal) -> TripContext:
    """Return the context with organisation and traveller of who runs."""
    return context.model_copy(update={"organisation": who.organisation, "traveller": who.traveller})


def _signed_in(configurable: Mapping[str, object]) -> Principal | None:
    given = configurable.get("principal")
    if isinstance(given, Principal):
        return given
    user = configurable.get("langgraph_auth_user")
    identity = getattr(user, "identity", "")
    if not identity or isinstance(user, Mapping) or not getattr(user, "is_authenticated", False):
        return None
    return Principal(
        organisation=_text(user, "organisation"),
        subject=str(identity),
        traveller=_text(user, "traveller") or str(identity),
    )


def _text(user: object, name: str) -> str:
    """Return a field of LangGraph's user; its proxies raise for a field that the handler did not give."""
    try:
        value = getattr(user, name, "")
    except (KeyError, AttributeError):
        return ""
    return value if isinstance(value, str) else ""


async def owner_of(trip: TripIntent, ports: Ports, who: Principal) -> Principal:
    """Return the owner of a trip as the ledger names it: whose rules, profiles and payment methods count.

    The context may be missing on a resume; then the thread's trip tells whose it is. Of somebody else's trip nothing
    counts: then it is who runs.
    """
    access = await ports.ownership.access(who, trip.ledger_id)
    if access is None:
        return who
    if access.right == "owner" and who.named:
        return who.model_copy(update={"organisation": access.org or who.organisation})
    return Principal(
        organisation=access.org or who.organisation,
        subject=access.subject,
        traveller=access.traveller,
        thread_id=who.thread_id,
    )


async def profile_by_id(owner: Principal, profile_id: str, ports: Ports) -> Profile | None:
    """Return a profile of the owner or of a companion; any other one is as if there were none.

    The ids stand in the trip, which may have been edited: so they open what the owner may open, and no more.
    """
    if not _own(owner, profile_id):
        return None
    profile = await ports.profiles.get(profile_id)
    return profile if profile is not None and profile.org == owner.organisation else None


async def profile_by_name(owner: Principal, name: str, ports: Ports) -> Profile | None:
    """Return the one profile that a name can mean on this trip. Several mean: ask, never guess."""
    found = [p for p in await ports.profiles.find(owner.organisation, name) if _may_open(owner, p)]
    return found[0] if len(found) == 1 else None


def _may_open(owner: Principal, profile: Profile) -> bool:
    """Colleagues may name each other. Private people share no organisation: a name brings only the writer and companions."""
    return profile.org == owner.organisation and (bool(owner.organisation) or _own(owner, profile.profile_id))


def _own(owner: Principal, profile_id: str) -> bool:
    whose = owner.traveller
    return bool(whose) and (profile_id == whose or profile_id.startswith(f"{whose}/"))
