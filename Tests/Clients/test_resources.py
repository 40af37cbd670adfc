"""Trackers, collections, consumers and tags through boto3: what is made comes back whole, and what is gone is gone."""

import datetime

import pytest
from botocore.exceptions import ClientError

from covers import covers

ACCOUNT, REGION = "000000000000", "us-east-1"
TAGS = {"team": "blue", "floor:level": "3 & up".replace("&", "+")}


def recent(moment):
    return abs((datetime.datetime.now(datetime.timezone.utc) - moment).total_seconds()) < 60


def refused(call, error, **parameters):
    with pytest.raises(ClientError) as caught:
        call(**parameters)
    response = caught.value.response
    assert response["Error"]["Code"] == error, response
    return response


@covers("CreateTracker")
@covers("DescribeTracker")
def test_tracker_comes_back_whole(location, name):
    made = location.create_tracker(TrackerName=name, Description="the crew", PositionFiltering="DistanceBased",
                                   EventBridgeEnabled=True, Tags=TAGS)
    arn = f"arn:aws:geo:{REGION}:{ACCOUNT}:tracker/{name}"
    assert (made["TrackerName"], made["TrackerArn"]) == (name, arn)
    assert recent(made["CreateTime"])
    found = location.describe_tracker(TrackerName=name)
    found.pop("ResponseMetadata")
    assert found.pop("PricingPlan") == "RequestBasedUsage"
    assert found == {
        "TrackerName": name, "TrackerArn": arn, "Description": "the crew", "PositionFiltering": "DistanceBased",
        "EventBridgeEnabled": True, "Tags": TAGS, "CreateTime": made["CreateTime"], "UpdateTime": made["CreateTime"]}


def test_tracker_defaults(location, name):
    location.create_tracker(TrackerName=name)
    found = location.describe_tracker(TrackerName=name)
    assert (found["Description"], found["Tags"], found["PositionFiltering"], found["EventBridgeEnabled"]) == (
        "", {}, "TimeBased", False)
    assert "PricingPlanDataSource" not in found


@covers("UpdateTracker")
def test_tracker_update_changes_what_it_names_only(location, name):
    location.create_tracker(TrackerName=name, Description="before", Tags=TAGS)
    made = location.describe_tracker(TrackerName=name)
    changed = location.update_tracker(TrackerName=name, PositionFiltering="AccuracyBased")
    assert changed["TrackerName"] == name and changed["TrackerArn"] == made["TrackerArn"]
    found = location.describe_tracker(TrackerName=name)
    assert (found["Description"], found["PositionFiltering"], found["EventBridgeEnabled"], found["Tags"]) == (
        "before", "AccuracyBased", False, TAGS)
    assert found["CreateTime"] == made["CreateTime"]
    assert found["UpdateTime"] == changed["UpdateTime"] >= made["UpdateTime"]
    location.update_tracker(TrackerName=name, Description="", EventBridgeEnabled=True)
    found = location.describe_tracker(TrackerName=name)
    assert (found["Description"], found["PositionFiltering"], found["EventBridgeEnabled"]) == ("", "AccuracyBased", True)


@covers("DeleteTracker")
@covers("DescribeTracker", error="ResourceNotFoundException")
def test_tracker_deleted(location, name):
    location.create_tracker(TrackerName=name)
    location.delete_tracker(TrackerName=name)
    response = refused(location.describe_tracker, "ResourceNotFoundException", TrackerName=name)
    assert response["Error"]["Message"] == f"Tracker not found: {name}."
    location.create_tracker(TrackerName=name)
    assert location.list_device_positions(TrackerName=name)["Entries"] == []


@covers("CreateTracker", error="ConflictException")
def test_tracker_of_a_taken_name(location, name):
    location.create_tracker(TrackerName=name, Description="first")
    response = refused(location.create_tracker, "ConflictException", TrackerName=name, Description="second")
    assert response["Error"]["Message"] == f"Tracker already exists: {name}."
    assert location.describe_tracker(TrackerName=name)["Description"] == "first"


@covers("ListTrackers")
def test_tracker_listed(location, name):
    location.create_tracker(TrackerName=name, Description="listed")
    entries = [entry for page in location.get_paginator("list_trackers").paginate() for entry in page["Entries"]]
    entry, = [entry for entry in entries if entry["TrackerName"] == name]
    assert entry["Description"] == "listed" and entry["PricingPlan"] == "RequestBasedUsage"
    assert recent(entry["CreateTime"]) and entry["UpdateTime"] == entry["CreateTime"]


@covers("CreateGeofenceCollection")
@covers("DescribeGeofenceCollection")
def test_collection_comes_back_whole(location, name):
    made = location.create_geofence_collection(CollectionName=name, Description="muster points", Tags=TAGS)
    arn = f"arn:aws:geo:{REGION}:{ACCOUNT}:geofence-collection/{name}"
    assert (made["CollectionName"], made["CollectionArn"]) == (name, arn)
    found = location.describe_geofence_collection(CollectionName=name)
    found.pop("ResponseMetadata")
    assert found.pop("PricingPlan") == "RequestBasedUsage"
    assert found == {"CollectionName": name, "CollectionArn": arn, "Description": "muster points", "Tags": TAGS,
                     "CreateTime": made["CreateTime"], "UpdateTime": made["CreateTime"], "GeofenceCount": 0}


def test_collection_counts_its_fences(location, name):
    location.create_geofence_collection(CollectionName=name)
    circle = {"Circle": {"Center": [-150.0, -85.0], "Radius": 10.0}}
    for fence in ("one", "two", "one"):
        location.put_geofence(CollectionName=name, GeofenceId=fence, Geometry=circle)
    assert location.describe_geofence_collection(CollectionName=name)["GeofenceCount"] == 2
    location.batch_delete_geofence(CollectionName=name, GeofenceIds=["one"])
    assert location.describe_geofence_collection(CollectionName=name)["GeofenceCount"] == 1


@covers("UpdateGeofenceCollection")
def test_collection_update(location, name):
    made = location.create_geofence_collection(CollectionName=name, Tags=TAGS)
    changed = location.update_geofence_collection(CollectionName=name, Description="after")
    assert (changed["CollectionName"], changed["CollectionArn"]) == (name, made["CollectionArn"])
    found = location.describe_geofence_collection(CollectionName=name)
    assert (found["Description"], found["Tags"], found["UpdateTime"]) == ("after", TAGS, changed["UpdateTime"])


@covers("DeleteGeofenceCollection")
@covers("DescribeGeofenceCollection", error="ResourceNotFoundException")
def test_collection_deleted(location, name):
    location.create_geofence_collection(CollectionName=name)
    location.put_geofence(CollectionName=name, GeofenceId="f", Geometry={"Circle": {"Center": [-150, -85], "Radius": 9}})
    location.delete_geofence_collection(CollectionName=name)
    refused(location.describe_geofence_collection, "ResourceNotFoundException", CollectionName=name)
    location.create_geofence_collection(CollectionName=name)
    assert location.list_geofences(CollectionName=name)["Entries"] == []


@covers("CreateGeofenceCollection", error="ConflictException")
def test_collection_of_a_taken_name(location, name):
    location.create_geofence_collection(CollectionName=name)
    response = refused(location.create_geofence_collection, "ConflictException", CollectionName=name)
    assert name in response["Error"]["Message"]


@covers("ListGeofenceCollections")
def test_collection_listed(location, name):
    location.create_geofence_collection(CollectionName=name, Description="listed")
    pages = location.get_paginator("list_geofence_collections").paginate()
    entry, = [entry for page in pages for entry in page["Entries"] if entry["CollectionName"] == name]
    assert entry["Description"] == "listed" and recent(entry["CreateTime"])


@covers("AssociateTrackerConsumer")
@covers("ListTrackerConsumers")
@covers("DisassociateTrackerConsumer")
def test_consumers(location, tracker, name):
    arns = []
    for suffix in "cab":
        arns.append(location.create_geofence_collection(CollectionName=f"{name}-{suffix}")["CollectionArn"])
        location.associate_tracker_consumer(TrackerName=tracker, ConsumerArn=arns[-1])
    assert sorted(location.list_tracker_consumers(TrackerName=tracker)["ConsumerArns"]) == sorted(arns)
    location.disassociate_tracker_consumer(TrackerName=tracker, ConsumerArn=arns[0])
    assert sorted(location.list_tracker_consumers(TrackerName=tracker)["ConsumerArns"]) == sorted(arns[1:])
    location.delete_geofence_collection(CollectionName=f"{name}-b")
    assert location.list_tracker_consumers(TrackerName=tracker)["ConsumerArns"] == [arns[1]]


@covers("AssociateTrackerConsumer", error="ConflictException")
def test_consumer_linked_twice(location, tracker, collection):
    arn = location.describe_geofence_collection(CollectionName=collection)["CollectionArn"]
    location.associate_tracker_consumer(TrackerName=tracker, ConsumerArn=arn)
    refused(location.associate_tracker_consumer, "ConflictException", TrackerName=tracker, ConsumerArn=arn)


@covers("DisassociateTrackerConsumer", error="ResourceNotFoundException")
def test_consumer_never_linked(location, tracker, collection):
    arn = location.describe_geofence_collection(CollectionName=collection)["CollectionArn"]
    refused(location.disassociate_tracker_consumer, "ResourceNotFoundException", TrackerName=tracker, ConsumerArn=arn)


@covers("AssociateTrackerConsumer", error="ValidationException")
@pytest.mark.parametrize("arn", ["arn:aws:geo:us-east-1:000000000000:tracker/{}", "arn:aws:s3:::bucket"])
def test_consumer_that_is_no_collection(location, tracker, arn):
    refused(location.associate_tracker_consumer, "ValidationException", TrackerName=tracker,
            ConsumerArn=arn.format(tracker))


@pytest.mark.parametrize("arn", ["arn:aws:geo:eu-west-1:000000000000:geofence-collection/{}",
                                 "arn:aws:geo:us-east-1:999999999999:geofence-collection/{}"])
def test_consumer_of_another_account_or_region(raw, collection, tracker, arn):
    answer = raw.call("AssociateTrackerConsumer", TrackerName=tracker, ConsumerArn=arn.format(collection))
    assert answer.error in ("ValidationException", "ResourceNotFoundException", "AccessDeniedException"), repr(answer)


@covers("TagResource")
@covers("ListTagsForResource")
@covers("UntagResource")
@pytest.mark.parametrize("kind", ["tracker", "collection"])
def test_tags(location, name, kind):
    if kind == "tracker":
        arn = location.create_tracker(TrackerName=name, Tags={"a": "1"})["TrackerArn"]
    else:
        arn = location.create_geofence_collection(CollectionName=name, Tags={"a": "1"})["CollectionArn"]
    location.tag_resource(ResourceArn=arn, Tags={"a": "2", "b": "", "a b": "space", "a+b": "plus", "\u65e5\u672c": "\u8a9e"})
    tags = {"a": "2", "b": "", "a b": "space", "a+b": "plus", "\u65e5\u672c": "\u8a9e"}
    assert location.list_tags_for_resource(ResourceArn=arn)["Tags"] == tags
    location.untag_resource(ResourceArn=arn, TagKeys=["a+b", "\u65e5\u672c", "never there"])
    assert location.list_tags_for_resource(ResourceArn=arn)["Tags"] == {"a": "2", "b": "", "a b": "space"}
    location.untag_resource(ResourceArn=arn, TagKeys=["a b", "a"])
    describe = location.describe_tracker if kind == "tracker" else location.describe_geofence_collection
    assert describe(**{"TrackerName" if kind == "tracker" else "CollectionName": name})["Tags"] == {"b": ""}


def test_tags_of_a_new_resource_are_not_the_old_ones(location, name):
    arn = location.create_tracker(TrackerName=name, Tags={"old": "1"})["TrackerArn"]
    location.delete_tracker(TrackerName=name)
    location.create_tracker(TrackerName=name)
    assert location.list_tags_for_resource(ResourceArn=arn)["Tags"] == {}
