"""Settings: flags outrank environment variables (``TRIPINTENT_…``), which outrank a ``.env`` file, which outranks defaults."""

import json
import re
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, Self

from platformdirs import user_data_path
from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from tripintent.state.designer.moments import zone_named
from tripintent.state.frozen import no_such
from tripintent.state.languages import LANGUAGES
from tripintent.tools.notifying.mail import MailServer
from tripintent.tools.ports.suppliers import HoldKind
from tripintent.tools.registry.builtin import SEVEN


def blank_is_unset(value: object) -> object:
    """Take an empty variable as one that is not there."""
    return None if value == "" else value


MaybeText = Annotated[str | None, BeforeValidator(blank_is_unset)]
MaybeSecret = Annotated[SecretStr | None, BeforeValidator(blank_is_unset)]


class NotifySettings(BaseSettings):
    """Who is told when an approval waits, is decided, expires or counts no more."""

    users: MaybeText = None
    notify_webhook: MaybeText = Field(default=None, pattern="^https?://")
    notify_webhook_secret: MaybeSecret = None
    notify_smtp: MaybeText = None
    notify_from: MaybeText = None
    notify_seconds: float = Field(default=5.0, gt=0)

    @field_validator("notify_webhook_secret")
    @classmethod
    def _is_a_key(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None:
            from tripintent.tools.notifying.delivery import signing_key  # noqa: PLC0415 - the greeting stays quick

            signing_key(secret)
        return secret

    @model_validator(mode="after")
    def _mail_is_whole(self) -> Self:
        if self.notify_smtp:
            MailServer.at(self.notify_smtp)
            for name, value in (("NOTIFY_FROM", self.notify_from), ("USERS", self.users)):
                if not value:
                    raise ValueError(f"TRIPINTENT_NOTIFY_SMTP is set: set TRIPINTENT_{name}, too")
        return self


def _listed(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _names(value: object) -> object:
    """Read names with commas between, or as JSON; nothing at all is all of them."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = tuple(filter(None, json.loads(value)))
    return _listed(value) or SEVEN


def _suppliers(value: object) -> object:
    """Read names with commas between; nothing at all is the embedded one."""
    return _listed(value.casefold() if isinstance(value, str) else value) or ("embedded",)


SupplierName = Literal["embedded", "duffel", "liteapi", "mcp"]


class Settings(NotifySettings):
    """Everything that can be set: ``settings.yaml`` says what each is, ``.env.example`` explains it for a reader without the code."""

    model_config = SettingsConfigDict(
        env_prefix="TRIPINTENT_", env_file=".env", env_file_encoding="utf-8", extra="ignore", populate_by_name=True
    )

    def __new__(cls, *_: object, **given: object) -> Self:
        """Refuse a name given in code that is no setting: of the environment, others' are passed over."""
        for name in given:
            if name not in cls.model_fields and not name.startswith("_") and not name.isupper():
                raise ValueError(no_such("setting", name, cls.model_fields))
        return super().__new__(cls)

    language: Literal["auto", "offline", "openai"] = "auto"
    model: str = "gpt-4.1-mini"
    base_url: MaybeText = Field(default=None, validation_alias=AliasChoices("TRIPINTENT_BASE_URL", "OPENAI_BASE_URL"))
    api_key: MaybeSecret = Field(default=None, validation_alias=AliasChoices("TRIPINTENT_API_KEY", "OPENAI_API_KEY"))
    model_timeout: float = Field(default=30.0, gt=0)
    model_temperature: Annotated[float | None, BeforeValidator(blank_is_unset)] = Field(default=0.0, ge=0, le=2)
    model_seed: Annotated[int | None, BeforeValidator(blank_is_unset)] = 7
    model_max_tokens: Annotated[int | None, BeforeValidator(blank_is_unset)] = Field(default=2_000, gt=0)
    model_history_tokens: int = Field(default=3_000, ge=500)
    local_model_url: MaybeText = "http://127.0.0.1:11434"

    model_personal: bool = True
    model_price_in: Decimal | None = Field(default=None, ge=0)
    model_price_out: Decimal | None = Field(default=None, ge=0)
    model_trip_tokens: int | None = Field(default=None, gt=0)
    model_traveller_tokens: int | None = Field(default=None, gt=0)
    model_trip_dollars: Decimal | None = Field(default=None, gt=0)
    model_month_dollars: Decimal | None = Field(default=None, gt=0)

    data_dir: Path = Field(default_factory=lambda: user_data_path("tripintent", appauthor=False))
    db: Path | None = None
    database_url: MaybeText = None

    audit_anchors: MaybeText = None
    audit_key: MaybeSecret = None

    seal_key: MaybeSecret = None

    lock_patience: float = Field(default=15.0, gt=0)

    suppliers: Annotated[tuple[SupplierName, ...], NoDecode, BeforeValidator(_suppliers)] = ("embedded",)
    duffel_token: MaybeSecret = None
    duffel_webhook_secret: MaybeSecret = None
    duffel_url: str = "https://api.duffel.com"
    liteapi_key: MaybeSecret = None
    liteapi_nationality: str = Field(default="US", pattern="^[A-Z]{2}$")
    liteapi_payment: Literal["card", "wallet", "credit"] = "card"
    mcp_suppliers: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_listed)] = ()
    web_search_url: MaybeText = None
    overpass_url: MaybeText = None
    liteapi_url: MaybeText = None
    supplier_record: Annotated[Path | None, BeforeValidator(blank_is_unset)] = None
    supplier_replay: Annotated[Path | None, BeforeValidator(blank_is_unset)] = None
    supplier_seed: int = 7
    supplier_faults: str = ""
    supplier_hotel_hold: HoldKind = "hard"
    supplier_webhook_secret: SecretStr | None = None
    supplier_latency: float = Field(default=0.0, ge=0)
    search_memory: int = Field(default=300, ge=0)
    supplier_attempts: int = Field(default=3, ge=1)
    supplier_patience: float = Field(default=60.0, gt=0)

    host_tools: MaybeText = None
    host_tool_names: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = SEVEN
    chat_hook: MaybeText = None
    registry: Annotated[Path | None, BeforeValidator(blank_is_unset)] = None

    graph: Literal["assistant", "planning"] = "assistant"
    documents_when_ready: bool = False
    service: Annotated[Path | None, BeforeValidator(blank_is_unset)] = None
    organisation: str = ""
    portfolio: str = ""
    traveller: str = ""
    locale: str = "en-US"
    timezone: str = ""
    currency: str = ""

    now: datetime | None = None
    step_limit: int = Field(default=80, ge=10)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    @field_validator("now")
    @classmethod
    def _zoned(cls, now: datetime | None) -> datetime | None:
        """Take a moment without a zone as UTC."""
        return now.replace(tzinfo=UTC) if now and now.tzinfo is None else now

    @field_validator("timezone")
    @classmethod
    def _a_zone(cls, name: str) -> str:
        if name and zone_named(name) is None:
            raise ValueError(f"TRIPINTENT_TIMEZONE={name!r} is no time zone: write an IANA name such as Europe/Lisbon")
        return name

    @field_validator("locale")
    @classmethod
    def _spoken(cls, tag: str) -> str:
        if not re.fullmatch(rf"({'|'.join(LANGUAGES)})([-_]\w{{2,8}})*", tag, re.IGNORECASE):
            raise ValueError(f"TRIPINTENT_LOCALE={tag!r}: write a language of {', '.join(LANGUAGES)}, as in de-CH")
        return tag.replace("_", "-")

    @field_validator("database_url")
    @classmethod
    def _on_a_server(cls, url: str | None) -> str | None:
        if url and not url.startswith(("postgresql://", "postgres://")):
            raise ValueError("TRIPINTENT_DATABASE_URL begins with postgresql://; TRIPINTENT_DB names a file")
        return url

    @model_validator(mode="after")
    def _prices_of_limits(self) -> Self:
        limited = self.model_trip_dollars or self.model_month_dollars
        if limited and (self.model_price_in is None or self.model_price_out is None):
            raise ValueError("a limit in dollars: set TRIPINTENT_MODEL_PRICE_IN and TRIPINTENT_MODEL_PRICE_OUT, too")
        return self

    @model_validator(mode="after")
    def _keys_of_suppliers(self) -> Self:
        keys = (("duffel", "duffel_token", self.duffel_token), ("liteapi", "liteapi_key", self.liteapi_key))
        for name, setting, key in keys:
            if name in self.suppliers and key is None:
                raise ValueError(f"TRIPINTENT_SUPPLIERS names {name}: set TRIPINTENT_{setting.upper()}, too")
        if "mcp" in self.suppliers and not self.mcp_suppliers:
            raise ValueError("TRIPINTENT_SUPPLIERS names mcp: set TRIPINTENT_MCP_SUPPLIERS, too")
        for what, sellers in (("flights", {"embedded", "duffel"}), ("hotels", {"embedded", "liteapi"})):
            if not (sellers | {"mcp"}) & set(self.suppliers):
                named = " or ".join(sorted(sellers))
                raise ValueError(f"none of TRIPINTENT_SUPPLIERS sells {what}: add {named}, or mcp that does")
        return self

    @property
    def uses_model(self) -> bool:
        """Whether a language model reads and writes."""
        given = self.api_key is not None or self.base_url is not None
        return self.language == "openai" or (self.language == "auto" and given)
