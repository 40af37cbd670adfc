"""Names are compared as bytes: canonically equivalent ones stay apart, and nothing is trimmed, folded or cut."""

import places
from muster_client import iso
from scene import now_ms

# The angstrom sign, and the letter that Unicode calls canonically equivalent to it.
ANGSTROM, LETTER = "\u212b", "\u00c5"
HANGUL, JAMO = "\uac00", "\u1100\u1161"


def post(raw, tracker, device, position, at=None):
    answer = raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": device, "Position": position, "SampleTime": iso(at or now_ms() - 60_000)}])
    assert answer["Errors"] == []


def test_equivalent_devices_stay_two(location, raw, tracker):
    for device, position in ((ANGSTROM, places.IN_A), (LETTER, places.IN_B), (HANGUL, places.IN_C), (JAMO, places.NOWHERE)):
        post(raw, tracker, device, position)
    assert location.get_device_position(TrackerName=tracker, DeviceId=ANGSTROM)["Position"] == places.IN_A
    assert location.get_device_position(TrackerName=tracker, DeviceId=LETTER)["Position"] == places.IN_B
    listed = {entry["DeviceId"]: entry["Position"] for entry in location.list_device_positions(TrackerName=tracker)["Entries"]}
    assert listed == {ANGSTROM: places.IN_A, LETTER: places.IN_B, HANGUL: places.IN_C, JAMO: places.NOWHERE}
    batch = location.batch_get_device_position(TrackerName=tracker, DeviceIds=[LETTER, ANGSTROM])["DevicePositions"]
    assert {entry["DeviceId"]: entry["Position"] for entry in batch} == {ANGSTROM: places.IN_A, LETTER: places.IN_B}
    location.batch_delete_device_position_history(TrackerName=tracker, DeviceIds=[ANGSTROM])
    assert len(location.get_device_position_history(TrackerName=tracker, DeviceId=LETTER)["DevicePositions"]) == 1


def test_equivalent_devices_in_one_batch(raw, tracker):
    at = iso(now_ms() - 60_000)
    answer = raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": ANGSTROM, "Position": places.IN_A, "SampleTime": at},
        {"DeviceId": LETTER, "Position": places.IN_B, "SampleTime": at}])
    assert answer["Errors"] == []
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId=ANGSTROM)["Position"] == places.IN_A
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId=LETTER)["Position"] == places.IN_B


def test_escaped_and_plain_json_are_the_same_device(raw, tracker):
    at = iso(now_ms() - 120_000)
    body = (b'{"Updates":[{"DeviceId":"\\u212b\\u0061","Position":[-141.3671875,-77.7578125],"SampleTime":"%s"}]}'
            % at.encode())
    answer = raw.send("POST", f"/tracking/v0/trackers/{tracker}/positions", body)
    assert answer.status == 200, repr(answer)
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId=ANGSTROM + "a")["Position"] == places.IN_A


def test_equivalent_fences_stay_two(location, collection):
    for fence, shape in ((ANGSTROM, places.A), (LETTER, places.B)):
        location.put_geofence(CollectionName=collection, GeofenceId=fence, Geometry=shape)
    assert location.get_geofence(CollectionName=collection, GeofenceId=ANGSTROM)["Geometry"] == places.A
    assert location.get_geofence(CollectionName=collection, GeofenceId=LETTER)["Geometry"] == places.B
    assert location.describe_geofence_collection(CollectionName=collection)["GeofenceCount"] == 2
    location.batch_delete_geofence(CollectionName=collection, GeofenceIds=[LETTER])
    assert [e["GeofenceId"] for e in location.list_geofences(CollectionName=collection)["Entries"]] == [ANGSTROM]


def test_equivalent_devices_and_fences_have_their_own_events(scene):
    scene.put(ANGSTROM, places.A)
    scene.put(LETTER, places.B)
    one, two = scene.device(ANGSTROM), scene.device(LETTER)
    scene.go(places.IN_A, device=one)
    scene.go(places.IN_B, device=two)
    scene.go(places.IN_B, device=one)
    assert scene.story(one) == [("ENTER", ANGSTROM), ("EXIT", ANGSTROM), ("ENTER", LETTER)]
    assert scene.story(two) == [("ENTER", LETTER)]


def test_case_and_similar_names_stay_apart(raw, tracker):
    devices = ["device", "Device", "DEVICE", "device.", ".device", "-device", "d\u00e9vice", "0", "00", "1", "1.0"]
    for start in range(0, len(devices), 10):
        raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
            {"DeviceId": device, "Position": places.NOWHERE, "SampleTime": iso(now_ms() - 60_000)}
            for device in devices[start:start + 10]])
    entries, _ = raw.pages("ListDevicePositions", TrackerName=tracker)
    assert sorted(entry["DeviceId"] for entry in entries) == sorted(devices)


def test_equivalent_tags_stay_two(location, name):
    arn = location.create_tracker(TrackerName=name, Tags={ANGSTROM: "1", LETTER: "2"})["TrackerArn"]
    assert location.list_tags_for_resource(ResourceArn=arn)["Tags"] == {ANGSTROM: "1", LETTER: "2"}
    location.untag_resource(ResourceArn=arn, TagKeys=[LETTER])
    assert location.list_tags_for_resource(ResourceArn=arn)["Tags"] == {ANGSTROM: "1"}


def test_equivalent_position_properties_stay_two(raw, tracker):
    properties = {ANGSTROM: "1", LETTER: "2"}
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": "d", "Position": places.NOWHERE, "SampleTime": iso(now_ms() - 60_000), "PositionProperties": properties}])
    assert raw.ok("GetDevicePosition", TrackerName=tracker, DeviceId="d")["PositionProperties"] == properties
