"""Positions: posted, read back, listed, forgotten."""

import datetime

import pytest
from botocore.exceptions import ClientError

import places
from covers import covers
from muster_client import iso
from scene import MINUTE, now_ms

FULL = {"Accuracy": {"Horizontal": 12.5}, "PositionProperties": {"battery": "80", "crew": "\u65e5\u672c"}}


def when(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).replace(
        microsecond=milliseconds % 1000 * 1000)


@covers("BatchUpdateDevicePosition")
@covers("GetDevicePosition")
def test_a_position_comes_back_whole(location, tracker):
    at = when(now_ms() - MINUTE)
    answer = location.batch_update_device_position(TrackerName=tracker, Updates=[
        {"DeviceId": "12345", "Position": places.NOWHERE, "SampleTime": at, **FULL}])
    assert answer["Errors"] == []
    found = location.get_device_position(TrackerName=tracker, DeviceId="12345")
    found.pop("ResponseMetadata")
    received = found.pop("ReceivedTime")
    assert abs((datetime.datetime.now(datetime.timezone.utc) - received).total_seconds()) < 60
    assert found == {"DeviceId": "12345", "SampleTime": at, "Position": places.NOWHERE, **FULL}


def test_a_bare_position_stays_bare(location, tracker):
    location.batch_update_device_position(TrackerName=tracker, Updates=[
        {"DeviceId": "d", "Position": places.NOWHERE, "SampleTime": when(now_ms() - MINUTE)}])
    found = location.get_device_position(TrackerName=tracker, DeviceId="d")
    assert "Accuracy" not in found and not found.get("PositionProperties")


def test_integers_are_numbers_too(raw, tracker):
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": "d", "Position": [-1, 2], "SampleTime": iso(now_ms() - MINUTE), "Accuracy": {"Horizontal": 7}}])
    found = raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId="d")
    assert found["Position"] == [-1, 2] and found["Accuracy"] == {"Horizontal": 7}


@pytest.mark.parametrize("sent, kept", [
    ("2026-{:02d}-{:02d}T03:04:05Z", ".000Z"), ("2026-{:02d}-{:02d}T03:04:05.6Z", ".600Z"),
    ("2026-{:02d}-{:02d}T03:04:05.678Z", ".678Z"), ("2026-{:02d}-{:02d}T03:04:05.678901Z", ".678Z"),
    ("2026-{:02d}-{:02d}T03:04:05.678999999Z", ".678Z"), ("2026-{:02d}-{:02d}T05:04:05.678+02:00", ".678Z")])
def test_times_are_floored_to_milliseconds(raw, tracker, sent, kept):
    day = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)
    text = f"{day.year}" + sent[4:].format(day.month, day.day)
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": "d", "Position": places.NOWHERE, "SampleTime": text}])
    found = raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId="d")
    assert found["SampleTime"] == f"{day:%Y-%m-%d}T03:04:05{kept}"


@pytest.mark.parametrize("position", [[0.1, 0.2], [-141.123456789012345, -77.987654321098765], [5e-324, -0.0],
                                      [179.99999999999997, 89.99999999999999]])
def test_numbers_survive_to_the_last_bit(raw, tracker, position):
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": "d", "Position": position, "SampleTime": iso(now_ms() - MINUTE)}])
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId="d")["Position"] == position


@covers("GetDevicePosition", error="ResourceNotFoundException")
def test_unknown_device(location, tracker):
    with pytest.raises(ClientError) as caught:
        location.get_device_position(TrackerName=tracker, DeviceId="never-seen")
    assert caught.value.response["Error"]["Code"] == "ResourceNotFoundException"
    assert caught.value.response["Error"]["Message"] == "records not found for given deviceId"


@covers("BatchGetDevicePosition")
def test_batch_get_leaves_unknown_devices_out(location, tracker):
    at = when(now_ms() - MINUTE)
    location.batch_update_device_position(TrackerName=tracker, Updates=[
        {"DeviceId": device, "Position": places.NOWHERE, "SampleTime": at, **FULL} for device in ("one", "two")])
    answer = location.batch_get_device_position(TrackerName=tracker, DeviceIds=["two", "never-seen", "one"])
    assert answer["Errors"] == []
    assert sorted(found["DeviceId"] for found in answer["DevicePositions"]) == ["one", "two"]
    for found in answer["DevicePositions"]:
        assert (found["SampleTime"], found["Position"]) == (at, places.NOWHERE)
        assert (found["Accuracy"], found["PositionProperties"]) == (FULL["Accuracy"], FULL["PositionProperties"])


def test_latest_is_by_sample_time(raw, tracker):
    now = now_ms()
    for minutes, position in ((10, places.IN_A), (5, places.IN_B), (30, places.IN_C)):
        raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
            {"DeviceId": "d", "Position": position, "SampleTime": iso(now - minutes * MINUTE)}])
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId="d")["Position"] == places.IN_B


@covers("GetDevicePositionHistory")
def test_history(location, tracker):
    start = now_ms() - 60 * MINUTE
    track = [(start + index * MINUTE, places.moved(places.NOWHERE, 100 * index)) for index in range(25)]
    for at in range(0, 25, 10):
        location.batch_update_device_position(TrackerName=tracker, Updates=[
            {"DeviceId": "d", "Position": position, "SampleTime": when(moment), **FULL}
            for moment, position in reversed(track[at:at + 10])])
    found = location.get_device_position_history(TrackerName=tracker, DeviceId="d")["DevicePositions"]
    assert [(entry["SampleTime"], entry["Position"]) for entry in found] == [(when(t), p) for t, p in track]
    assert all(entry["DeviceId"] == "d" and entry["Accuracy"] == FULL["Accuracy"] for entry in found)
    part = location.get_device_position_history(
        TrackerName=tracker, DeviceId="d", StartTimeInclusive=when(track[3][0]), EndTimeExclusive=when(track[7][0]))
    assert [entry["SampleTime"] for entry in part["DevicePositions"]] == [when(t) for t, _ in track[3:7]]


def test_history_is_of_the_last_day_by_default(raw, tracker):
    now = now_ms()
    for hours in (25, 23, 1):
        raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
            {"DeviceId": "d", "Position": places.NOWHERE, "SampleTime": iso(now - hours * 60 * MINUTE)}])
    found = raw.ok("GetDevicePositionHistory", TrackerName=tracker, DeviceId="d")["DevicePositions"]
    assert [entry["SampleTime"] for entry in found] == [iso(now - hours * 60 * MINUTE) for hours in (23, 1)]


def test_history_of_an_unknown_device_is_empty_or_not_found(raw, tracker):
    answer = raw.call("GetDevicePositionHistory", TrackerName=tracker, DeviceId="never-seen")
    assert answer.error == "ResourceNotFoundException" or answer.json["DevicePositions"] == [], repr(answer)


@covers("BatchDeleteDevicePositionHistory")
def test_history_deleted(location, tracker):
    at = now_ms() - 10 * MINUTE
    for device in ("gone", "stays"):
        for minute in range(3):
            location.batch_update_device_position(TrackerName=tracker, Updates=[
                {"DeviceId": device, "Position": places.NOWHERE, "SampleTime": when(at + minute * MINUTE)}])
    answer = location.batch_delete_device_position_history(TrackerName=tracker, DeviceIds=["gone", "never-seen"])
    assert all(error["DeviceId"] == "never-seen" for error in answer["Errors"])
    with pytest.raises(ClientError):
        location.get_device_position(TrackerName=tracker, DeviceId="gone")
    entries = location.list_device_positions(TrackerName=tracker)["Entries"]
    assert [entry["DeviceId"] for entry in entries] == ["stays"]
    kept = location.get_device_position_history(TrackerName=tracker, DeviceId="stays")
    assert len(kept["DevicePositions"]) == 3


@covers("ListDevicePositions")
def test_list_is_of_the_latest(location, tracker):
    at = now_ms() - 10 * MINUTE
    for minute, position in enumerate((places.IN_A, places.IN_B)):
        location.batch_update_device_position(TrackerName=tracker, Updates=[
            {"DeviceId": "d", "Position": position, "SampleTime": when(at + minute * MINUTE), **FULL}])
    entry, = location.list_device_positions(TrackerName=tracker)["Entries"]
    assert entry == {"DeviceId": "d", "SampleTime": when(at + MINUTE), "Position": places.IN_B, **FULL}


def test_list_within_a_polygon(raw, tracker):
    inside = {"in-a": places.IN_A, "on-edge": places.ON_SHARED_EDGE, "on-vertex": places.VERTEX_OF_A}
    outside = {"in-b": places.IN_B, "nowhere": places.NOWHERE}
    at = iso(now_ms() - MINUTE)
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": device, "Position": position, "SampleTime": at} for device, position in {**inside, **outside}.items()])
    entries, _ = raw.pages("ListDevicePositions", TrackerName=tracker, FilterGeometry=places.A, MaxResults=2)
    assert sorted(entry["DeviceId"] for entry in entries) == sorted(inside)
    hollow = raw.ok("ListDevicePositions", TrackerName=tracker, FilterGeometry={"Polygon": places.A_WITH_HOLE["Polygon"]})
    assert sorted(entry["DeviceId"] for entry in hollow["Entries"]) == sorted(inside)


def test_list_within_a_polygon_across_the_antimeridian(raw, tracker):
    at = iso(now_ms() - MINUTE)
    where = {"east": [179.75, -77.5], "west": [-179.75, -77.5], "on": [180, -77.5], "far": [0, -77.5]}
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": device, "Position": position, "SampleTime": at} for device, position in where.items()])
    ring = [[179.5, -78.0], [-179.5, -78.0], [-179.5, -77.0], [179.5, -77.0], [179.5, -78.0]]
    entries, _ = raw.pages("ListDevicePositions", TrackerName=tracker, FilterGeometry={"Polygon": [ring]})
    assert sorted(entry["DeviceId"] for entry in entries) == ["east", "on", "west"]


@covers("BatchEvaluateGeofences")
def test_evaluate_stores_nothing(location, collection, tracker):
    answer = location.batch_evaluate_geofences(CollectionName=collection, DevicePositionUpdates=[
        {"DeviceId": "d", "Position": places.NOWHERE, "SampleTime": when(now_ms() - MINUTE), **FULL}])
    assert answer["Errors"] == []
    assert location.list_device_positions(TrackerName=tracker)["Entries"] == []


def test_the_future_and_the_distant_past_are_errors_of_the_item(raw, tracker):
    now = now_ms()
    offsets = {"near-future": 4 * MINUTE, "far-future": 6 * MINUTE, "fine": -MINUTE, "too-old": -31 * 24 * 60 * MINUTE,
               "old": -29 * 24 * 60 * MINUTE}
    answer = raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": device, "Position": places.NOWHERE, "SampleTime": iso(now + offset)}
        for device, offset in offsets.items()])
    assert sorted(error["DeviceId"] for error in answer["Errors"]) == ["far-future", "too-old"]
    for error in answer["Errors"]:
        assert error["Error"]["Code"] == "ValidationError" and error["Error"]["Message"]
        assert error["SampleTime"] == iso(now + offsets[error["DeviceId"]])
    listed = raw.ok("ListDevicePositions", TrackerName=tracker)["Entries"]
    assert sorted(entry["DeviceId"] for entry in listed) == ["fine", "near-future", "old"]
