"""Makes geodesic problems and compares answers with GeographicLib's: see Scripts/check-geodesy.

Errors are metres on the ground. An azimuth's error is how far it leads astray at the other end: the angle times the
geodesic's reduced length (Karney 2013, section 3). Near the antipode that length goes to 0, and azimuths that differ much
lead to the same place; there, too, our azimuth and distance, followed by GeographicLib, must lead to the end.
"""

import decimal
import math
import random
import subprocess
import sys

from geographiclib.geodesic import Geodesic

TOLERANCE = 1e-6
KINDS = ["uniform", "near-antipodal", "polar", "equatorial", "short", "meridional"]
WGS84 = Geodesic.WGS84
MASK = Geodesic.DISTANCE | Geodesic.AZIMUTH | Geodesic.REDUCEDLENGTH


def wrapped(longitude):
    return math.remainder(longitude, 360)


def place(draw):
    """Uniform on the sphere."""
    return math.degrees(math.asin(draw.uniform(-1, 1))), draw.uniform(-180, 180)


def pair(kind, draw):
    lat1, lon1 = place(draw)
    small = lambda: draw.choice([0, draw.uniform(-1, 1) * 10 ** draw.uniform(-12, 0)])
    if kind == "uniform":
        return lat1, lon1, *place(draw)
    if kind == "near-antipodal":
        return lat1, lon1, max(-90, min(90, -lat1 + small())), wrapped(lon1 + 180 + small())
    if kind == "polar":
        pole = draw.choice([-90, 90])
        lat2, lon2 = draw.choice([place(draw), (draw.choice([pole, -pole]) * (1 - abs(small())), draw.uniform(-180, 180))])
        return pole * (1 - abs(small()) / 90), lon1, lat2, lon2
    if kind == "equatorial":
        return small(), lon1, small(), draw.uniform(-180, 180)
    if kind == "short":
        reach = 10 ** draw.uniform(-9, 0)
        lat2 = max(-90, min(90, lat1 + draw.uniform(-reach, reach)))
        return lat1, lon1, lat2, wrapped(lon1 + draw.uniform(-reach, reach))
    return lat1, lon1, place(draw)[0], draw.choice([lon1, wrapped(lon1 + 180), wrapped(lon1 + 1e-9 * draw.uniform(-1, 1))])


def make(count):
    draw = random.Random(20260901)
    for index in range(count):
        azimuth = draw.choice([draw.uniform(-180, 180), draw.choice([-180, -90, 0, 90, 180])])
        distance = draw.choice([draw.uniform(0, 2.0004e7), 10 ** draw.uniform(-6, 7.3)])
        print(*(plain(number) for number in (*pair(KINDS[index % len(KINDS)], draw), azimuth, distance)))


def plain(number):
    """The number's shortest digits without an exponent: GeodSolve takes the letter E for east."""
    return format(decimal.Decimal(repr(float(number))), "f")


def solved(arguments, lines):
    """GeodSolve's answers, three numbers a line."""
    result = subprocess.run(["GeodSolve", "-p", "10", *arguments], input="\n".join(lines) + "\n", text=True,
                            capture_output=True, check=True)
    answers = [[float(word) for word in line.split()] for line in result.stdout.splitlines()]
    assert len(answers) == len(lines), f"GeodSolve answered {len(answers)} of {len(lines)} lines"
    return answers


def angle(first, second):
    """The angle between two directions, in radians."""
    return abs(math.radians(math.remainder(first - second, 360)))


def apart(lat1, lon1, lat2, lon2):
    """Metres between places so near each other that a plane does. Safe beside a pole, where longitudes mean little."""
    north = 6.4e6 * math.radians(lat2 - lat1)
    return math.hypot(north, 6.4e6 * math.cos(math.radians((lat1 + lat2) / 2)) * angle(lon1, lon2))


class Worst:
    def __init__(self):
        self.errors = {}

    def note(self, kind, what, error, line):
        # NaN is the worst of all.
        error = math.inf if math.isnan(error) else error
        if error >= self.errors.get((what, kind), (-1, ""))[0]:
            self.errors[what, kind] = (error, line)

    def report(self):
        names = list(dict.fromkeys(what for what, _ in self.errors))
        width = max(map(len, names))
        print(f"worst errors in metres{'':{width - 22}}  " + "  ".join(f"{kind:>14}" for kind in KINDS))
        for what in names:
            print(f"{what:<{width}}  " + "  ".join(f"{self.errors.get((what, kind), (0, ''))[0]:14.1e}" for kind in KINDS))
        failures = [(error, *key, line) for key, (error, line) in self.errors.items() if not error <= TOLERANCE]
        for error, what, kind, line in failures:
            print(f"FAILED: {what}, {kind}: {error} m for {line}")
        return not failures


def check(cases, answers):
    cases = open(cases).read().splitlines()
    answers = [[float(word) for word in line.split()] for line in open(answers).read().splitlines()]
    assert len(cases) == len(answers) > 0, f"{len(answers)} answers for {len(cases)} cases"
    numbers = [[float(word) for word in line.split()] for line in cases]
    inverse = solved(["-i"], [" ".join(line.split()[:4]) for line in cases])
    direct = solved([], [" ".join([*line.split()[:2], *line.split()[4:]]) for line in cases])
    followed = solved([], [" ".join(map(plain, (v[0], v[1], a[1], a[0]))) for v, a in zip(numbers, answers)])
    worst = Worst()
    for index, (line, v, ours) in enumerate(zip(cases, numbers, answers)):
        kind = KINDS[index % len(KINDS)]
        lat1, lon1, lat2, lon2, azimuth, distance = v
        peers = [("Python", WGS84.Inverse(lat1, lon1, lat2, lon2, MASK), WGS84.Direct(lat1, lon1, azimuth, distance))]
        reduced = abs(peers[0][1]["m12"])
        azi1, azi2, s12 = inverse[index]
        end = dict(zip(("lat2", "lon2", "azi2"), direct[index]))
        peers.append(("GeodSolve", {"s12": s12, "azi1": azi1, "azi2": azi2}, end))
        for name, there, end in peers:
            worst.note(kind, f"inverse distance, {name}", abs(ours[0] - there["s12"]), line)
            if ours[0] > 0:
                astray = reduced * max(angle(ours[1], there["azi1"]), angle(ours[2], there["azi2"]))
                worst.note(kind, f"inverse azimuths, {name}", astray, line)
            worst.note(kind, f"direct place, {name}", apart(ours[3], ours[4], end["lat2"], end["lon2"]), line)
            # At a pole the azimuth turns with the longitude; the distance from the axis measures what it is worth.
            radius = 6.4e6 * math.cos(math.radians(end["lat2"]))
            worst.note(kind, f"direct azimuth, {name}", radius * angle(ours[5], end["azi2"]), line)
        worst.note(kind, "our azimuth followed, GeodSolve", apart(lat2, lon2, followed[index][0], followed[index][1]), line)
    print(f"{len(cases)} pairs, seed 20260901, tolerance {TOLERANCE} m")
    return worst.report()


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]))
    else:
        sys.exit(not check(*sys.argv[2:]))
