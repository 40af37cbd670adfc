"""The three position filters, at their exact boundaries."""

import pytest

import places
from muster_client import iso
from places import moved


START = places.NOWHERE


def fence_at(scene, name, position, radius=1.0):
    scene.put(name, {"Circle": {"Center": position, "Radius": radius}})


@pytest.mark.parametrize("gap, stored", [(29_999, False), (30_000, True), (30_001, True)])
def test_time_based_stores_after_thirty_seconds(scene, gap, stored):
    scene.go(START)
    at = scene.clock
    scene.send(scene.sample(places.ELSEWHERE, at=at + gap))
    assert len(scene.history()) == (2 if stored else 1)
    latest = scene.client.ok("GetDevicePosition", TrackerName=scene.tracker, DeviceId=scene.device())
    assert latest["Position"] == (places.ELSEWHERE if stored else START)


def test_time_based_evaluates_every_sample(scene):
    fence_at(scene, "here", places.ELSEWHERE)
    scene.go(START)
    at = scene.clock
    for second, position in enumerate((places.ELSEWHERE, START, places.ELSEWHERE, START), 1):
        scene.send(scene.sample(position, at=at + 1000 * second))
    assert scene.history() == [(iso(at), START)]
    assert scene.story() == [("ENTER", "here"), ("EXIT", "here")] * 2


def test_time_based_counts_from_the_last_stored(scene):
    at = scene.tick()
    for second in (0, 20, 40, 60, 80):
        scene.send(scene.sample(START, at=at + 1000 * second))
    # 20 is within 30 s of 0; 40 is not; 60 is within 30 s of 40; 80 is not.
    assert [time for time, _ in scene.history()] == [iso(at + 1000 * second) for second in (0, 40, 80)]


def test_time_based_within_one_batch(scene):
    at = scene.tick()
    scene.send(*(scene.sample(START, at=at + 10_000 * index) for index in range(10)))
    assert [time for time, _ in scene.history()] == [iso(at + 30_000 * index) for index in range(4)]


@pytest.mark.parametrize("meters, stored", [(29.999, False), (30.001, True)])
@pytest.mark.parametrize("azimuth", [0.0, 45.0, 90.0])
def test_distance_based(make_scene, meters, stored, azimuth):
    scene = make_scene(filtering="DistanceBased")
    there = moved(START, meters, azimuth)
    fence_at(scene, "there", there)
    scene.go(START, there)
    assert len(scene.history()) == (2 if stored else 1)
    assert scene.story() == ([("ENTER", "there")] if stored else [])


def test_distance_based_counts_from_the_last_stored(make_scene):
    scene = make_scene(filtering="DistanceBased")
    steps = [moved(START, 20.0 * index) for index in range(6)]
    scene.go(*steps)
    # A walk in steps of 20 m: 20 m is filtered out, 40 m stored, 60 m out, 80 m stored, 100 m out.
    assert [position for _, position in scene.history()] == [steps[0], steps[2], steps[4]]


def test_distance_based_is_not_an_error(make_scene):
    scene = make_scene(filtering="DistanceBased")
    scene.go(START)
    assert scene.send(scene.sample(START)) == {"Errors": []}


@pytest.mark.parametrize("first, second, meters, stored", [
    (5.0, 10.0, 14.999, False), (5.0, 10.0, 15.001, True), (10.0, 5.0, 14.999, False), (0.0, 0.0, 0.001, True),
    (None, None, 0.001, True), (None, 20.0, 19.999, False), (None, 20.0, 20.001, True), (20.0, None, 19.999, False)])
def test_accuracy_based_sums_both_accuracies(make_scene, first, second, meters, stored):
    scene = make_scene(filtering="AccuracyBased")
    there = moved(START, meters)
    fence_at(scene, "there", there, radius=0.0005)
    scene.go(START, accuracy=first)
    scene.go(there, accuracy=second)
    assert len(scene.history()) == (2 if stored else 1)
    assert scene.story() == ([("ENTER", "there")] if stored else [])


def test_a_changed_filter_applies_at_once(scene):
    scene.go(START, moved(START, 1.0))
    assert len(scene.history()) == 2
    scene.client.ok("UpdateTracker", TrackerName=scene.tracker, PositionFiltering="DistanceBased")
    scene.go(moved(START, 2.0))
    assert len(scene.history()) == 2
    scene.client.ok("UpdateTracker", TrackerName=scene.tracker, PositionFiltering="TimeBased")
    scene.go(moved(START, 3.0))
    assert len(scene.history()) == 3


def test_the_first_sample_is_always_stored(make_scene):
    for filtering in ("TimeBased", "DistanceBased", "AccuracyBased"):
        scene = make_scene(f"-{filtering}", filtering=filtering)
        scene.go(START, accuracy=1000.0)
        assert [position for _, position in scene.history()] == [START]


def test_devices_are_filtered_apart(make_scene):
    scene = make_scene(filtering="DistanceBased")
    scene.go(START, device=scene.device("one"))
    scene.go(START, device=scene.device("two"))
    assert len(scene.history(scene.device("one"))) == len(scene.history(scene.device("two"))) == 1


@pytest.mark.parametrize("filtering", ["TimeBased", "DistanceBased"])
def test_a_retry_of_filtered_samples_changes_nothing(make_scene, filtering):
    """A sample that the filter left out is not a late one when it is sent again."""
    scene = make_scene(filtering=filtering)
    at = scene.tick()
    batch = [scene.sample(moved(START, 10.5 * index), at=at + 10_000 * index) for index in range(10)]
    scene.send(*batch)
    before = scene.history()
    assert [time for time, _ in before] == [iso(at + 30_000 * index) for index in range(4)]
    scene.send(*batch)
    assert scene.history() == before
