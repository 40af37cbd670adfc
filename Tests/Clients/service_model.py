"""Amazon Location as the AWS SDKs know it: botocore's own model, restricted to what Muster offers."""

import dataclasses
import functools

import botocore.session

OFFERED = """
CreateTracker DescribeTracker UpdateTracker DeleteTracker ListTrackers
AssociateTrackerConsumer DisassociateTrackerConsumer ListTrackerConsumers
BatchUpdateDevicePosition GetDevicePosition BatchGetDevicePosition GetDevicePositionHistory ListDevicePositions
BatchDeleteDevicePositionHistory
CreateGeofenceCollection DescribeGeofenceCollection UpdateGeofenceCollection DeleteGeofenceCollection
ListGeofenceCollections
PutGeofence BatchPutGeofence GetGeofence ListGeofences BatchDeleteGeofence BatchEvaluateGeofences
ForecastGeofenceEvents
TagResource UntagResource ListTagsForResource
""".split()


@functools.cache
def service():
    return botocore.session.Session().get_service_model("location")


@functools.cache
def operation(name):
    return service().operation_model(name)


def not_offered():
    return [name for name in service().operation_names if name not in OFFERED]


def modelled_errors(name):
    return [shape.name for shape in operation(name).error_shapes]


def status_of(error):
    return service().shape_for(error).metadata["error"]["httpStatusCode"]


@dataclasses.dataclass(frozen=True)
class Limit:
    """One constraint of one input member.

    `path` is written as `Updates[].PositionProperties{key}`; `kind` is min, max, pattern or enum.
    """

    operation: str
    path: str
    kind: str
    value: object
    shape: object = dataclasses.field(compare=False, hash=False)

    @property
    def name(self):
        return f"{self.path}.{self.kind}"

    @property
    def member(self):
        """The innermost named member, which an error must name."""
        return self.path.split(".")[-1].split("[")[0].split("{")[0]


def _constraints(shape, path):
    for kind in ("min", "max", "pattern", "enum"):
        if shape.metadata.get(kind) is not None and shape.metadata[kind] != []:
            value = shape.metadata[kind]
            yield path, kind, tuple(value) if kind == "enum" else value, shape
    if shape.type_name == "structure":
        for name, member in shape.members.items():
            yield from _constraints(member, f"{path}.{name}" if path else name)
    elif shape.type_name == "list":
        yield from _constraints(shape.member, path + "[]")
    elif shape.type_name == "map":
        yield from _constraints(shape.key, path + "{key}")
        yield from _constraints(shape.value, path + "{value}")


def limits(name):
    return [Limit(name, *found) for found in _constraints(operation(name).input_shape, "")]


def uri_members(name):
    """Members that travel in the path or the query, not in the body."""
    return {
        member
        for member, shape in operation(name).input_shape.members.items()
        if shape.serialization.get("location") in ("uri", "querystring")
    }
