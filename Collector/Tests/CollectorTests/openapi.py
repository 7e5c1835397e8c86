"""Checks the OpenAPI document of the collector, and a running collector against it.

openapi.py DOCUMENT                           checks the document and its examples
openapi.py DOCUMENT URL ADMIN-TOKEN TOKEN     checks the server, too

TOKEN is a token of the device `phone`. The server stores chunks and requests, so give it an empty
database. Options of `schemathesis run` may follow, such as `--max-examples 500`. The exit code is 0
if everything conforms.
"""
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote, urlencode, urlsplit

# A folder of compiled modules would be a part of the Swift target.
sys.dont_write_bytecode = True
from chunks import SECOND, chunk, content_digest

DEVICE, STREAM = "phone", "accelerometer"
# The time in the examples of the document: 2025-11-24 21:00:00 UTC.
START = 1_764_018_000_000_000_000
EVENTS = "/devices/{device}/events"
SHARED_EVENTS = "/shared/{token}/events"
SEED = 20251124
MAX_EXAMPLES = 30


def night():
    """The chunks of a short night with their streams and numbers. The chunk 2 is missing, and there is a gap before the
    chunk 3."""
    for sequence in (0, 1, 3, 4):
        first = START + sequence * 60 * SECOND
        times = [first + second * SECOND for second in range(60)]
        gaps = [(first - 60 * SECOND, first, "suspended")] if sequence == 3 else []
        marks = [(times[0], "started")] if sequence == 0 else []
        marks += [(times[-1], "stopped")] if sequence == 4 else []
        yield STREAM, sequence, chunk(DEVICE, STREAM, sequence, times, gaps, marks)
    # The streams of the answers that need certain units.
    times = [START + second * SECOND for second in range(60)]
    axes = [(axis, "g") for axis in "xyz"]
    yield "acceleration", 0, chunk(DEVICE, "acceleration", 0, times, channels=axes)
    yield "heart-rate", 0, chunk(DEVICE, "heart-rate", 0, times, channels=[("rate", "1/min")])


# The checks of this script. Each prints what is wrong, and returns the number of errors.


def fail(*message):
    print("openapi.py:", *message)
    return 1


def check_document(document):
    from openapi_spec_validator import OpenAPIV31SpecValidator

    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    for error in errors:
        fail("the document is not valid:", "/".join(map(str, error.absolute_path)), error.message)
    return len(errors) or check_examples(document)


def validator(document, schema):
    from jsonschema import Draft202012Validator

    # References such as #/components/schemas/Name lead into the document.
    return Draft202012Validator({"components": document["components"], **schema})


def check_examples(document):
    """Compares every example beside a schema with this schema."""
    count, errors = 0, 0
    pending = [("", document)]
    while pending:
        place, node = pending.pop()
        if isinstance(node, list):
            pending += [(f"{place}/{index}", value) for index, value in enumerate(node)]
        if not isinstance(node, dict):
            continue
        pending += [(f"{place}/{key}", value) for key, value in node.items() if key != "example"]
        if "example" in node and "schema" in node:
            count += 1
            for error in validator(document, node["schema"]).iter_errors(node["example"]):
                errors += fail("the example is not valid:", place, error.message)
    print(f"{count} examples of the document conform to their schemas.") if not errors else None
    return errors


class Server:
    def __init__(self, url, admin, token):
        self.url, self.admin, self.token = url.rstrip("/"), admin, token

    def request(self, method, path, headers=(), body=None, token=None):
        """Returns the connection and the response, whose body is not read yet.

        A server that is busy names the time of the next try. A place for a download is busy until
        the server sees that the client has closed the connection, which takes longer on a busy machine.
        """
        while True:
            connection, response = self.request_once(method, path, headers, body, token)
            seconds = response.getheader("Retry-After")
            if response.status != 503 or not seconds:
                return connection, response
            connection.close()
            time.sleep(int(seconds))

    def request_once(self, method, path, headers, body, token):
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc)
        fields = {"Authorization": f"Bearer {token or self.admin}", **dict(headers)}
        chunked = "Transfer-Encoding" in fields
        connection.request(method, path, body=body, headers=fields, encode_chunked=chunked)
        return connection, connection.getresponse()

    def put(self, sequence, data, stream=STREAM):
        path = f"/v1/devices/{DEVICE}/streams/{stream}/chunks/{sequence}"
        connection, response = self.request(
            "PUT", path, {"Content-Digest": content_digest(data)}, data, self.token)
        body = response.read()
        connection.close()
        return response.status, body


def fill(server):
    errors = 0
    for stream, sequence, data in night():
        for expected in (201, 200):
            status, body = server.put(sequence, data, stream)
            # A second run against the same server finds the chunks of the first one.
            if status not in (expected, 200):
                errors += fail(f"chunk {stream}/{sequence} was answered with {status} {body!r}")
    return errors


def check_served(document, server):
    connection, response = server.request("GET", "/openapi.json")
    body = response.read()
    connection.close()
    if response.status != 200 or json.loads(body) != document:
        return fail("GET /openapi.json does not return this document")
    return 0


def example_target(document, path):
    """The path with the examples of its parameters, and its required parameters of the query."""
    query = {}
    for parameter in document["paths"][path].get("parameters", []):
        if "$ref" in parameter:
            parameter = document["components"]["parameters"][parameter["$ref"].split("/")[-1]]
        example = parameter.get("example", (parameter["schema"].get("enum") or [""])[0])
        if parameter["name"] == "token":
            example = os.environ.get("YOBAN_SHARED_TOKEN", example)
        if parameter["in"] == "path":
            path = path.replace("{%s}" % parameter["name"], quote(str(example), safe=""))
        elif parameter.get("required"):
            query[parameter["name"]] = example
    return path + ("?" + urlencode(query) if query else "")


def check_head(document, server):
    """HEAD must have the status and the fields of GET."""
    errors = 0
    for path, item in document["paths"].items():
        if "head" not in item:
            continue
        target = example_target(document, path)
        # The metrics count requests, and pages show ages such as "9 s ago", so a length can change in between: at 10 s,
        # a minute, 10 minutes. Three tries in a row cannot meet these times.
        for _ in range(3):
            get, head, has_body = head_and_get(server, target)
            if get == head:
                break
        if has_body:
            errors += fail(f"HEAD {target} has a body")
        if get["status"] >= 400:
            errors += fail(f"GET {target} has the status {get['status']}")
        elif get != head and path != "/metrics":
            errors += fail(f"HEAD {target} has the fields {head}, but GET has {get}")
    return errors


def head_and_get(server, target):
    """The status and the fields of GET and HEAD, and whether HEAD has a body."""
    fields = []
    for method in ("GET", "HEAD"):
        connection, response = server.request(method, target)
        fields.append({"status": response.status, **{
            name.lower(): value for name, value in response.getheaders()
            if name.lower() not in ("date", "transfer-encoding", "connection")}})
        has_body = method == "HEAD" and bool(response.read())
        connection.close()
    get, head = fields
    if "content-length" not in get:
        # Hummingbird answers HEAD with the length 0 if the answer to GET is streamed.
        head.pop("content-length", None)
    return get, head, has_body


def check_upload_limits(document, server):
    """Sends what schemathesis cannot send: no length, and a length that is too large."""
    path = f"/v1/devices/{DEVICE}/streams/{STREAM}/chunks/0"
    problem = validator(document, document["components"]["schemas"]["Problem"])
    errors = 0
    for status, name, value in [
            (411, "Transfer-Encoding", "chunked"), (413, "Content-Length", str(1 << 40))]:
        headers = {name: value, "Content-Digest": content_digest(b"")}
        body = b"" if status == 413 else iter([b"x"])
        connection, response = server.request("PUT", path, headers, body, server.token)
        body = response.read()
        connection.close()
        if response.status != status or not problem.is_valid(json.loads(body)):
            errors += fail(f"PUT {path} with {name}: {value} has {response.status}, {body!r}")
    return errors


def check_events(document, server):
    """Stores a chunk while the events are read. schemathesis cannot test an answer without an end."""
    path = EVENTS.replace("{device}", DEVICE)
    connection, response = server.request("GET", path)
    if response.status != 200 or response.getheader("Content-Type") != "text/event-stream":
        return fail(f"GET {path} has the answer {response.status}, {response.getheaders()}")
    number = START // SECOND + int.from_bytes(os.urandom(4), "big")
    data = chunk(DEVICE, STREAM, number, [START + 10 * SECOND])
    # The events are what is stored after the head of the answer was sent.
    server.put(number, data)
    lines = [response.fp.readline().decode()]
    while lines[-1] and not lines[-1].startswith("data:"):
        lines.append(response.fp.readline().decode())
    connection.close()
    if not lines[-1]:
        return fail(f"GET {path} ends without an event: {lines}")
    event = json.loads(lines[-1].removeprefix("data:"))
    schema = document["components"]["schemas"]["StoredEvent"]
    errors = list(validator(document, schema).iter_errors(event))
    for error in errors:
        fail(f"the event {event} does not conform to StoredEvent:", error.message)
    if "event: stored\n" not in lines:
        errors.append(fail(f"the events have no event `stored`: {lines}"))
    return len(errors)


CONFIGURATION = """
[phases.coverage]
unexpected-methods = ["get", "put", "post", "delete", "options", "patch", "trace", "query"]

# Only a request that a schema cannot describe may be refused although it conforms to its schema:
# the end of a range may be before its start,
[[operations]]
include-path = "/devices/{{device}}/streams/{{stream}}/curve"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404]

[[operations]]
include-path = "/shared/{{token}}/streams/{{stream}}/curve"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404]

# a day may be none of the calendar, and a time zone may be unknown,
[[operations]]
include-path = "/v1/last-night"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403]

[[operations]]
include-path = "/last-night"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403]

# many codes that do not exist are refused,
[[operations]]
include-path = "/v1/enrollments"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404, 409, 410, 429]

[[operations]]
include-method = "DELETE"
headers = {{ Authorization = "Bearer {admin}" }}
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404]

# and bytes may be no chunk, no line protocol or not what Content-Encoding says.
[[operations]]
include-method = ["PUT", "POST"]
headers = {{ Authorization = "Bearer {token}" }}
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 422]
# The optional fields of an upload are ignored if they are not valid.
checks.negative_data_rejection.enabled = false

[[operations]]
include-method = "PUT"
generation.max-examples = 100

[[operations]]
include-method = ["GET", "HEAD"]
headers = {{ Authorization = "Bearer {admin}" }}
"""


def fuzz(document, server, options):
    with tempfile.TemporaryDirectory() as folder:
        configuration = os.path.join(folder, "schemathesis.toml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(admin=server.admin, token=server.token))
        command = [
            sys.executable, "-m", "schemathesis.cli", "--config-file", configuration, "run",
            os.path.abspath(document), "--url", server.url, "--seed", str(SEED),
            "--max-examples", str(MAX_EXAMPLES), "--phases", "examples,coverage,fuzzing",
            "--exclude-path", EVENTS, "--exclude-path", SHARED_EVENTS,
            "--generation-database", "none", "--request-timeout", "86400",
            "--suppress-health-check", "all", "--warnings", "off", "--no-color", *options]
        here = os.path.dirname(os.path.abspath(__file__))
        environment = {
            **os.environ, "SCHEMATHESIS_HOOKS": os.path.join(here, "openapi_hooks.py"),
            "PYTHONPATH": here, "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode:
        return fail(f"the server violates its document\n{result.stdout}{result.stderr}")
    count = re.search(r"(\d+) generated", result.stdout)
    print(f"{count[1] if count else 'No'} requests of schemathesis have answers that conform.")
    return 0 if count else 1


# The kinds of problem that the requests must have reached, so that the checks have seen them.
REACHED = [
    "invalid-request", "digest-missing", "digest-mismatch", "unauthorized", "forbidden", "not-found",
    "method-not-allowed", "conflict", "length-required", "body-too-large", "invalid-chunk",
    "incomplete-chunk", "identity-mismatch"]


def check_reached(server):
    connection, response = server.request("GET", "/metrics")
    metrics = response.read().decode()
    connection.close()
    names = [f'yoban_collector_rejected_total{{code="{kind}"}}' for kind in REACHED]
    names += ["yoban_collector_imports_total{outcome=\"stored\"}"]
    return sum(
        fail(f"no request was counted as {name}") for name in names if f"{name} 0\n" in metrics)


def main(path, *arguments):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    errors = check_document(document)
    if arguments and not errors:
        server = Server(*arguments[:3])
        errors = fill(server)
        for check in (check_served, check_head, check_upload_limits, check_events):
            errors += check(document, server)
        errors += fuzz(path, server, arguments[3:])
        if not arguments[3:]:
            errors += check_reached(server)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 and len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
