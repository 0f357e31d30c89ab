"""Settings of the model adapter."""

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from tripintent.tools.language.model.services import Form


class OpenAISettings(BaseModel):
    """Where the model is and how long it may take. Times are in seconds.

    ``structured`` is how the service is told the shape of its answer; ``auto`` finds out what it takes (``services.py``).
    A parameter that the service refuses is left out from then on, whatever is set here.
    """

    model_config = ConfigDict(frozen=True)

    model: str = "gpt-4.1-mini"
    base_url: str | None = Field(default=None, description="any service of the OpenAI chat wire format; None is OpenAI")
    api_key: SecretStr = SecretStr("")
    timeout: float = Field(default=20.0, gt=0, description="of one request")
    max_retries: int = Field(default=2, ge=0, le=10)
    patience: float = Field(default=20.0, gt=0, description="for all tries of one call, waits included")
    rest: float = Field(default=60.0, ge=0, description="for which a model that did not answer is left alone")
    structured: Form | Literal["auto"] = "auto"
    temperature: float | None = Field(default=0.0, ge=0, le=2, description="None leaves it to the service")
    seed: int | None = Field(default=7, description="for services that can repeat an answer")
    max_tokens: int | None = Field(default=2_000, gt=0, description="of one reply")
    price_in: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens read")
    price_out: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens written")
