"""The server as an HTTP server: odd bytes in the target, bodies too large, and what operators ask for."""

import socket

import pytest
from prometheus_client.parser import text_string_to_metric_families

import places
from muster_client import iso
from scene import now_ms


def talk(raw, data, timeout=10):
    """Raw bytes to the server, and all that came back until it closed or fell silent."""
    with socket.create_connection((raw.parts.hostname, raw.parts.port), timeout) as connection:
        connection.sendall(data)
        received = b""
        while not complete(received):
            try:
                chunk = connection.recv(65_536)
            except (ConnectionResetError, socket.timeout):
                break
            if not chunk:
                break
            received += chunk
    return received


def complete(received):
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator or head.startswith(b"HTTP/1.1 100"):
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return False


def status(received):
    assert received.startswith(b"HTTP/1.1 "), received[:200]
    return int(received[9:12])


def test_a_declared_body_beyond_any_limit(raw):
    """Refused before the body is sent: waiting for a gigabyte would be the fault."""
    answer = talk(raw, b"POST /tracking/v0/trackers HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
    assert status(answer) == 413


def test_a_chunked_body_beyond_any_limit(raw):
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    head = b"POST /tracking/v0/trackers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    try:
        answer = talk(raw, head + chunk * 320)
    except (BrokenPipeError, ConnectionResetError):
        return  # closed while the rest was still being sent: refused as well
    assert answer == b"" or status(answer) == 413


def test_a_signed_body_beyond_the_limit_says_so(raw, tracker):
    body = b'{"Updates":[' + b" " * 40_000_000 + b"]}"
    try:
        answer = raw.send("POST", f"/tracking/v0/trackers/{tracker}/positions", body)
    except (BrokenPipeError, ConnectionResetError):
        return
    assert answer.status == 413, repr(answer)


def test_a_chunked_body_is_read_like_any_other(raw, tracker):
    body = b'{"Description":"chunked"}'
    headers = raw.signed("PATCH", f"/tracking/v0/trackers/{tracker}", body)
    text = f"PATCH /tracking/v0/trackers/{tracker} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + 5]), body[i:i + 5]) for i in range(0, len(body), 5)) + b"0\r\n\r\n"
    assert status(talk(raw, text.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)) == 200
    assert raw.ok("DescribeTracker", TrackerName=tracker)["Description"] == "chunked"


def test_expect_continue(raw, tracker):
    """What curl and the SDKs send before a large body."""
    body = b'{"Description":"expected"}'
    target = f"/tracking/v0/trackers/{tracker}"
    headers = raw.signed("PATCH", target, body)
    text = f"PATCH {target} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
    text += f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection((raw.parts.hostname, raw.parts.port), 10) as connection:
        connection.sendall(text.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("target", [
    "/tracking/v0/trackers/{}%00", "/tracking/v0/trackers/{}%00suffix", "/tracking/v0/trackers/{}%2F",
    "/tracking/v0/trackers/{}%2f..", "/tracking/v0/trackers/{}+", "/tracking/v0/trackers/{}%20",
    "/tracking/v0/trackers/{}%", "/tracking/v0/trackers/{}%4", "/tracking/v0/trackers/{}%zz", "/tracking/v0/trackers/{}%ff",
    "/tracking/v0/trackers/{}%c3%28", "/tracking/v0/trackers/%2e%2e/{}", "/tracking/v0/trackers/{}%0a"])
def test_odd_bytes_never_reach_a_resource_of_another_name(raw, tracker, target):
    answer = raw.send("GET", target.format(tracker))
    assert (answer.status, answer.error) == (400, "ValidationException"), repr(answer)


def test_an_encoded_letter_is_the_letter(raw, tracker):
    target = "/tracking/v0/trackers/" + "".join(f"%{ord(letter):02X}" for letter in tracker)
    assert raw.send("GET", target).json["TrackerName"] == tracker


def test_plus_in_a_query_is_a_plus(raw, tracker):
    arn = f"arn:aws:geo:us-east-1:000000000000:tracker/{tracker}"
    raw.ok("TagResource", ResourceArn=arn, Tags={"a+b": "plus", "a b": "space"})
    target = "/tags/" + arn.replace(":", "%3A").replace("/", "%2F")
    assert raw.send("DELETE", target + "?tagKeys=a%2Bb").status == 200
    assert raw.ok("ListTagsForResource", ResourceArn=arn)["Tags"] == {"a b": "space"}


@pytest.mark.parametrize("data", [
    b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A" * 200_000,
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000 + b"\r\n", b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
def test_bytes_that_are_no_request(raw, data):
    try:
        answer = talk(raw, data, timeout=3)
    except (BrokenPipeError, ConnectionResetError):
        answer = b""
    assert answer == b"" or 400 <= status(answer) < 600
    assert raw.send("GET", "/healthz", sign=False).status == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health(raw, path):
    answer = raw.send("GET", path, sign=False)
    assert answer.status == 200
    head = raw.send("HEAD", path, sign=False)
    assert head.status == 200 and head.body == b""


def test_metrics_parse_and_count(raw, tracker):
    def total():
        answer = raw.send("GET", "/metrics", sign=False)
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain")
        families = {family.name: family for family in text_string_to_metric_families(answer.body.decode())}
        assert families and all(name.startswith(("muster_", "process_")) for name in families), sorted(families)
        assert all(family.type != "unknown" for family in families.values())
        return {name: sum(sample.value for sample in family.samples if not sample.name.endswith("_created"))
                for name, family in families.items() if family.type == "counter"}

    before = total()
    raw.ok("BatchUpdateDevicePosition", TrackerName=tracker, Updates=[
        {"DeviceId": f"d{i}", "SampleTime": iso(now_ms() - 60_000), "Position": places.NOWHERE} for i in range(10)])
    after = total()
    grown = {name for name in after if after[name] >= before.get(name, 0) + 10 and "position" in name}
    assert grown, f"no counter of positions grew by 10: {after}"


def test_every_answer_has_its_own_request_id(raw):
    ids = [raw.send("POST", "/tracking/v0/list-trackers", b"{}").headers["x-amzn-RequestId"] for _ in range(20)]
    assert len(set(ids)) == 20
    assert raw.send("GET", "/nonsense", sign=False).headers["x-amzn-RequestId"]


@pytest.mark.parametrize("host", ["tracking.localhost", "cp.tracking.geo.us-east-1.amazonaws.com", "[::1]"])
def test_the_hosts_label_is_ignored(raw, host):
    answer = raw.send("POST", "/tracking/v0/list-trackers", b"{}", headers={"Host": host})
    assert answer.status == 200, repr(answer)


def test_pipelined_requests_are_answered_in_order(raw):
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection((raw.parts.hostname, raw.parts.port), 10) as connection:
        connection.sendall(request * 4 + last)
        received = b""
        while chunk := connection.recv(65_536):
            received += chunk
    assert received.count(b"HTTP/1.1 200") == 5
