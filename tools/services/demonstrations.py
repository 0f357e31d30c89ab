"""The demonstration organisations that ship, one for each kind, to be copied and changed."""

from importlib.resources import files
from pathlib import Path
from typing import get_args

from tripintent.state.concierge.service import Kind


def copy_demonstration(kind: str, folder: Path) -> Path:
    """Copy a kind's service file and knowledge into a folder and return the file.

    Raises ValueError for an unknown kind, FileExistsError where the file is there already.
    """
    if kind not in get_args(Kind):
        raise ValueError(f"{kind!r} is no kind: choose one of {', '.join(get_args(Kind))}")
    source = files("tripintent.tools.services.demonstration")
    target = folder / f"{kind}.yaml"
    if target.exists():
        raise FileExistsError(f"{target} is there already: nothing was overwritten")
    (folder / kind).mkdir(parents=True, exist_ok=True)
    target.write_text(source.joinpath(f"{kind}.yaml").read_text("utf-8"), "utf-8")
    for page in source.joinpath(kind).iterdir():
        (folder / kind / page.name).write_text(page.read_text("utf-8"), "utf-8")
    return target
