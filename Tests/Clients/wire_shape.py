"""Checks a raw answer against the service model: every member, type, required member, enumeration and timestamp form."""

import base64
import json
import re

import service_model

TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
REASONS = {"UnknownOperation", "Missing", "CannotParse", "FieldValidationFailed", "Other", "UnknownField"}
# Names that a request without a valid signature gets; they belong to no operation's model.
SIGNATURE_ERRORS = {
    "MissingAuthenticationTokenException", "IncompleteSignatureException", "InvalidSignatureException",
    "UnrecognizedClientException", "ExpiredTokenException",
}
# Errors that an operation's model lacks, though nothing else would be true. ServiceUnavailableException, a 503, says that a
# commit failed or that the server is stopping: every SDK sends the request again.
NOT_MODELLED = {("ListDevicePositions", "ResourceNotFoundException")}


def check(operation, answer):
    request_id = answer.headers.get("x-amzn-RequestId")
    assert request_id, f"{operation}: no x-amzn-RequestId"
    if answer.status == 200:
        shape = service_model.operation(operation).output_shape
        _check(shape, json.loads(answer.body or b"{}"), operation)
        assert answer.headers.get_content_type() == "application/json", answer.headers
    else:
        check_error(operation, answer)


def check_error(operation, answer):
    name = answer.error
    assert name, f"{operation}: {answer.status} without x-amzn-ErrorType: {answer!r}"
    assert answer.headers.get_content_type() == "application/json", answer.headers
    body = answer.json
    assert isinstance(body.get("message"), str) and body["message"], f"{operation}: no message: {answer!r}"
    if name in SIGNATURE_ERRORS:
        assert answer.status in (400, 403), repr(answer)
        return
    if name == "ServiceUnavailableException":
        assert answer.status == 503, repr(answer)
        return
    assert name in service_model.modelled_errors(operation) or (operation, name) in NOT_MODELLED, (
        f"{operation}: {name} is not modelled")
    assert answer.status == service_model.status_of(name), repr(answer)
    if name == "ValidationException":
        assert body["reason"] in REASONS, repr(answer)
        assert isinstance(body["fieldList"], list), repr(answer)
        for field in body["fieldList"]:
            assert set(field) == {"name", "message"} and field["name"] and field["message"], repr(answer)
        if body["reason"] in ("FieldValidationFailed", "Missing"):
            assert body["fieldList"], f"{operation}: no field named: {answer!r}"


def _check(shape, value, path):
    kind = shape.type_name
    if kind == "structure":
        assert isinstance(value, dict), f"{path}: {value!r}"
        names = {member.serialization.get("name", name): name for name, member in shape.members.items()}
        assert set(value) <= set(names), f"{path}: not in the model: {sorted(set(value) - set(names))}"
        missing = [name for name in shape.required_members
                   if shape.members[name].serialization.get("name", name) not in value]
        assert not missing, f"{path}: required members missing: {missing}"
        for wire, item in value.items():
            _check(shape.members[names[wire]], item, f"{path}.{wire}")
    elif kind == "list":
        assert isinstance(value, list), f"{path}: {value!r}"
        for index, item in enumerate(value):
            _check(shape.member, item, f"{path}[{index}]")
    elif kind == "map":
        assert isinstance(value, dict), f"{path}: {value!r}"
        for key, item in value.items():
            _check(shape.key, key, path + "{key}")
            _check(shape.value, item, path + "{value}")
    elif kind == "timestamp":
        assert isinstance(value, str) and TIMESTAMP.fullmatch(value), f"{path}: {value!r}"
    elif kind == "string":
        assert isinstance(value, str), f"{path}: {value!r}"
        assert not shape.enum or value in shape.enum, f"{path}: {value!r} not in {shape.enum}"
        assert len(value) >= shape.metadata.get("min", 0), f"{path}: too short: {value!r}"
    elif kind in ("double", "float"):
        assert isinstance(value, (int, float)) and not isinstance(value, bool), f"{path}: {value!r}"
    elif kind in ("integer", "long"):
        assert isinstance(value, int) and not isinstance(value, bool), f"{path}: {value!r}"
    elif kind == "boolean":
        assert isinstance(value, bool), f"{path}: {value!r}"
    elif kind == "blob":
        base64.b64decode(value, validate=True)
    else:
        raise AssertionError(f"{path}: the checker does not know {kind}")
