"""Steady load for SOAK_MINUTES: memory, latency and answers at the end are what they were near the start."""

import json
import os
import pathlib
import random
import threading
import time

import pytest

import field
from muster_server import Server
from scene import now_ms

MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
SEED = int(os.environ.get("MUSTER_SEED") or random.SystemRandom().randrange(2 ** 32))
THREADS, DEVICES = 4, 400


def resident(process):
    """Bytes."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def descriptors(process):
    return len(list(pathlib.Path(f"/proc/{process.pid}/fd").iterdir()))


@pytest.mark.timeout(0)
def test_nothing_drifts(logs, tmp_path):
    print(f"\nMUSTER_SEED={SEED} SOAK_MINUTES={MINUTES}")
    server = Server(tmp_path / "data")
    client = server.client
    client.ok("CreateTracker", TrackerName="crew")
    arn = client.ok("CreateGeofenceCollection", CollectionName="fixed")["CollectionArn"]
    fences = {f"fixed-{column}-{row}": field.fence_geometry(column, row) for column in range(6) for row in range(6)}
    for fence, geometry in fences.items():
        client.ok("PutGeofence", CollectionName="fixed", GeofenceId=fence, Geometry=geometry)
    client.ok("AssociateTrackerConsumer", TrackerName="crew", ConsumerArn=arn)
    watcher = server.watch()
    crew = field.wanderers(DEVICES, SEED, now_ms() - 29 * 24 * 3600_000)
    over, faults, latencies = threading.Event(), [], []

    def report(worker):
        generator, own = random.Random(f"{SEED}/{worker}"), server.new_client(check=False)
        mine = crew[worker::THREADS]
        while not over.is_set():
            updates = [generator.choice(mine).step() for _ in range(10)]
            began = time.perf_counter()
            answer = own.send("POST", "/tracking/v0/trackers/crew/positions", json.dumps({"Updates": updates}).encode())
            latencies.append((time.monotonic(), time.perf_counter() - began))
            if answer.status != 200 or answer.json["Errors"]:
                faults.append(repr(answer))
                over.set()
            over.wait(0.05)

    threads = [threading.Thread(target=report, args=(worker,)) for worker in range(THREADS)]
    for thread in threads:
        thread.start()
    began, measured = time.monotonic(), []
    step = max(MINUTES * 60 / 12, 1)
    while not over.is_set() and time.monotonic() - began < MINUTES * 60:
        over.wait(step)
        now = time.monotonic()
        recent = sorted(took for at, took in latencies if at > now - step)
        measured.append((resident(server.process), recent[len(recent) * 99 // 100], descriptors(server.process)))
        print(f"{now - began:6.0f} s  {measured[-1][0] / 1e6:7.1f} MB resident  p99 {measured[-1][1] * 1000:6.1f} ms  "
              f"{measured[-1][2]} descriptors  {len(watcher.events)} events")
    over.set()
    for thread in threads:
        thread.join()
    assert not faults, faults[:3]
    wanted = {wanderer.device: wanderer.transitions(fences) for wanderer in crew}
    count = sum(map(len, wanted.values()))
    watcher.wait(lambda events: len(events) >= count, timeout=60, what="the last event")
    told = {device: [] for device in wanted}
    for event in watcher.events:
        told[event.device].append((event.kind, event.fence, event.detail["SampleTime"]))
    assert told == wanted
    third = max(len(measured) // 3, 1)
    early, late = measured[third:2 * third] or measured[:1], measured[-third:]
    assert max(m[0] for m in late) <= 1.5 * max(m[0] for m in early) + 32e6, "memory grows"
    assert min(m[1] for m in late) <= 3 * max(m[1] for m in early) + 0.02, "latency grows"
    assert max(m[2] for m in late) <= max(m[2] for m in early) + 8, "descriptors leak"
    watcher.stop()
    server.stop()
