"""Fence formats against independent libraries: geojson, shapely (GEOS) and geobuf, through `muster fence convert`.

Every batch is one file of hundreds of seeded shapes. What they write and we read, or we write and they read, must be equal
number by number, ring by ring.
"""

import json
import math
import random
import subprocess

import geobuf
import geojson
import pytest
import shapely
import shapely.geometry
import shapely.wkt

from muster_server import binary

BATCH = 500
SEEDS = range(1, 5)


def convert(tmp_path, source, suffix_in, suffix_out, expect_refused=0):
    """The bytes of the converted file, and the report."""
    before, after = tmp_path / f"in{suffix_in}", tmp_path / f"out{suffix_out}"
    before.write_bytes(source if isinstance(source, bytes) else source.encode())
    done = subprocess.run([binary(), "fence", "convert", before, after, "--json"], capture_output=True, text=True, timeout=60)
    report = json.loads(done.stdout)
    assert len(report["Refused"]) == expect_refused, report["Refused"][:3]
    assert done.returncode == (1 if expect_refused else 0), done.stderr
    return after.read_bytes(), report


def star(draw, lon, lat, reach, digits, corners=None, clockwise=False):
    """A closed ring round a place, its corners at growing angles: it never crosses itself."""
    count = corners or draw.randint(3, 12)
    ring = []
    for index in range(count):
        angle = 2 * math.pi * (index + draw.uniform(0, 0.4)) / count
        size = reach * draw.uniform(0.5, 1)
        ring.append([lon + size * math.cos(angle), lat + size * math.sin(angle)])
    if clockwise:
        ring.reverse()
    ring = [[x if digits is None else round(x, digits), y if digits is None else round(y, digits)] for x, y in ring]
    return ring + [ring[0]]


def polygon(draw, lon, lat, reach, digits):
    rings = [star(draw, lon, lat, reach, digits, clockwise=draw.random() < 0.5)]
    # Inside every star of eight corners and more there is room within 0.3 of its reach.
    if draw.random() < 0.5:
        rings[0] = star(draw, lon, lat, reach, digits, corners=8, clockwise=draw.random() < 0.5)
        for side in (-1, 1):
            rings.append(star(draw, lon + side * 0.12 * reach, lat, 0.1 * reach, digits, clockwise=draw.random() < 0.5))
    return rings


def shape(draw, digits):
    """A GeoJSON geometry: anywhere, also at the ends of the ranges, with holes, of several polygons."""
    reach = 10 ** draw.uniform(-2, 0.5)
    lon = draw.choice([draw.uniform(-170, 170), 180 - 1.001 * reach, -180 + 1.001 * reach])
    lat = draw.choice([draw.uniform(-80, 80), 90 - 1.001 * reach, -90 + 1.001 * reach])
    if draw.random() < 0.3:
        parts = draw.randint(1, 3)
        # One beside the other within the reach, so that none leaves the ranges.
        return {"type": "MultiPolygon", "coordinates": [
            polygon(draw, lon + reach * (2 * index + 1 - parts) / parts, lat, 0.9 * reach / parts, digits)
            for index in range(parts)]}
    return {"type": "Polygon", "coordinates": polygon(draw, lon, lat, reach, digits)}


def across(draw, digits):
    """A ring over the antimeridian: neighbours more than 180 degrees apart, every longitude within the range."""
    ring = star(draw, 180, draw.uniform(-60, 60), draw.uniform(0.5, 5), digits, corners=8)
    wrapped = [[x - 360 if x > 180 else x, y] for x, y in ring]
    if digits is not None:
        wrapped = [[round(x, digits), y] for x, y in wrapped]
    return {"type": "Polygon", "coordinates": [wrapped]}


def shapes(seed, digits=None):
    draw = random.Random(seed)
    made = [across(draw, digits) if index % 10 == 0 else shape(draw, digits) for index in range(BATCH)]
    # The ends of what a coordinate can be, and numbers that are hard to write.
    made[0] = {"type": "Polygon", "coordinates": [
        [[-179, -90], [0.5, -90], [180, -90], [180, 90], [0.5, 90], [-179, 90], [-179, -90]]]}
    if digits is None:
        tiny = 5e-324
        made[1] = {"type": "Polygon", "coordinates": [
            [[0.1 + 0.2, 1e-7], [1 / 3, tiny], [2 / 3, math.nextafter(1, 2)], [0.1 + 0.2, 1e-7]]]}
    return made


def rounded_safely(geometries):
    """Those that rounding left valid by GEOS's own judgement; rings over the antimeridian are valid for us only."""
    return [g for g in geometries if shapely.geometry.shape(g).is_valid or spans(g)]


def spans(geometry):
    if geometry["type"] != "Polygon":
        return False
    ring = geometry["coordinates"][0]
    return any(abs(a[0] - b[0]) > 180 for a, b in zip(ring, ring[1:]))


def collection(geometries):
    return {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": f"f{index}",
         "properties": {"name": f"Ünit {index}", "level": index - 250, "size": index / 7, "on": index % 2 == 0,
                        "tags": ["a", index], "none": None}, "geometry": geometry}
        for index, geometry in enumerate(geometries)]}


def plain(geometry):
    """Lists of numbers, whatever the library's own types are."""
    return json.loads(json.dumps(shapely.geometry.mapping(geometry) if hasattr(geometry, "geom_type") else geometry))


def floats(value):
    return [floats(element) for element in value] if isinstance(value, (list, tuple)) else float(value)


def equal(ours, theirs):
    assert ours["type"] == theirs["type"]
    assert floats(ours["coordinates"]) == floats(theirs["coordinates"])


@pytest.mark.parametrize("seed", SEEDS)
def test_geojson_that_the_geojson_package_writes_and_reads(tmp_path, seed):
    theirs = collection(shapes(seed))
    # The package rounds to 6 digits unless told not to, and to 17 at most: what it wrote is what we must read.
    text = geojson.dumps(geojson.FeatureCollection([
        geojson.Feature(id=f["id"], properties=f["properties"],
                        geometry=getattr(geojson, f["geometry"]["type"])(f["geometry"]["coordinates"], precision=17))
        for f in theirs["features"]]))
    written, _ = convert(tmp_path, text, ".geojson", ".json")
    ours = geojson.loads(written.decode())
    assert ours.is_valid, ours.errors()
    assert len(ours.features) == BATCH
    for mine, their in zip(json.loads(written)["features"], json.loads(text)["features"], strict=True):
        assert (mine["id"], mine["properties"]) == (their["id"], their["properties"])
        equal(mine["geometry"], their["geometry"])
    # And straight from a writer that rounds nothing: every double comes back.
    written, _ = convert(tmp_path, json.dumps(theirs), ".geojson", ".json")
    for mine, their in zip(json.loads(written)["features"], theirs["features"], strict=True):
        equal(mine["geometry"], their["geometry"])


@pytest.mark.parametrize("seed", SEEDS)
def test_wkt_that_geos_writes(tmp_path, seed):
    geometries = shapes(seed)
    # All digits that a double can need, trimmed and not, and a third ordinate that is dropped.
    lines = []
    for index, geometry in enumerate(geometries):
        theirs = shapely.geometry.shape(geometry)
        if index % 3 == 2:
            theirs = shapely.force_3d(theirs, z=index)
        lines.append(shapely.to_wkt(theirs, rounding_precision=-1, trim=index % 2 == 0))
    assert any(" Z " in line for line in lines)
    written, _ = convert(tmp_path, "\n".join(lines), ".wkt", ".geojson")
    ours = json.loads(written)["features"]
    assert len(ours) == BATCH
    for mine, line in zip(ours, lines):
        # GEOS may write fewer digits than it holds: equal to what GEOS itself reads back.
        equal(mine["geometry"], plain(shapely.force_2d(shapely.wkt.loads(line))))


@pytest.mark.parametrize("seed", SEEDS)
def test_wkt_that_geos_reads(tmp_path, seed):
    geometries = shapes(seed)
    written, _ = convert(tmp_path, json.dumps(collection(geometries)), ".geojson", ".wkt")
    lines = written.decode().splitlines()
    assert len(lines) == BATCH
    for line, geometry in zip(lines, geometries):
        equal(geometry, plain(shapely.wkt.loads(line)))


@pytest.mark.parametrize("precision", [5, 6, 8, 9, 12])
def test_geobuf_that_the_geobuf_package_writes(tmp_path, precision):
    geometries = rounded_safely(shapes(precision, digits=precision))
    theirs = collection(geometries)
    written, _ = convert(tmp_path, geobuf.encode(theirs, precision, 2), ".pbf", ".geojson")
    for mine, their in zip(json.loads(written)["features"], theirs["features"], strict=True):
        assert (mine["id"], mine["properties"]) == (their["id"], their["properties"])
        equal(mine["geometry"], their["geometry"])


@pytest.mark.parametrize("digits", [5, 6, 8, 9, 12])
def test_geobuf_that_the_geobuf_package_reads(tmp_path, digits):
    geometries = rounded_safely(shapes(digits + 100, digits=digits))
    theirs = collection(geometries)
    written, _ = convert(tmp_path, json.dumps(theirs), ".geojson", ".pbf")
    ours = geobuf.decode(written)
    for mine, their in zip(ours["features"], theirs["features"], strict=True):
        assert (mine["id"], mine["properties"]) == (their["id"], their["properties"])
        equal(mine["geometry"], their["geometry"])


def test_geobuf_of_any_double_is_right_to_15_digits(tmp_path):
    geometries = shapes(99)
    written, _ = convert(tmp_path, json.dumps(collection(geometries)), ".geojson", ".pbf")
    for mine, geometry in zip(geobuf.decode(written)["features"], geometries, strict=True):
        def near(ours, theirs):
            if isinstance(ours, (int, float)):
                assert abs(ours - theirs) <= 5.1e-16 + math.ulp(theirs), (ours, theirs)
            else:
                assert len(ours) == len(theirs)
                for a, b in zip(ours, theirs):
                    near(a, b)
        near(mine["geometry"]["coordinates"], geometry["coordinates"])


def test_circles_travel_as_points_with_a_radius(tmp_path):
    draw = random.Random(5)
    features = [{"type": "Feature", "id": str(index), "properties": {"radius": draw.uniform(1, 1e5)},
                 "geometry": {"type": "Point", "coordinates": [round(draw.uniform(-180, 180), 7), round(draw.uniform(-90, 90), 7)]}}
                for index in range(BATCH)]
    written, _ = convert(tmp_path, geobuf.encode({"type": "FeatureCollection", "features": features}, 7, 2), ".pbf", ".geojson")
    assert geojson.loads(written.decode()).is_valid
    assert json.loads(written)["features"] == features
    again, _ = convert(tmp_path, written, ".geojson", ".pbf")
    for mine, their in zip(geobuf.decode(again)["features"], features, strict=True):
        assert floats(mine["geometry"]["coordinates"]) == their["geometry"]["coordinates"]
        assert (mine["id"], mine["properties"]) == (their["id"], their["properties"])
    _, report = convert(tmp_path, written, ".geojson", ".wkt", expect_refused=BATCH)
    assert "circle" in report["Refused"][0]["Message"]


def test_what_geos_calls_invalid_is_refused(tmp_path):
    """Corners thrown at random cross themselves more often than not; on those GEOS and we must agree."""
    draw = random.Random(11)
    geometries = []
    for _ in range(2000):
        ring = [[draw.randint(0, 6), draw.randint(0, 6)] for _ in range(draw.randint(3, 6))]
        geometries.append({"type": "Polygon", "coordinates": [ring + [ring[0]]]})
    # Repeated places are the one thing that GEOS takes and reports otherwise: it too drops them first.
    valid = [shapely.geometry.shape(g).is_valid for g in geometries]
    before, after = tmp_path / "in.json", tmp_path / "out.json"
    before.write_text(json.dumps(collection(geometries)))
    done = subprocess.run([binary(), "fence", "convert", before, after, "--json"], capture_output=True, text=True, timeout=60)
    refused = {entry["Feature"] - 1: entry["Message"] for entry in json.loads(done.stdout)["Refused"]}
    differing = [(index, geometries[index], refused.get(index)) for index in range(2000) if valid[index] == (index in refused)]
    assert not differing, differing[:3]
    assert 200 < len(refused) < 1900
    # A crossing's place, where GEOS names one too, is the same.
    named = 0
    for index, message in refused.items():
        theirs = shapely.is_valid_reason(shapely.geometry.shape(geometries[index]))
        if " crosses " in message and theirs.startswith("Self-intersection["):
            edges = geometries[index]["coordinates"][0]
            place = message.split("longitude ")[1].split(";")[0].split(", latitude ")
            point = shapely.Point(float(place[0]), float(place[1]))
            # More than one crossing may be named: ours lies on two edges that share no vertex.
            near = [i for i in range(len(edges) - 1) if shapely.LineString(edges[i:i + 2]).distance(point) < 1e-6]
            assert len(near) >= 2, (geometries[index], message)
            named += 1
    assert named > 50
