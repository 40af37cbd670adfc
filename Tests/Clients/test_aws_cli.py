"""The AWS CLI makes the tracker of the guide, describes it, and posts a position."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import places
from muster_client import iso
from scene import now_ms

CLI = pathlib.Path(sys.executable).with_name("aws")


@pytest.fixture
def aws(server, tmp_path):
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "AWS_ENDPOINT_URL": server.url,
        "AWS_SHARED_CREDENTIALS_FILE": str(server.data / "credentials"), "AWS_DISABLE_HOST_PREFIX_INJECTION": "true",
        "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1"}

    def run(*arguments, expect=0):
        done = subprocess.run([CLI, "location", *arguments], env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == expect, done.stdout + done.stderr
        return json.loads(done.stdout) if done.stdout.strip() else done.stderr

    return run


def test_the_guides_tracker(aws):
    made = aws("create-tracker", "--tracker-name", "MyTracker")
    assert made["TrackerArn"] == "arn:aws:geo:us-east-1:000000000000:tracker/MyTracker"
    assert aws("describe-tracker", "--tracker-name", "MyTracker")["PositionFiltering"] == "TimeBased"
    longitude, latitude = places.NOWHERE
    sent = aws("batch-update-device-position", "--tracker-name", "MyTracker", "--updates",
               f"DeviceId=12345,SampleTime={iso(now_ms() - 60_000)},Position={longitude},{latitude}")
    assert sent["Errors"] == []
    found = aws("get-device-position", "--tracker-name", "MyTracker", "--device-id", "12345")
    assert found["Position"] == places.NOWHERE
    assert "TrackerName" in str(aws("list-trackers"))
    assert "ConflictException" in aws("create-tracker", "--tracker-name", "MyTracker", expect=255)


def test_fences_and_links(aws, name):
    arn = aws("create-geofence-collection", "--collection-name", name)["CollectionArn"]
    aws("put-geofence", "--collection-name", name, "--geofence-id", "A", "--geometry", json.dumps(places.A))
    assert aws("get-geofence", "--collection-name", name, "--geofence-id", "A")["Geometry"] == places.A
    aws("create-tracker", "--tracker-name", name)
    aws("associate-tracker-consumer", "--tracker-name", name, "--consumer-arn", arn)
    assert aws("list-tracker-consumers", "--tracker-name", name)["ConsumerArns"] == [arn]
    aws("tag-resource", "--resource-arn", arn, "--tags", "team=blue")
    assert aws("list-tags-for-resource", "--resource-arn", arn)["Tags"] == {"team": "blue"}
