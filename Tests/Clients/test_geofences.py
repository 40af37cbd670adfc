"""Geofences: the geometry comes back as it was put, one at a time and in batches."""

import pytest
from botocore.exceptions import ClientError

import geometry
import places
from covers import covers

HOLED = {"Polygon": [places.square(-150.0, -85.0, -149.0, -84.0),
                     places.square(-149.75, -84.75, -149.5, -84.5)[::-1],
                     places.square(-149.25, -84.75, -149.125, -84.5)[::-1]]}
SHAPES = {
    "polygon": {"Polygon": [places.square(-150.0, -85.0, -149.0, -84.0)]},
    "clockwise polygon": {"Polygon": [places.square(-150.0, -85.0, -149.0, -84.0)[::-1]]},
    "polygon with holes": HOLED,
    "odd numbers": {"Polygon": [[[-150.1, -85.30000000000001], [-149.123456789012, -85.2], [-149.5, -84.1],
                                 [-150.1, -85.30000000000001]]]},
    "multipolygon": {"MultiPolygon": [HOLED["Polygon"], [places.square(-140.0, -85.0, -139.0, -84.0)]]},
    "circle": {"Circle": {"Center": [-150.25, -85.1], "Radius": 123.456}},
    "geobuf polygon": {"Geobuf": geometry.geobuf_of("Polygon", HOLED["Polygon"])},
    "geobuf multipolygon": {"Geobuf": geometry.geobuf_of(
        "MultiPolygon", [HOLED["Polygon"], [places.square(-140.0, -85.0, -139.0, -84.0)]])},
    "across the antimeridian": {"Polygon": [[[179.5, -85.0], [-179.5, -85.0], [-179.5, -84.0], [179.5, -84.0],
                                             [179.5, -85.0]]]},
}


@covers("PutGeofence")
@covers("GetGeofence")
@pytest.mark.parametrize("shape", SHAPES)
def test_geometry_comes_back_as_put(location, collection, shape):
    put = location.put_geofence(CollectionName=collection, GeofenceId="f", Geometry=SHAPES[shape],
                                GeofenceProperties={"floor": "3", "kind": "muster point"})
    got = location.get_geofence(CollectionName=collection, GeofenceId="f")
    got.pop("ResponseMetadata")
    assert got == {"GeofenceId": "f", "Geometry": SHAPES[shape], "Status": "ACTIVE",
                   "GeofenceProperties": {"floor": "3", "kind": "muster point"},
                   "CreateTime": put["CreateTime"], "UpdateTime": put["UpdateTime"]}


@covers("ListGeofences")
@covers("BatchPutGeofence")
def test_batch_of_every_shape(location, collection):
    entries = [{"GeofenceId": shape.replace(" ", "-"), "Geometry": SHAPES[shape]} for shape in SHAPES]
    answer = location.batch_put_geofence(CollectionName=collection, Entries=entries)
    assert answer["Errors"] == []
    assert [item["GeofenceId"] for item in answer["Successes"]] == [entry["GeofenceId"] for entry in entries]
    listed = location.list_geofences(CollectionName=collection)["Entries"]
    assert {entry["GeofenceId"]: entry["Geometry"] for entry in listed} == {
        entry["GeofenceId"]: entry["Geometry"] for entry in entries}
    assert all(entry["Status"] == "ACTIVE" for entry in listed)


def test_put_again_replaces(location, collection):
    first = location.put_geofence(CollectionName=collection, GeofenceId="f", Geometry=SHAPES["polygon"],
                                  GeofenceProperties={"floor": "3"})
    second = location.put_geofence(CollectionName=collection, GeofenceId="f", Geometry=SHAPES["circle"])
    got = location.get_geofence(CollectionName=collection, GeofenceId="f")
    assert got["Geometry"] == SHAPES["circle"]
    assert got.get("GeofenceProperties", {}) == {}
    assert got["CreateTime"] == first["CreateTime"] and got["UpdateTime"] == second["UpdateTime"] >= first["UpdateTime"]
    assert len(location.list_geofences(CollectionName=collection)["Entries"]) == 1


def test_one_bad_entry_does_not_stop_the_others(location, collection):
    broken = {"Polygon": [places.square(-150.0, -85.0, -149.0, -84.0)[:-1]]}
    answer = location.batch_put_geofence(CollectionName=collection, Entries=[
        {"GeofenceId": "one", "Geometry": SHAPES["polygon"]}, {"GeofenceId": "broken", "Geometry": broken},
        {"GeofenceId": "two", "Geometry": SHAPES["circle"]}])
    assert [item["GeofenceId"] for item in answer["Successes"]] == ["one", "two"]
    error, = answer["Errors"]
    assert error["GeofenceId"] == "broken" and error["Error"]["Code"] == "ValidationError"
    with pytest.raises(ClientError, match="ResourceNotFound"):
        location.get_geofence(CollectionName=collection, GeofenceId="broken")


def test_the_same_fence_twice_in_a_batch(raw, collection):
    answer = raw.call("BatchPutGeofence", CollectionName=collection, Entries=[
        {"GeofenceId": "f", "Geometry": SHAPES["polygon"]}, {"GeofenceId": "f", "Geometry": SHAPES["circle"]}])
    if answer.status == 200 and len(answer.json["Successes"]) == 2:
        assert raw.ok("GetGeofence", CollectionName=collection, GeofenceId="f")["Geometry"] == SHAPES["circle"]
    else:  # refused, but said so
        assert answer.error == "ValidationException" or len(answer.json["Errors"]) == 1, repr(answer)


@covers("BatchDeleteGeofence")
def test_delete(location, collection):
    for fence in ("one", "two"):
        location.put_geofence(CollectionName=collection, GeofenceId=fence, Geometry=SHAPES["circle"])
    answer = location.batch_delete_geofence(CollectionName=collection, GeofenceIds=["one", "never-made"])
    assert all(error["GeofenceId"] == "never-made" and error["Error"]["Code"] == "ResourceNotFoundError"
               for error in answer["Errors"])
    assert [entry["GeofenceId"] for entry in location.list_geofences(CollectionName=collection)["Entries"]] == ["two"]


@covers("GetGeofence", error="ResourceNotFoundException")
def test_unknown_fence(location, collection):
    with pytest.raises(ClientError) as caught:
        location.get_geofence(CollectionName=collection, GeofenceId="never-made")
    assert caught.value.response["Error"]["Code"] == "ResourceNotFoundException"


def test_a_batch_of_ten_large_geobufs_fits(raw, collection):
    """Ten blobs of the largest size are within the model, so the body limit of this operation must be above them."""
    blob = geometry.geobuf_of_size(700_000)
    answer = raw.ok("BatchPutGeofence", CollectionName=collection, Entries=[
        {"GeofenceId": f"f{index}", "Geometry": {"Geobuf": blob}} for index in range(10)])
    assert len(answer["Successes"]) == 10
