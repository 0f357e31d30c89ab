"""route."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tripintent.state.operations import Operation
from tripintent.tools.language.offline.clause import Clause

if TYPE_CHECKING:
    from tripintent.tools.language.offline.journey import Known


def read_route(clauses: Sequence[Clause], known: "Known") -> list[Operation]:
    """Return nothing yet."""
    return []
