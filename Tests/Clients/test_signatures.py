"""Signature Version 4: botocore signs, the test damages, the server refuses under the right name."""

import datetime
import http.client
import random
import urllib.parse

import pytest
from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotoCredentials

import wire_shape
from covers import observed
from muster_client import Answer, Signer, request_of

TARGET = "/tracking/v0/list-trackers"
BODY = b'{"MaxResults":1}'


class Signed:
    """A request that botocore signed, open to damage before it is sent."""

    def __init__(self, raw, method="POST", target=TARGET, body=BODY, region="us-east-1", service="geo", headers=None,
                 key=None, secret=None, token=None, expires=None):
        self.raw = raw
        self.method, self.target, self.body = method, target, body
        credentials = BotoCredentials(key or raw.credentials.access_key, secret or raw.credentials.secret_key, token)
        sent = {"Content-Type": "application/json", **(headers or {})} if body or headers else {}
        request = AWSRequest(method, raw.url + target, headers=sent, data=body)
        if expires is None:
            SigV4Auth(credentials, service, region).add_auth(request)
        else:
            SigV4QueryAuth(credentials, service, region, expires).add_auth(request)
            split = urllib.parse.urlsplit(request.url)
            self.target = f"{split.path}?{split.query}"
        self.headers = dict(request.headers.items())
        self.headers.setdefault("Host", raw.parts.netloc)

    def send(self):
        connection = self.raw.connect()
        try:
            connection.putrequest(self.method, self.target, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                for item in value if isinstance(value, list) else [value]:
                    connection.putheader(name, item)
            connection.putheader("Content-Length", str(len(self.body)))
            connection.endheaders(self.body)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()


@pytest.fixture
def signed(raw):
    return lambda **options: Signed(raw, **options)


def refused(request, *names, status=403):
    answer = request.send()
    assert answer.error in names, repr(answer)
    assert answer.status == status, repr(answer)
    wire_shape.check_error("ListTrackers", answer)
    text = answer.body.decode()
    assert request.raw.credentials.secret_key not in text
    return answer


def travel(monkeypatch, **offset):
    """botocore's clock, moved."""
    import botocore.auth

    def moved(remove_tzinfo=True):
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**offset)
        return now.replace(tzinfo=None) if remove_tzinfo else now

    monkeypatch.setattr(botocore.auth, "get_current_datetime", moved)


def test_intact(signed):
    assert signed().send().status == 200


def test_our_signer_agrees_with_botocore(raw, monkeypatch):
    """The tests' own signer, so that what it signs is what an SDK would sign. Needs no server."""
    generator = random.Random(20260101)
    letters = "aZ09-._~ /\u00e5\u212b\u65e5%+:@=&"
    signer = Signer(raw.credentials)
    for _ in range(200):
        words = ["".join(generator.choices(letters, k=generator.randint(1, 12))) for _ in range(4)]
        target = "/tags/" + urllib.parse.quote(words[0].strip("/."), safe="") + "x"
        if generator.random() < 0.5:
            target += "?" + "&".join(f"tagKeys={urllib.parse.quote(word, safe='')}" for word in words[1:])
        body = generator.randbytes(generator.randint(0, 50))
        theirs = Signed(raw, target=target, body=body)
        date = theirs.headers["X-Amz-Date"]
        now = datetime.datetime.strptime(date, "%Y%m%dT%H%M%SZ")
        sent = {"Host": raw.parts.netloc, **({"Content-Type": "application/json"} if body else {})}
        ours = signer.sign("POST", target, sent, body, now)
        assert ours["Authorization"] == theirs.headers["Authorization"], target


@pytest.mark.parametrize("body", [b'{"MaxResults":2}', b"", BODY + b" "])
def test_another_body(signed, body):
    request = signed()
    request.body = body
    refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("name, value", [("X-Amz-Date", "20260101T000000Z"), ("Host", "tracking.example.com")])
def test_another_header(signed, name, value):
    request = signed()
    request.headers[name] = value
    refused(request, "InvalidSignatureException")


def test_another_header_that_was_signed(signed):
    request = signed(headers={"X-Amz-Example": "one"})
    assert request.send().status == 200
    request.headers["X-Amz-Example"] = "two"
    refused(request, "InvalidSignatureException")


def test_a_signed_header_that_is_missing(signed):
    request = signed(headers={"X-Amz-Example": "one"})
    del request.headers["X-Amz-Example"]
    refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("header", ["X-Amz-Example", "x-amz-target", "X-Amz-Security-Token"])
def test_an_unsigned_amazon_header(signed, header):
    request = signed()
    request.headers[header] = "value"
    refused(request, "InvalidSignatureException", "UnrecognizedClientException")


def test_other_headers_need_no_signature(signed):
    request = signed()
    request.headers.update({"User-Agent": "a phone", "X-Forwarded-For": "192.0.2.1", "Traceparent": "00-1-2-3"})
    assert request.send().status == 200


def test_a_host_that_is_not_signed(signed):
    request = signed()
    request.headers["Authorization"] = request.headers["Authorization"].replace(";host", "")
    refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("method, target", [
    ("POST", "/geofencing/v0/list-collections"), ("POST", TARGET + "?a=b"), ("DELETE", "/tracking/v0/trackers/x"),
    ("POST", "/tracking/v0/trackers")])
def test_another_request(signed, method, target):
    request = signed()
    request.method, request.target = method, target
    refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("at", [0, 31, 63])
def test_another_signature(signed, at):
    request = signed()
    head, _, signature = request.headers["Authorization"].rpartition("=")
    changed = "0" if signature[at] != "0" else "1"
    request.headers["Authorization"] = f"{head}={signature[:at]}{changed}{signature[at + 1:]}"
    refused(request, "InvalidSignatureException")


def test_another_secret(signed):
    refused(signed(secret="x" * 40), "InvalidSignatureException")


@pytest.mark.parametrize("minutes, good", [(-4, True), (4, True), (-6, False), (6, False), (-60 * 24 * 365, False)])
def test_clock(signed, monkeypatch, minutes, good):
    travel(monkeypatch, minutes=minutes)
    request = signed()
    if good:
        assert request.send().status == 200
    else:
        refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("options", [{"region": "eu-west-1"}, {"service": "execute-api"}, {"service": "s3"}])
def test_another_scope(signed, options):
    refused(signed(**options), "InvalidSignatureException")


@pytest.mark.parametrize("old, new", [("aws4_request", "aws4_reply"), ("/us-east-1/", "/US-EAST-1/"), ("Credential=", "Credential=x")])
def test_a_damaged_scope(signed, old, new):
    request = signed()
    request.headers["Authorization"] = request.headers["Authorization"].replace(old, new)
    refused(request, "InvalidSignatureException", "UnrecognizedClientException", "IncompleteSignatureException")


def test_the_scopes_day_is_the_dates_day(signed):
    request = signed()
    day = request.headers["X-Amz-Date"][:8]
    request.headers["Authorization"] = request.headers["Authorization"].replace(f"/{day}/", "/20200101/")
    refused(request, "InvalidSignatureException")


def test_an_unknown_key(signed):
    refused(signed(key="AKIAIOSFODNN7EXAMPLE"), "UnrecognizedClientException")


def test_an_unknown_session_token(signed):
    token = "FwoGZXIvYXdzEXAMPLETOKENofatestThatMustNeverBeLogged"
    observed.secret(token)
    refused(signed(token=token), "UnrecognizedClientException")


def test_no_signature(signed):
    request = signed()
    del request.headers["Authorization"]
    refused(request, "MissingAuthenticationTokenException")


INCOMPLETE = [
    "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 Credential=x", "AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request",
    "AWS4-HMAC-SHA256 Credential=, SignedHeaders=, Signature=", "AWS4-HMAC-SHA256 " + "x" * 3000,
    "AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/geo/aws4_request, SignedHeaders=host",
]


@pytest.mark.parametrize("text", INCOMPLETE)
def test_an_incomplete_authorization(signed, text):
    request = signed()
    request.headers["Authorization"] = text
    answer = request.send()
    assert answer.status in (400, 403) and answer.error == "IncompleteSignatureException", repr(answer)


@pytest.mark.parametrize("text", ["Basic dXNlcjpwYXNz", "Bearer abc", "AWS4-HMAC-SHA512 Credential=x", "nonsense", ""])
def test_another_kind_of_authorization(signed, text):
    request = signed()
    request.headers["Authorization"] = text
    answer = request.send()
    assert answer.status in (400, 403), repr(answer)
    assert answer.error in ("IncompleteSignatureException", "MissingAuthenticationTokenException"), repr(answer)


def test_two_authorizations(signed):
    request = signed()
    request.headers["Authorization"] = [request.headers["Authorization"], request.headers["Authorization"]]
    assert request.send().status in (400, 403)


def test_a_missing_date(signed):
    request = signed()
    del request.headers["X-Amz-Date"]
    answer = request.send()
    assert answer.status in (400, 403), repr(answer)
    assert answer.error in ("IncompleteSignatureException", "InvalidSignatureException"), repr(answer)


@pytest.mark.parametrize("text", ["UNSIGNED-PAYLOAD", "0" * 64, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"])
def test_a_payload_hash_that_is_not_the_bodys(signed, text):
    refused(signed(headers={"X-Amz-Content-SHA256": text}), "InvalidSignatureException")


# Presigned requests


def presigned(raw, expires=300, **options):
    return Signed(raw, method="GET", target="/tracking/v0/trackers/never-made", body=b"", expires=expires, **options)


def test_presigned(raw):
    answer = presigned(raw).send()
    assert answer.error == "ResourceNotFoundException", repr(answer)


def test_presigned_lasts_as_long_as_it_says(raw, monkeypatch):
    travel(monkeypatch, minutes=-9)
    assert presigned(raw, expires=600).send().error == "ResourceNotFoundException"
    refused(presigned(raw, expires=500), "InvalidSignatureException", "ExpiredTokenException")


@pytest.mark.parametrize("old, new", [("never-made", "ever-made"), ("X-Amz-Expires=300", "X-Amz-Expires=3000"),
                                      ("X-Amz-SignedHeaders=host", "X-Amz-SignedHeaders=date")])
def test_presigned_and_damaged(raw, old, new):
    request = presigned(raw)
    assert old in request.target
    request.target = request.target.replace(old, new)
    refused(request, "InvalidSignatureException", "IncompleteSignatureException")


def test_presigned_with_an_unsigned_parameter(raw):
    request = presigned(raw)
    request.target += "&extra=1"
    refused(request, "InvalidSignatureException")


@pytest.mark.parametrize("expires", [0, -1, 604_801, "soon"])
def test_presigned_for_an_impossible_time(raw, expires):
    answer = presigned(raw, expires=expires).send()
    assert answer.status in (400, 403), repr(answer)
    assert answer.error in ("InvalidSignatureException", "IncompleteSignatureException"), repr(answer)


# The path as it was sent


@pytest.mark.parametrize("device", ["\u212b", "\u00c5\u65e5\u672c", "a.b-c_d"])
def test_encoded_paths_verify(raw, tracker, device):
    method, target, body = request_of("GetDevicePosition", {"TrackerName": tracker, "DeviceId": device})
    answer = Signed(raw, method=method, target=target, body=body).send()
    assert answer.error == "ResourceNotFoundException", repr(answer)
    # The same path with small hexadecimal digits is another text, signed as such.
    answer = Signed(raw, method=method, target=target.lower() if "%" in target else target, body=body).send()
    assert answer.error == "ResourceNotFoundException", repr(answer)


def test_errors_do_not_tell_whether_a_key_exists(signed):
    """Same status, and no hint in the text beyond the error's name."""
    one = refused(signed(key="AKIAIOSFODNN7EXAMPLE"), "UnrecognizedClientException")
    assert "AKIAIOSFODNN7EXAMPLE" not in one.body.decode()


def test_a_request_cut_in_the_middle(raw):
    """A client that goes away leaves no trace but a closed connection."""
    request = Signed(raw)
    connection = http.client.HTTPConnection(raw.parts.hostname, raw.parts.port, timeout=10)
    connection.putrequest("POST", TARGET, skip_host=True)
    for name, value in request.headers.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", "1000")
    connection.endheaders(b'{"Max')
    connection.close()
    assert Signed(raw).send().status == 200
