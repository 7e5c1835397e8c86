"""Runs moto's server for S3, which checks signatures, with faults that a test chooses.

Prints one line of JSON when it is ready: the port, a bucket, and the keys of a user who may do everything.
POST /faults with {"faults": [...], "only": "PUT"} gives the next requests (of this method) one fault each:
"500", "503", "slow" (the answer comes after 10 s, the request was carried out), "lost" (no answer, the request
was carried out), "cut" (the answer ends early), "changed" (the answer has another byte), "none".
POST /clock with {"offset": seconds} sets the clock of the server, which refuses requests that are 15 minutes off.
"""

import datetime
import email.utils
import json
import os
import threading
import time

os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "1000000"
import boto3  # noqa: E402
import requests  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402
from werkzeug.wrappers import Request, Response  # noqa: E402

moto = DomainDispatcherApplication(create_backend_app)
lock = threading.Lock()
faults = []
only = None
offset = 0


def error(status, code):
    body = f"<Error><Code>{code}</Code><Message>asked for by the test</Message></Error>"
    return Response(body, status=status, content_type="application/xml")


def application(environ, start_response):
    global faults, only, offset
    request = Request(environ)
    if request.path == "/faults":
        wanted = json.loads(request.get_data())
        with lock:
            faults, only = list(wanted["faults"]), wanted.get("only")
        return Response("")(environ, start_response)
    if request.path == "/clock":
        offset = json.loads(request.get_data())["offset"]
        return Response("")(environ, start_response)
    now = time.time() + offset
    if offset and "X-Amz-Date" in request.headers:
        signed = datetime.datetime.strptime(request.headers["X-Amz-Date"], "%Y%m%dT%H%M%SZ")
        signed = signed.replace(tzinfo=datetime.timezone.utc).timestamp()
        if abs(signed - now) > 900:
            return error(403, "RequestTimeTooSkewed")(environ, start_response)
    fault = "none"
    with lock:
        if faults and only in (None, request.method):
            fault = faults.pop(0)
    if fault == "500":
        return error(500, "InternalError")(environ, start_response)
    if fault == "503":
        return error(503, "SlowDown")(environ, start_response)
    answer = []

    def remember(status, headers, exc_info=None):
        answer.extend([status, headers])
        return lambda data: None

    body = b"".join(moto(environ, remember))
    status, headers = answer[0], [(n, v) for n, v in answer[1] if n.lower() != "date"]
    headers.append(("Date", email.utils.formatdate(now, usegmt=True)))
    if fault == "slow":
        time.sleep(10)
    if fault == "lost":
        raise ConnectionAbortedError("asked for by the test")
    if fault == "changed":
        body = bytes([body[0] ^ 1]) + body[1:]
    if fault == "cut":
        body = body[: len(body) // 2]
    start_response(status, headers)
    return [body]


class Handler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *arguments):
        pass

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(time.time() + offset, usegmt=True)


server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.port}"


def client(service):
    return boto3.client(
        service, endpoint_url=address, region_name="eu-central-1", aws_access_key_id="any",
        aws_secret_access_key="any")


iam = client("iam")
iam.create_user(UserName="collector")
iam.put_user_policy(
    UserName="collector", PolicyName="all", PolicyDocument=json.dumps({
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}))
key = iam.create_access_key(UserName="collector")["AccessKey"]
client("s3").create_bucket(
    Bucket="nights", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
requests.post(f"{address}/moto-api/reset-auth", data=b"0")
print(
    json.dumps({
        "address": address, "bucket": "nights", "accessKey": key["AccessKeyId"],
        "secretKey": key["SecretAccessKey"]}), flush=True)
threading.Event().wait()
