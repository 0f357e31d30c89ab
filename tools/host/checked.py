"""Options of a host, each checked by itself, so that one bad option does not hide the good ones."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic import ValidationError

from tripintent.tools.host.failures import malformed

MadeT = TypeVar("MadeT")
_LOG = logging.getLogger(__name__)


def checked(options: Iterable[Any], make: Callable[[Any, int], MadeT]) -> list[MadeT]:
    """Return what ``make(option, number)`` makes of the options; one for which it raises ValueError is left out.

    Raises SupplierError when there were options and none is right.
    """
    kept, wrong = [], []
    for number, option in enumerate(options):
        try:
            kept.append(make(option, number))
        except ValueError as error:
            wrong.append(f"option {number}: {_where(error)}")
    if wrong and not kept:
        raise malformed(wrong[0], commits=False)
    if wrong:
        _LOG.warning("the host's options left out: %s", "; ".join(wrong))
    return kept


def _where(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
