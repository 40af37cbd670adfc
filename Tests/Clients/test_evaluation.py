"""What a geofence decision means, seen from outside: DESIGN's table, row by row. See scene.py for the stage."""

import pytest

import places
from covers import covers
from muster_client import iso
from scene import MINUTE, now_ms, sample_time

IN_A, IN_B, NOWHERE = places.IN_A, places.IN_B, places.NOWHERE


def fences(scene, **more):
    for fence, geometry in {"A": places.A, "B": places.B, "C": places.C, **more}.items():
        scene.put(fence, geometry)


def test_only_transitions_and_strictly_alternating(scene):
    fences(scene)
    scene.go(NOWHERE, NOWHERE, IN_A, places.ALSO_IN_A, NOWHERE, places.ELSEWHERE, IN_A, IN_A, IN_B, places.IN_C, NOWHERE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"), ("EXIT", "A"), ("ENTER", "B"), ("EXIT", "B"),
                             ("ENTER", "C"), ("EXIT", "C")]


def test_first_sighting_inside_enters(scene):
    fences(scene)
    scene.go(IN_A)
    assert scene.story() == [("ENTER", "A")]


def test_first_sighting_outside_is_silent(scene):
    fences(scene)
    scene.go(NOWHERE)
    assert scene.story() == []


def test_accuracy_does_not_matter_by_default(scene):
    fences(scene)
    scene.go(IN_A, accuracy=1_000_000)
    assert scene.story() == [("ENTER", "A")]


def test_hole(scene):
    scene.put("A", places.A_WITH_HOLE)
    scene.go(places.IN_HOLE, places.ALSO_IN_A, places.IN_HOLE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]


def test_multipolygon_is_one_fence(scene):
    scene.put("AB", {"MultiPolygon": [places.A["Polygon"], places.B["Polygon"]]})
    scene.go(IN_A, IN_B, places.ON_SHARED_EDGE, NOWHERE)
    assert scene.story() == [("ENTER", "AB"), ("EXIT", "AB")]


def test_geobuf_decides_like_the_polygon(scene):
    import geometry

    scene.put("A", {"Geobuf": geometry.geobuf_of("Polygon", places.A["Polygon"])})
    scene.go(IN_A, NOWHERE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]


@pytest.mark.parametrize("point, inside", [
    (places.VERTEX_OF_A, True), (places.ON_SHARED_EDGE, True), ([-141.375, places.SOUTH], True),
    ([places.WEST - 2 ** -40, places.SOUTH], False), ([places.SHARED + 2 ** -40, -77.7578125], False)])
def test_a_point_on_the_edge_is_inside(scene, point, inside):
    scene.put("A", places.A)
    scene.go(point)
    assert scene.story() == ([("ENTER", "A")] if inside else [])


def test_a_common_edge_leaves_no_seam(scene):
    fences(scene)
    scene.go(IN_A, places.ON_SHARED_EDGE, IN_B)
    assert scene.story() == [("ENTER", "A"), ("ENTER", "B"), ("EXIT", "A")]


def test_either_winding_decides_the_same(scene):
    scene.put("A", {"Polygon": [places.A["Polygon"][0][::-1]]})
    scene.go(IN_A, NOWHERE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]


@pytest.mark.parametrize("azimuth", [0.0, 90.0, 137.0])
def test_circle_is_geodesic(scene, azimuth):
    scene.put("C", places.C)
    scene.go(places.moved(places.CIRCLE_CENTER, 500.001, azimuth), places.moved(places.CIRCLE_CENTER, 499.999, azimuth),
             places.moved(places.CIRCLE_CENTER, 500.001, azimuth + 5))
    assert scene.story() == [("ENTER", "C"), ("EXIT", "C")]


def test_antimeridian(scene):
    ring = [[179.5, -78.0], [-179.5, -78.0], [-179.5, -77.0], [179.5, -77.0], [179.5, -78.0]]
    scene.put("date-line", {"Polygon": [ring]})
    scene.go([179.0, -77.5], [179.75, -77.5], [180.0, -77.5], [-180.0, -77.5], [-179.75, -77.5], [-179.0, -77.5],
             [0.0, -77.5])
    assert scene.story() == [("ENTER", "date-line"), ("EXIT", "date-line")]


def test_circle_over_a_pole(scene):
    scene.put("pole", {"Circle": {"Center": [-141.125, -89.75], "Radius": 100_000.0}})
    scene.go([38.875, -89.75], [38.875, -88.0], [0.0, -90.0], [-141.125, -88.75], [-141.125, -89.0])
    assert scene.story() == [("ENTER", "pole"), ("EXIT", "pole"), ("ENTER", "pole"), ("EXIT", "pole"), ("ENTER", "pole")]


def test_circle_across_the_antimeridian(scene):
    scene.put("date-line", {"Circle": {"Center": [179.999, -77.5], "Radius": 1000.0}})
    scene.go([-179.999, -77.5], [179.9, -77.5])
    assert scene.story() == [("ENTER", "date-line"), ("EXIT", "date-line")]


# Order and time


def test_a_batch_is_sorted_by_sample_time(scene):
    fences(scene)
    times = [scene.tick() for _ in range(4)]
    scene.send(*(scene.sample(position, at=times[index]) for index, position in
                 ((2, IN_B), (0, IN_A), (3, NOWHERE), (1, NOWHERE))))
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A"), ("ENTER", "B"), ("EXIT", "B")]
    assert [position for _, position in scene.history()][:4] == [IN_A, NOWHERE, IN_B, NOWHERE]


def test_a_late_sample_goes_to_history_and_changes_nothing(scene):
    fences(scene)
    late = scene.tick()
    scene.tick()
    scene.go(IN_A, NOWHERE)
    scene.send(scene.sample(IN_B, at=late))
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]
    assert scene.history()[0] == (iso(late), IN_B)


def test_a_late_sample_passes_the_filter(scene):
    """Late samples complete the track: the filter, which compares with the last stored one, does not apply to them."""
    scene.go(NOWHERE)
    scene.send(scene.sample(places.ELSEWHERE, at=scene.clock - 1000))
    assert scene.history() == [(iso(scene.clock - 1000), places.ELSEWHERE), (iso(scene.clock), NOWHERE)]


def test_the_same_time_and_position_again_is_a_heartbeat(scene):
    fences(scene)
    scene.go(IN_A)
    for _ in range(3):
        scene.send(scene.sample(IN_A, at=scene.clock))
    assert scene.history() == [(iso(scene.clock), IN_A)]
    assert scene.story() == [("ENTER", "A")]


def test_the_same_time_at_another_place_is_kept_and_not_evaluated(scene):
    fences(scene)
    at = scene.tick()
    scene.send(scene.sample(IN_A, at=at))
    scene.send(scene.sample(IN_B, at=at))
    assert sorted(scene.history()) == sorted([(iso(at), IN_A), (iso(at), IN_B)])
    assert scene.client.ok("GetDevicePosition", TrackerName=scene.tracker, DeviceId=scene.device())["Position"] == IN_A
    assert scene.story() == [("ENTER", "A")]


def test_a_retry_of_a_batch_changes_nothing(scene):
    fences(scene)
    batch = [scene.sample(position) for position in (IN_A, NOWHERE, IN_B, places.IN_C, NOWHERE, IN_A)]
    scene.send(*batch)
    before = scene.history()
    for _ in range(3):
        scene.send(*batch)
    assert scene.history() == before and len(before) == 6
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A"), ("ENTER", "B"), ("EXIT", "B"), ("ENTER", "C"), ("EXIT", "C"),
                             ("ENTER", "A")]


def test_a_near_future_sample_counts_from_its_arrival(scene):
    """Its effective time is its arrival, so a sample of a moment later, with a smaller sample time, is not late."""
    fences(scene)
    now = now_ms()
    scene.send(scene.sample(IN_A, at=now + 4 * MINUTE))
    # The server's clock reads whole milliseconds at its own moment: one of the same millisecond would be the first's equal.
    scene.send(scene.sample(NOWHERE, at=now_ms() + 2))
    scene.expect(("ENTER", "A"), ("EXIT", "A"))


def test_one_sample_and_several_fences(make_scene, raw):
    """Every EXIT before any ENTER, across collections; then by collection; then by fence id."""
    scene = make_scene("-a")
    other = f"{scene.name}-0"
    arn = raw.ok("CreateGeofenceCollection", CollectionName=other)["CollectionArn"]
    raw.ok("AssociateTrackerConsumer", TrackerName=scene.tracker, ConsumerArn=arn)
    for collection in (scene.collection, other):
        for fence, shape in (("z", places.A), ("m", places.A), ("b", places.B), ("a", places.B)):
            raw.ok("PutGeofence", CollectionName=collection, GeofenceId=fence, Geometry=shape)
    scene.go(IN_A, IN_B)
    told = [(event.kind, event.collection, event.fence) for event in scene.settle()]
    order = sorted([scene.collection, other], key=str.encode)
    assert told == ([("ENTER", c, f) for c in order for f in "mz"] + [("EXIT", c, f) for c in order for f in "mz"]
                    + [("ENTER", c, f) for c in order for f in "ab"])


# Sources


def test_two_trackers_do_not_flip_each_others_state(make_scene, raw):
    one = make_scene("-one")
    fences(one)
    second = f"{one.name}-second"
    raw.ok("CreateTracker", TrackerName=second)
    raw.ok("AssociateTrackerConsumer", TrackerName=second, ConsumerArn=one.arn)
    one.go(IN_A)
    raw.ok("BatchUpdateDevicePosition", TrackerName=second, Updates=[one.sample(NOWHERE)])
    raw.ok("BatchUpdateDevicePosition", TrackerName=second, Updates=[one.sample(IN_A)])
    one.go(places.ALSO_IN_A, NOWHERE)
    told = [(event.kind, event.fence, event.envelope["resources"][1].rpartition("/")[2]) for event in
            one.watcher.wait(lambda _: (lambda e: e if len(e) >= 3 else None)(
                [e for e in one.watcher.of(one.device()) if e.fence == "A"]))]
    assert sorted(told) == sorted([("ENTER", "A", one.tracker), ("ENTER", "A", second), ("EXIT", "A", one.tracker)])


@covers("BatchEvaluateGeofences")
def test_batch_evaluate_is_a_source_of_its_own(scene):
    fences(scene)
    device = scene.device()

    def evaluate(position):
        scene.client.ok("BatchEvaluateGeofences", CollectionName=scene.collection,
                        DevicePositionUpdates=[scene.sample(position)])

    evaluate(IN_A)
    scene.go(IN_A)
    evaluate(NOWHERE)
    scene.go(NOWHERE)
    events = scene.watcher.wait(lambda _: (lambda e: e if len(e) >= 4 else None)(
        [e for e in scene.watcher.of(device) if e.fence == "A"]))
    paths = {len(event.envelope["resources"]): [] for event in events}
    for event in events:
        paths[len(event.envelope["resources"])].append(event.kind)
    # The tracker's ARN is there for the tracker's events only.
    assert paths == {1: ["ENTER", "EXIT"], 2: ["ENTER", "EXIT"]}


def test_devices_are_apart(scene):
    fences(scene)
    one, two = scene.device("one"), scene.device("two")
    scene.go(IN_A, device=one)
    scene.go(IN_A, device=two)
    scene.go(NOWHERE, device=one)
    assert scene.story(one) == [("ENTER", "A"), ("EXIT", "A")]
    assert scene.story(two) == [("ENTER", "A")]


def test_an_unlinked_collection_hears_nothing(make_scene):
    scene = make_scene(link=False)
    fences(scene)
    scene.go(IN_A)
    assert scene.story() == []


# Changes of fences, links and trackers


def reasons(events):
    return [(event.kind, event.fence, event.reason) for event in events]


def test_a_new_fence_finds_who_is_inside(scene):
    here, away = scene.device("here"), scene.device("away")
    scene.go(IN_A, device=here)
    at = scene.clock
    scene.go(NOWHERE, device=away)
    scene.put("A", places.A)
    event, = scene.expect(("ENTER", "A"), device=here)
    assert sample_time(event) == at and event.detail["Position"] == IN_A
    assert scene.story(away) == []


def test_unchanged_geometry_is_silent(scene):
    scene.put("A", places.A)
    scene.go(IN_A)
    scene.put("A", places.A, GeofenceProperties={"floor": "3"})
    scene.put("later", places.A)
    scene.expect(("ENTER", "A"), ("ENTER", "later"))


def test_a_fence_that_moves_away_and_back(scene):
    scene.put("A", places.A)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.put("A", places.B)
    scene.expect(("ENTER", "A"), ("EXIT", "A"))
    scene.put("A", places.A)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))
    assert reasons(events) == [("ENTER", "A", None), ("EXIT", "A", "FENCE_CHANGED"), ("ENTER", "A", "FENCE_CHANGED")]


def test_a_fence_replaced_by_a_batch(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    answer = scene.client.ok("BatchPutGeofence", CollectionName=scene.collection, Entries=[
        {"GeofenceId": "A", "Geometry": places.B}, {"GeofenceId": "B", "Geometry": places.A}])
    assert len(answer["Successes"]) == 2
    device = scene.device()
    scene.watcher.wait(lambda _: len([e for e in scene.watcher.of(device)]) >= 3)
    told = reasons(scene.watcher.of(device))
    assert sorted(told[1:]) == [("ENTER", "B", "FENCE_CHANGED"), ("EXIT", "A", "FENCE_CHANGED")]


def test_deleting_a_fence_sends_the_devices_out(scene):
    fences(scene)
    away = scene.device("away")
    scene.go(IN_A)
    scene.go(NOWHERE, device=away)
    scene.expect(("ENTER", "A"))
    scene.delete("A", "B")
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"))
    assert events[1].reason == "FENCE_DELETED"
    assert scene.story(away) == []


def test_a_fence_made_anew_starts_with_everyone_outside(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.delete("A")
    scene.expect(("ENTER", "A"), ("EXIT", "A"))
    scene.put("A", places.A)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))
    assert len({event.id for event in events}) == 3


def test_deleting_a_collection_sends_the_devices_out(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.client.ok("DeleteGeofenceCollection", CollectionName=scene.collection)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"))
    assert events[1].reason == "COLLECTION_DELETED"


def test_a_collection_made_anew_has_its_own_events(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.client.ok("DeleteGeofenceCollection", CollectionName=scene.collection)
    scene.expect(("ENTER", "A"), ("EXIT", "A"))
    scene.client.ok("CreateGeofenceCollection", CollectionName=scene.collection)
    scene.link()
    fences(scene)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))
    assert len({event.id for event in events}) == 3


def test_linking_finds_who_is_inside_and_unlinking_sends_them_out(make_scene):
    scene = make_scene(link=False)
    fences(scene)
    scene.go(IN_A)
    scene.link()
    scene.expect(("ENTER", "A"))
    scene.unlink()
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"))
    assert events[1].reason == "UNLINKED"
    scene.link()
    scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))


def test_deleting_a_tracker_sends_its_devices_out(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.client.ok("DeleteTracker", TrackerName=scene.tracker)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"))
    assert events[1].reason == "TRACKER_DELETED"


def test_a_tracker_made_anew_knows_nothing(scene):
    fences(scene)
    scene.go(IN_A)
    scene.expect(("ENTER", "A"))
    scene.client.ok("DeleteTracker", TrackerName=scene.tracker)
    scene.expect(("ENTER", "A"), ("EXIT", "A"))
    scene.client.ok("CreateTracker", TrackerName=scene.tracker)
    assert scene.client.ok("ListTrackerConsumers", TrackerName=scene.tracker)["ConsumerArns"] == []
    scene.link()
    scene.go(IN_A)
    events = scene.expect(("ENTER", "A"), ("EXIT", "A"), ("ENTER", "A"))
    assert len({event.id for event in events}) == 3


def test_deleting_history_keeps_membership(scene):
    fences(scene)
    scene.go(IN_A)
    scene.client.ok("BatchDeleteDevicePositionHistory", TrackerName=scene.tracker, DeviceIds=[scene.device()])
    scene.go(places.ALSO_IN_A, NOWHERE)
    assert scene.story() == [("ENTER", "A"), ("EXIT", "A")]


def test_many_devices_at_once(scene):
    """A fence change reaches every device exactly once, while they move."""
    devices = [scene.device(str(index)) for index in range(60)]

    def all_go(position):
        at = scene.tick()
        for start in range(0, 60, 10):
            scene.send(*(scene.sample(position, at=at, device=device) for device in devices[start:start + 10]))

    all_go(IN_A)
    scene.put("A", places.A)
    all_go(NOWHERE)
    for device in devices:
        # A device that left before the fence reached it was never inside; else it came and went.
        assert scene.story(device) in ([], [("ENTER", "A"), ("EXIT", "A")])
