"""What a restart keeps: everything acknowledged, and membership, so nothing is told twice."""

import places
from event_stream import read_all
from scene import Scene


def test_everything_survives(make_server, name):
    server = make_server()
    scene = Scene(server.client, server.watch(), name)
    scene.put("A", places.A, GeofenceProperties={"floor": "3"})
    scene.put("holed", places.A_WITH_HOLE)
    scene.go(places.IN_A, places.NOWHERE, places.IN_A)
    scene.client.ok("TagResource", ResourceArn=scene.arn, Tags={"k": "v"})
    scene.expect(("ENTER", "A"), ("ENTER", "holed"), ("EXIT", "A"), ("EXIT", "holed"), ("ENTER", "A"), ("ENTER", "holed"))

    def everything(client):
        return {
            "trackers": client.pages("ListTrackers")[0], "collections": client.pages("ListGeofenceCollections")[0],
            "tracker": client.ok("DescribeTracker", TrackerName=scene.tracker),
            "collection": client.ok("DescribeGeofenceCollection", CollectionName=scene.collection),
            "links": client.ok("ListTrackerConsumers", TrackerName=scene.tracker),
            "fences": client.pages("ListGeofences", CollectionName=scene.collection)[0],
            "fence": client.ok("GetGeofence", CollectionName=scene.collection, GeofenceId="A"),
            "latest": client.ok("GetDevicePosition", TrackerName=scene.tracker, DeviceId=scene.device()),
            "positions": client.pages("ListDevicePositions", TrackerName=scene.tracker)[0],
        }

    before, history = everything(server.client), scene.history()
    events = list(scene.watcher.events)
    server.restart()
    assert everything(server.client) == before
    scene.client = server.client
    assert scene.history() == history
    again = read_all(server.new_client(), until=events[-1].id)
    assert [(event.id, event.text) for event in again] == [(event.id, event.text) for event in events]


def test_membership_survives(make_server, name):
    """Still inside: nothing. Then out: one EXIT. The first sample after a restart is no first sighting."""
    server = make_server()
    scene = Scene(server.client, server.watch(), name)
    scene.put("A", places.A)
    scene.go(places.IN_A)
    scene.expect(("ENTER", "A"))
    server.restart()
    scene.client, scene.watcher = server.client, server.watch()
    scene.go(places.ALSO_IN_A)
    scene.put("later", places.B)
    scene.go(places.IN_B)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A"), ("ENTER", "later")]


def test_membership_survives_a_kill(make_server, name):
    server = make_server()
    scene = Scene(server.client, server.watch(), name)
    scene.put("A", places.A)
    for index in range(5):
        scene.go(places.IN_A if index % 2 == 0 else places.NOWHERE)
        server.kill()
        server.start()
        scene.client = server.client
    scene.watcher = server.watch()
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")] * 2 + [("ENTER", "A")]
    assert len(scene.history()) == 6


def test_the_filters_reference_survives(make_server, name):
    server = make_server()
    scene = Scene(server.client, server.watch(), name, filtering="DistanceBased")
    scene.go(places.NOWHERE)
    server.restart()
    scene.client, scene.watcher = server.client, server.watch()
    scene.go(places.moved(places.NOWHERE, 10.0), places.moved(places.NOWHERE, 40.0))
    assert [position for _, position in scene.history()] == [places.NOWHERE, places.moved(places.NOWHERE, 40.0)]


def test_a_retry_after_a_kill_changes_nothing(make_server, name):
    server = make_server()
    scene = Scene(server.client, server.watch(), name)
    scene.put("A", places.A)
    batch = [scene.sample(position) for position in (places.IN_A, places.NOWHERE, places.IN_A)]
    scene.send(*batch)
    server.kill()
    server.start()
    scene.client, scene.watcher = server.client, server.watch()
    scene.send(*batch)
    assert len(scene.history()) == 3
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A")]


def test_the_credentials_stay(make_server):
    server = make_server()
    before = server.credentials
    server.restart()
    assert server.credentials == before
