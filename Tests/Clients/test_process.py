"""The process: how it starts, refuses to start, and stops; TLS; the data folder's modes."""

import re
import shutil
import ssl
import stat
import subprocess
import threading

import pytest

import places
from muster_client import iso
from muster_server import Server, binary
from scene import now_ms


def refuses(data, *options, **keywords):
    """A start that must fail at once; what it said."""
    server = Server(data, *options, start=False, **keywords)
    process = server.spawn("refused")
    try:
        status = process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        pytest.fail("it started though it must not")
    server._copier.join(5)
    assert process.stdout.read() == b""
    text = server.log.read_text()
    assert text.startswith("muster"), f"refused without a word for people: {text!r}"
    return status, text


def test_the_data_folder_is_for_its_owner(make_server):
    server = make_server()
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    assert stat.S_IMODE((server.data / "credentials").stat().st_mode) == 0o600
    for path in server.data.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_boto3_needs_nothing_but_the_credentials_file(make_server):
    server = make_server()
    client = server.boto()
    assert client.meta.region_name == "us-east-1"
    assert client.list_trackers()["Entries"] == []


def test_region_and_account(make_server):
    server = make_server("--region", "eu-central-1", "--account", "123456789012")
    client = server.boto()
    assert client.meta.region_name == "eu-central-1"
    assert client.create_tracker(TrackerName="t")["TrackerArn"] == "arn:aws:geo:eu-central-1:123456789012:tracker/t"


def test_a_second_server_on_the_same_folder(make_server):
    server = make_server()
    status, text = refuses(server.data)
    assert status == 1 and re.search("in use|locked|another", text), text
    assert server.client.ok("ListTrackers")["Entries"] == []


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0"])
def test_plain_http_beyond_loopback(tmp_path, listen):
    status, text = refuses(tmp_path / "data", listen=listen)
    assert status in (1, 64) and "TLS" in text and "proxy" in text, text


def test_plain_http_behind_a_proxy(make_server):
    server = make_server("--behind-proxy", listen="0.0.0.0:0")
    assert server.url.startswith("http://")


@pytest.mark.parametrize("listen", ["nonsense", "127.0.0.1:70000", "127.0.0.1:", "127.0.0.1:-1", ""])
def test_an_address_that_is_none(tmp_path, listen):
    status, _ = refuses(tmp_path / "data", listen=listen)
    assert status == 64


def test_a_port_that_is_taken(make_server, tmp_path):
    server = make_server()
    status, text = refuses(tmp_path / "other", listen=server.url.removeprefix("http://"))
    assert status == 1 and "in use" in text.lower(), text


def test_credentials_that_others_can_read(make_server):
    server = make_server()
    server.stop()
    (server.data / "credentials").chmod(0o644)
    status, text = refuses(server.data)
    assert status == 1 and "credentials" in text
    (server.data / "credentials").chmod(0o600)
    server.start()


def test_a_data_folder_that_is_a_file(tmp_path):
    (tmp_path / "data").write_text("not a folder")
    status, _ = refuses(tmp_path / "data")
    assert status == 1


@pytest.fixture
def certificate(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("no openssl to make a certificate with")
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    key.chmod(0o600)
    return certificate, key


def test_tls(make_server, certificate, name):
    made, key = certificate
    server = make_server("--tls-certificate", made, "--tls-key", key, certificate=made)
    assert server.url.startswith("https://")
    assert server.boto().create_tracker(TrackerName=name)["TrackerName"] == name
    assert server.client.ok("DescribeTracker", TrackerName=name)["TrackerName"] == name
    watcher = server.watch()
    assert watcher.connections == 1
    with pytest.raises(ssl.SSLError):
        server.certificate = None
        server.new_client().send("GET", "/healthz", sign=False)
    server.certificate = made


def test_old_tls_is_refused(make_server, certificate):
    import socket
    import warnings

    made, key = certificate
    server = make_server("--tls-certificate", made, "--tls-key", key, certificate=made)
    context = ssl.create_default_context(cafile=made)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.raises(OSError), socket.create_connection((server.client.parts.hostname, server.client.parts.port), 5) as tcp:
        context.wrap_socket(tcp, server_hostname="localhost")


@pytest.mark.parametrize("missing", ["--tls-certificate", "--tls-key"])
def test_half_of_tls(tmp_path, certificate, missing):
    made, key = certificate
    options = {"--tls-certificate": made, "--tls-key": key}
    del options[missing]
    (option, value), = options.items()
    status, text = refuses(tmp_path / "data", option, value)
    assert status in (1, 64) and missing in text, text


def test_a_drain_loses_nothing(make_server):
    """SIGTERM under load: every answer that says 200 is true, and the exit is 0."""
    server = make_server()
    server.client.ok("CreateTracker", TrackerName="t")
    watcher = server.watch()
    acknowledged, start = [set() for _ in range(8)], now_ms() - 10 * 3600_000
    begun = threading.Barrier(9)

    def load(worker):
        client = server.new_client(check=False)
        begun.wait()
        for index in range(100_000):
            at = iso(start + 31_000 * index)
            try:
                answer = client.send("POST", "/tracking/v0/trackers/t/positions", (
                    '{"Updates":[{"DeviceId":"d%d","SampleTime":"%s","Position":[%r,%r]}]}'
                    % (worker, at, *places.NOWHERE)).encode())
            except OSError:
                return
            except Exception:  # a response cut short: not acknowledged
                return
            if answer.status != 200:
                return
            acknowledged[worker].add(at)

    threads = [threading.Thread(target=load, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    begun.wait()
    while sum(map(len, acknowledged)) < 400:
        pass
    watcher.stop()
    server.stop()
    for thread in threads:
        thread.join(30)
    server.start()
    for worker, times in enumerate(acknowledged):
        entries, _ = server.client.pages("GetDevicePositionHistory", "DevicePositions", TrackerName="t", DeviceId=f"d{worker}")
        assert times <= {entry["SampleTime"] for entry in entries}


def test_a_drain_with_open_streams(make_server):
    """An open event stream does not hold the server up."""
    server = make_server()
    server.watch()
    server._watchers.clear()  # stays open: the server has to end it
    server.stop(timeout=15)


def test_sigint_stops_like_sigterm(make_server):
    import signal

    server = make_server()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(15) == 0


def test_version_and_help():
    for arguments in (["--version"], ["--help"], ["help"], ["serve", "--help"]):
        done = subprocess.run([binary(), *arguments], capture_output=True, text=True, timeout=20)
        assert done.returncode == 0 and done.stdout, done.stderr
    done = subprocess.run([binary(), "serve", "--nonsense"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 64 and "--nonsense" in done.stderr
