"""Settings of the server, beside those of the session: ``TRIPINTENT_HTTP_…`` in the environment or in ``.env``.

Several processes are started with nothing but the environment: what was set by flags is put there.
"""

import json
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tripintent.state.concierge.service import Origin
from tripintent.state.context import is_reserved

SHORTEST_TOKEN = 16
"""Characters: what is shorter can be guessed."""
GUEST = "guest-"
"""How the user ids of people without a name begin."""

_ADDRESS = r"^((https?://|/)\S*)?$"


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is this machine's own, as no other machine reaches it."""
    name = host.strip("[]").rstrip(".").casefold()
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


class WebSettings(BaseSettings):
    """What a person who runs the server can set; ``app/settings.yaml`` says what. Without tokens it serves one user of this machine."""

    model_config = SettingsConfigDict(
        env_prefix="TRIPINTENT_HTTP_", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    host: str = "127.0.0.1"
    port: int = Field(default=8484, ge=0, le=65_535)
    workers: int = Field(default=1, ge=1)
    sign_in_url: str = Field(default="", pattern=_ADDRESS)
    sign_out_url: str = Field(default="", pattern=_ADDRESS)
    open: bool = False
    tokens: dict[SecretStr, str] = Field(default_factory=dict)
    approvers: tuple[str, ...] = ()
    administrators: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    widget_origins: tuple[Origin, ...] = ()
    turns_at_once: int = Field(default=10, ge=1)
    max_body_bytes: int = Field(default=300_000, ge=1_000)
    max_upload_bytes: int = Field(default=5_000_000, ge=1_000)
    writes_per_minute: int = Field(default=120, ge=1)
    reads_per_minute: int = Field(default=1_200, ge=1)
    public_url: str = ""
    upkeep_minutes: float = Field(default=5, ge=0)
    drain_seconds: float = Field(default=6, ge=0)

    whatsapp_number: str = Field(default="", pattern=r"^\d*$")
    whatsapp_token: SecretStr = SecretStr("")
    whatsapp_app_secret: SecretStr = SecretStr("")
    whatsapp_verify: SecretStr = SecretStr("")
    whatsapp_url: str = "https://graph.facebook.com/v23.0"

    @field_validator("tokens")
    @classmethod
    def _tokens_name_somebody(cls, tokens: dict[SecretStr, str]) -> dict[SecretStr, str]:
        for token, name in tokens.items():
            if len(token.get_secret_value().strip()) < SHORTEST_TOKEN:
                said = f"the token of {name!r} is shorter than {SHORTEST_TOKEN} characters: make one with openssl rand -hex 16"
                raise ValueError(said)
            if not name.strip() or is_reserved(name) or name.startswith(GUEST):
                raise ValueError(f"no user may be called {name!r}, it means whoever is not named: choose another name")
        return tokens

    @model_validator(mode="after")
    def _whatsapp_is_whole(self) -> Self:
        wanted = ("whatsapp_number", "whatsapp_token", "whatsapp_app_secret", "whatsapp_verify")
        missing = [name for name in (*wanted, "public_url") if not _plain(getattr(self, name))]
        if missing and any(_plain(getattr(self, name)) for name in wanted):
            named = ", ".join(f"TRIPINTENT_HTTP_{name}".upper() for name in missing)
            raise ValueError(f"WhatsApp needs {named}, too: set it, or none of WhatsApp's settings")
        return self

    def public(self) -> tuple[str, ...]:
        """Return the settings that say that others than the person at this machine reach the server."""
        reached = {
            "host": (self.host,),
            "public_url": (host_of(self.public_url),) if self.public_url else (),
            "allowed_hosts": self.allowed_hosts,
            "cors_origins": tuple(map(host_of, self.cors_origins)),
        }
        named = [name for name, hosts in reached.items() if not all(map(is_loopback, hosts))]
        named += [name for name in ("widget_origins", "whatsapp_number") if getattr(self, name)]
        return tuple(f"TRIPINTENT_HTTP_{name}".upper() for name in named)

    @property
    def base_url(self) -> str:
        """Where the server is, as a link starts."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"


def host_of(address: str) -> str:
    """Return the host of an address; a broken address is not one's own machine."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or address
    except ValueError:
        return address


def _plain(value: str | SecretStr) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else value


def as_environment(settings: BaseSettings) -> dict[str, str]:
    """Return the environment variables that make the same settings again."""
    prefix = settings.model_config.get("env_prefix", "")
    return {f"{prefix}{name}".upper(): _text(getattr(settings, name)) for name in settings.model_fields_set}


def _text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, dict):
        return json.dumps({_text(key): _text(one) for key, one in value.items()})
    if isinstance(value, tuple):
        return json.dumps([_text(one) for one in value])
    return "" if value is None else str(value)
