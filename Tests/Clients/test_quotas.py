"""Amazon's counts and rates, which are off unless they are asked for."""

import concurrent.futures
import subprocess

import pytest

import limit_cases
import service_model
from covers import covers
from muster_server import Server, binary

# What turns them on: each count small, each rate a few requests a second.
COUNTS = ("--maximum-trackers", "3", "--maximum-collections", "7", "--maximum-consumers", "5", "--maximum-fences", "3")
RATES = ("--rate-limits", "amazon")


def offered(options):
    try:
        text = subprocess.run([binary(), "serve", "--help"], capture_output=True, text=True, timeout=20).stdout
    except FileNotFoundError:
        return False
    return all(option in text for option in options if option.startswith("--"))


needs_counts = pytest.mark.skipif(not offered(COUNTS), reason=f"muster serve has no {COUNTS[0]} yet")
needs_rates = pytest.mark.skipif(not offered(RATES), reason=f"muster serve has no {RATES[0]} yet")


@pytest.fixture
def counted(make_server):
    return make_server(*COUNTS).client


@needs_counts
@covers("CreateTracker", error="ServiceQuotaExceededException")
def test_trackers(counted):
    for index in range(3):
        counted.ok("CreateTracker", TrackerName=f"t{index}")
    assert counted.call("CreateTracker", TrackerName="t3").status == 402
    counted.ok("DeleteTracker", TrackerName="t0")
    counted.ok("CreateTracker", TrackerName="t3")


@needs_counts
@covers("CreateGeofenceCollection", error="ServiceQuotaExceededException")
def test_collections(counted):
    for index in range(7):
        counted.ok("CreateGeofenceCollection", CollectionName=f"c{index}")
    assert counted.call("CreateGeofenceCollection", CollectionName="c7").status == 402


@needs_counts
@covers("AssociateTrackerConsumer", error="ServiceQuotaExceededException")
def test_consumers(counted):
    counted.ok("CreateTracker", TrackerName="t")
    arns = [counted.ok("CreateGeofenceCollection", CollectionName=f"c{index}")["CollectionArn"] for index in range(6)]
    for arn in arns[:5]:
        counted.ok("AssociateTrackerConsumer", TrackerName="t", ConsumerArn=arn)
    assert counted.call("AssociateTrackerConsumer", TrackerName="t", ConsumerArn=arns[5]).status == 402


@pytest.fixture(scope="module")
def limited(logs, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("rates") / "data", *RATES)
    yield server
    server.stop()


@needs_rates
@pytest.mark.parametrize("operation", [
    pytest.param(name, marks=covers(name, error="ThrottlingException")) for name in service_model.OFFERED])
def test_rates(limited, operation):
    client = limited.client
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: client.call(operation, **limit_cases.base(operation)), range(160)))
    throttled = [answer for answer in answers if answer.error == "ThrottlingException"]
    assert 0 < len(throttled) < 160
    assert all(answer.status == 429 for answer in throttled)
