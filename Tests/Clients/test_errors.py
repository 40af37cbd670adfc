"""Every modelled error of every offered operation that a client can bring about."""

import pytest

import limit_cases
import service_model
from covers import covers
from muster_client import request_of

REQUEST_ERRORS = [name for name in service_model.OFFERED]
WITH_NOT_FOUND = [name for name in service_model.OFFERED
                  if "ResourceNotFoundException" in service_model.modelled_errors(name)]


def nowhere(operation):
    """A valid input of an operation on a resource that does not exist."""
    parameters = limit_cases.base(operation)
    for member in ("TrackerName", "CollectionName"):
        if member in parameters:
            parameters[member] = "never-made"
    if "ResourceArn" in parameters:
        parameters["ResourceArn"] = limit_cases.arn("tracker", "never-made")
    return parameters


@pytest.mark.parametrize("operation", [
    pytest.param(name, marks=covers(name, error="ResourceNotFoundException")) for name in WITH_NOT_FOUND])
def test_not_found(raw, operation):
    answer = raw.call(operation, **nowhere(operation))
    assert (answer.status, answer.error) == (404, "ResourceNotFoundException")
    assert "never-made" in answer.json["message"]


def test_a_listing_of_an_unknown_tracker(raw):
    """ListDevicePositions models no ResourceNotFoundException, but an empty list would be a lie."""
    answer = raw.call("ListDevicePositions", TrackerName="never-made")
    assert (answer.status, answer.error) == (404, "ResourceNotFoundException"), repr(answer)


def _bad(operation):
    """An input that breaks a constraint, whatever the operation."""
    for limit in service_model.limits(operation):
        for case in limit_cases.cases(limit):
            if not case.good and limit.member != "NextToken":
                return case.parameters()
    raise AssertionError(operation)


@pytest.mark.parametrize("operation", [
    pytest.param(name, marks=covers(name, error="ValidationException")) for name in service_model.OFFERED])
def test_validation_comes_before_the_lookup(raw, operation):
    parameters = _bad(operation)
    for member in ("TrackerName", "CollectionName"):
        if member in parameters and parameters[member] in (limit_cases.TRACKER, limit_cases.COLLECTION):
            parameters[member] = "never-made"
    answer = raw.call(operation, **parameters)
    assert (answer.status, answer.error) == (400, "ValidationException")


WITH_BODY = [name for name in service_model.OFFERED if request_of(name, limit_cases.base(name))[2]]


@pytest.mark.parametrize("body", [b"{", b"nonsense", b'{"a":1}}', b"[]", b'"text"', b"\xff\xfe", b'{"a":"\xc3"}',
                                  b"[" * 100_000, b'{"a":' * 50_000])
@pytest.mark.parametrize("operation", ["BatchUpdateDevicePosition", "PutGeofence", "CreateTracker"])
def test_a_body_that_is_not_a_json_object(raw, operation, body):
    method, target, _ = request_of(operation, limit_cases.base(operation))
    answer = raw.send(method, target, body)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    assert answer.json["reason"] in ("CannotParse", "FieldValidationFailed"), repr(answer)


@pytest.mark.parametrize("operation", WITH_BODY)
def test_no_body_at_all(raw, operation):
    """An empty body stands for an empty object: fine where nothing is required, else the missing member is named."""
    method, target, _ = request_of(operation, limit_cases.base(operation))
    model = service_model.operation(operation).input_shape
    required = [name for name in model.required_members if name not in service_model.uri_members(operation)]
    answer = raw.send(method, target)
    if required:
        assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
        assert {field["name"] for field in answer.json["fieldList"]} >= set(required), repr(answer)
    else:
        assert answer.status in (200, 404), repr(answer)


@pytest.mark.parametrize("content_type", ["application/json", "application/x-amz-json-1.1", "application/json; charset=utf-8"])
def test_content_types_of_real_clients(raw, tracker, content_type):
    answer = raw.send("PATCH", f"/tracking/v0/trackers/{tracker}", b'{"Description":"changed"}',
                      headers={"Content-Type": content_type})
    assert answer.status == 200, repr(answer)


@pytest.mark.parametrize("operation", [
    "CreateTracker", "UpdateTracker", "DeleteTracker", "AssociateTrackerConsumer", "DisassociateTrackerConsumer",
    "BatchUpdateDevicePosition", "BatchDeleteDevicePositionHistory", "CreateGeofenceCollection",
    "UpdateGeofenceCollection", "DeleteGeofenceCollection", "PutGeofence", "BatchPutGeofence", "BatchDeleteGeofence",
    "BatchEvaluateGeofences", "TagResource", "UntagResource"])
def test_a_full_disk(full, operation):
    server, change = full
    parameters = change(operation)
    server.limit_files(0)
    try:
        answer = server.client.call(operation, **parameters)
        assert answer.status == 503 and answer.error == "ServiceUnavailableException", repr(answer)
        assert server.client.send("GET", "/readyz", sign=False).status == 503
        assert server.client.send("GET", "/healthz", sign=False).status == 200
    finally:
        server.limit_files(None)


@pytest.fixture(scope="module")
def full(logs, tmp_path_factory):
    """A server whose disk a test fills, and what each changing operation needs to find there."""
    from muster_server import Server

    server = Server(tmp_path_factory.mktemp("full") / "data")
    limit_cases.prepare(server.client)

    def change(operation):
        if server.client.send("GET", "/readyz", sign=False).status != 200:
            server.restart()
        client, parameters = server.client, limit_cases.base(operation)
        if operation == "DeleteTracker":
            client.ok("CreateTracker", TrackerName=parameters["TrackerName"])
        if operation == "DeleteGeofenceCollection":
            client.ok("CreateGeofenceCollection", CollectionName=parameters["CollectionName"])
        if operation.endswith("TrackerConsumer"):
            name = limit_cases.fresh("consumer")
            arn = client.ok("CreateGeofenceCollection", CollectionName=name)["CollectionArn"]
            if operation.startswith("Dis"):
                client.ok("AssociateTrackerConsumer", TrackerName=limit_cases.TRACKER, ConsumerArn=arn)
            parameters["ConsumerArn"] = arn
        if operation == "BatchDeleteGeofence":
            parameters["GeofenceIds"] = [limit_cases.fresh("doomed")]
            client.ok("PutGeofence", CollectionName=limit_cases.COLLECTION, GeofenceId=parameters["GeofenceIds"][0],
                      Geometry=limit_cases.GEOMETRIES["Circle"])
        if operation == "BatchDeleteDevicePositionHistory":
            parameters["DeviceIds"] = [limit_cases.fresh("doomed")]
            client.ok("BatchUpdateDevicePosition", TrackerName=limit_cases.TRACKER,
                      Updates=[dict(limit_cases._update(), DeviceId=parameters["DeviceIds"][0])])
        if operation == "UntagResource":
            client.ok("TagResource", ResourceArn=parameters["ResourceArn"], Tags={"team": "blue"})
        if operation == "TagResource":
            parameters["Tags"] = {limit_cases.fresh("k"): "v"}
        if operation.startswith("Update"):
            parameters["Description"] = limit_cases.fresh("description")
        return parameters

    yield server, change
    server.limit_files(None)
    server.stop()


def test_a_full_disk_leaves_nothing_half_done(full):
    """What was refused is not there, neither at once nor after a restart; what was acknowledged is."""
    server, change = full
    change("CreateTracker")
    before, after = limit_cases.fresh("before"), limit_cases.fresh("after")
    server.client.ok("CreateTracker", TrackerName=before)
    server.limit_files(0)
    try:
        assert server.client.call("CreateTracker", TrackerName=after).status == 503
        assert server.client.call("DescribeTracker", TrackerName=after).status in (404, 503)
    finally:
        server.limit_files(None)
    server.restart()
    assert server.client.call("DescribeTracker", TrackerName=before).status == 200
    assert server.client.call("DescribeTracker", TrackerName=after).status == 404
