"""Notices as webhooks, signed as Standard Webhooks are (standardwebhooks.com): any of its libraries checks them."""

import base64
import hmac
from binascii import Error as NotBase64

import httpx
from pydantic import SecretStr

from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.messages import Notice, NotTold

PATIENCE_SECONDS = 10.0


class WebhookChannel:
    """Posts each notice as JSON to one address. An answer of 200 to 299 means that it was taken."""

    name = "webhook"

    def __init__(self, url: str, secret: SecretStr | None, clock: Clock) -> None:
        self._url = url
        self._key = signing_key(secret) if secret else None
        self._clock = clock

    async def send(self, notice: Notice) -> None:
        """Post it."""
        body = notice.model_dump_json().encode()
        headers = {"content-type": "application/json", **self._signed(notice.notice_id, body)}
        try:
            async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False) as client:
                answer = await client.post(self._url, content=body, headers=headers)
        except httpx.HTTPError as error:
            raise NotTold(f"the webhook did not answer: {type(error).__name__}") from error
        if not answer.is_success:
            raise NotTold(f"the webhook answered {answer.status_code}")

    def _signed(self, notice_id: str, body: bytes) -> dict[str, str]:
        at = str(int(self._clock.now().timestamp()))
        headers = {"webhook-id": notice_id, "webhook-timestamp": at}
        if self._key is not None:
            digest = hmac.digest(self._key, f"{notice_id}.{at}.".encode() + body, "sha256")
            headers["webhook-signature"] = f"v1,{base64.b64encode(digest).decode()}"
        return headers


def signing_key(secret: SecretStr) -> bytes:
    """Return the key of a secret, which is base64 behind ``whsec_``. Raises ValueError in words."""
    try:
        return base64.b64decode(secret.get_secret_value().removeprefix("whsec_"), validate=True)
    except NotBase64 as error:
        raise ValueError("the webhook's secret is not base64: make one with `openssl rand -base64 32`") from error
