"""Settings of who is told of approvals, and who there is: a part of ``Settings``."""

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings

from tripintent.tools.notifying.mail import MailServer
from tripintent.tools.notifying.webhook import signing_key


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
