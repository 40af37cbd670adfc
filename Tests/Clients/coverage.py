"""Fails when something that the service model promises has no test: run by pytest, over what pytest collected.

For each offered operation: a success, each modelled error, and each minimum, maximum, pattern and enumeration of each
member of its input. What no client can bring about is listed below with its reason, and an entry that has become
testable is a failure too.
"""

import pathlib

import pytest

import service_model

NOT_REACHABLE = {}
for _name in service_model.OFFERED:
    NOT_REACHABLE[_name, "AccessDeniedException"] = "there is one identity, and it may do everything"
    NOT_REACHABLE[_name, "ThrottlingException"] = "request rates are not limited"
    NOT_REACHABLE[_name, "InternalServerException"] = (
        "only a fault of the program; a full disk is a ServiceUnavailableException, which test_errors.py brings about")
NOT_REACHABLE["PutGeofence", "ConflictException"] = "a geofence is put at once, so no put can meet one under way"


def declared(items):
    return {(mark.args[0], mark.kwargs.get("error"), mark.kwargs.get("limit"))
            for item in items for mark in item.iter_markers("covers")}


@pytest.fixture(scope="module")
def covered(request):
    here = pathlib.Path(__file__).parent
    files = {item.path.name for item in request.session.collected}
    absent = sorted({path.name for path in here.glob("test_*.py")} - files)
    if absent or request.config.option.keyword:
        pytest.skip(f"only a part of the tests was collected: {', '.join(absent) or request.config.option.keyword}")
    return declared(request.session.collected)


def test_every_operation_has_a_test(covered):
    missing = [name for name in service_model.OFFERED if (name, None, None) not in covered]
    assert not missing


def test_every_modelled_error_has_a_test(covered):
    wanted = {(name, error) for name in service_model.OFFERED for error in service_model.modelled_errors(name)}
    tested = {(name, error) for name, error, limit in covered if error}
    assert not sorted(wanted - tested - set(NOT_REACHABLE)), "no test"
    assert not sorted(tested & set(NOT_REACHABLE)), "tested, though listed as not reachable"
    assert not sorted(tested - wanted), "declared, though not in the model"


def test_every_limit_has_a_test(covered):
    wanted = {(name, limit.name) for name in service_model.OFFERED for limit in service_model.limits(name)}
    tested = {(name, limit) for name, error, limit in covered if limit}
    assert len(wanted) > 200
    assert not sorted(wanted - tested), "no test"
    assert not sorted(tested - wanted), "declared, though not in the model"


def test_the_model_is_the_pinned_one():
    """The list of what is not offered is known too, so that a newer model can't add an operation unseen."""
    assert len(service_model.OFFERED) == len(set(service_model.OFFERED)) == 29
    assert set(service_model.OFFERED) <= set(service_model.service().operation_names)
