"""A stage for evaluation: a tracker, a linked collection, and a sentinel that tells when everything before it was decided."""

import itertools
import time

import places

MINUTE = 60_000


def now_ms():
    return time.time_ns() // 1_000_000


class Scene:
    """Times are milliseconds; samples lie a minute apart unless a test says otherwise, from two hours ago on.

    The sentinel fence lives in a collection of its own, so that a test may unlink or delete `collection`. Moving a device
    there produces an ENTER; a device's events are in order, so whatever it had to say before has then been said.
    """

    def __init__(self, client, watcher, name, filtering=None, link=True):
        self.client = client
        self.watcher = watcher
        self.name = name
        self.tracker = name
        self.collection = name
        self.clock = now_ms() - 300 * MINUTE
        self.start = self.clock
        self._sentinels = itertools.count(1)
        options = {"PositionFiltering": filtering} if filtering else {}
        client.ok("CreateTracker", TrackerName=self.tracker, **options)
        self.arn = client.ok("CreateGeofenceCollection", CollectionName=self.collection)["CollectionArn"]
        self.sentinel_collection = f"{name}-sentinel"
        sentinel = client.ok("CreateGeofenceCollection", CollectionName=self.sentinel_collection)["CollectionArn"]
        client.ok("PutGeofence", CollectionName=self.sentinel_collection, GeofenceId="sentinel",
                  Geometry=places.SENTINEL_FENCE)
        client.ok("AssociateTrackerConsumer", TrackerName=self.tracker, ConsumerArn=sentinel)
        if link:
            self.link()

    def device(self, suffix="device"):
        return f"{self.name}-{suffix}"

    def link(self):
        self.client.ok("AssociateTrackerConsumer", TrackerName=self.tracker, ConsumerArn=self.arn)

    def unlink(self):
        self.client.ok("DisassociateTrackerConsumer", TrackerName=self.tracker, ConsumerArn=self.arn)

    def put(self, fence, geometry, **more):
        self.client.ok("PutGeofence", CollectionName=self.collection, GeofenceId=fence, Geometry=geometry, **more)

    def delete(self, *fences):
        answer = self.client.ok("BatchDeleteGeofence", CollectionName=self.collection, GeofenceIds=list(fences))
        assert answer["Errors"] == []

    def tick(self, milliseconds=MINUTE):
        self.clock += milliseconds
        return self.clock

    def sample(self, position, at=None, device=None, accuracy=None, **more):
        """One update as it goes on the wire; without `at` a minute after the one before."""
        from muster_client import iso

        update = {"DeviceId": device or self.device(), "Position": position,
                  "SampleTime": iso(at if at is not None else self.tick()), **more}
        if accuracy is not None:
            update["Accuracy"] = {"Horizontal": accuracy}
        return update

    def send(self, *samples):
        answer = self.client.ok("BatchUpdateDevicePosition", TrackerName=self.tracker, Updates=list(samples))
        assert answer["Errors"] == [], answer
        return answer

    def go(self, *positions, device=None, accuracy=None):
        """Each position in a request of its own, a minute apart."""
        for position in positions:
            self.send(self.sample(position, device=device, accuracy=accuracy))

    def settle(self, device=None):
        """All events of the device up to now, the sentinel's own left out. The device ends at the sentinel."""
        device = device or self.device()
        at = self.tick()
        self.send(self.sample(places.SENTINEL, at=at, device=device))

        def passed(events):
            return any(event.device == device and event.fence == "sentinel" and event.kind == "ENTER"
                       and _ms(event) == at for event in events)

        self.watcher.wait(passed, what=f"the sentinel of {device}")
        found = []
        for event in self.watcher.of(device):
            if event.fence == "sentinel" and event.kind == "ENTER" and _ms(event) == at:
                break
            if event.fence != "sentinel" and _ms(event) < at:
                found.append(event)
        return found

    def story(self, device=None):
        """(kind, fence) of every transition up to now."""
        return [(event.kind, event.fence) for event in self.settle(device)]

    def expect(self, *story, device=None, timeout=15):
        """Waits until the device's transitions, sentinels left out, are exactly these, or fails. Not for absence."""
        device = device or self.device()

        def tell():
            return [(event.kind, event.fence) for event in self.watcher.of(device) if event.fence != "sentinel"]

        try:
            self.watcher.wait(lambda _: len(tell()) >= len(story), timeout)
        except AssertionError:
            pass
        assert tell() == list(story)
        return [event for event in self.watcher.of(device) if event.fence != "sentinel"]

    def history(self, device=None, start=None, end=None):
        """(time, position) of what the tracker stored, oldest first."""
        from muster_client import iso

        entries, _ = self.client.pages(
            "GetDevicePositionHistory", "DevicePositions", TrackerName=self.tracker, DeviceId=device or self.device(),
            StartTimeInclusive=iso(start or self.start - 600 * MINUTE), EndTimeExclusive=iso(end or now_ms() + 10 * MINUTE))
        return [(entry["SampleTime"], entry["Position"]) for entry in entries]


def _ms(event):
    """The sample time of an event in milliseconds."""
    import datetime

    text = event.detail["SampleTime"]
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


sample_time = _ms
