"""SIGKILL at random moments under load: nothing acknowledged is lost, and every transition is told once.

MUSTER_SEED repeats a run's choices (not its timing); MUSTER_KILLS sets the number of kills (50).
"""

import http.client
import json
import os
import random
import threading
import time
import urllib.parse

import pytest

import field
from event_stream import read_all
from muster_server import Server
from scene import now_ms

KILLS = int(os.environ.get("MUSTER_KILLS", "50"))
SEED = int(os.environ.get("MUSTER_SEED") or random.SystemRandom().randrange(2 ** 32))
THREADS, DEVICES = 8, 200
DAY = 24 * 3600_000

FIXED = {f"fixed-{column}-{row}": field.fence_geometry(column, row) for column in range(0, 6, 2) for row in range(0, 6, 2)}
MOVING = ["moving-1", "moving-2", "moving-3", "moving-4"]


class Load:
    """Clients that insist: what is not acknowledged is sent again, unchanged, until it is."""

    def __init__(self, server, seed):
        self.server = server
        self.seed = seed
        self.over = threading.Event()
        self.faults = []
        self.requests = 0
        self.retries = 0
        self.wanderers = field.wanderers(DEVICES, seed, now_ms() - 20 * DAY)
        self.fences = {}  # of the moving collection, as last acknowledged
        self.linked = True
        self.arn = None

    def insist(self, client, method, target, body, fine=(200,)):
        """Sends until the server has answered; a server that is down or starting is waited for."""
        attempts = 0
        while True:
            attempts += 1
            try:
                answer = client.send(method, target, body)
            except (OSError, http.client.HTTPException):
                answer = None
            if answer is not None and answer.status in fine:
                self.requests += 1
                self.retries += attempts - 1
                return answer, attempts
            if answer is not None and answer.status < 500:
                self.faults.append(f"{method} {target}: {answer!r}")
                self.over.set()
                raise AssertionError(self.faults[-1])
            time.sleep(0.02)

    def report_positions(self, worker):
        generator = random.Random(f"{self.seed}/worker/{worker}")
        mine = self.wanderers[worker::THREADS]
        client = self.server.new_client(check=False, timeout=10)
        while not self.over.is_set():
            # Some batches hold several samples of one device.
            updates = [generator.choice(mine).step() for _ in range(generator.randint(1, 10))]
            answer, _ = self.insist(client, "POST", "/tracking/v0/trackers/crew/positions",
                                    json.dumps({"Updates": updates}).encode())
            if answer.json["Errors"]:
                self.faults.append(f"item errors: {answer.json['Errors'][:2]}")
                return
            self.over.wait(generator.random() * 0.03)

    def change_fences(self):
        generator = random.Random(f"{self.seed}/fences")
        client = self.server.new_client(check=False, timeout=10)
        base = "/geofencing/v0/collections/moving"
        consumers = "/tracking/v0/trackers/crew/consumers"
        while not self.over.is_set():
            choice, fence = generator.random(), generator.choice(MOVING)
            if choice < 0.5:
                geometry = field.fence_geometry(generator.randrange(0, 4), generator.randrange(0, 6), generator.choice((1, 2, 3)))
                self.insist(client, "PUT", f"{base}/geofences/{fence}", json.dumps({"Geometry": geometry}).encode())
                self.fences[fence] = geometry
            elif choice < 0.75:
                self.insist(client, "POST", f"{base}/delete-geofences", json.dumps({"GeofenceIds": [fence]}).encode())
                self.fences.pop(fence, None)
            elif self.linked:
                # Its acknowledgement may have been lost: then it is no longer there at the second try.
                self.insist(client, "DELETE", f"{consumers}/{urllib.parse.quote(self.arn, safe='')}", b"", fine=(200, 404))
                self.linked = False
            else:
                self.insist(client, "POST", consumers, json.dumps({"ConsumerArn": self.arn}).encode(), fine=(200, 409))
                self.linked = True
            self.over.wait(generator.random() * 0.1)


def guarded(load, work, *arguments):
    def run():
        try:
            work(*arguments)
        except Exception as error:
            load.faults.append(repr(error))
            load.over.set()

    return threading.Thread(target=run, name=str(arguments))


def membership(events):
    """(device, fence) pairs that are inside, and whatever did not alternate."""
    within, broken = {}, []
    for event in events:
        pair = event.device, event.fence
        if within.get(pair, "EXIT") == event.kind:
            broken.append((event.id, pair, event.kind, event.reason))
        within[pair] = event.kind
    return {pair for pair, kind in within.items() if kind == "ENTER"}, broken


@pytest.mark.timeout(900)
def test_kill_at_random_moments(logs, tmp_path):
    print(f"\nMUSTER_SEED={SEED} MUSTER_KILLS={KILLS}")
    generator = random.Random(SEED)
    server = Server(tmp_path / "data")
    server.listen = server.url.split("//")[1]  # the same port from now on
    client = server.client
    client.ok("CreateTracker", TrackerName="crew")
    for collection, fences in (("fixed", FIXED), ("moving", {})):
        arn = client.ok("CreateGeofenceCollection", CollectionName=collection)["CollectionArn"]
        for fence, geometry in fences.items():
            client.ok("PutGeofence", CollectionName=collection, GeofenceId=fence, Geometry=geometry)
        client.ok("AssociateTrackerConsumer", TrackerName="crew", ConsumerArn=arn)
    load = Load(server, SEED)
    load.arn = arn
    watcher = server.watch()
    threads = [guarded(load, load.report_positions, worker) for worker in range(THREADS)]
    threads.append(guarded(load, load.change_fences))
    for thread in threads:
        thread.start()

    began, early = time.monotonic(), 0
    for kill in range(KILLS):
        if load.over.wait(generator.uniform(0.05, 2.5)):
            break
        server.kill()
        while generator.random() < 0.2:  # also while it recovers
            early += 1
            server.spawn()
            time.sleep(generator.uniform(0, 0.3))
            server.kill()
        server.start()
    load.over.set()
    for thread in threads:
        thread.join(60)
    assert not load.faults, load.faults[:3]
    assert not any(thread.is_alive() for thread in threads)
    seconds = time.monotonic() - began

    # Re-evaluation after the last change of a fence runs in the background: wait until what was told is where they are.
    fences = {**FIXED, **(load.fences if load.linked else {})}
    where = {(wanderer.device, fence) for wanderer in load.wanderers if wanderer.samples
             for fence, geometry in fences.items() if field.inside(geometry, wanderer.samples[-1][1])}
    watcher.wait(lambda events: membership(events)[0] == where, timeout=60, what="the final membership")

    told = list(watcher.events)
    print(f"{KILLS} kills and {early} during recovery in {seconds:.0f} s; {load.requests} requests acknowledged, "
          f"{load.retries} sent again; {sum(len(w.samples) for w in load.wanderers)} samples; {len(told)} events; "
          f"the watcher connected {watcher.connections} times")
    assert load.retries > 0 and watcher.connections > KILLS / 2, "the kills hit nothing"

    refusals = [fault for fault in watcher.faults if not fault.startswith("5")]
    assert not refusals, f"an event that was told is unknown, or has two bodies: {refusals[:3]}"
    committed = read_all(server.new_client(), until=told[-1].id)
    assert len({event.id for event in committed}) == len(committed), "an id twice in one stream"
    assert [event.id for event in told] == [event.id for event in committed]
    assert [event.text for event in told] == [event.text for event in committed]
    assert not membership(told)[1], f"not alternating: {membership(told)[1][:5]}"

    of_device = {}
    for event in told:
        if event.collection == "fixed":
            of_device.setdefault(event.device, []).append((event.kind, event.fence, event.detail["SampleTime"]))
    for wanderer in load.wanderers:
        assert of_device.get(wanderer.device, []) == wanderer.transitions(FIXED), wanderer.device

    checked = 0
    for wanderer in load.wanderers:
        entries, _ = server.client.pages(
            "GetDevicePositionHistory", "DevicePositions", TrackerName="crew", DeviceId=wanderer.device,
            StartTimeInclusive="2020-01-01T00:00:00.000Z")
        found = [(entry["SampleTime"], entry["Position"]) for entry in entries]
        wanted = wanderer.stored()
        there = {(at, *position) for at, position in found}
        lost = [at for at, position in wanted if (at, *position) not in there]
        assert not lost, f"{wanderer.device} lost {len(lost)} acknowledged samples, first {lost[0]}"
        assert found == wanted, f"{wanderer.device}: history holds more than was let through"
        checked += len(found)
    print(f"{checked} stored samples compared")
    watcher.stop()
    server.stop()
