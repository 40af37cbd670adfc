"""The event stream `GET /muster/v1/events`: server-sent events, read in a thread, awaited by condition."""

import dataclasses
import json
import socket
import threading
import time

TARGET = "/muster/v1/events"


@dataclasses.dataclass(frozen=True)
class Event:
    id: str
    text: str

    @property
    def envelope(self):
        return json.loads(self.text)

    @property
    def detail(self):
        return self.envelope["detail"]

    @property
    def kind(self):
        return self.detail["EventType"]

    @property
    def fence(self):
        return self.detail.get("GeofenceId")

    @property
    def device(self):
        return self.detail["DeviceId"]

    @property
    def reason(self):
        return self.detail.get("Reason")

    @property
    def collection(self):
        return self.envelope["resources"][0].rpartition("/")[2]


def events_of(lines):
    """Events of an iterable of byte lines, by the rules of the HTML standard. Yields None for a comment (a heartbeat)."""
    identifier, data = None, []
    for line in lines:
        line = line.rstrip(b"\n").removesuffix(b"\r").decode("utf-8")
        if not line:
            if data:
                yield Event(identifier, "\n".join(data))
            data = []
        elif line.startswith(":"):
            yield None
        else:
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "data":
                data.append(value)
            elif field == "id":
                identifier = value


class Watcher:
    """Reads the stream in a thread. Reconnects after the last id, and removes repeats by id, as a real consumer must."""

    def __init__(self, client, start="start"):
        self.client = client
        self.events = []
        self.heartbeats = 0
        self.connections = 0
        self.faults = []
        self._seen = {}
        self._next = f"from={start}"
        self._changed = threading.Condition()
        self._stopped = False
        self._socket = None
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def _run(self):
        while not self._stopped:
            try:
                self._read_once()
            except Exception as error:  # the server may be down: a test decides what that means
                self._last_error = error
            if not self._stopped:
                time.sleep(0.05)

    def _read_once(self):
        target = f"{TARGET}?{self._next}"
        connection = self.client.connect(timeout=90)
        connection.connect()
        self._socket = connection.sock  # the response takes it over
        try:
            connection.request("GET", target, headers=self.client.signed("GET", target))
            response = connection.getresponse()
            if response.status != 200:
                self.faults.append(f"{response.status} {response.read()[:300]!r}")
                return
            self.connections += 1
            with self._changed:
                self._changed.notify_all()
            for event in events_of(iter(response.readline, b"")):
                self._take(event)
        finally:
            connection.close()

    def _take(self, event):
        with self._changed:
            if event is None:
                self.heartbeats += 1
            else:
                self._next = f"after={event.id}"
                if event.id not in self._seen:
                    self._seen[event.id] = event.text
                    self.events.append(event)
                elif self._seen[event.id] != event.text:
                    self.faults.append(f"two bodies for event {event.id}")
            self._changed.notify_all()

    def wait(self, condition, timeout=15, what="the condition"):
        """Waits until `condition(events)` gives something true, and returns it."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while True:
                result = condition(self.events)
                if result:
                    return result
                left = deadline - time.monotonic()
                assert left > 0, (
                    f"{what} did not come in {timeout} s; last of {len(self.events)} events: "
                    f"{[(e.kind, e.fence, e.device) for e in self.events[-5:]]}; faults: {self.faults[-3:]}"
                )
                self._changed.wait(min(left, 1))

    def wait_connected(self, timeout=15):
        deadline = time.monotonic() + timeout
        with self._changed:
            while not self.connections:
                assert time.monotonic() < deadline, f"the event stream did not open: {self.faults[-3:]}"
                self._changed.wait(0.2)

    def of(self, device):
        with self._changed:
            return [event for event in self.events if event.device == device]

    def stop(self):
        self._stopped = True
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the server was faster
        self._thread.join(5)


def read_all(client, until, timeout=60):
    """A fresh read from the start, by an own connection, through the event with id `until`."""
    target = f"{TARGET}?from=start"
    connection = client.connect(timeout=timeout)
    found = []
    try:
        connection.request("GET", target, headers=client.signed("GET", target))
        response = connection.getresponse()
        assert response.status == 200, response.status
        for event in events_of(iter(response.readline, b"")):
            if event is None:
                continue
            found.append(event)
            if event.id == until:
                return found
    finally:
        connection.close()
    raise AssertionError("the stream ended early")
