"""Settings: flags outrank environment variables (``TRIPINTENT_…``), which outrank a ``.env`` file, which outranks defaults."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from tripintent.tools.registry.definitions import SEVEN


def _blank_is_unset(value: object) -> object:
    return None if value == "" else value


def _names(value: object) -> object:
    """Read names with commas between, or as JSON; nothing at all is all of them."""
    if isinstance(value, str):
        text = value.strip()
        named = json.loads(text) if text.startswith("[") else [name.strip() for name in text.split(",")]
        value = tuple(name for name in named if name)
    return value or SEVEN


MaybeText = Annotated[str | None, BeforeValidator(_blank_is_unset)]


class Settings(BaseSettings):
    """Everything that can be set; ``.env.example`` explains each for a reader without the code."""

    model_config = SettingsConfigDict(
        env_prefix="TRIPINTENT_", env_file=".env", env_file_encoding="utf-8", extra="ignore", populate_by_name=True
    )

    language: Literal["auto", "offline", "openai"] = Field(
        default="auto", description="auto: openai when there is a key"
    )
    model: str = Field(default="gpt-4.1-mini", description="name of the model at the OpenAI-compatible endpoint")
    base_url: MaybeText = Field(
        default=None, validation_alias=AliasChoices("TRIPINTENT_BASE_URL", "OPENAI_BASE_URL"), description="endpoint"
    )
    api_key: Annotated[SecretStr | None, BeforeValidator(_blank_is_unset)] = Field(
        default=None, validation_alias=AliasChoices("TRIPINTENT_API_KEY", "OPENAI_API_KEY")
    )
    model_timeout: float = Field(default=20.0, gt=0, description="seconds before the offline engine answers instead")

    data_dir: Path = Field(default_factory=lambda: user_data_path("tripintent", appauthor=False))
    db: Path | None = Field(default=None, description="conversations; ledger and supplier files are kept beside it")
    database_url: MaybeText = Field(default=None, description="postgresql://…: ledger and conversations live there")

    lock_patience: float = Field(default=15.0, gt=0, description="seconds to wait for a locked file")

    supplier_seed: int = 7
    supplier_faults: str = Field(default="", description="JSON plan of faults of the simulated supplier")
    supplier_latency: float = Field(default=0.0, ge=0, description="seconds that each simulated supplier call takes")
    supplier_attempts: int = Field(default=3, ge=1)
    supplier_patience: float = Field(default=60.0, gt=0, description="seconds for one search with all its repetitions")

    host_tools: MaybeText = Field(default=None, description="module:name of a host's handler_call, in place of ours")
    host_tool_names: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = Field(
        default=SEVEN, description="the tools that the host answers, with commas between; empty is all seven"
    )
    registry: Annotated[Path | None, BeforeValidator(_blank_is_unset)] = Field(
        default=None, description="YAML file of tool definitions and prompts that replace built-in ones"
    )

    organisation: str = ""
    portfolio: str = ""
    traveller: str = Field(default="", description="profile id")
    locale: str = "en-US"
    timezone: str = Field(default="", description="IANA zone in which 'today' is meant; empty is UTC")
    currency: str = Field(default="", description="ISO 4217; of totals when the traveller names none")

    now: datetime | None = Field(
        default=None, description="stop the clock at this moment, for demonstrations and tests"
    )
    step_limit: int = Field(default=80, ge=10, description="nodes in one turn; then it ends and can be tried again")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    @field_validator("now")
    @classmethod
    def _zoned(cls, now: datetime | None) -> datetime | None:
        """Take a moment without a zone as UTC."""
        return now.replace(tzinfo=UTC) if now and now.tzinfo is None else now

    @property
    def uses_model(self) -> bool:
        """Whether a language model reads and writes."""
        return self.language == "openai" or (self.language == "auto" and self.api_key is not None)
