"""Pictures as SVG text, drawn here and offline: a map of the route, and price against travel time."""

from tripintent.app.pictures.price_time import price_time
from tripintent.app.pictures.route_map import route_map
from tripintent.app.pictures.route_of import MapLeg, MapPoint, legs_of

__all__ = ["MapLeg", "MapPoint", "legs_of", "price_time", "route_map"]
