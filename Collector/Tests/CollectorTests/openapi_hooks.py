"""The hooks of schemathesis for openapi.py, which sets their path.

They turn most of the requests into those that a client sends, so that the server is reached behind
its first checks. The choice depends only on the request.
"""
import json
import os
import re
import zlib

import schemathesis
from chunks import SECOND, chunk, content_digest

DEVICE, STREAM = "phone", "accelerometer"
# The streams of answers that need certain units.
STREAMS = {"ggir.csv": "acceleration", "heart-rate.fhir.ndjson": "heart-rate"}
# The token of a link to the night that openapi.py stores.
SHARED_TOKEN = os.environ.get("YOBAN_SHARED_TOKEN")
# The time in the examples of the document: 2025-11-24 21:00:00 UTC.
START = 1_764_018_000_000_000_000


def matches_name(value):
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}", value)


def make_realistic(case):
    names = case.path_parameters
    number = zlib.crc32(repr((names, case.query)).encode()) % 10
    if number == 0 or not all(matches_name(names.get(n, "any")) for n in ("device", "stream")):
        return
    if "token" in names and SHARED_TOKEN:
        names["token"] = SHARED_TOKEN
    is_upload = case.method == "PUT"
    if "device" in names and case.method != "DELETE":
        names["device"] = "watch" if number == 1 else DEVICE
    if "stream" in names and not is_upload:
        stream = STREAMS.get(case.path.rsplit("/", 1)[-1], STREAM)
        names["stream"] = "none" if number in (2, 3) else stream
    if is_upload:
        case.body = upload_body(case)
        if number != 2:
            case.headers["Content-Digest"] = content_digest(case.body)


def upload_body(case):
    """A chunk for the path of a request, a part of one, one for another path, or other bytes."""
    names = case.path_parameters
    # The tokens are others in each run.
    fields = sorted(item for item in case.headers.items() if item[0].lower() != "authorization")
    number = zlib.crc32(repr((fields, sorted(names.items()))).encode())
    kind = number % 8
    if kind < 3:
        names["sequence"] = number
    identity = names["device"], names["stream"], int(names["sequence"])
    if kind == 7:
        return chunk(*identity[:2], identity[2] ^ 1, [START])
    data = chunk(*identity, [START + kind % 2 * SECOND])
    return {5: b"no chunk", 6: data[:-1]}.get(kind, data)


@schemathesis.serializer("application/vnd.yoban.chunk")
def serialize_chunk(context, value):
    return value if isinstance(value, bytes) else str(value).encode(errors="ignore")


@schemathesis.hook
def before_call(context, case, kwargs):
    # Most bodies are not compressed, although their generated field says that they are.
    if case.method == "POST" and zlib.crc32(repr((case.query, case.body)).encode()) % 4:
        case.headers.pop("Content-Encoding", None)
    # The night that all other requests read must stay.
    if case.method == "DELETE" and case.path_parameters.get("device") == DEVICE:
        case.path_parameters["device"] = "watch"
    # A request that breaks a rule of the document stays as it is.
    if case.meta is None or case.meta.generation.mode.is_positive:
        make_realistic(case)


@schemathesis.check
def lines_of_samples(context, response, case):
    if response.status_code != 200 or not case.path.endswith(".jsonl"):
        return
    for line in response.content.splitlines():
        sample = json.loads(line)
        assert isinstance(sample.pop("time_ns"), int), line
        assert all(v is None or isinstance(v, (int, float)) for v in sample.values()), line
