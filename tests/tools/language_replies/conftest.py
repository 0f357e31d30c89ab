"""Facts as the nodes pass them, for every kind of message and in every variant that a template decides on."""

from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from tripintent.state.caps import What

SIX = ("en", "es", "fr", "de", "pt", "it")
READ = yaml.safe_load(Path(__file__).with_name("facts.yaml").read_text("utf-8"))
KNOWN = READ["parts"]["known"]
FACTS: dict[str, list[dict[str, Any]]] = {
    **READ["facts"],
    **{kind: [{}] for kind in READ["plain"]},
    "too_late": [{"what": w, "state": s} for w in ("purchase", "cancel") for s in ("consumed", "void", "expired")],
    "too_much": [
        {"what": what, "count": 2500, "limit": 30, "kept": kept} for what in get_args(What) for kept in (False, True)
    ],
    "noted": [{"state": s} for s in ("completed", "presenting_options", "risk_checked", "intake")],
}
PRICED = ("no_options", "search_empty", "hold_first", "reapproval_needed", "in_review", "watched")


@pytest.fixture(params=SIX)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIX[1:])
def translated(request: pytest.FixtureRequest) -> str:
    """Every language but English, in which the tools speak for themselves."""
    return str(request.param)
