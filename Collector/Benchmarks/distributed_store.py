"""Uploads chunks through a collector with bodies in Ceph, while an OSD is killed; counts what is stored.

Arguments: the folder of the cluster, the address of its gateway, the number of chunks, the number of clients.
"""

import hashlib
import hmac
import datetime
import http.client
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.request

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Tests/CollectorTests"))
import chunks  # noqa: E402

folder, gateway, count, clients = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
collector = os.environ["YOBAN_COLLECTOR"]
os.environ.update(AWS_ACCESS_KEY_ID="key", AWS_SECRET_ACCESS_KEY="secret")
database = f"{folder}/nights.sqlite"
bodies = f"s3://nights/a?endpoint={gateway}"


def create_bucket():
    """The only request that the collector never makes."""
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    host, empty = gateway.removeprefix("http://"), hashlib.sha256(b"").hexdigest()
    names = "host;x-amz-content-sha256;x-amz-date"
    head = f"host:{host}\nx-amz-content-sha256:{empty}\nx-amz-date:{date}\n"
    canonical = f"PUT\n/nights\n\n{head}\n{names}\n{empty}"
    scope = f"{date[:8]}/us-east-1/s3/aws4_request"
    text = f"AWS4-HMAC-SHA256\n{date}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = b"AWS4secret"
    for part in [date[:8], "us-east-1", "s3", "aws4_request", text]:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    request = urllib.request.Request(gateway + "/nights", method="PUT", headers={
        "x-amz-content-sha256": empty, "x-amz-date": date,
        "Authorization": f"AWS4-HMAC-SHA256 Credential=key/{scope}, SignedHeaders={names}, "
        f"Signature={key.hex()}"})
    urllib.request.urlopen(request).read()


def run(*arguments):
    return subprocess.run([collector, *arguments], capture_output=True, text=True)


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            [collector, "serve", "--port", "0", "--database", database, "--bodies", bodies,
             "--token-requests-per-second", "0"],
            stdout=subprocess.PIPE, stderr=open(f"{folder}/collector.log", "a"), text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1])


create_bucket()
tokens = [
    run("token", "create", "--database", database, "--device", f"phone-{n}").stdout.strip()
    for n in range(clients)]
server = Server()
lock = threading.Lock()
events, latencies, refused, restarts = [], [], 0, 0
start = time.time()
sent = [{} for _ in range(clients)]


def body(client, sequence):
    first = sequence * 20_000_000_000
    return chunks.chunk(
        f"phone-{client}", "accelerometer", sequence,
        [first + i * 20_000_000 for i in range(1000)])


def upload(client):
    global refused
    connection = None
    for sequence in range(count // clients):
        data = body(client, sequence)
        path = f"/v1/devices/phone-{client}/streams/accelerometer/chunks/{sequence}"
        while True:
            began = time.time()
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
                connection.request("PUT", path, data, {
                    "Content-Digest": chunks.content_digest(data),
                    "Authorization": f"Bearer {tokens[client]}"})
                answer = connection.getresponse()
                text = answer.read()
                if answer.status in (200, 201):
                    break
                if answer.status not in (429, 503):
                    print(answer.status, text)
                    os._exit(1)
                with lock:
                    refused += 1
            except OSError:
                connection = None
            time.sleep(0.2)
        with lock:
            latencies.append((began - start, time.time() - began))
        sent[client][sequence] = hashlib.sha256(data).hexdigest()


def osd(number):
    return int(pathlib.Path(f"{folder}/run/osd.{number}.pid").read_text())


threads = [threading.Thread(target=upload, args=(n,)) for n in range(clients)]
for thread in threads:
    thread.start()


def wait_for(part):
    while len(latencies) < part * count // clients * clients:
        time.sleep(0.05)


wait_for(0.25)
os.kill(osd(0), signal.SIGKILL)
events.append(("an OSD killed", time.time() - start))
wait_for(0.5)
# The collector, too: between object and row, and between row and receipt.
server.process.kill()
server.process.wait()
server = Server()
events.append(("the collector killed and started again", time.time() - start))
wait_for(0.75)
subprocess.run(["ceph-osd", "-i", "0"], stderr=subprocess.DEVNULL)
events.append(("the OSD started again", time.time() - start))
for thread in threads:
    thread.join()
duration = time.time() - start

stored, lost, twice = 0, 0, 0
for client in range(clients):
    seen = {}
    after = ""
    while True:
        url = (f"http://127.0.0.1:{server.port}/v1/devices/phone-{client}/streams/accelerometer/"
               f"chunks?limit=1000{after}")
        page = json.load(urllib.request.urlopen(urllib.request.Request(
            url, headers={"Authorization": f"Bearer {tokens[client]}"})))
        rows = page["chunks"]
        for row in rows:
            twice += row["sequence"] in seen
            seen[row["sequence"]] = row["sha256"]
        if len(rows) < 1000:
            break
        after = f"&after={rows[-1]['sequence']}"
    stored += len(seen)
    lost += sum(seen.get(s) != digest for s, digest in sent[client].items())
server.process.terminate()
server.process.wait()
verified = run("verify", "--database", database, "--orphans", "list")

edges = [0] + [t for _, t in events] + [duration]
names = ["three OSDs"] + [name for name, _ in events]
print(f"{count // clients * clients} chunks of {len(body(0, 0))} bytes from {clients} clients in "
      f"{duration:.1f} s; {refused} answers 503")
print("| since | for | chunks/s | p50 | p99 | longest |\n| --- | ---: | ---: | ---: | ---: | ---: |")
for name, begin, end in zip(names, edges, edges[1:]):
    part = sorted(l for t, l in latencies if begin <= t < end)
    if len(part) > 1:
        print(f"| {name} | {end - begin:.1f} s | {len(part) / (end - begin):.0f} | "
              f"{statistics.median(part) * 1000:.0f} ms | {part[len(part) * 99 // 100] * 1000:.0f} ms"
              f" | {part[-1]:.1f} s |")
print(f"{stored} stored, {lost} lost, {twice} twice")
print(verified.stdout.strip(), f"(exit code {verified.returncode})")
