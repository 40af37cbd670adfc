"""A field of square fences and crews that wander over it, for the tests under load: the oracle is plain arithmetic."""

import random

from muster_client import iso

WEST, SOUTH, CELL = -141.5, -78.0, 0.0625
COLUMNS = ROWS = 6


def cell_center(column, row):
    return WEST + CELL * (column + 0.5), SOUTH + CELL * (row + 0.5)


def fence_geometry(column, row, cells=1):
    """The inner half of `cells` cells to the east: fences never touch, and no wanderer stands near an edge."""
    west, south = WEST + CELL * (column + 0.25), SOUTH + CELL * (row + 0.25)
    east, north = WEST + CELL * (column + cells - 0.25), SOUTH + CELL * (row + 0.75)
    return {"Polygon": [[[west, south], [east, south], [east, north], [west, north], [west, south]]]}


def inside(geometry, position):
    ring = geometry["Polygon"][0]
    return ring[0][0] <= position[0] <= ring[2][0] and ring[0][1] <= position[1] <= ring[2][1]


class Wanderer:
    """One device: where it is, and every sample it made, in order."""

    def __init__(self, device, generator, start):
        self.device = device
        self.generator = generator
        self.clock = start
        self.column, self.row = generator.randrange(COLUMNS), generator.randrange(ROWS)
        self.samples = []

    def step(self):
        """The next sample as it goes on the wire. One in five comes too soon for a time-based history."""
        generator = self.generator
        self.clock += 10_000 if generator.random() < 0.2 else 31_000
        if generator.random() < 0.3:
            self.column = min(max(self.column + generator.choice((-1, 1)), 0), COLUMNS - 1)
            self.row = min(max(self.row + generator.choice((-1, 0, 1)), 0), ROWS - 1)
        x, y = cell_center(self.column, self.row)
        # Near the middle of the cell, or in the gap between the fences.
        spread = 0.4 if generator.random() < 0.2 else 0.2
        position = [x + CELL * generator.uniform(-spread, spread), y + CELL * generator.uniform(-0.2, 0.2)]
        self.samples.append((self.clock, position))
        return {"DeviceId": self.device, "SampleTime": iso(self.clock), "Position": position}

    def stored(self):
        """What the time-based filter lets into history."""
        last, kept = None, []
        for at, position in self.samples:
            if last is None or at - last >= 30_000:
                kept.append((iso(at), position))
                last = at
        return kept

    def transitions(self, fences):
        """(kind, fence, sample time) that fixed fences must have told, in order."""
        told, within = [], set()
        for at, position in self.samples:
            now = {name for name, geometry in fences.items() if inside(geometry, position)}
            told += [("EXIT", name, iso(at)) for name in sorted(within - now)]
            told += [("ENTER", name, iso(at)) for name in sorted(now - within)]
            within = now
        return told


def wanderers(count, seed, start, prefix="device"):
    return [Wanderer(f"{prefix}-{index}", random.Random(f"{seed}/{prefix}/{index}"), start) for index in range(count)]
