"""Geometries of a wanted size, all valid, all far from the places of the evaluation tests."""

import geobuf

import places


def ring(vertices, west=-150.0, south=-85.0, size=0.5):
    """A closed ring of exactly `vertices` positions (the last equals the first): a lower edge and a sawtooth above it.

    Three positions are a degenerate there-and-back, the closest one can get below the minimum of four.
    """
    if vertices <= 3:
        return [[west, south], [west + size, south], [west, south]][: max(vertices, 0)]
    top = vertices - 3
    teeth = [[west + size * (1 - (index + 1) / (top + 1)), south + size * (0.5 if index % 2 else 1.0)]
             for index in range(top)]
    return [[west, south], [west + size, south], *teeth, [west, south]]


def triangle(west, south, size):
    return [[west, south], [west + size, south], [west, south + size], [west, south]]


def polygon_of_rings(count):
    """One exterior and `count - 1` holes, all triangles but the exterior."""
    if count == 0:
        return []
    exterior = triangle(-150.0, -89.0, 8.0)
    holes = [triangle(-149.9 + 0.1 * (index % 16), -88.9 + 0.1 * (index // 16), 0.05)[::-1] for index in range(count - 1)]
    return [exterior, *holes]


def polygons(count):
    return [[triangle(-150.0 + 0.1 * (index % 20), -88.0 + 0.1 * (index // 20), 0.05)] for index in range(count)]


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def geobuf_of(geometry_type, coordinates):
    return geobuf.encode({"type": geometry_type, "coordinates": coordinates})


def geobuf_of_size(size):
    """A valid polygon padded to exactly `size` bytes by a key that no feature uses (field 1 of Geobuf's Data)."""
    body = geobuf_of("Polygon", [places.square(-150.0, -85.0, -149.5, -84.5)])
    if size <= len(body):
        return body[:size]
    for width in (1, 2, 3, 4):
        padding = size - len(body) - 1 - width
        if padding >= 0 and len(varint(padding)) == width:
            return b"\x0a" + varint(padding) + b"k" * padding + body
    # One byte short of what a padding field can fill: a second, empty key.
    return b"\x0a\x00" + geobuf_of_size(size - 2)
