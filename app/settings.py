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

    users: MaybeText = Field(
        default=None, description="who there is: YAML file of user ids and mail addresses, or module:name of a function"
    )
    notify_webhook: MaybeText = Field(
        default=None, pattern="^https?://", description="address that each notice is posted to"
    )
    notify_webhook_secret: MaybeSecret = Field(
        default=None, description="base64, as Standard Webhooks have it: signs what is posted"
    )
    notify_smtp: MaybeText = Field(default=None, description="smtp://user:password@host:587, or smtps://")
    notify_from: MaybeText = Field(default=None, description="whom mail comes from")
    notify_seconds: float = Field(default=5.0, gt=0, description="how often the outbox is looked at")

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


def _names(value: object) -> object:
    """Read names with commas between, or as JSON; nothing at all is all of them."""
    if isinstance(value, str):
        text = value.strip()
        named = json.loads(text) if text.startswith("[") else [name.strip() for name in text.split(",")]
        value = tuple(name for name in named if name)
    return value or SEVEN


def _suppliers(value: object) -> object:
    """Read names with commas between; nothing at all is the embedded one."""
    if isinstance(value, str):
        value = tuple(name.strip().casefold() for name in value.split(",") if name.strip())
    return value or ("embedded",)


def _paths(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


SupplierName = Literal["embedded", "duffel", "liteapi", "mcp"]


class Settings(NotifySettings):
    """Everything that can be set; ``.env.example`` explains each for a reader without the code."""

    model_config = SettingsConfigDict(
        env_prefix="TRIPINTENT_", env_file=".env", env_file_encoding="utf-8", extra="ignore", populate_by_name=True
    )

    def __new__(cls, *_: object, **given: object) -> Self:
        """Refuse a name given in code that is no setting: of the environment, others' are passed over."""
        for name in given:
            if name not in cls.model_fields and not name.startswith("_") and not name.isupper():
                raise ValueError(no_such("setting", name, cls.model_fields))
        return super().__new__(cls)

    language: Literal["auto", "offline", "openai"] = Field(
        default="auto", description="auto: openai when there is a key or an endpoint"
    )
    model: str = Field(default="gpt-4.1-mini", description="name of the model at the OpenAI-compatible endpoint")
    base_url: MaybeText = Field(
        default=None, validation_alias=AliasChoices("TRIPINTENT_BASE_URL", "OPENAI_BASE_URL"), description="endpoint"
    )
    api_key: MaybeSecret = Field(default=None, validation_alias=AliasChoices("TRIPINTENT_API_KEY", "OPENAI_API_KEY"))
    model_timeout: float = Field(
        default=30.0, gt=0, description="seconds for one request, all its tries, before the model is done without"
    )
    model_temperature: Annotated[float | None, BeforeValidator(blank_is_unset)] = Field(
        default=0.0, ge=0, le=2, description="left out where the service refuses it; empty leaves it to the service"
    )
    model_seed: Annotated[int | None, BeforeValidator(blank_is_unset)] = Field(
        default=7, description="for services that can repeat an answer; empty sends none"
    )
    model_max_tokens: Annotated[int | None, BeforeValidator(blank_is_unset)] = Field(
        default=2_000, gt=0, description="longest reply; models that think before they answer need more"
    )
    model_history_tokens: int = Field(
        default=3_000, ge=500, description="tokens of earlier talk in a request; from 80 % on the oldest is summarised"
    )
    local_model_url: MaybeText = Field(
        default="http://127.0.0.1:11434", description="an Ollama server that `chat` points out without a model"
    )

    model_personal: bool = Field(
        default=True,
        description="names, births and locators may go to the model; false hides births, and names as soon as they are on the "
        "trip: the message that brings a name is read with it once. Contacts and numbers of documents never go",
    )
    model_price_in: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens read")
    model_price_out: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens written")
    model_trip_tokens: int | None = Field(
        default=None, gt=0, description="tokens that one trip may cost; then the rules read and answer alone"
    )
    model_traveller_tokens: int | None = Field(
        default=None, gt=0, description="tokens that one traveller may cost in a day (UTC)"
    )
    model_trip_dollars: Decimal | None = Field(
        default=None, gt=0, description="US dollars that one trip, and so one conversation, may cost; needs the prices"
    )
    model_month_dollars: Decimal | None = Field(
        default=None, gt=0, description="US dollars that one traveller may cost in a month (UTC); needs the prices"
    )

    data_dir: Path = Field(default_factory=lambda: user_data_path("tripintent", appauthor=False))
    db: Path | None = Field(default=None, description="conversations; ledger and supplier files are kept beside it")
    database_url: MaybeText = Field(default=None, description="postgresql://…: ledger and conversations live there")

    audit_anchors: MaybeText = Field(
        default=None, description="file or address where a server keeps the audit's signed head; verify looks there"
    )
    audit_key: MaybeSecret = Field(
        default=None, description="signs those instead of the ledger's own key, which lies in the ledger"
    )

    seal_key: MaybeSecret = Field(
        default=None,
        description="Fernet key for what guests say before arrival; of several, with commas, the first seals",
    )

    lock_patience: float = Field(default=15.0, gt=0, description="seconds to wait for a locked file")

    suppliers: Annotated[tuple[SupplierName, ...], NoDecode, BeforeValidator(_suppliers)] = Field(
        default=("embedded",), description="whose flights and hotels are searched, with commas between"
    )
    duffel_token: MaybeSecret = Field(
        default=None, description="access token of Duffel; duffel_test_… sells flights that do not exist"
    )
    duffel_webhook_secret: MaybeSecret = Field(
        default=None, description="secret of the webhook that Duffel sends to /api/webhooks/duffel"
    )
    duffel_url: str = Field(default="https://api.duffel.com", description="where Duffel, or an emulator of it, is")
    liteapi_key: MaybeSecret = Field(default=None, description="key of LiteAPI; sand_… books nothing real")
    liteapi_nationality: str = Field(
        default="US", pattern="^[A-Z]{2}$", description="the guests' nationality (ISO 3166-1): LiteAPI's rates need it"
    )
    liteapi_payment: Literal["card", "wallet", "credit"] = Field(
        default="card", description="what of our account pays LiteAPI: its card, its wallet or its credit line"
    )
    mcp_suppliers: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_paths)] = Field(
        default=(), description="mapping files of MCP servers that sell or show offers, with commas between"
    )
    web_search_url: MaybeText = Field(
        default=None, description="a SearXNG-compatible service that the designer's web search asks; unset is off"
    )
    overpass_url: MaybeText = Field(
        default=None, description="an Overpass service for OpenStreetMap's sights; unset, or failing: those that ship"
    )
    liteapi_url: MaybeText = Field(default=None, description="where an emulator of LiteAPI is")
    supplier_record: Annotated[Path | None, BeforeValidator(blank_is_unset)] = Field(
        default=None, description="folder in which the traffic with suppliers is kept, without people and keys"
    )
    supplier_replay: Annotated[Path | None, BeforeValidator(blank_is_unset)] = Field(
        default=None, description="folder of such traffic that answers instead of the suppliers"
    )
    supplier_seed: int = Field(default=7, description="world of the simulated supplier: one seed, the same offers")
    supplier_faults: str = Field(default="", description="JSON plan of faults of the simulated supplier")
    supplier_hotel_hold: HoldKind = Field(
        default="hard", description="how the simulated one holds hotels: hard the room, soft the rate, none nothing"
    )
    supplier_webhook_secret: SecretStr | None = Field(
        default=None, description="what the simulated supplier signs webhooks with; without it none is taken"
    )
    supplier_latency: float = Field(default=0.0, ge=0, description="seconds that each simulated supplier call takes")
    search_memory: int = Field(
        default=300, ge=0, description="seconds for which the answer of a search is given again; 0: each is made"
    )
    supplier_attempts: int = Field(default=3, ge=1, description="how often a failed search is made in all")
    supplier_patience: float = Field(default=60.0, gt=0, description="seconds for one search with all its repetitions")

    host_tools: MaybeText = Field(default=None, description="module:name of a host's handler_call, in place of ours")
    host_tool_names: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = Field(
        default=SEVEN, description="the tools that the host answers, with commas between; empty is all seven"
    )
    chat_hook: MaybeText = Field(
        default=None, description="module:name of a function that is given each message once its turn is stored"
    )
    registry: Annotated[Path | None, BeforeValidator(blank_is_unset)] = Field(
        default=None, description="YAML file of tool definitions and prompts that replace built-in ones"
    )

    graph: Literal["assistant", "planning"] = Field(
        default="assistant", description="the front door to all systems, or one of them alone"
    )
    documents_when_ready: bool = Field(
        default=False, description="make checklist, budget and day plan as soon as they are ready, without the word"
    )
    service: Annotated[Path | None, BeforeValidator(blank_is_unset)] = Field(
        default=None, description="service file of the organisation whose desk answers"
    )
    organisation: str = Field(default="", description="whose trips these are; a host is asked for it")
    portfolio: str = Field(default="", description="for which portfolio a host is asked")
    traveller: str = Field(default="", description="profile id")
    locale: str = Field(default="en-US", description="language and formats, where the words do not tell")
    timezone: str = Field(default="", description="IANA zone in which 'today' is meant; empty is UTC")
    currency: str = Field(default="", description="ISO 4217; of totals when the traveller names none")

    now: datetime | None = Field(default=None, description="stop the clock here, for demonstrations and tests")
    step_limit: int = Field(default=80, ge=10, description="nodes in one turn; then it ends and can be tried again")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="WARNING", description="what commands log")

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
