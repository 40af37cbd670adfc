"""Reads what the benchmark and its peers printed, and prints one table of rates with the ratios ours / theirs.

usage: table.py FOLDER [--one-thread] [--json FILE]

With --one-thread, times are processor time, and what ran on more threads is left out.

FOLDER holds muster*.jsonl and PEER-WORKLOAD.log. A rate is the best of the passes of one run, for ours and for theirs.
"""

import json
import pathlib
import re
import sys

WORKLOADS = ("metro100", "metro40")
EXPECTED = {"metro100": 859_550, "metro40": 5_330_304}
# S2's edges are geodesics, so it counts a few pairs more.
GEODESIC = {"metro100": 859_551, "metro40": 5_330_312}
RATE = r"([\d,]+) points/s"


class Rates:
    """(engine, threads) -> workload -> best rate."""

    def __init__(self):
        self.rows = {}
        self.wrong = []

    def add(self, engine, threads, workload, rate, pairs=None, expected=EXPECTED):
        row = self.rows.setdefault((engine, threads), {})
        row[workload] = max(row.get(workload, 0.0), float(rate))
        if pairs is not None and int(pairs) != expected[workload]:
            self.wrong.append(f"{engine} counts {pairs} pairs on {workload}, {expected[workload]} are right")


def number(text):
    return float(text.replace(",", ""))


def geos(rates, workload, text):
    for version, pairs, rate in re.findall(rf"GEOS (\S+).* hits=(\d+) .*? {RATE} 1 thread", text):
        version = version.split("-")[0]
        rates.add(f"GEOS {version} prepared, one by one", "1", workload, number(rate), pairs)


def s2(rates, workload, text):
    edges = "?"
    for line in text.splitlines():
        if found := re.search(r"max_edges_per_cell=(\d+)", line):
            edges = found[1]
        elif found := re.search(rf"S2 rep\d+ hits=(\d+) .*? {RATE} 1 thread", line):
            name = f"S2 shape index, {edges} edges a cell, one by one"
            rates.add(name, "1", workload, number(found[2]), found[1], GEODESIC)


def shapely(rates, workload, text):
    version = re.search(r"^shapely (\S+)", text, re.M)
    names = {
        "A ": "bulk within", "B ": "bulk intersects", "B2": "bulk intersects, prepared",
        "C ": "bulk boxes + prepared", "D ": "tree of points", "E ": "one by one",
    }
    building = re.search(r"build STRtree of 1M points ([\d.]+)s", text)
    for line in text.splitlines():
        found = re.search(rf"pairs=(\d+) .*best {RATE}", line)
        if found and line[:2] in names:
            # Only the first points are asked one by one; boxes alone (C0) are no answer and are left out.
            pairs = None if line.startswith("E") else found[1]
            name = f"shapely {version[1] if version else ''} {names[line[:2]]}"
            rates.add(name, "1", workload, number(found[2]), pairs)
            if line.startswith("D ") and building:
                # Points that come anew need a new tree; the fences' own index is not counted for anybody.
                seconds = 1e6 / number(found[2]) + float(building[1])
                rates.add(f"{name}, and making the tree", "1", workload, 1e6 / seconds, pairs)


def sedona(rates, workload, text):
    for pairs, rate in re.findall(rf"sedonadb ST_Contains join (\d+) .*? {RATE}", text):
        rates.add("SedonaDB join", "all", workload, number(rate), pairs)
    for pairs, rate in re.findall(rf"geopandas sjoin within (\d+) .*? {RATE}", text):
        rates.add("geopandas sjoin", "1", workload, number(rate), pairs)


def postgis(rates, _, text):
    """One log for both workloads: a title, then statements, each with its count and its time."""
    title = workload = pairs = None
    for line in text.splitlines():
        if found := re.match(r"== (\w+) (.*)", line):
            workload, title, pairs = found[1], found[2], None
        elif found := re.match(r"\s*(\d{5,})$", line):
            pairs = found[1]
        elif (found := re.match(r"Time: ([\d.]+) ms", line)) and title and pairs:
            threads = "2" if "parallel" in title else "1"
            if "index on points" in title:
                name = "PostGIS join, index on points"
            else:
                name = "PostGIS join, points look up fences"
            # ST_Covers counts borders, which no point of the workload lies on.
            rates.add(name, threads, workload, 1e9 / float(found[1]), pairs)
            pairs = None


PARSERS = {"geos": geos, "s2": s2, "shapely": shapely, "sedona": sedona, "postgis": postgis}


def main(arguments):
    folder = pathlib.Path(arguments[0])
    output = arguments[arguments.index("--json") + 1] if "--json" in arguments else None
    figures = []
    for path in sorted(folder.glob("muster*.jsonl")):
        figures += [json.loads(line) for line in path.read_text().splitlines()]
    ours, peers = Rates(), Rates()
    modes = {
        "single call": ("muster, one by one", "1"), "single call, no array": ("muster, one by one, no array", "1"),
        "batch call": ("muster, batch", "1"),
        "batch call, two threads": ("muster, batch", "2"),
    }
    if "--one-thread" in arguments:
        del modes["batch call, two threads"]
        figures = [figure for figure in figures if "two threads" not in figure["name"]]
        print("(processor time)")
    for figure in figures:
        if figure["workload"] in WORKLOADS and figure["name"] in modes:
            ours.add(*modes[figure["name"]], figure["workload"], figure["value"])
    for path in sorted(folder.glob("*.log")):
        peer, _, workload = path.stem.partition("-")
        if peer in PARSERS:
            PARSERS[peer](peers, workload, path.read_text(errors="replace"))

    def best(workload, *threads):
        return max((row.get(workload, 0.0) for (_, t), row in ours.rows.items() if t in threads), default=0.0)

    print(f"{'points/s':<52}{'threads':>8}{'metro100':>14}{'ours/it':>9}{'metro40':>14}{'ours/it':>9}")
    lines = []
    for source in (ours, peers):
        for (engine, threads), row in sorted(source.rows.items(), key=lambda item: -item[1].get("metro100", 0)):
            text = f"{engine:<52}{threads:>8}"
            for workload in WORKLOADS:
                rate = row.get(workload)
                # One thread against one thread; what takes more against our two.
                mine = best(workload, "1") if threads == "1" else best(workload, "1", "2")
                ratio = mine / rate if source is peers and rate else None
                text += f"{rate:>14,.0f}" if rate else f"{'-':>14}"
                text += f"{ratio:>8.1f}x" if ratio else f"{'':>9}"
                if rate:
                    lines.append({
                        "engine": engine, "threads": threads, "workload": workload, "points_per_second": rate,
                        "ours_divided_by_it": ratio,
                    })
            print(text)
    for workload in WORKLOADS:
        rates = {e: row[workload] for (e, t), row in peers.rows.items() if t == "1" and row.get(workload)}
        mine = {e: row[workload] for (e, t), row in ours.rows.items() if t == "1" and row.get(workload)}
        if rates and mine:
            fastest = max(rates, key=rates.get)
            ratios = ", ".join(f"{e.removeprefix('muster, ')} {r / rates[fastest]:.1f}x" for e, r in mine.items())
            print(f"{workload}: the fastest peer on one thread is {fastest}; ours: {ratios}")
    others = [figure for figure in figures if figure["workload"] not in WORKLOADS or figure["unit"] != "points/s"]
    print()
    for figure in others:
        print(f"{figure['workload']:<10} {figure['name']:<44} {figure['value']:>16,.3f} {figure['unit']}")
    for fault in ours.wrong + peers.wrong:
        print(f"WRONG: {fault}")
    if output:
        pathlib.Path(output).write_text("".join(json.dumps(line) + "\n" for line in lines + others))
    return 1 if ours.wrong or peers.wrong else 0


sys.exit(main(sys.argv[1:]))
