"""Runs after everything else (conftest.py sees to that) and reads every log line of every server of this run."""

import json
import re

import pytest

from covers import observed
from muster_server import Server

LEVELS = {"trace", "debug", "info", "notice", "warning", "error", "critical"}
SIGNATURE = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
NUMBER = re.compile(r"-(?:1[0-7]\d|[6-9]\d)\.\d{3}")


def lines():
    for path in sorted(Server.logs.glob("*.log")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", line


@pytest.fixture(scope="module")
def logged(server):
    """At least one server has run and logged, even when this file is run alone."""
    found = list(lines())
    assert found, "no server logged anything"
    return found


def test_every_line_is_a_json_object(logged):
    for where, line in logged:
        if where.startswith("refused"):
            continue
        entry = json.loads(line)
        assert isinstance(entry, dict), where
        assert str(entry.get("level", "")).lower() in LEVELS, f"{where}: {line[:200]}"
        assert entry.get("message"), f"{where}: {line[:200]}"


def test_no_secret(logged):
    assert observed.secrets
    for where, line in logged:
        for secret in observed.secrets:
            assert secret not in line, f"a secret at {where}"


def test_no_signature(logged):
    for where, line in logged:
        assert not SIGNATURE.search(line), f"a signature or a hash at {where}"
        assert "AWS4-HMAC-SHA256" not in line, f"an Authorization header at {where}"


def test_no_position(logged):
    for where, line in logged:
        found = set(NUMBER.findall(line)) & observed.numbers
        assert not found, f"a coordinate at {where}"


def test_no_panic(logged):
    for where, line in logged:
        assert not re.search(r"Fatal error|Swift runtime failure|precondition failed|ThreadSanitizer", line), f"{where}: {line}"
