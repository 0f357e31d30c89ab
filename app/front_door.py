"""The adapters of the front door: booking, planning, and the desk of the organisation that the settings name."""

from dataclasses import replace
from typing import Any

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from tripintent.app.designing import read_by
from tripintent.app.errors import SessionError
from tripintent.app.settings import Settings
from tripintent.app.speech import chat_model_of, guide_of, talker_of
from tripintent.state.concierge.service import Service
from tripintent.tools.ledger.vault import SqlVault
from tripintent.tools.ports.desk_service import AssistantPorts, FrontDesk
from tripintent.tools.ports.ports import Ports


class DeskSettings(BaseSettings):
    """What can be set of a desk beside its service file."""

    model_config = SettingsConfigDict(
        env_prefix="TRIPINTENT_", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    debug_get_intent: bool = Field(
        default=False, validation_alias=AliasChoices("TRIPINTENT_DEBUG_GET_INTENT", "DEBUG_GET_INTENT")
    )


SOLD_HERE = frozenset({"trip", "options", "booking"})
"""The tools of a conversation about what a house sells itself."""


def front_door_ports(
    settings: Settings, ports: Ports, vault: SqlVault | None = None, *, model: Any = None
) -> AssistantPorts:
    """Return what the assistant graph needs. Reads the service file: raises SessionError where it cannot be used."""
    from tripintent.app.designing import planning_ports  # noqa: PLC0415 - the booking alone loads none of it

    desk = desk_of(settings, ports)
    talker = talker_of(settings, ports.registry, model)
    ports = read_by(ports, talker)
    planned, guide = planning_ports(settings, ports), guide_of(ports)
    if desk is not None and talker is not None:  # of a guest's booking a model is shown marks for who is on it
        talker = replace(talker, personal=False, rules=f"{talker.rules}\n\n{ports.registry.prompt('desk')}")
    own = SOLD_HERE if desk is not None and desk.service.kind != "travel-desk" else frozenset[str]()
    return AssistantPorts(ports, planned, desk, vault, talker, guide, own)


def service_of(settings: Settings) -> Service | None:
    """Return the service that the settings name, or None. Raises SessionError with file and line where it cannot be used."""
    if settings.service is None:
        return None
    from tripintent.tools.services.reading import ServiceFileError, read_service  # noqa: PLC0415 - who has none reads none

    try:
        return read_service(settings.service.expanduser())
    except ServiceFileError as error:
        raise SessionError(str(error), "bad_setting") from error


def desk_of(settings: Settings, ports: Ports) -> FrontDesk | None:
    """Return the desk of the service file that the settings name; None where they name none.

    Raises SessionError with file and line for a service file or knowledge that cannot be used.
    """
    if settings.service is None:
        return None
    from tripintent.tools.services.reading import ServiceFileError  # noqa: PLC0415 - only who has a desk needs it

    path = settings.service.expanduser()
    try:
        if settings.uses_model:  # its client library loads at the first call
            from tripintent.tools.language.model_desk.desk import ModelDesk  # noqa: PLC0415 - the offline path needs none of it

            more = {"model": chat_model_of(settings), "debug": DeskSettings().debug_get_intent}
            return ModelDesk.open(path, ports.hotels, **more)
        from tripintent.tools.front_desk.desk import OfflineDesk  # noqa: PLC0415 - as above

        return OfflineDesk.open(path, ports.hotels)
    except (ServiceFileError, ValueError) as error:
        raise SessionError(str(error), "bad_setting") from error
