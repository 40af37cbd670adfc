"""Every limit of every offered operation's input, turned into requests one below, at and one above it.

The limits come from the service model; this file only knows how to make a valid input of each operation, and a value of a
wanted size at a path in it.
"""

import copy
import dataclasses
import itertools
import time

import geometry
import places
import service_model
from muster_client import iso

TRACKER = COLLECTION = "limits"
_serial = itertools.count(1)


def fresh(prefix="limit"):
    return f"{prefix}-{next(_serial)}"


def arn(kind, name, account="000000000000"):
    return f"arn:aws:geo:us-east-1:{account}:{kind}/{name}"


def _update():
    return {"DeviceId": fresh("device"), "SampleTime": iso(time.time_ns() // 1_000_000 - 60_000), "Position": places.NOWHERE,
            "Accuracy": {"Horizontal": 5.0}, "PositionProperties": {"battery": "80"}}


def _entry(shape):
    return {"GeofenceId": fresh("fence"), "Geometry": copy.deepcopy(shape), "GeofenceProperties": {"floor": "3"}}


GEOMETRIES = {
    "Polygon": {"Polygon": [places.square(-150.0, -85.0, -149.5, -84.5)]},
    "Circle": {"Circle": {"Center": [-150.0, -85.0], "Radius": 100.0}},
    "Geobuf": {"Geobuf": geometry.geobuf_of_size(64)},
    "MultiPolygon": {"MultiPolygon": [[places.square(-150.0, -85.0, -149.5, -84.5)]]},
}


def base(operation, path=""):
    """A valid input in which the member at `path` is present."""
    shape = next((value for name, value in GEOMETRIES.items() if f"Geometry.{name}" in path), GEOMETRIES["Polygon"])
    described = {"Description": "a description", "PricingPlan": "RequestBasedUsage"}
    made = {**described, "KmsKeyId": "alias/example", "Tags": {"team": "blue"}}
    return {
        "CreateTracker": lambda: {"TrackerName": fresh("tracker"), "PositionFiltering": "TimeBased", **made},
        "DescribeTracker": lambda: {"TrackerName": TRACKER},
        "UpdateTracker": lambda: {"TrackerName": TRACKER, "PositionFiltering": "TimeBased", **described},
        "DeleteTracker": lambda: {"TrackerName": fresh("never-made")},
        "ListTrackers": lambda: {"MaxResults": 10},
        "AssociateTrackerConsumer": lambda: {
            "TrackerName": TRACKER, "ConsumerArn": arn("geofence-collection", "never-made")},
        "DisassociateTrackerConsumer": lambda: {
            "TrackerName": TRACKER, "ConsumerArn": arn("geofence-collection", "never-made")},
        "ListTrackerConsumers": lambda: {"TrackerName": TRACKER, "MaxResults": 10},
        "BatchUpdateDevicePosition": lambda: {"TrackerName": TRACKER, "Updates": [_update()]},
        "GetDevicePosition": lambda: {"TrackerName": TRACKER, "DeviceId": "known"},
        "BatchGetDevicePosition": lambda: {"TrackerName": TRACKER, "DeviceIds": ["known"]},
        "GetDevicePositionHistory": lambda: {"TrackerName": TRACKER, "DeviceId": "known", "MaxResults": 10},
        "ListDevicePositions": lambda: {
            "TrackerName": TRACKER, "MaxResults": 10,
            "FilterGeometry": {"Polygon": [places.square(-150.0, -85.0, -149.5, -84.5)]}},
        "BatchDeleteDevicePositionHistory": lambda: {"TrackerName": TRACKER, "DeviceIds": [fresh("device")]},
        "CreateGeofenceCollection": lambda: {"CollectionName": fresh("collection"), **made},
        "DescribeGeofenceCollection": lambda: {"CollectionName": COLLECTION},
        "UpdateGeofenceCollection": lambda: {"CollectionName": COLLECTION, **described},
        "DeleteGeofenceCollection": lambda: {"CollectionName": fresh("never-made")},
        "ListGeofenceCollections": lambda: {"MaxResults": 10},
        "PutGeofence": lambda: {"CollectionName": COLLECTION, **_entry(shape)},
        "BatchPutGeofence": lambda: {"CollectionName": COLLECTION, "Entries": [_entry(shape)]},
        "GetGeofence": lambda: {"CollectionName": COLLECTION, "GeofenceId": "known"},
        "ListGeofences": lambda: {"CollectionName": COLLECTION, "MaxResults": 10},
        "BatchDeleteGeofence": lambda: {"CollectionName": COLLECTION, "GeofenceIds": [fresh("fence")]},
        "BatchEvaluateGeofences": lambda: {"CollectionName": COLLECTION, "DevicePositionUpdates": [_update()]},
        "ForecastGeofenceEvents": lambda: {
            "CollectionName": COLLECTION, "DeviceState": {"Position": places.NOWHERE, "Speed": 5.0},
            "TimeHorizonMinutes": 10.0, "MaxResults": 10},
        "TagResource": lambda: {"ResourceArn": arn("tracker", TRACKER), "Tags": {"team": "blue"}},
        "UntagResource": lambda: {"ResourceArn": arn("tracker", TRACKER), "TagKeys": ["team"]},
        "ListTagsForResource": lambda: {"ResourceArn": arn("tracker", TRACKER)},
    }[operation]()


def prepare(client):
    """What the base inputs refer to."""
    client.ok("CreateTracker", TrackerName=TRACKER)
    client.ok("CreateGeofenceCollection", CollectionName=COLLECTION)
    client.ok("PutGeofence", CollectionName=COLLECTION, GeofenceId="known", Geometry=GEOMETRIES["Circle"])
    client.ok("BatchUpdateDevicePosition", TrackerName=TRACKER, Updates=[dict(_update(), DeviceId="known")])


def _steps(path):
    steps = []
    for part in path.split("."):
        name = part.split("[")[0].split("{")[0]
        steps.append(name)
        steps += ["[]"] * part.count("[]")
        steps += [part[part.index("{"):]] if "{" in part else []
    return steps


def change(parameters, path, make):
    """`parameters` with `make(old)` in the place of what is at `path`; list steps take the first item."""
    *parents, last = _steps(path)
    holder = parameters
    for step in parents:
        holder = holder[0 if step == "[]" else step]
    if last == "{key}":
        (key, value), = list(holder.items())
        del holder[key]
        holder[make(key)] = value
    elif last == "{value}":
        key = next(iter(holder))
        holder[key] = make(holder[key])
    else:
        at = 0 if last == "[]" else last
        holder[at] = make(holder[at] if last == "[]" else holder.get(at))
    return parameters


def sized(limit, size):
    """A maker of a value of `size` characters, entries or bytes for the member of a limit, valid in all else."""
    shape, path = limit.shape, limit.path
    if shape.type_name == "string":
        if shape.name == "Arn":
            stem = arn("geofence-collection" if limit.member == "ConsumerArn" else "tracker", "")
            return lambda old: (stem + "x" * (size - len(stem))) if size >= len(stem) else "arn"[:size]
        if "create" in limit.operation.lower() and "Name" in path:
            stem = fresh("n")
            return lambda old: (stem + "n" * (size - len(stem))) if size >= len(stem) else "Z" * size
        return lambda old: "n" * size
    if shape.type_name == "map":
        return lambda old: {f"key{index}": "value" for index in range(size)}
    if shape.type_name == "blob":
        return lambda old: geometry.geobuf_of_size(size)
    if shape.type_name == "list":
        if shape.name == "Position":
            # Inside a ring one odd position must not be masked by the ring's own faults: only its length differs.
            return lambda old: (list(old) + [0.0])[:size]
        if shape.name == "LinearRing":
            return lambda old: geometry.ring(size)
        if shape.name in ("LinearRings", "GeofenceGeometryPolygonList"):
            return lambda old: geometry.polygon_of_rings(size)
        if shape.name == "GeofenceGeometryMultiPolygonList":
            return lambda old: geometry.polygons(size)
        if shape.member.type_name == "structure":
            key = "GeofenceId" if "GeofenceId" in shape.member.members else "DeviceId"
            return lambda old: [dict(copy.deepcopy(old[0]), **{key: fresh("item")}) for _ in range(size)]
        return lambda old: [fresh("item") for _ in range(size)]
    raise NotImplementedError(f"{limit}: {shape.type_name}")


@dataclasses.dataclass(frozen=True)
class Case:
    limit: service_model.Limit
    label: str
    make: object
    good: bool

    def parameters(self):
        parameters = change(base(self.limit.operation, self.limit.path), self.limit.path, self.make)
        # A forecast's units are of one system.
        for member, other, suffix in (("DistanceUnit", "SpeedUnit", "PerHour"), ("SpeedUnit", "DistanceUnit", "")):
            if self.limit.path == member and self.good:
                parameters[other] = parameters[member].removesuffix("PerHour") + suffix
        return parameters

    @property
    def id(self):
        return f"{self.limit.operation}-{self.limit.name}-{self.label}"


NAME_GOOD, NAME_BAD = ["a-b", "a.b", "a_b", "A9"], ["a b", "a/b", "a:b", "\u00e9", "a+b", "a\u0000b", "a\n", "%41"]
ID_GOOD = ["a-b._9", "\u00e9", "\u65e5\u672c", "\u0663\u00bd", "\U00020000" * 100]
# A combining mark is neither a letter nor a number; nor is an emoji.
ID_BAD = ["a b", "a/b", "a:b", "a+b", "e\u0301", "\U0001f600", "a\u0000", "a\n", "a\u200b"]
TAG_GOOD, TAG_BAD = ["a b", "\u65e5\u672c", "_.,:/=+-@", "\u00a0\u2003"], ["a#b", "a\tb", "a\u0000b", "a;b", "\U0001f600"]
ARN_GOOD = [arn("tracker", "never-made"), "arn:aws-cn:geo:eu-west-1:123456789012:tracker/never-made"]
ARN_BAD = ["tracker/x", "arn:aws", "arn:aws:geo:us-east-1:000000000000:", "ARN:AWS:GEO:US-EAST-1:000000000000:tracker/x",
           "arn:aws:geo:us east:000000000000:tracker/x", "arn:aws:geo:us-east-1:000000000000:/x"]
# The pattern's last group may be empty, so this one is well formed and only names nothing.
ARN_GOOD.append(ARN_BAD.pop(2))

PATTERNS = {"ResourceName": (NAME_GOOD, NAME_BAD), "BatchGetDevicePositionRequestTrackerNameString": (NAME_GOOD, NAME_BAD),
            "Id": (ID_GOOD, ID_BAD), "TagKey": (TAG_GOOD, TAG_BAD), "TagValue": (TAG_GOOD, TAG_BAD), "Arn": (ARN_GOOD, ARN_BAD)}


def cases(limit):
    """The requests that show one limit: (label, value, good)."""
    if limit.kind == "pattern":
        good, bad = PATTERNS[limit.shape.name]
        created = "Create" in limit.operation and limit.shape.name == "ResourceName"
        for index, text in enumerate(good):
            if limit.member == "ConsumerArn":
                text = text.replace(":tracker/", ":geofence-collection/")
            # A name is created once only.
            yield Case(limit, f"good{index}", lambda old, text=text: (fresh("p") + text) if created else text, True)
        for index, text in enumerate(bad):
            yield Case(limit, f"bad{index}", lambda old, text=text: text, False)
    elif limit.kind == "enum":
        for value in limit.value:
            # Amazon's documentation of PricingPlan: no longer used, and only this one is allowed.
            good = limit.shape.name != "PricingPlan" or value == "RequestBasedUsage"
            yield Case(limit, value, lambda old, value=value: value, good)
        for index, value in enumerate(("Nonsense", "", limit.value[0].lower())):
            yield Case(limit, f"bad{index}", lambda old, value=value: value, False)
    elif limit.shape.type_name in ("integer", "double"):
        step = 1 if limit.shape.type_name == "integer" else 1 / 1024
        for label, value in (("below", limit.value - step), ("at", limit.value), ("above", limit.value + step)):
            good = value >= limit.value if limit.kind == "min" else value <= limit.value
            yield Case(limit, label, lambda old, value=value: value, good)
    else:
        for label, size in (("below", limit.value - 1), ("at", limit.value), ("above", limit.value + 1)):
            if size < 0:
                continue
            good = size >= limit.value if limit.kind == "min" else size <= limit.value
            if limit.shape.name in ("Token", "LargeToken"):
                good = False  # no server ever gave it out
            if limit.shape.name == "Arn" and size < 60:
                good = False  # the pattern refuses it
            if limit.shape.name == "Base64EncodedGeobuf" and size < 40:
                good = False  # nothing that short is a polygon
            if limit.shape.name == "Position":
                good = size == 2
            yield Case(limit, label, sized(limit, size), good)


def all_cases():
    return [case for operation in service_model.OFFERED for limit in service_model.limits(operation) for case in cases(limit)]
