"""The features of a service: how it is told the shape of an answer, and which parameters it refuses.

Found out with the first messages and remembered in the process, for each service and model: see docs/model.md, Services.
"""

from dataclasses import dataclass, field
from typing import Literal, get_args
from urllib.parse import urlsplit

Form = Literal["json_schema", "function_calling", "json_object", "text"]
"""How a service is asked for JSON: a strict schema, a function that it has to call, any JSON, or words alone."""
FORMS: tuple[Form, ...] = get_args(Form)
"""From the one that promises most to the one that every service takes."""
LIMITS = ("max_completion_tokens", "max_tokens")
"""The two names of the limit of a reply: OpenAI's newer models take the first alone, most others the second."""
OF_FORM = frozenset({"response_format", "tools", "schema"})
"""Parameters that a service refuses with a form as a whole."""


@dataclass
class Service:
    """The known features of one model at one service."""

    limits: tuple[str, ...] = LIMITS
    form: Form = FORMS[0]
    tools: bool = True
    refused: set[str] = field(default_factory=set)
    proven: set[Form] = field(default_factory=set)

    @property
    def limit(self) -> str | None:
        """The name under which the longest reply is set; None where every name was refused."""
        return next((name for name in self.limits if name not in self.refused), None)

    def refuses(self, what: str, form: Form | None) -> None:
        """Take note of what was refused: a parameter, or the form itself; without a form, the tools that were offered."""
        if what not in OF_FORM:
            self.refused.add(what)
        elif form is None:
            self.tools = False
        else:
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


_KNOWN: dict[tuple[str, str], Service] = {}


def service_of(base_url: str | None, model: str) -> Service:
    """Return what this process knows of a model at a service; no address is OpenAI's."""
    host = urlsplit(base_url).hostname or "" if base_url else "api.openai.com"
    limits = LIMITS if host.endswith(("openai.com", "openai.azure.com")) else LIMITS[::-1]
    return _KNOWN.setdefault((base_url or "", model), Service(limits))


def forget_services() -> None:
    """Know nothing of any service, as at the start of the process."""
    _KNOWN.clear()
