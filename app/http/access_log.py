"""The access log without secrets: a signed link opens an approval or a day plan to whoever reads it, and ids may be anything."""

import logging
import re
from urllib.parse import unquote

from tripintent.app.http.links import PATH, SHARED
from tripintent.tools.desk.masking import mask_cards

ACCESS_LOG = "uvicorn.access"
"""Where uvicorn tells each request, as client, method, path, version and status."""

_LINK = re.compile(rf"({re.escape(PATH)}|{re.escape(SHARED)}).+", re.DOTALL)
_HANDSHAKE = re.compile(r"(?<=verify_token=)[^&]+")
_PATH_AT = 2


class WithoutSecrets(logging.Filter):
    """Lets every line through, its path shortened."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the path of a request's line."""
        told = record.args
        if isinstance(told, tuple) and len(told) > _PATH_AT:
            record.args = (*told[:_PATH_AT], shown_path(str(told[_PATH_AT])), *told[_PATH_AT + 1 :])
        return True


def shown_path(path: str) -> str:
    """Return a path as it may be logged: without the link or the token of a handshake in it, and without card numbers."""
    path = _HANDSHAKE.sub("[token]", _LINK.sub(r"\1[link]", path))
    masked, found = mask_cards(unquote(path))
    return masked if found else path


def keep_secrets_out() -> None:
    """Put the filter before this process's access log, once. What is in front of the server logs for itself."""
    log = logging.getLogger(ACCESS_LOG)
    if not any(isinstance(one, WithoutSecrets) for one in log.filters):
        log.addFilter(WithoutSecrets())
