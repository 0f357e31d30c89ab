"""Great circles: the shortest way over the globe, as points with longitudes that run on past 180 degrees."""

from math import asin, atan2, ceil, cos, degrees, pi, radians, sin, sqrt

LonLat = tuple[float, float]
STEP_DEGREES = 2.0


def great_circle(origin: LonLat, destination: LonLat) -> list[LonLat]:
    """Return points along the great circle, about every two degrees.

    Longitudes are continuous: a flight from 170 E to 170 W ends at 190, so that no line is drawn around the world.
    Of two exactly opposite points any way is the shortest; the one over the nearer pole is drawn.
    """
    a, b = _radians(origin), _radians(destination)
    angle = _angle(a, b)
    if angle < 1e-9 or pi - angle < 1e-6:
        return [origin, (origin[0] + _short_way(destination[0] - origin[0]), destination[1])]
    steps = max(1, ceil(degrees(angle) / STEP_DEGREES))
    points = [origin]
    for i in range(1, steps + 1):
        lon, lat = _between(a, b, angle, i / steps)
        points.append((points[-1][0] + _short_way(lon - points[-1][0]), lat))
    return points


def _between(origin: LonLat, destination: LonLat, angle: float, part: float) -> LonLat:
    """Return the point at a part of the way (spherical linear interpolation): radians in, degrees out."""
    (lon_a, lat_a), (lon_b, lat_b) = origin, destination
    a, b = sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle)
    x = a * cos(lat_a) * cos(lon_a) + b * cos(lat_b) * cos(lon_b)
    y = a * cos(lat_a) * sin(lon_a) + b * cos(lat_b) * sin(lon_b)
    z = a * sin(lat_a) + b * sin(lat_b)
    return degrees(atan2(y, x)), degrees(atan2(z, sqrt(x * x + y * y)))


def _angle(origin: LonLat, destination: LonLat) -> float:
    (lon_a, lat_a), (lon_b, lat_b) = origin, destination
    half = sin((lat_b - lat_a) / 2) ** 2 + cos(lat_a) * cos(lat_b) * sin((lon_b - lon_a) / 2) ** 2
    return 2 * asin(min(1.0, sqrt(half)))


def _short_way(difference: float) -> float:
    """Return a difference of longitudes as -180 to 180 degrees."""
    return (difference + 180) % 360 - 180


def _radians(point: LonLat) -> LonLat:
    return radians(point[0]), radians(point[1])
