"""What tags ask for beyond ENTER and EXIT: dwell, approach, passing, occupancy, expiry and hours."""

import datetime

import pytest
from botocore.exceptions import ClientError

import places
from muster_client import iso
from scene import Scene, now_ms

COLLECTION_KEYS = ("muster:dwell", "muster:approach", "muster:passing", "muster:expires", "muster:schedule",
                   "muster:time-zone", "muster:occupancy", "muster:evaluation")


def told(scene, *kinds, device=None, timeout=15):
    """Waits for the events, of every detail-type, that the device has to tell; their kinds must be these."""
    device = device or scene.device()

    def found():
        return [event for event in scene.watcher.of(device) if event.fence != "sentinel"]

    try:
        scene.watcher.wait(lambda _: len(found()) >= len(kinds), timeout)
    except AssertionError:
        pass
    assert [event.kind for event in found()] == list(kinds)
    return found()


def detail_type(event):
    return event.envelope["detail-type"]


def tag(scene, **tags):
    scene.client.ok("TagResource", ResourceArn=scene.arn, Tags={f"muster:{key.replace('_', '-')}": value
                                                               for key, value in tags.items()})


def test_dwell(scene):
    tag(scene, dwell="2m")
    scene.put("A", places.A, GeofenceProperties={"floor": "3"})
    scene.go(places.IN_A, places.ALSO_IN_A, places.IN_A, places.IN_A)
    entered, dwelt = told(scene, "ENTER", "DWELL")
    assert detail_type(entered) == "Location Geofence Event"
    assert detail_type(dwelt) == "Muster Geofence Dwell Event"
    assert dwelt.envelope["resources"] == entered.envelope["resources"]
    assert dwelt.envelope["source"] == "aws.geo" and dwelt.id != entered.id
    detail = dwelt.detail
    assert detail.pop("SampleTime") == iso(scene.start + 3 * 60_000)
    assert detail == {"EventType": "DWELL", "GeofenceId": "A", "DeviceId": scene.device(), "Position": places.IN_A,
                      "DwellSeconds": 120, "GeofenceProperties": {"floor": "3"}}


def test_approach(scene):
    tag(scene, approach="300")
    scene.put("C", places.C)
    far, near = (places.moved(places.CIRCLE_CENTER, 500 + metres) for metres in (400, 250))
    scene.go(far, near, near, far, near)
    events = told(scene, "APPROACH", "APPROACH")
    assert detail_type(events[0]) == "Muster Geofence Approach Event"
    assert abs(events[0].detail["Distance"] - 250) < 0.01


def test_passed_through(scene):
    scene.put("A", places.A, GeofenceProperties={"muster:passing": "60"})
    west, east = [places.WEST - 0.125, places.IN_A[1]], [places.EAST, places.IN_A[1]]
    scene.go(west, east)
    scene.tick()
    scene.go(west)
    event, = told(scene, "PASSED_THROUGH")
    assert detail_type(event) == "Muster Geofence Passed Through Event"
    assert event.detail["PreviousSampleTime"] == iso(scene.start + 60_000)


def test_occupancy(scene):
    tag(scene, occupancy="2")
    scene.put("A", places.A)
    first, second = scene.device("first"), scene.device("second")
    scene.go(places.IN_A, device=first)
    scene.go(places.IN_A, device=second)
    scene.go(places.NOWHERE, device=first)
    told(scene, "ENTER", "EXIT", "BELOW_MINIMUM", device=first)
    event = told(scene, "ENTER", "MINIMUM_REACHED", device=second)[1]
    assert detail_type(event) == "Muster Geofence Occupancy Event"
    detail = event.detail
    assert (detail["Count"], detail["Minimum"]) == (2, 2) and "Position" not in detail


def test_a_fence_expires_by_itself(scene):
    expires = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=3)
    scene.put("A", places.A, GeofenceProperties={"muster:expires": expires.isoformat(timespec="milliseconds")})
    scene.clock = now_ms() - 5 * 60_000
    scene.go(places.IN_A)
    entered, left = told(scene, "ENTER", "EXIT")
    assert entered.reason is None and left.reason == "FENCE_EXPIRED"


def test_hours_open_and_close(scene):
    """Two zones whose midday is a day's half apart: one of them is at work."""
    hour = datetime.datetime.now(datetime.timezone.utc).hour
    zones = ("Etc/GMT+6", "Etc/GMT-6")
    open_zone = next(zone for zone, shift in zip(zones, (-6, 6)) if 6 <= (hour + shift) % 24 < 18)
    closed_zone = next(zone for zone in zones if zone != open_zone)
    tag(scene, schedule=f"Mon-Sun 06:00-18:00 {closed_zone}")
    scene.put("A", places.A)
    scene.clock = now_ms() - 60_000
    scene.send(scene.sample(places.IN_A, at=now_ms()))
    tag(scene, schedule=f"Mon-Sun 06:00-18:00 {open_zone}")
    told(scene, "ENTER")
    tag(scene, schedule=f"Mon-Sun 06:00-18:00 {closed_zone}")
    events = told(scene, "ENTER", "EXIT")
    assert [event.reason for event in events] == ["FENCE_ACTIVE", "FENCE_INACTIVE"]


def test_confident_evaluation(scene):
    tag(scene, evaluation="confident")
    scene.put("A", places.A)
    near = [places.SHARED + 0.0005, places.IN_A[1]]
    for position, accuracy in ((places.IN_A, 10), (places.IN_A, 10), (near, 60), (places.IN_A, 10), (places.IN_A, 10)):
        scene.send(scene.sample(position, accuracy=accuracy))
    events = told(scene, "ENTER", "UNCERTAIN", "CERTAIN")
    assert [detail_type(event) for event in events] == [
        "Location Geofence Event", "Muster Geofence Uncertain Event", "Muster Geofence Uncertain Event"]
    assert events[0].detail["Confidence"] == 1 and 0 < events[1].detail["Confidence"] < 0.5


def test_extras_survive_a_restart(make_server, name):
    server = make_server()
    watcher = server.watch()
    scene = Scene(server.client, watcher, name)
    tag(scene, dwell="3m", occupancy="1")
    scene.put("A", places.A)
    scene.go(places.IN_A, places.IN_A)
    told(scene, "ENTER", "MINIMUM_REACHED")
    server.stop()
    server.start()
    scene.client = server.client
    scene.watcher = server.watch()
    scene.go(places.IN_A, places.IN_A, places.IN_A, places.NOWHERE)
    told(scene, "ENTER", "MINIMUM_REACHED", "DWELL", "EXIT", "BELOW_MINIMUM")


@pytest.mark.parametrize("key, value, part", [
    ("muster:dwell", "10", "duration"), ("muster:approach", "0", "metres"), ("muster:passing", "never", "seconds"),
    ("muster:expires", "tomorrow", "moment"), ("muster:schedule", "Mon-Fri 8-18", "days and hours"),
    ("muster:time-zone", "Berlin", "time zone"), ("muster:occupancy", "0", "number of devices"),
    ("muster:evaluation", "sure", "confident or point"), ("muster:dwel", "10m", "known are " + COLLECTION_KEYS[0]),
])
def test_nonsense_is_refused_when_it_comes(location, scene, key, value, part):
    for call in (lambda: location.tag_resource(ResourceArn=scene.arn, Tags={key: value}),
                 lambda: location.create_geofence_collection(CollectionName=scene.name + "-other", Tags={key: value})):
        with pytest.raises(ClientError) as caught:
            call()
        response = caught.value.response
        assert response["Error"]["Code"] == "ValidationException"
        field, = response["FieldList"]
        assert field["Name"] == f"Tags.{key}" and part in field["Message"], field
    assert location.list_tags_for_resource(ResourceArn=scene.arn)["Tags"] == {}


def test_a_fences_nonsense_is_refused(location, scene):
    bad = {"muster:approach": "near"}
    with pytest.raises(ClientError) as caught:
        location.put_geofence(CollectionName=scene.collection, GeofenceId="A", Geometry=places.A, GeofenceProperties=bad)
    assert caught.value.response["FieldList"][0]["Name"] == "GeofenceProperties.muster:approach"
    answer = location.batch_put_geofence(CollectionName=scene.collection, Entries=[
        {"GeofenceId": "A", "Geometry": places.A, "GeofenceProperties": bad},
        {"GeofenceId": "B", "Geometry": places.B, "GeofenceProperties": {"muster:approach": "50", "team": "x"}}])
    assert [entry["GeofenceId"] for entry in answer["Successes"]] == ["B"]
    error, = answer["Errors"]
    assert error["GeofenceId"] == "A" and error["Error"]["Code"] == "ValidationError"
    assert error["Error"]["Message"].startswith("GeofenceProperties.muster:approach: must be metres")


def test_a_trackers_tags(location, scene):
    arn = location.describe_tracker(TrackerName=scene.tracker)["TrackerArn"]
    location.tag_resource(ResourceArn=arn, Tags={"muster:accuracy-level": "95"})
    for tags in ({"muster:accuracy-level": "50"}, {"muster:dwell": "10m"}):
        with pytest.raises(ClientError) as caught:
            location.tag_resource(ResourceArn=arn, Tags=tags)
        assert caught.value.response["Error"]["Code"] == "ValidationException"


def test_amazons_profile_keeps_what_it_does_not_know(make_server, name):
    server = make_server("--profile", "amazon")
    scene = Scene(server.client, server.watch(), name)
    tag(scene, dwell="nonsense", occupancy="1")
    scene.put("A", places.A, GeofenceProperties={"muster:expires": "2020-01-01T00:00:00Z"})
    scene.go(places.IN_A, places.NOWHERE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]
