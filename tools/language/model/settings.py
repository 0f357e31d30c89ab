"""Settings of the model adapter."""

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class OpenAISettings(BaseModel):
    """Where the model is and how long it may take. Times are in seconds.

    ``structured`` is how the service is told the shape of its answer: ``json_schema`` (structured outputs) or
    ``function_calling`` for services that know only tools.
    """

    model_config = ConfigDict(frozen=True)

    model: str = "gpt-4.1-mini"
    base_url: str | None = Field(default=None, description="any service of the OpenAI chat wire format; None is OpenAI")
    api_key: SecretStr = SecretStr("")
    timeout: float = Field(default=20.0, gt=0, description="of one request")
    max_retries: int = Field(default=2, ge=0, le=10)
    patience: float = Field(default=20.0, gt=0, description="for all tries of one message, waits included")
    rest: float = Field(default=60.0, ge=0, description="for which a model that did not answer is left alone")
    structured: Literal["json_schema", "function_calling"] = "json_schema"
    temperature: float | None = Field(default=0.0, description="of extraction; None for models that refuse the setting")
    max_tokens: int | None = Field(default=2_000, gt=0, description="of one reply")
    price_in: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens read")
    price_out: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens written")
