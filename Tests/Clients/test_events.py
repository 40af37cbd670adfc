"""The event stream: envelopes, ids, resumption, heartbeats."""

import datetime
import re
import uuid

import pytest

import places
from event_stream import TARGET, events_of, read_all
from scene import sample_time


def test_parser_of_the_stream():
    """The helper itself: comments, several data lines, CR LF, an id that stays."""
    text = b": hello\n\nid: 1\ndata: {\ndata: }\n\ndata:x\r\n\r\nid: 2\n\n"
    found = list(events_of(text.splitlines(keepends=True)))
    assert [None if event is None else (event.id, event.text) for event in found] == [None, ("1", "{\n}"), ("1", "x")]


def test_geofence_event(scene):
    scene.put("A", places.A, GeofenceProperties={"floor": "3"})
    scene.send(scene.sample(places.IN_A, accuracy=12.5, PositionProperties={"battery": "80"}))
    event, = scene.expect(("ENTER", "A"))
    at = scene.clock
    envelope = event.envelope
    detail = envelope.pop("detail")
    assert envelope.pop("id") == event.id
    assert uuid.UUID(event.id).version == 5
    written = datetime.datetime.strptime(envelope.pop("time"), "%Y-%m-%dT%H:%M:%SZ")
    assert abs((datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) - written).total_seconds()) < 3 * 3600
    assert envelope == {
        "version": "0", "detail-type": "Location Geofence Event", "source": "aws.geo", "account": "000000000000",
        "region": "us-east-1",
        "resources": [f"arn:aws:geo:us-east-1:000000000000:geofence-collection/{scene.collection}",
                      f"arn:aws:geo:us-east-1:000000000000:tracker/{scene.tracker}"]}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", detail["SampleTime"])
    assert sample_time(event) == at
    del detail["SampleTime"]
    assert detail == {
        "EventType": "ENTER", "GeofenceId": "A", "DeviceId": scene.device(), "Position": places.IN_A,
        "Accuracy": {"Horizontal": 12.5}, "GeofenceProperties": {"floor": "3"}, "PositionProperties": {"battery": "80"}}


def test_optional_members_are_left_out(scene):
    scene.put("A", places.A)
    scene.go(places.IN_A)
    event, = scene.expect(("ENTER", "A"))
    assert set(event.detail) == {"EventType", "GeofenceId", "DeviceId", "Position", "SampleTime"}


def test_resume_after_an_id(scene, server):
    scene.put("A", places.A)
    scene.go(places.IN_A, places.NOWHERE, places.IN_A)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))
    everything = read_all(server.new_client(), until=events[2].id)
    ids = [event.id for event in everything]
    assert len(set(ids)) == len(ids)
    assert [ids.index(event.id) for event in events] == sorted(ids.index(event.id) for event in events)
    client = server.new_client()
    connection = client.connect()
    target = f"{TARGET}?after={events[0].id}"
    connection.request("GET", target, headers=client.signed("GET", target))
    rest = []
    for event in events_of(iter(connection.getresponse().readline, b"")):
        if event:
            rest.append(event)
            if event.id == events[2].id:
                break
    connection.close()
    assert [event.id for event in rest] == ids[ids.index(events[0].id) + 1:]
    assert {event.id: event.text for event in rest}.items() <= {event.id: event.text for event in everything}.items()


def test_from_now_leaves_the_past_out(scene, server):
    scene.put("A", places.A)
    scene.go(places.IN_A)
    scene.expect(("ENTER", "A"))
    late = server.watch("now")
    scene.go(places.NOWHERE)
    late.wait(lambda events: [event for event in events if event.device == scene.device()])
    assert [event.kind for event in late.of(scene.device())] == ["EXIT"]
    late.stop()


def test_two_readers_see_the_same(scene, server):
    scene.put("A", places.A)
    second = server.watch()
    scene.go(*([places.IN_A, places.NOWHERE] * 5))
    story = scene.settle()
    last = story[-1].id
    mine = second.wait(lambda events: events if any(event.id == last for event in events) else None)
    theirs = scene.watcher.events
    shared = min(len(mine), len(theirs))
    assert [event.id for event in mine[:shared]] == [event.id for event in theirs[:shared]]
    second.stop()


def test_heartbeats_keep_a_silent_stream_alive(server):
    quiet = server.watch("now")
    quiet.wait(lambda _: quiet.heartbeats, timeout=60, what="a heartbeat comment")
    quiet.stop()


@pytest.mark.parametrize("query", ["after=nonsense", "after=00000000-0000-5000-8000-000000000000", "from=yesterday",
                                   "after=", "from=start&after=00000000-0000-5000-8000-000000000000"])
def test_a_stream_that_cannot_start_where_asked(raw, query):
    connection = raw.connect()
    target = f"{TARGET}?{query}"
    connection.request("GET", target, headers=raw.signed("GET", target))
    response = connection.getresponse()
    assert response.status in (400, 404), response.status
    assert (response.headers.get("x-amzn-ErrorType") or "").startswith(("ValidationException", "ResourceNotFound"))
    connection.close()


def test_the_stream_needs_a_signature(raw):
    answer = raw.send("GET", f"{TARGET}?from=now", sign=False)
    assert answer.status == 403 and answer.error == "MissingAuthenticationTokenException", repr(answer)


def test_the_stream_is_server_sent_events(raw):
    connection = raw.connect()
    target = f"{TARGET}?from=now"
    connection.request("GET", target, headers=raw.signed("GET", target))
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers.get_content_type() == "text/event-stream"
    assert "no-cache" in response.headers.get("Cache-Control", "") or "no-store" in response.headers.get("Cache-Control", "")
    connection.close()


def test_device_position_event(raw, watcher, name):
    """With EventBridgeEnabled every update that passes the filter is told too."""
    from muster_client import iso
    from scene import now_ms

    raw.ok("CreateTracker", TrackerName=name, EventBridgeEnabled=True, PositionFiltering="DistanceBased")
    device, at = f"{name}-device", now_ms() - 600_000
    for minute, position in enumerate((places.IN_A, places.IN_A, places.IN_B)):
        raw.ok("BatchUpdateDevicePosition", TrackerName=name, Updates=[
            {"DeviceId": device, "Position": position, "SampleTime": iso(at + 60_000 * minute)}])
    watcher.wait(lambda _: len(watcher.of(device)) >= 2)
    events = watcher.of(device)
    assert [event.detail["Position"] for event in events] == [places.IN_A, places.IN_B]
    envelope = events[0].envelope
    assert envelope["detail-type"] == "Location Device Position Event"
    assert envelope["resources"] == [f"arn:aws:geo:us-east-1:000000000000:tracker/{name}"]
    assert set(envelope["detail"]) == {"EventType", "TrackerName", "DeviceId", "SampleTime", "ReceivedTime", "Position"}
    assert (envelope["detail"]["EventType"], envelope["detail"]["TrackerName"]) == ("UPDATE", name)
