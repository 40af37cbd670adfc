"""What is not offered is refused by name: never by silence, never as a missing page."""

import pytest

import service_model
from muster_client import request_of


def minimal(shape, depth=0):
    """The smallest value of a shape that has all required members."""
    kind = shape.type_name
    if kind == "structure":
        return {name: minimal(shape.members[name], depth + 1) for name in shape.required_members}
    if kind == "list":
        return [minimal(shape.member, depth + 1)] * max(shape.metadata.get("min", 0), 1)
    if kind == "map":
        return {}
    if kind in ("integer", "long", "double", "float"):
        return shape.metadata.get("min", 1)
    if kind == "boolean":
        return True
    if kind == "timestamp":
        return "2026-01-01T00:00:00.000Z"
    if kind == "blob":
        return b"blob"
    return shape.enum[0] if shape.enum else "x" * max(shape.metadata.get("min", 1), 1)


@pytest.mark.parametrize("operation", service_model.not_offered())
def test_operation_of_the_same_service(raw, operation):
    method, target, body = request_of(operation, minimal(service_model.operation(operation).input_shape))
    answer = raw.send(method, target, body)
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    assert answer.json["reason"] == "UnknownOperation"
    assert answer.json["message"] and answer.json["fieldList"] == []


def test_boto3_sees_a_validation_exception(location):
    with pytest.raises(location.exceptions.ValidationException) as caught:
        location.search_place_index_for_text(IndexName="places", Text="station")
    assert caught.value.response["Reason"] == "UnknownOperation"


@pytest.mark.parametrize("method, target", [
    ("POST", "/tracking/v0/trackers/t/nonsense"), ("DELETE", "/tracking/v0/list-trackers"),
    ("GET", "/tracking/v1/trackers/t"), ("POST", "/tracking/v0/trackers/t/devices/d/positions/latest"),
    ("GET", "/tracking//v0/trackers"), ("GET", "/tracking/v0/trackers/t/"), ("PUT", "/geofencing/v0/collections/c")])
def test_path_of_no_operation(raw, method, target):
    answer = raw.send(method, target, b"")
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)
    assert answer.json["reason"] == "UnknownOperation"


def test_path_of_no_service(raw):
    answer = raw.send("GET", "/nonsense")
    assert answer.status in (400, 404) and answer.json["message"], repr(answer)


@pytest.mark.parametrize("target", ["AmazonNonsense.DoIt", "AWSCognitoIdentityProviderService.Nonsense", "nonsense", ""])
@pytest.mark.parametrize("content_type", ["application/x-amz-json-1.1", "application/x-amz-json-1.0"])
def test_json_protocol(raw, target, content_type):
    answer = raw.send("POST", "/", b"{}", headers={"X-Amz-Target": target, "Content-Type": content_type}, sign=False)
    assert answer.status == 400, repr(answer)
    assert answer.json["__type"].rpartition("#")[2] == "UnknownOperationException", repr(answer)
