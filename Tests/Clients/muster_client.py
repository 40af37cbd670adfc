"""A small, fast client: Signature Version 4 by hand over http.client, and the event stream.

It validates nothing, so that a test can send what no SDK would. boto3 stays the judge: `test_signatures.py` compares this
signer with botocore's.
"""

import base64
import configparser
import dataclasses
import datetime
import hashlib
import hmac
import http.client
import json
import ssl
import threading
import urllib.parse

import service_model
from covers import observed


@dataclasses.dataclass(frozen=True)
class Credentials:
    access_key: str
    secret_key: str = dataclasses.field(repr=False)
    region: str = "us-east-1"
    token: str | None = dataclasses.field(default=None, repr=False)

    @classmethod
    def read(cls, path):
        """The `[default]` profile of an AWS shared credentials file."""
        parser = configparser.ConfigParser(interpolation=None)
        with open(path, encoding="utf-8") as file:
            parser.read_file(file)
        section = parser["default"]
        observed.secret(section["aws_secret_access_key"])
        return cls(section["aws_access_key_id"], section["aws_secret_access_key"], section["region"])


def _normalized(path):
    """Dot segments resolved and empty ones dropped, for the signature only: what is sent stays as it is."""
    kept = []
    for segment in path.split("/"):
        if segment == "..":
            kept[-1:] = []
        elif segment not in ("", "."):
            kept.append(segment)
    return "/" + "/".join(kept) + ("/" if kept and path.endswith("/") else "")


def _hmac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


class Signer:
    """Signs requests as they go on the wire: the path is encoded a second time, as for every service but S3."""

    def __init__(self, credentials, service="geo"):
        self.credentials = credentials
        self.service = service
        self._keys = {}

    def _key(self, day):
        if day not in self._keys:
            key = ("AWS4" + self.credentials.secret_key).encode()
            for part in (day, self.credentials.region, self.service, "aws4_request"):
                key = _hmac(key, part)
            self._keys = {day: key}
        return self._keys[day]

    def sign(self, method, target, headers, body, now=None):
        """`headers` plus X-Amz-Date, the token and Authorization. `headers` must hold Host."""
        now = now or datetime.datetime.now(datetime.timezone.utc)
        date = now.strftime("%Y%m%dT%H%M%SZ")
        headers = dict(headers, **{"X-Amz-Date": date})
        if self.credentials.token:
            headers["X-Amz-Security-Token"] = self.credentials.token
        path, _, query = target.partition("?")
        lowered = sorted((name.lower(), " ".join(str(value).split())) for name, value in headers.items())
        names = ";".join(name for name, _ in lowered)
        canonical = "\n".join([
            method,
            urllib.parse.quote(_normalized(path), safe="/~"),
            "&".join(sorted(part if "=" in part else part + "=" for part in query.split("&") if part)),
            *(f"{name}:{value}" for name, value in lowered),
            "",
            names,
            hashlib.sha256(body).hexdigest(),
        ])
        scope = f"{date[:8]}/{self.credentials.region}/{self.service}/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
        signature = hmac.new(self._key(date[:8]), text.encode(), hashlib.sha256).hexdigest()
        headers["Authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.credentials.access_key}/{scope}, "
            f"SignedHeaders={names}, Signature={signature}"
        )
        return headers


@dataclasses.dataclass
class Answer:
    status: int
    headers: object
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        """The error's name, as the SDKs read it: the header's text before a colon."""
        return (self.headers.get("x-amzn-ErrorType") or "").split(":")[0] or None

    def __repr__(self):
        return f"{self.status} {self.error or ''} {self.body[:600].decode('utf-8', 'replace')}"


def iso(moment):
    """Milliseconds since 1970, or a datetime, as the service writes it."""
    if not isinstance(moment, datetime.datetime):
        moment = datetime.datetime.fromtimestamp(0, datetime.timezone.utc) + datetime.timedelta(milliseconds=moment)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def _plain(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return iso(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def request_of(operation, parameters):
    """(method, target, body) of an operation by the model's bindings, with nothing validated."""
    model = service_model.operation(operation)
    path, query, body = model.http["requestUri"], [], {}
    for name, value in parameters.items():
        shape = model.input_shape.members.get(name)
        binding = shape.serialization if shape is not None else {}
        wire = binding.get("name", name)
        if binding.get("location") == "uri":
            path = path.replace("{" + wire + "}", urllib.parse.quote(str(value), safe=""))
        elif binding.get("location") == "querystring":
            for item in value if isinstance(value, list) else [value]:
                query.append(f"{wire}={urllib.parse.quote(str(item), safe='')}")
        else:
            body[wire] = _plain(value)
    has_body = any("location" not in shape.serialization for shape in model.input_shape.members.values())
    encoded = json.dumps(body, ensure_ascii=False).encode() if has_body or body else b""
    return model.http["method"], path + ("?" + "&".join(query) if query else ""), encoded


class Client:
    """One connection a thread, kept alive. Every answer to `call` is checked against the model's shape."""

    def __init__(self, url, credentials, certificate=None, timeout=30, check=True):
        self.url = url
        self.parts = urllib.parse.urlsplit(url)
        self.credentials = credentials
        self.signer = Signer(credentials) if credentials else None
        self.certificate = certificate
        self.timeout = timeout
        self.check = check
        self._local = threading.local()

    def connect(self, timeout=None):
        host, port = self.parts.hostname, self.parts.port
        if self.parts.scheme == "https":
            context = ssl.create_default_context(cafile=self.certificate)
            return http.client.HTTPSConnection(host, port, timeout=timeout or self.timeout, context=context)
        return http.client.HTTPConnection(host, port, timeout=timeout or self.timeout)

    def close(self):
        connection = getattr(self._local, "connection", None)
        if connection:
            connection.close()
            self._local.connection = None

    def signed(self, method, target, body=b"", headers=None, now=None):
        headers = {"Host": self.parts.netloc, **(headers or {})}
        if body:
            headers.setdefault("Content-Type", "application/json")
        observed.sent(body)
        return self.signer.sign(method, target, headers, body, now)

    def send(self, method, target, body=b"", headers=None, sign=True, now=None):
        """One request, target as given. A connection that the server closed meanwhile is opened again."""
        if sign:
            headers = self.signed(method, target, body, headers, now)
        else:
            headers = {"Host": self.parts.netloc, **(headers or {})}
        for attempt in (1, 2):
            kept = getattr(self._local, "connection", None)
            connection = kept or self.connect()
            self._local.connection = connection
            try:
                connection.request(method, target, body=body or None, headers=headers)
                response = connection.getresponse()
                return Answer(response.status, response.headers, response.read())
            except (http.client.HTTPException, OSError):
                connection.close()
                self._local.connection = None
                if kept is None or attempt == 2:
                    raise

    def call(self, operation, **parameters):
        method, target, body = request_of(operation, parameters)
        answer = self.send(method, target, body)
        if self.check:
            import wire_shape

            wire_shape.check(operation, answer)
        observed.answer(operation, answer.error if answer.status != 200 else None)
        return answer

    def ok(self, operation, **parameters):
        answer = self.call(operation, **parameters)
        assert answer.status == 200, f"{operation}: {answer!r}"
        return answer.json

    def pages(self, operation, member="Entries", **parameters):
        """Every entry of a listing, and the page sizes met on the way."""
        entries, sizes = [], []
        while True:
            page = self.ok(operation, **parameters)
            entries += page[member]
            sizes.append(len(page[member]))
            if "NextToken" not in page:
                return entries, sizes
            parameters = dict(parameters, NextToken=page["NextToken"])
