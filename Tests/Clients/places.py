"""Where the tests take place: an empty corner of Antarctica.

Longitudes below -100 and latitudes below -60 with at least three decimals can't be a time, a duration or a count, so the
log test can search for them. All are multiples of 1/1024, hence exact as doubles: boundary tests need that.
"""

from geographiclib.geodesic import Geodesic


def square(west, south, east, north):
    """A closed counterclockwise ring."""
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


WEST, SHARED, EAST = -141.4375, -141.3125, -141.1875
SOUTH, NORTH = -77.8125, -77.6875

# Two muster points with one common edge, and a circle apart from both.
A = {"Polygon": [square(WEST, SOUTH, SHARED, NORTH)]}
B = {"Polygon": [square(SHARED, SOUTH, EAST, NORTH)]}
CIRCLE_CENTER = [-141.0078125, -77.7421875]
C = {"Circle": {"Center": CIRCLE_CENTER, "Radius": 500.0}}

IN_A = [-141.3671875, -77.7578125]
ALSO_IN_A = [-141.3984375, -77.7265625]
IN_B = [-141.2578125, -77.7578125]
IN_C = CIRCLE_CENTER
ON_SHARED_EDGE = [SHARED, -77.7578125]
VERTEX_OF_A = [WEST, SOUTH]
NOWHERE = [-141.7109375, -77.7265625]
ELSEWHERE = [-141.8203125, -77.7734375]

# A's square with a square hole in its middle.
HOLE = square(-141.390625, -77.75, -141.359375, -77.734375)
A_WITH_HOLE = {"Polygon": [A["Polygon"][0], HOLE[::-1]]}
IN_HOLE = [-141.3671875, -77.7421875]

SENTINEL = [-139.2578125, -76.8671875]
SENTINEL_FENCE = {"Circle": {"Center": SENTINEL, "Radius": 50.0}}


def moved(position, meters, azimuth=90.0):
    """`position` moved along a geodesic on WGS84, by code that nobody here wrote."""
    there = Geodesic.WGS84.Direct(position[1], position[0], azimuth, meters)
    return [there["lon2"], there["lat2"]]


def distance(a, b):
    return Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0])["s12"]
