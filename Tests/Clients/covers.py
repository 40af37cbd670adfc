"""What a test says it covers, and what the calls of the tests really met.

A declaration alone could lie: `conftest.py` fails a test whose calls never met what it declared.
"""

import re
import threading

import pytest


def covers(operation, error=None, limit=None):
    return pytest.mark.covers(operation, error=error, limit=limit)


class Observations:
    """Everything that the clients of this run sent and got, as far as later checks need it."""

    def __init__(self):
        self._lock = threading.Lock()
        self.met = set()  # (operation, error name or None)
        self.secrets = set()  # keys and tokens that no log may hold
        self.numbers = set()  # coordinates sent, cut to three decimals

    def answer(self, operation, error):
        with self._lock:
            self.met.add((operation, error))

    def take(self):
        with self._lock:
            met, self.met = self.met, set()
            return met

    def give_back(self, met):
        with self._lock:
            self.met |= met

    def secret(self, *values):
        with self._lock:
            self.secrets.update(value for value in values if value)

    def sent(self, body):
        """Remembers the coordinates of a JSON body. Only those of `places.py` are distinctive: see there."""
        text = body.decode("utf-8", "replace") if isinstance(body, (bytes, bytearray)) else str(body or "")
        found = set(re.findall(r"-(?:1[0-7]\d|[6-9]\d)\.\d{3}", text))
        if found:
            with self._lock:
                self.numbers |= found


observed = Observations()
