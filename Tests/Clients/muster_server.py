"""Starts, kills and restarts the shipped binary. Its logs go to files, which the last test reads."""

import os
import pathlib
import re
import resource
import signal
import subprocess
import threading
import time

import boto3
import botocore.session
from botocore.config import Config

from covers import observed
from event_stream import Watcher
from muster_client import Client, Credentials, Answer
import wire_shape

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"muster: listening on (https?://\S+)\n")


def binary():
    """MUSTER_BINARY, else the release build, else the debug build."""
    named = os.environ.get("MUSTER_BINARY")
    candidates = [pathlib.Path(named)] if named else [ROOT / f".build/{kind}/muster" for kind in ("release", "debug")]
    for candidate in candidates:
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"no muster binary at {' or '.join(map(str, candidates))}: run swift build first")


def _own_limits():
    # A write beyond a file size limit (the disk-full test sets one) must fail, not end the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))


class Server:
    logs = None  # the folder that all logs of this run go to: set by conftest
    _count = 0
    _count_lock = threading.Lock()

    def __init__(self, data, *options, listen="127.0.0.1:0", certificate=None, start=True):
        self.data = pathlib.Path(data)
        self.options = [str(option) for option in options]
        self.listen = listen
        self.certificate = certificate
        self.process = None
        self.url = None
        self.output = ""
        self._watchers = []
        if start:
            self.start()

    def command(self):
        return [str(binary()), "serve", "--data", str(self.data), "--listen", self.listen, *self.options]

    def spawn(self, kind="server"):
        """The process alone. A start that must fail is of kind `refused`: it speaks to a person, in plain words."""
        with Server._count_lock:
            Server._count += 1
            self.log = Server.logs / f"{kind}-{Server._count:03d}.log"
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "MUSTER_"))}
        # Through a pipe, since a file size limit set on the server would also stop a log file.
        self.process = subprocess.Popen(
            self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, preexec_fn=_own_limits)
        self._copier = threading.Thread(target=self._copy_log, args=(self.process.stderr, self.log), daemon=True)
        self._copier.start()
        return self.process

    @staticmethod
    def _copy_log(source, path):
        with open(path, "ab", buffering=0) as file:
            for line in source:
                file.write(line)

    def start(self, timeout=60):
        self.spawn()
        box = []
        reader = threading.Thread(target=lambda: box.append(self.process.stdout.readline()), daemon=True)
        reader.start()
        reader.join(timeout)
        line = box[0].decode() if box else ""
        match = LINE.fullmatch(line)
        if not match:
            self.process.kill()
            self.process.wait()
            self._copier.join(5)
            raise AssertionError(f"no ready line but {line!r}; log: {self.log.read_text()[-2000:]}")
        self.url = match.group(1)
        self.credentials = Credentials.read(self.data / "credentials")
        self.client = self.new_client()
        return self

    def new_client(self, **options):
        return Client(self.url, self.credentials, certificate=self.certificate, **options)

    def watch(self, start="start"):
        watcher = Watcher(self.new_client(), start)
        self._watchers.append(watcher)
        watcher.wait_connected()
        return watcher

    def boto(self, service="location", **config):
        """A boto3 client that knows nothing but the credentials file and the URL."""
        session = botocore.session.Session()
        session.set_config_variable("credentials_file", str(self.data / "credentials"))
        session.set_config_variable("config_file", os.devnull)
        settings = {"inject_host_prefix": False, "retries": {"total_max_attempts": 1}, "max_pool_connections": 32,
                    "connect_timeout": 10, "read_timeout": 60, **config}
        client = boto3.Session(botocore_session=session).client(
            service, endpoint_url=self.url, config=Config(**settings),
            verify=str(self.certificate) if self.certificate else None)
        if service == "location":
            client.meta.events.register("before-parse.location.*", _observe)
            client.meta.events.register("before-send.location.*", lambda request, **_: observed.sent(request.body))
        return client

    def stop(self, expect=0, timeout=30):
        """SIGTERM; the server must drain and exit 0."""
        for watcher in self._watchers:
            watcher.stop()
        self._watchers.clear()
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"still running {timeout} s after SIGTERM")
        self.output += self.process.stdout.read().decode()
        self._copier.join(5)
        assert status == expect, f"exit {status}; log: {self.log.read_text()[-2000:]}"
        assert self.output == "", f"standard output is for the ready line alone, but: {self.output[:300]!r}"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self._copier.join(5)

    def restart(self, same_port=False):
        self.stop()
        if same_port:
            self.listen = self.url.split("//")[1]
        return self.start()

    def wait_ready(self, timeout=30):
        deadline = time.monotonic() + timeout
        while self.client.send("GET", "/readyz", sign=False).status != 200:
            assert time.monotonic() < deadline, "not ready"
            time.sleep(0.05)

    def limit_files(self, size):
        """No file of the server can grow beyond `size` bytes from now on (None: lifted): a full disk."""
        size = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _observe(operation_model, response_dict, **_):
    headers = response_dict["headers"]

    class Headers:
        get = staticmethod(headers.get)

        @staticmethod
        def get_content_type():
            return (headers.get("content-type") or "").split(";")[0]

    answer = Answer(response_dict["status_code"], Headers, response_dict["body"])
    wire_shape.check(operation_model.name, answer)
    observed.answer(operation_model.name, answer.error if answer.status != 200 else None)
