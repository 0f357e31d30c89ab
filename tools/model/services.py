"""The features of a model service, found out in use, the circuit breaker before it, and the settings of the model adapter.

How it is told the shape of an answer and which parameters it refuses is remembered in the process, for each service and model
(docs/model.md, Services). A model that did not answer in time is left alone for a while, so that not every turn waits for it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from time import monotonic
from typing import Literal, get_args
from urllib.parse import urlsplit

from pydantic import Field, SecretStr

from tripintent.state.frozen import Frozen

Form = Literal["json_schema", "function_calling", "json_object", "text"]
"""How a service is asked for JSON: a strict schema, a function that it has to call, any JSON, or words alone."""
FORMS: tuple[Form, ...] = get_args(Form)
"""From the one that promises most to the one that every service takes."""
LIMITS = ("max_completion_tokens", "max_tokens")
"""The two names of the limit of a reply: OpenAI's newer models take the first alone, most others the second."""
OF_FORM = frozenset({"response_format", "tools", "schema"})
"""Parameters that a service refuses with a form as a whole."""


@dataclass
class ModelService:
    """The known features of one model at one service."""

    limits: tuple[str, ...] = LIMITS
    form: Form = FORMS[0]
    refused: set[str] = field(default_factory=set)
    proven: set[Form] = field(default_factory=set)

    @property
    def limit(self) -> str | None:
        """The name under which the longest reply is set; None where every name was refused."""
        return next((name for name in self.limits if name not in self.refused), None)

    def refuses(self, what: str, form: Form | None = None) -> None:
        """Take note of what was refused: a parameter, or the form itself."""
        if what not in OF_FORM:
            self.refused.add(what)
        elif form is not None:
            self._at_most(below(form) or form)

    def _at_most(self, form: Form) -> None:
        """Step down to a form; never up again."""
        if FORMS.index(form) > FORMS.index(self.form):
            self.form = form

    def read_in(self, form: Form) -> None:
        """Take note that a reply of this form could be read: forms above it that never worked are tried no more."""
        self.proven.add(form)
        if not self.proven & set(FORMS[: FORMS.index(form)]):
            self._at_most(form)


def below(form: Form) -> Form | None:
    """Return the next form that promises less, or None below plain words."""
    rest = FORMS[FORMS.index(form) + 1 :]
    return rest[0] if rest else None


_KNOWN: dict[tuple[str, str], ModelService] = {}


def service_of(base_url: str | None, model: str) -> ModelService:
    """Return what this process knows of a model at a service; no address is OpenAI's."""
    host = urlsplit(base_url).hostname or "" if base_url else "api.openai.com"
    limits = LIMITS if host.endswith(("openai.com", "openai.azure.com")) else LIMITS[::-1]
    return _KNOWN.setdefault((base_url or "", model), ModelService(limits))


TRIPPING = frozenset({"timeout", "unreachable"})
"""Failures after which waiting again would most likely be in vain."""


class Breaker:
    """Closed until such a failure; then open for ``rest`` seconds, after which one call tries again."""

    def __init__(self, rest: float, now: Callable[[], float] = monotonic) -> None:
        self._rest = rest
        self._now = now
        self._until: float | None = None

    def lets_pass(self) -> bool:
        """Say whether a call may be made; the one that tries again keeps the others out meanwhile."""
        if self._until is None:
            return True
        if self._now() < self._until:
            return False
        self._until = self._now() + self._rest
        return True

    def worked(self) -> None:
        """Close: the model answers."""
        self._until = None

    def failed(self, reason: str) -> None:
        """Open for a while, if the failure is of that kind."""
        if reason in TRIPPING:
            self._until = self._now() + self._rest


class OpenAISettings(Frozen):
    """Where the model is and how long it may take. Times are in seconds.

    A parameter that the service refuses is left out from then on, whatever is set here.
    """

    model: str = "gpt-4.1-mini"
    base_url: str | None = Field(default=None, description="any service of the OpenAI chat wire format; None is OpenAI")
    api_key: SecretStr = SecretStr("")
    timeout: float = Field(default=20.0, gt=0, description="of one request")
    max_retries: int = Field(default=2, ge=0, le=10)
    patience: float = Field(default=20.0, gt=0, description="for all tries of one call, waits included")
    rest: float = Field(default=60.0, ge=0, description="for which a model that did not answer is left alone")
    temperature: float | None = Field(default=0.0, ge=0, le=2, description="None leaves it to the service")
    seed: int | None = Field(default=7, description="for services that can repeat an answer")
    max_tokens: int | None = Field(default=2_000, gt=0, description="of one reply")
    price_in: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens read")
    price_out: Decimal | None = Field(default=None, ge=0, description="US dollars for a million tokens written")
