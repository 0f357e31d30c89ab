"""What was planned and not sent when another leg fails: it is closed, whichever way it would have been bought."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tripintent.state.offers import Terms
from tripintent.tools.errors import Rejected
from tripintent.tools.ledger import operations
from tripintent.tools.ledger.schema import operations as table
from tripintent.tools.ports.desk import Failed

Make = Callable[..., Any]


