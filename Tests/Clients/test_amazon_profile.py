"""`--profile amazon` turns off whatever goes beyond Amazon. Each test has its twin in the other files."""

import pytest

import places
from muster_client import iso
from muster_server import Server
from scene import Scene

DATE_LINE = {"Polygon": [[[179.5, -78.0], [-179.5, -78.0], [-179.5, -77.0], [179.5, -77.0], [179.5, -78.0]]]}


@pytest.fixture(scope="module")
def amazon(logs, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("amazon") / "data", "--profile", "amazon")
    server.watcher = server.watch()
    yield server
    server.stop()


@pytest.fixture
def stage(amazon, name):
    return Scene(amazon.client, amazon.watcher, name)


def test_transitions_are_the_same(stage):
    stage.put("A", places.A)
    stage.go(places.IN_A, places.ALSO_IN_A, places.NOWHERE)
    assert stage.story() == [("ENTER", "A"), ("EXIT", "A")]


def test_rings_across_the_antimeridian_are_refused(stage):
    answer = stage.client.call("PutGeofence", CollectionName=stage.collection, GeofenceId="f", Geometry=DATE_LINE)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)


def test_deleting_a_fence_is_silent(stage):
    stage.put("A", places.A)
    stage.go(places.IN_A)
    stage.expect(("ENTER", "A"))
    stage.delete("A")
    assert stage.story() == [("ENTER", "A")]


def test_a_new_fence_waits_for_the_next_sample(stage):
    stage.go(places.IN_A)
    at = stage.clock
    stage.put("A", places.A)
    stage.go(places.ALSO_IN_A)
    event, = stage.settle()
    assert event.kind == "ENTER" and event.detail["SampleTime"] == iso(at + 60_000)


def test_a_late_sample_is_not_kept(stage):
    late = stage.tick()
    stage.tick()
    stage.go(places.IN_A)
    stage.send(stage.sample(places.IN_B, at=late))
    assert [position for _, position in stage.history()] == [places.IN_A]


def test_no_reason_in_the_detail(stage):
    stage.put("A", places.A)
    stage.go(places.IN_A)
    stage.expect(("ENTER", "A"))
    stage.put("A", places.B)
    stage.go(places.IN_A)
    assert all("Reason" not in event.detail for event in stage.settle())
