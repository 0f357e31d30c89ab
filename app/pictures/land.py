"""The outline of land that ships in the wheel (``land.json`` says where it comes from)."""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tripintent.app.pictures.great_circle import LonLat


class Ring(NamedTuple):
    """A closed outline, its longitudes continuous, and the longitudes and latitudes that it spans."""

    points: tuple[LonLat, ...]
    west: float
    east: float
    south: float
    north: float


@cache
def land() -> tuple[Ring, ...]:
    """Return all outlines, in degrees."""
    raw = json.loads(files("tripintent.app.pictures").joinpath("land.json").read_text(encoding="utf-8"))
    return tuple(_ring([(lon, lat) for lon, lat in ring]) for ring in raw["rings"])


def _ring(points: list[LonLat]) -> Ring:
    run_on = [points[0]]
    for lon, lat in points[1:]:
        step = lon - run_on[-1][0]
        run_on.append((lon - 360 * round(step / 360), lat))
    lons, lats = [p[0] for p in run_on], [p[1] for p in run_on]
    return Ring(tuple(run_on), min(lons), max(lons), min(lats), max(lats))
