"""Amazon's counts: off by default (test_pagination.py goes beyond all of them), on with `--profile amazon`."""

import concurrent.futures

import pytest

from covers import covers
from muster_server import Server


@pytest.fixture(scope="module")
def counted(logs, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("quotas") / "data", "--profile", "amazon")
    yield server.client
    server.stop()


def create(client, operation, member, count):
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda index: client.ok(operation, **{member: f"made-{index}"}), range(count)))


@covers("CreateTracker", error="ServiceQuotaExceededException")
def test_500_trackers(counted):
    create(counted, "CreateTracker", "TrackerName", 500)
    assert counted.call("CreateTracker", TrackerName="one-more").status == 402
    counted.ok("DeleteTracker", TrackerName="made-7")
    counted.ok("CreateTracker", TrackerName="one-more")
    assert counted.call("CreateTracker", TrackerName="one-more").status == 409


@covers("CreateGeofenceCollection", error="ServiceQuotaExceededException")
def test_1500_collections(counted):
    create(counted, "CreateGeofenceCollection", "CollectionName", 1_500)
    assert counted.call("CreateGeofenceCollection", CollectionName="one-more").status == 402
    counted.ok("DeleteGeofenceCollection", CollectionName="made-7")
    counted.ok("CreateGeofenceCollection", CollectionName="one-more")


@covers("AssociateTrackerConsumer", error="ServiceQuotaExceededException")
def test_5_consumers(make_server):
    client = make_server("--profile", "amazon").client
    client.ok("CreateTracker", TrackerName="t")
    arns = [client.ok("CreateGeofenceCollection", CollectionName=f"c{index}")["CollectionArn"] for index in range(6)]
    for arn in arns[:5]:
        client.ok("AssociateTrackerConsumer", TrackerName="t", ConsumerArn=arn)
    assert client.call("AssociateTrackerConsumer", TrackerName="t", ConsumerArn=arns[5]).status == 402
    client.ok("DisassociateTrackerConsumer", TrackerName="t", ConsumerArn=arns[0])
    client.ok("AssociateTrackerConsumer", TrackerName="t", ConsumerArn=arns[5])
