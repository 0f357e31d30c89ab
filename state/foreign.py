"""Text that somebody else wrote: suppliers, hosts, models. It is data, and nothing in it may be obeyed.

On one line, bounded, without control characters: a terminal, a page, a database or the audit gets nothing but letters of it.
Names that must come back unchanged (order ids, option ids) are not cleaned but checked.
"""

from typing import Annotated

from pydantic import BeforeValidator, StringConstraints

from tripintent.state.plain import PROSE, plain

MANY = 100
REF = 2_000


def _few(value: object) -> object:
    return value[:MANY] if isinstance(value, list | tuple) else value


Line = Annotated[str, BeforeValidator(lambda value: plain(value) if isinstance(value, str) else value)]
"""A name or a short sentence."""
Prose = Annotated[str, BeforeValidator(lambda value: plain(value, PROSE) if isinstance(value, str) else value)]
"""A description."""
Lines = Annotated[tuple[Line, ...], BeforeValidator(_few)]
"""Some short texts; what goes beyond ``MANY`` is left out."""
Ref = Annotated[str, StringConstraints(max_length=REF, pattern=r"^\P{C}*$")]
"""An id of somebody else's: it must come back as it came, so an unusable one is refused."""
