"""Every listing over more than 1,000 items: complete, without repeats, with tokens that cannot be forged."""

import base64
import concurrent.futures

import pytest

import places
from muster_client import iso
from muster_server import Server
from scene import MINUTE, now_ms

COUNT = 1_003


@pytest.fixture(scope="module")
def filled(logs, tmp_path_factory):
    """A server of its own with more than 1,000 of everything that can be listed."""
    server = Server(tmp_path_factory.mktemp("pagination") / "data")
    client = server.client
    start = now_ms() - 20 * 60 * MINUTE

    def each(work, items):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(work, items))

    def tens(items):
        return [items[at:at + 10] for at in range(0, len(items), 10)]

    each(lambda i: client.ok("CreateTracker", TrackerName=f"tracker-{i:04d}"), range(COUNT))
    each(lambda i: client.ok("CreateGeofenceCollection", CollectionName=f"collection-{i:04d}"), range(COUNT))
    # Linked before there are devices: each link looks at all of them.
    for i in range(1, 1 + 105):
        client.ok("AssociateTrackerConsumer", TrackerName="tracker-0000",
                  ConsumerArn=f"arn:aws:geo:us-east-1:000000000000:geofence-collection/collection-{i:04d}")
    each(lambda batch: client.ok("BatchPutGeofence", CollectionName="collection-0000", Entries=[
        {"GeofenceId": f"fence-{i:04d}", "Geometry": {"Circle": {"Center": [-150.0 + i / 100, -85.0], "Radius": 10.0}}}
        for i in batch]), tens(range(COUNT)))
    each(lambda batch: client.ok("BatchUpdateDevicePosition", TrackerName="tracker-0000", Updates=[
        {"DeviceId": f"device-{i:04d}", "SampleTime": iso(start), "Position": places.IN_A if i % 2 else places.IN_B}
        for i in batch]), tens(range(COUNT)))
    each(lambda batch: client.ok("BatchUpdateDevicePosition", TrackerName="tracker-0001", Updates=[
        {"DeviceId": "walker", "SampleTime": iso(start + 60_000 * i), "Position": places.NOWHERE} for i in batch]),
        tens(range(COUNT)))
    yield server, start
    server.stop()


def listings(start):
    """(operation, parameters, member, key of an entry, the keys expected)."""
    def named(stem):
        return [f"{stem}-{i:04d}" for i in range(COUNT)]

    window = {"StartTimeInclusive": iso(start), "EndTimeExclusive": iso(start + 60_000 * COUNT)}
    return {
        "ListTrackers": ({}, "Entries", "TrackerName", named("tracker")),
        "ListGeofenceCollections": ({}, "Entries", "CollectionName", named("collection")),
        "ListGeofences": ({"CollectionName": "collection-0000"}, "Entries", "GeofenceId", named("fence")),
        "ListDevicePositions": ({"TrackerName": "tracker-0000"}, "Entries", "DeviceId", named("device")),
        "ListDevicePositions in a polygon": ({"TrackerName": "tracker-0000", "FilterGeometry": places.A}, "Entries",
                                             "DeviceId", named("device")[1::2]),
        "ListTrackerConsumers": ({"TrackerName": "tracker-0000"}, "ConsumerArns", None, [
            f"arn:aws:geo:us-east-1:000000000000:geofence-collection/collection-{i:04d}" for i in range(1, 106)]),
        "GetDevicePositionHistory": ({"TrackerName": "tracker-0001", "DeviceId": "walker", **window}, "DevicePositions",
                                     "SampleTime", [iso(start + 60_000 * i) for i in range(COUNT)]),
    }


NAMES = list(listings(0))


def of(filled, listing):
    server, start = filled
    parameters, member, key, expected = listings(start)[listing]
    return server, listing.split()[0], parameters, member, key, expected


def keys(entries, key):
    return [entry[key] if key else entry for entry in entries]


# Entries that the history's filter left out would shorten the listing, so its samples lie a minute apart. They were sent
# by several threads, so some came late; late ones are kept too.
@pytest.mark.timeout(300)
@pytest.mark.parametrize("listing", NAMES)
@pytest.mark.parametrize("size", [None, 100, 7, 1])
def test_pages_are_complete(filled, listing, size):
    server, operation, parameters, member, key, expected = of(filled, listing)
    limit = {} if size is None else {"MaxResults": size}
    if size == 1:  # a page an entry: some are enough
        page = server.client.ok(operation, **parameters, **limit)
        second = server.client.ok(operation, **parameters, **limit, NextToken=page["NextToken"])
        assert len(page[member]) == len(second[member]) == 1 and page[member] != second[member]
        return
    entries, sizes = server.client.pages(operation, member, **parameters, **limit)
    found = keys(entries, key)
    assert len(found) == len(set(found)), "repeats"
    assert sorted(found) == sorted(expected)
    assert max(sizes) <= (size or 100)
    if operation == "GetDevicePositionHistory":
        assert found == expected, "not oldest first"


@pytest.mark.parametrize("listing", NAMES)
def test_boto3_paginates(filled, listing):
    server, operation, parameters, member, key, expected = of(filled, listing)
    if operation == "GetDevicePositionHistory":
        name = "get_device_position_history"
    else:
        name = {"ListTrackers": "list_trackers", "ListGeofenceCollections": "list_geofence_collections",
                "ListGeofences": "list_geofences", "ListDevicePositions": "list_device_positions",
                "ListTrackerConsumers": "list_tracker_consumers"}[operation]
    paginator = server.boto().get_paginator(name)
    count = sum(len(page[member]) for page in paginator.paginate(**parameters))
    assert count == len(expected)


def damaged(token):
    yield "cut", token[:-1]
    yield "longer", token + "A"
    yield "twice", token + token
    yield "nonsense", "nonsense"
    for at in sorted({0, len(token) // 4, len(token) // 2, 3 * len(token) // 4, len(token) - 2}):
        yield f"changed at {at}", token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1:]
    yield "another alphabet", base64.b64encode(b"0" * 40).decode()
    yield "upper", token.swapcase()


@pytest.mark.parametrize("listing", NAMES)
def test_a_token_cannot_be_forged(filled, listing):
    server, operation, parameters, member, _, _ = of(filled, listing)
    token = server.client.ok(operation, **parameters, MaxResults=7)["NextToken"]
    for fault, bad in damaged(token):
        answer = server.client.call(operation, **parameters, MaxResults=7, NextToken=bad)
        assert (answer.status, answer.error) == (400, "ValidationException"), f"{fault}: {answer!r}"
        assert "NextToken" in str(answer.json["fieldList"]), f"{fault}: {answer!r}"
    again = server.client.ok(operation, **parameters, MaxResults=7, NextToken=token)
    assert len(again[member]) == 7


@pytest.mark.parametrize("listing, other", [
    ("ListDevicePositions", "ListGeofences"), ("ListGeofences", "ListTrackers"), ("ListTrackers", "ListGeofenceCollections"),
    ("ListDevicePositions", "ListDevicePositions in a polygon"), ("ListTrackers", "GetDevicePositionHistory")])
def test_a_token_is_for_its_own_listing(filled, listing, other):
    server, operation, parameters, _, _, _ = of(filled, listing)
    token = server.client.ok(operation, **parameters, MaxResults=7)["NextToken"]
    _, operation, parameters, _, _, _ = of(filled, other)
    answer = server.client.call(operation, **parameters, MaxResults=7, NextToken=token)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)


def test_a_token_is_for_its_own_resource(filled):
    server, start = filled
    server.client.ok("BatchUpdateDevicePosition", TrackerName="tracker-0002", Updates=[
        {"DeviceId": f"d{i}", "SampleTime": iso(start), "Position": places.NOWHERE} for i in range(3)])
    token = server.client.ok("ListDevicePositions", TrackerName="tracker-0000", MaxResults=1)["NextToken"]
    answer = server.client.call("ListDevicePositions", TrackerName="tracker-0002", MaxResults=1, NextToken=token)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)


def test_a_listing_goes_on_though_its_last_entry_was_deleted(filled):
    server, _ = filled
    client = server.client
    client.ok("CreateGeofenceCollection", CollectionName="shrinking")
    for fence in "abcdefgh":
        client.ok("PutGeofence", CollectionName="shrinking", GeofenceId=fence,
                  Geometry={"Circle": {"Center": [-150.0, -85.0], "Radius": 10.0}})
    page = client.ok("ListGeofences", CollectionName="shrinking", MaxResults=3)
    seen = keys(page["Entries"], "GeofenceId")
    client.ok("BatchDeleteGeofence", CollectionName="shrinking", GeofenceIds=[seen[-1]])
    rest, _ = client.pages("ListGeofences", CollectionName="shrinking", MaxResults=3, NextToken=page["NextToken"])
    assert sorted(seen + keys(rest, "GeofenceId")) == list("abcdefgh")


def test_tokens_survive_a_restart(filled):
    """Runs last in this file: the listing goes on in a server that was started anew."""
    server, start = filled
    tokens = {}
    for listing in NAMES:
        _, operation, parameters, member, key, _ = of(filled, listing)
        page = server.client.ok(operation, **parameters, MaxResults=50)
        tokens[listing] = keys(page[member], key), page["NextToken"]
    server.restart()
    for listing, (seen, token) in tokens.items():
        _, operation, parameters, member, key, expected = of(filled, listing)
        rest, _ = server.client.pages(operation, member, **parameters, NextToken=token)
        extra = {"collection": ["shrinking"]}.get(expected[0].split("-")[0], []) if operation.endswith("Collections") else []
        assert sorted(seen + keys(rest, key)) == sorted(expected + extra), listing
