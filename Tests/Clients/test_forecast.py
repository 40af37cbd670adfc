"""Forecasts: what boto3 is told about fences around a device, held against distances by code that nobody here wrote."""

import datetime
import re

import pytest
from botocore.exceptions import ClientError

import geometry
import places
from covers import covers

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
MILE = 1.609344


def circle(center, radius):
    return {"Circle": {"Center": center, "Radius": radius}}


def names(answer):
    return [event["GeofenceId"] for event in answer["ForecastedEvents"]]


def by_name(answer):
    return {event["GeofenceId"]: event for event in answer["ForecastedEvents"]}


def to_ring(position, ring, samples=2000):
    """Kilometres from a position to a ring, by looking at many places of every edge."""
    places_of_edges = (
        [a[0] + (b[0] - a[0]) * step / samples, a[1] + (b[1] - a[1]) * step / samples]
        for a, b in zip(ring, ring[1:]) for step in range(samples + 1))
    return min(places.distance(position, place) for place in places_of_edges) / 1000


@pytest.fixture
def fences(location, collection):
    """Around IN_A: the square itself, its neighbour, a circle around the device, and circles ever farther east."""
    shapes = {"A": places.A, "B": places.B, "around": circle(places.IN_A, 250.0)}
    for kilometres in (20, 5, 50):
        shapes[f"east-{kilometres}"] = circle(places.moved(places.IN_A, 1000 * kilometres), 100.0)
    for fence, shape in shapes.items():
        location.put_geofence(CollectionName=collection, GeofenceId=fence, Geometry=shape,
                              GeofenceProperties={"name": fence})
    return collection


@covers("ForecastGeofenceEvents")
def test_enter_exit_and_idle(location, fences):
    before = datetime.datetime.now(datetime.timezone.utc)
    # 60 km/h for 15 minutes: 15 km.
    answer = location.forecast_geofence_events(
        CollectionName=fences, DeviceState={"Position": places.IN_A, "Speed": 60.0}, TimeHorizonMinutes=15.0)
    assert answer["DistanceUnit"] == "Kilometers" and answer["SpeedUnit"] == "KilometersPerHour"
    assert "NextToken" not in answer
    events = by_name(answer)
    kinds = {name: (event["EventType"], event["IsDeviceInGeofence"]) for name, event in events.items()}
    assert kinds == {"A": ("EXIT", True), "around": ("EXIT", True), "B": ("ENTER", False), "east-5": ("ENTER", False)}
    expected = {"around": 0.25, "east-5": 4.9, "A": to_ring(places.IN_A, places.A["Polygon"][0]),
                "B": to_ring(places.IN_A, places.B["Polygon"][0])}
    for name, kilometres in expected.items():
        event = events[name]
        assert event["NearestDistance"] == pytest.approx(kilometres, abs=1e-6), name
        assert UUID.fullmatch(event["EventId"]), event
        assert event["GeofenceProperties"] == {"name": name}
        delay = (event["ForecastedBreachTime"] - before).total_seconds()
        assert kilometres * 60 - 0.01 <= delay <= kilometres * 60 + 30, name
    distances = [event["NearestDistance"] for event in answer["ForecastedEvents"]]
    assert distances == sorted(distances)
    assert len({event["EventId"] for event in events.values()}) == 4


def test_slow_or_soon_it_stays_inside(location, fences):
    answer = location.forecast_geofence_events(
        CollectionName=fences, DeviceState={"Position": places.IN_A, "Speed": 6.0}, TimeHorizonMinutes=3.0)
    events = by_name(answer)
    assert {name: event["EventType"] for name, event in events.items()} == {"A": "IDLE", "around": "EXIT"}
    assert "ForecastedBreachTime" not in events["A"] and "ForecastedBreachTime" in events["around"]


@pytest.mark.parametrize("state, more", [
    ({}, {}), ({"Speed": 60.0}, {}), ({}, {"TimeHorizonMinutes": 15.0}), ({"Speed": 0.0}, {"TimeHorizonMinutes": 15.0}),
    ({"Speed": 60.0}, {"TimeHorizonMinutes": 0.0})])
def test_containment_check(location, fences, state, more):
    answer = location.forecast_geofence_events(
        CollectionName=fences, DeviceState={"Position": places.IN_A, **state}, **more)
    assert [(event["GeofenceId"], event["EventType"]) for event in answer["ForecastedEvents"]] == [
        ("around", "IDLE"), ("A", "IDLE")]


def test_miles(location, fences):
    ask = {"CollectionName": fences, "TimeHorizonMinutes": 15.0}
    metric = by_name(location.forecast_geofence_events(
        DeviceState={"Position": places.IN_A, "Speed": 60.0}, DistanceUnit="Kilometers", SpeedUnit="KilometersPerHour",
        **ask))
    answer = location.forecast_geofence_events(
        DeviceState={"Position": places.IN_A, "Speed": 60.0 / MILE}, DistanceUnit="Miles", SpeedUnit="MilesPerHour", **ask)
    assert answer["DistanceUnit"] == "Miles" and answer["SpeedUnit"] == "MilesPerHour"
    assert {name: event["NearestDistance"] for name, event in by_name(answer).items()} == pytest.approx(
        {name: event["NearestDistance"] / MILE for name, event in metric.items()})


@covers("ForecastGeofenceEvents", error="ValidationException")
@pytest.mark.parametrize("units, field", [
    ({"DistanceUnit": "Miles"}, "SpeedUnit"), ({"SpeedUnit": "MilesPerHour"}, "DistanceUnit"),
    ({"DistanceUnit": "Miles", "SpeedUnit": "KilometersPerHour"}, "SpeedUnit"),
    ({"DistanceUnit": "Kilometers", "SpeedUnit": "MilesPerHour"}, "SpeedUnit")])
def test_units_of_two_systems(location, raw, collection, units, field):
    ask = {"CollectionName": collection, "DeviceState": {"Position": places.NOWHERE, "Speed": 5.0}, **units}
    answer = raw.call("ForecastGeofenceEvents", **ask)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    assert [entry["name"] for entry in answer.json["fieldList"]] == [field]
    with pytest.raises(ClientError, match="ValidationException"):
        location.forecast_geofence_events(**ask)


@covers("ForecastGeofenceEvents", error="ValidationException")
@pytest.mark.parametrize("position", [[-180.5, -77.0], [181.0, -77.0], [-141.25, -90.5], [-141.25, 91.0]])
def test_a_position_that_is_no_place(raw, collection, position):
    answer = raw.call("ForecastGeofenceEvents", CollectionName=collection, DeviceState={"Position": position})
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    assert [entry["name"] for entry in answer.json["fieldList"]] == ["DeviceState.Position"]


def test_event_ids_are_stable(location, fences):
    def ask(speed=60.0, **more):
        answer = location.forecast_geofence_events(
            CollectionName=fences, DeviceState={"Position": places.IN_A, "Speed": speed}, TimeHorizonMinutes=15.0, **more)
        return {event["GeofenceId"]: event["EventId"] for event in answer["ForecastedEvents"]}

    first = ask()
    assert ask() == first and ask(MaxResults=1).items() <= first.items()
    assert not set(ask(speed=61.0).values()) & set(first.values())


def test_pages(location, raw, collection):
    center = places.ELSEWHERE
    fences = [{"GeofenceId": f"f{index:02d}", "Geometry": circle(places.moved(center, 700 + 37 * (index * 29 % 57), 6 * index),
                                                                 30.0)} for index in range(57)]
    for start in range(0, len(fences), 10):
        assert location.batch_put_geofence(CollectionName=collection, Entries=fences[start:start + 10])["Errors"] == []
    ask = {"CollectionName": collection, "DeviceState": {"Position": center, "Speed": 60.0}, "TimeHorizonMinutes": 2.5}
    near = sorted((places.distance(center, fence["Geometry"]["Circle"]["Center"]) - 30.0, fence["GeofenceId"])
                  for fence in fences)
    expected = [name for distance, name in near if distance <= 2500]
    assert 20 < len(expected) < 57
    for size in (None, 20, 7):
        limit = {} if size is None else {"MaxResults": size}
        entries, sizes = raw.pages("ForecastGeofenceEvents", "ForecastedEvents", **ask, **limit)
        assert [entry["GeofenceId"] for entry in entries] == expected
        assert sizes[0] == (size or 20) and max(sizes) == sizes[0]
    paginator = location.get_paginator("forecast_geofence_events")
    assert [name for page in paginator.paginate(**ask) for name in names(page)] == expected
    # A page's token is for its own question.
    token = raw.ok("ForecastGeofenceEvents", **ask)["NextToken"]
    other = dict(ask, TimeHorizonMinutes=3.0)
    for wrong in (dict(other, NextToken=token), dict(ask, NextToken=token[:-1]), dict(ask, NextToken="nonsense")):
        answer = raw.call("ForecastGeofenceEvents", **wrong)
        assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
        assert "NextToken" in str(answer.json["fieldList"])


def test_every_kind_of_shape(location, collection):
    """In the hole of one, beside another whose polygons lie apart, south of a third that came as Geobuf."""
    device = places.IN_HOLE
    shapes = {
        "hole": places.A_WITH_HOLE,
        "parts": {"MultiPolygon": [places.B["Polygon"], [places.square(-141.1, -77.8, -141.0, -77.7)]]},
        "geobuf": {"Geobuf": geometry.geobuf_of("Polygon", [places.square(-141.5, -77.5, -141.25, -77.25)])},
    }
    for fence, shape in shapes.items():
        location.put_geofence(CollectionName=collection, GeofenceId=fence, Geometry=shape)
    events = by_name(location.forecast_geofence_events(
        CollectionName=collection, DeviceState={"Position": device, "Speed": 100.0}, TimeHorizonMinutes=60.0))
    assert {event["EventType"] for event in events.values()} == {"ENTER"}
    expected = {"hole": to_ring(device, places.HOLE), "parts": to_ring(device, places.B["Polygon"][0]),
                "geobuf": to_ring(device, places.square(-141.5, -77.5, -141.25, -77.25))}
    assert {name: event["NearestDistance"] for name, event in events.items()} == pytest.approx(expected, abs=1e-6)


class TestAlongAHeading:
    """What Amazon does not have: the same question with a heading, at a path of its own."""

    @staticmethod
    def ask(raw, collection, state, **more):
        import json

        body = json.dumps({"DeviceState": state, **more}).encode()
        return raw.send("POST", f"/muster/v1/collections/{collection}/forecast", body)

    def test_only_what_lies_ahead(self, raw, fences):
        east = {"Position": places.IN_A, "Speed": 60.0, "Heading": 90.0}
        answer = self.ask(raw, fences, east, TimeHorizonMinutes=30.0)
        assert answer.status == 200, repr(answer)
        events = by_name(answer.json)
        assert answer.json["HeadingUsed"] is True
        assert set(events) == {"around", "A", "B", "east-5", "east-20"}
        assert events["around"]["EventType"] == "EXIT" and "ForecastedEntryTime" not in events["around"]
        moments = {name: [datetime.datetime.fromisoformat(events["east-5"][name]) for name in (
            "ForecastedEntryTime", "ForecastedExitTime")] for name in ["east-5"]}["east-5"]
        # 200 m through the circle's middle at 1 km a minute.
        assert (moments[1] - moments[0]).total_seconds() == pytest.approx(12.0, abs=0.05)
        west = self.ask(raw, fences, dict(east, Heading=270.0), TimeHorizonMinutes=30.0)
        assert set(names(west.json)) == {"around", "A"}

    def test_without_a_heading_it_says_so(self, raw, location, fences):
        state = {"Position": places.IN_A, "Speed": 60.0}
        answer = self.ask(raw, fences, state, TimeHorizonMinutes=15.0).json
        assert answer["HeadingUsed"] is False
        amazon = location.forecast_geofence_events(CollectionName=fences, DeviceState=state, TimeHorizonMinutes=15.0)
        assert names(answer) == names(amazon)

    @pytest.mark.parametrize("heading, field", [
        ({"Heading": 361}, "Heading"), ({"Heading": "north"}, "Heading"),
        ({"Heading": 5, "HeadingUncertainty": -1}, "HeadingUncertainty"),
        ({"HeadingUncertainty": 5}, "HeadingUncertainty")])
    def test_wrong_headings(self, raw, collection, heading, field):
        answer = self.ask(raw, collection, {"Position": places.NOWHERE, **heading})
        assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
        assert [entry["name"] for entry in answer.json["fieldList"]] == [f"DeviceState.{field}"]

    def test_who_may_not_ask(self, raw, collection):
        answer = raw.send("POST", f"/muster/v1/collections/{collection}/forecast", b"{}", sign=False)
        assert (answer.status, answer.error) == (403, "MissingAuthenticationTokenException"), repr(answer)

    def test_an_unknown_collection(self, raw):
        answer = self.ask(raw, "never-made", {"Position": places.NOWHERE})
        assert (answer.status, answer.error) == (404, "ResourceNotFoundException"), repr(answer)
