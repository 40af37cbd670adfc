"""One below, at and one above every limit that the service model gives to an input of an offered operation."""

import pytest

import geometry
import limit_cases
import places
import service_model
from covers import covers


@pytest.fixture(scope="module", autouse=True)
def prepared(server):
    limit_cases.prepare(server.client)


def parameters():
    for case in limit_cases.all_cases():
        yield pytest.param(case, id=case.id, marks=covers(case.limit.operation, limit=case.limit.name))


def assert_refused(answer, member, in_uri=False):
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    if in_uri and answer.json["reason"] == "UnknownOperation":
        return  # an empty path segment names no operation
    names = [field["name"] for field in answer.json["fieldList"]]
    assert any(member.lower() in name.lower() for name in names), f"{member} not among {names}"


@pytest.mark.parametrize("case", list(parameters()))
def test_limit(raw, case):
    answer = raw.call(case.limit.operation, **case.parameters())
    in_uri = case.limit.member in service_model.uri_members(case.limit.operation)
    item_error = answer.status == 200 and answer.json.get("Errors")
    if case.good and answer.status == 400 and case.limit.member == "ConsumerArn":
        # A well-formed ARN may still be none of this server's: then that is what is said, not that it is malformed.
        assert "must name a geofence collection of this server" in str(answer.json["fieldList"]), repr(answer)
    elif case.good:
        # A well-formed name may still name nothing: what matters is that it passed.
        assert answer.status == 200 or answer.error == "ResourceNotFoundException", repr(answer)
        if case.limit.operation == "TagResource" and answer.status == 200:
            parameters = case.parameters()
            raw.ok("UntagResource", ResourceArn=parameters["ResourceArn"], TagKeys=list(parameters["Tags"]) or ["none"])
        assert all(item["Error"]["Code"] == "ResourceNotFoundError" for item in item_error or []), repr(answer)
    elif case.limit.shape.name == "Base64EncodedGeobuf" and item_error:
        # That a blob does not decode is a fault of the item, not of the request.
        assert item_error[0]["Error"]["Code"] == "ValidationError"
    else:
        assert_refused(answer, case.limit.member, in_uri)


REQUIRED = [(name, member) for name in service_model.OFFERED
            for member in service_model.operation(name).input_shape.required_members
            if member not in service_model.uri_members(name)]


@pytest.mark.parametrize("operation, member", REQUIRED)
@pytest.mark.parametrize("null", [False, True], ids=["absent", "null"])
def test_required_member(raw, operation, member, null):
    parameters = limit_cases.base(operation)
    del parameters[member]
    if null:
        parameters[member] = None
    assert_refused(raw.call(operation, **parameters), member)


NESTED = [
    ("BatchUpdateDevicePosition", "Updates[].DeviceId"), ("BatchUpdateDevicePosition", "Updates[].SampleTime"),
    ("BatchUpdateDevicePosition", "Updates[].Position"), ("BatchUpdateDevicePosition", "Updates[].Accuracy.Horizontal"),
    ("BatchEvaluateGeofences", "DevicePositionUpdates[].DeviceId"),
    ("BatchEvaluateGeofences", "DevicePositionUpdates[].SampleTime"),
    ("BatchEvaluateGeofences", "DevicePositionUpdates[].Position"),
    ("BatchPutGeofence", "Entries[].GeofenceId"), ("BatchPutGeofence", "Entries[].Geometry"),
    ("PutGeofence", "Geometry.Circle.Center"), ("PutGeofence", "Geometry.Circle.Radius"),
]


@pytest.mark.parametrize("operation, path", NESTED)
def test_required_member_inside(raw, operation, path):
    parameters = limit_cases.base(operation, path)
    *parents, last = limit_cases._steps(path)
    holder = parameters
    for step in parents:
        holder = holder[0 if step == "[]" else step]
    del holder[last]
    assert_refused(raw.call(operation, **parameters), last)


WRONG_TYPES = [(name, member) for name in service_model.OFFERED
               for member in service_model.operation(name).input_shape.members
               if member not in service_model.uri_members(name)]


@pytest.mark.parametrize("operation, member", WRONG_TYPES)
def test_wrong_type(raw, operation, member):
    parameters = limit_cases.base(operation)
    shape = service_model.operation(operation).input_shape.members[member]
    for wrong in (17, "text", ["list"], {"map": 1}, True):
        fits = {"string": str, "integer": int, "double": (int, float), "boolean": bool, "list": list, "map": dict,
                "structure": dict, "timestamp": str}[shape.type_name]
        if isinstance(wrong, fits) and not (isinstance(wrong, bool) and shape.type_name in ("integer", "double")):
            continue
        answer = raw.call(operation, **dict(parameters, **{member: wrong}))
        assert (answer.status, answer.error) == (400, "ValidationException"), f"{wrong!r}: {answer!r}"


@pytest.mark.parametrize("text", ["nonsense", "", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01",
                                  "2026-01-01T25:00:00Z", "2026-01-01T00:00:00", "+99999-01-01T00:00:00Z"])
def test_broken_sample_time(raw, text):
    parameters = limit_cases.base("BatchUpdateDevicePosition")
    parameters["Updates"][0]["SampleTime"] = text
    assert_refused(raw.call("BatchUpdateDevicePosition", **parameters), "SampleTime")


# Limits that the documentation gives and the model does not.


@pytest.mark.parametrize("operation", ["PutGeofence", "BatchPutGeofence"])
@pytest.mark.parametrize("radius, good", [(0, False), (-1, False), (0.001, True), (99_999.99, True), (100_000, True),
                                          (100_000.01, False), (1e308, False)])
def test_radius(raw, operation, radius, good):
    shape = {"Circle": {"Center": [-150.0, -85.0], "Radius": radius}}
    assert_geometry(raw, operation, shape, good, "Radius")


def assert_geometry(raw, operation, shape, good, place):
    """Geometry that is well formed but wrong: PutGeofence refuses the request, BatchPutGeofence the entry."""
    fence = limit_cases.fresh("fence")
    if operation == "PutGeofence":
        answer = raw.call(operation, CollectionName=limit_cases.COLLECTION, GeofenceId=fence, Geometry=shape)
        if good:
            assert answer.status == 200, repr(answer)
        else:
            assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
            assert place in str(answer.json), f"{place} is not named: {answer!r}"
        return
    well = {"GeofenceId": fence + "-well", "Geometry": limit_cases.GEOMETRIES["Circle"]}
    answer = raw.call(operation, CollectionName=limit_cases.COLLECTION,
                      Entries=[{"GeofenceId": fence, "Geometry": shape}, well])
    assert answer.status == 200, repr(answer)
    assert [item["GeofenceId"] for item in answer.json["Successes"]] == ([fence] if good else []) + [fence + "-well"]
    if not good:
        error, = answer.json["Errors"]
        assert (error["GeofenceId"], error["Error"]["Code"]) == (fence, "ValidationError")
        assert place in error["Error"]["Message"], f"{place} is not named: {error}"


SQUARE = places.square(-150.0, -85.0, -149.0, -84.0)
BROKEN = {
    "not closed": (SQUARE[:-1], "Polygon"),
    "crosses itself": ([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]], "Polygon"),
    "no area": ([SQUARE[0], SQUARE[1], SQUARE[0], SQUARE[1], SQUARE[0]], "Polygon"),
    "latitude": ([[-150.0, -91.0], *SQUARE[1:4], [-150.0, -91.0]], "Polygon"),
    "longitude": ([[-181.0, -85.0], *SQUARE[1:4], [-181.0, -85.0]], "Polygon"),
    "round the pole": ([[-120.0, -80.0], [0.0, -80.0], [120.0, -80.0], [-120.0, -80.0]], "Polygon"),
    "exactly half round": ([[-90.0, -80.0], [90.0, -80.0], [90.0, -70.0], [-90.0, -70.0], [-90.0, -80.0]], "Polygon"),
}


@pytest.mark.parametrize("operation", ["PutGeofence", "BatchPutGeofence"])
@pytest.mark.parametrize("fault", BROKEN)
def test_broken_ring(raw, operation, fault):
    ring, place = BROKEN[fault]
    assert_geometry(raw, operation, {"Polygon": [ring]}, False, place)
    assert_geometry(raw, operation, {"MultiPolygon": [[places.square(-160.0, -85.0, -159.0, -84.0)], [ring]]},
                    False, "MultiPolygon[1]")


@pytest.mark.parametrize("operation", ["PutGeofence", "BatchPutGeofence"])
def test_hole_outside(raw, operation):
    assert_geometry(raw, operation, {"Polygon": [SQUARE, places.square(-140.0, -85.0, -139.0, -84.0)[::-1]]},
                    False, "Polygon[1]")


@pytest.mark.parametrize("operation", ["PutGeofence", "BatchPutGeofence"])
@pytest.mark.parametrize("vertices, good", [(999, True), (1000, True), (1001, False)])
def test_vertices_in_total(raw, operation, vertices, good):
    assert_geometry(raw, operation, {"Polygon": [geometry.ring(vertices)]}, good, "Polygon")
    halves = [[geometry.ring(vertices // 2)], [geometry.ring(vertices - vertices // 2, west=-152.0)]]
    assert_geometry(raw, operation, {"MultiPolygon": halves}, good, "MultiPolygon")


def test_a_geobuf_may_have_more_vertices(raw):
    shape = {"Geobuf": geometry.geobuf_of("Polygon", [geometry.ring(5_000)])}
    assert_geometry(raw, "PutGeofence", shape, True, "")


@pytest.mark.parametrize("operation", ["PutGeofence", "BatchPutGeofence"])
@pytest.mark.parametrize("members", [[], ["Polygon", "Circle"], ["Polygon", "MultiPolygon"], ["Circle", "Geobuf"]],
                         ids=lambda members: "+".join(members) or "none")
def test_exactly_one_kind_of_geometry(raw, operation, members):
    shape = {member: limit_cases.GEOMETRIES[member][member] for member in members}
    if operation == "PutGeofence":
        answer = raw.call(operation, CollectionName=limit_cases.COLLECTION, GeofenceId=limit_cases.fresh(), Geometry=shape)
        assert_refused(answer, "Geometry")
    else:
        answer = raw.call(operation, CollectionName=limit_cases.COLLECTION,
                          Entries=[{"GeofenceId": limit_cases.fresh(), "Geometry": shape}])
        assert answer.error == "ValidationException" or answer.json["Errors"][0]["Error"]["Code"] == "ValidationError"


@pytest.mark.parametrize("count, good", [(1000, True), (1001, False)])
def test_vertices_of_a_filter(raw, count, good):
    answer = raw.call("ListDevicePositions", TrackerName=limit_cases.TRACKER,
                      FilterGeometry={"Polygon": [geometry.ring(count)]})
    if good:
        assert answer.status == 200, repr(answer)
    else:
        assert_refused(answer, "FilterGeometry")


@pytest.mark.parametrize("operation", ["CreateTracker", "CreateGeofenceCollection", "TagResource"])
@pytest.mark.parametrize("key", ["aws:x", "AWS:x"])
def test_reserved_tag_prefix(raw, operation, key):
    assert_refused(raw.call(operation, **dict(limit_cases.base(operation), Tags={key: "v"})), "Tags")


def test_fifty_tags_in_total(raw, tracker):
    where = limit_cases.arn("tracker", tracker)
    raw.ok("TagResource", ResourceArn=where, Tags={f"k{index}": "v" for index in range(49)})
    raw.ok("TagResource", ResourceArn=where, Tags={"k49": "v"})
    raw.ok("TagResource", ResourceArn=where, Tags={"k49": "changed"})
    assert_refused(raw.call("TagResource", ResourceArn=where, Tags={"k50": "v"}), "Tags")
    assert len(raw.ok("ListTagsForResource", ResourceArn=where)["Tags"]) == 50


@pytest.mark.parametrize("operation, list_name, where", [
    ("BatchUpdateDevicePosition", "Updates", {"TrackerName": limit_cases.TRACKER}),
    ("BatchEvaluateGeofences", "DevicePositionUpdates", {"CollectionName": limit_cases.COLLECTION})])
@pytest.mark.parametrize("position, good", [
    ([0, 90], True), ([0, -90], True), ([180, 0], True), ([-180, 0], True), ([0, 90.000001], False),
    ([0, -90.000001], False), ([180.000001, 0], False), ([-180.000001, 0], False), ([1e308, 0], False)])
def test_position_range_is_an_error_of_the_item(raw, operation, list_name, where, position, good):
    bad = dict(limit_cases._update(), Position=position)
    fine = limit_cases._update()
    answer = raw.ok(operation, **where, **{list_name: [bad, fine]})
    if good:
        assert answer["Errors"] == []
    else:
        error, = answer["Errors"]
        assert (error["DeviceId"], error["SampleTime"]) == (bad["DeviceId"], bad["SampleTime"])
        assert error["Error"]["Code"] == "ValidationError"
        word = "latitude" if abs(position[1]) > 90 else "longitude"
        limit = "90" if word == "latitude" else "180"
        assert error["Error"]["Message"] == f"{word} must be between -{limit} and {limit} degrees"


def test_history_period(raw):
    where = {"TrackerName": limit_cases.TRACKER, "DeviceId": "known"}
    one, two = "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"
    raw.ok("GetDevicePositionHistory", **where, StartTimeInclusive=one, EndTimeExclusive=two)
    assert_refused(raw.call("GetDevicePositionHistory", **where, StartTimeInclusive=one, EndTimeExclusive=one), "Time")
    assert_refused(raw.call("GetDevicePositionHistory", **where, StartTimeInclusive=two, EndTimeExclusive=one), "Time")
