"""Runs a collector with bodies in a Ceph cluster of one monitor, three OSDs and a gateway on this machine, kills an OSD
and the collector while devices upload, and counts what is stored.

Needs Debian's packages ceph-mon, ceph-mgr, ceph-osd and radosgw, about 2 GB of memory and 1 GB of disk:

    YOBAN_COLLECTOR=Collector/.build/release/yoban-collector \\
      python3 Collector/Benchmarks/distributed_store.py [CHUNKS] [CLIENTS]
"""

import atexit
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
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Tests/CollectorTests"))
import chunks  # noqa: E402

count, clients = (int(text) for text in (sys.argv[1:] + ["3200", "16"][len(sys.argv) - 1:]))
collector = os.path.abspath(os.environ["YOBAN_COLLECTOR"])
directory = tempfile.TemporaryDirectory(prefix="yoban-ceph.", ignore_cleanup_errors=True)
folder = directory.name
gateway = "http://127.0.0.1:17480"
os.environ.update(AWS_ACCESS_KEY_ID="key", AWS_SECRET_ACCESS_KEY="secret")
database = f"{folder}/nights.sqlite"
bodies = f"s3://nights/a?endpoint={gateway}"

CONFIGURATION = """
[global]
fsid = {identifier}
mon host = v1:127.0.0.1:16789
auth cluster required = none
auth service required = none
auth client required = none
public addr = 127.0.0.1
osd pool default size = 3
osd pool default min size = 2
osd pool default pg num = 8
osd crush chooseleaf type = 0
osd class update on start = false
osd memory target = 939524096
osd heartbeat interval = 2
osd heartbeat grace = 6
mon osd min down reporters = 1
bluestore block size = 8589934592
log file = {folder}/run/$name.log
pid file = {folder}/run/$name.pid
run dir = {folder}/run
admin socket = {folder}/run/$name-$pid.asok
keyring = {folder}/keyring
[mon.a]
mon data = {folder}/mon
[osd]
osd data = {folder}/osd/$id
[mgr.x]
mgr data = {folder}/mgr
"""


def ceph(*arguments, check=True):
    return subprocess.run(
        arguments, cwd=folder, check=check, stdout=subprocess.DEVNULL,
        stderr=open(f"{folder}/errors", "a")).returncode


def start_cluster():
    identifier = str(uuid.uuid4())
    for name in ["mon", "mgr", "osd", "rgw", "run"]:
        os.mkdir(f"{folder}/{name}")
    os.environ["CEPH_CONF"] = f"{folder}/ceph.conf"
    pathlib.Path(os.environ["CEPH_CONF"]).write_text(
        CONFIGURATION.format(identifier=identifier, folder=folder))
    ceph("ceph-authtool", "--create-keyring", "keyring", "--gen-key", "-n", "mon.",
         "--cap", "mon", "allow *")
    ceph("ceph-authtool", "keyring", "--gen-key", "-n", "client.admin", "--cap", "mon", "allow *",
         "--cap", "osd", "allow *", "--cap", "mgr", "allow *")
    ceph("monmaptool", "--create", "--addv", "a", "[v1:127.0.0.1:16789]", "--fsid", identifier,
         "monmap")
    ceph("ceph-mon", "--mkfs", "-i", "a", "--monmap", "monmap", "--keyring", "keyring")
    ceph("ceph-mon", "-i", "a")
    time.sleep(3)
    ceph("ceph-mgr", "-i", "x")
    for number in "012":
        os.mkdir(f"{folder}/osd/{number}")
        own = str(uuid.uuid4())
        ceph("ceph", "osd", "new", own, number)
        ceph("ceph-osd", "-i", number, "--mkfs", "--osd-uuid", own)
        start_osd(number)
    server = subprocess.Popen(
        ["radosgw", "-c", os.environ["CEPH_CONF"], "-n", "client.admin",
         "--rgw-frontends=beast endpoint=127.0.0.1:17480", "-f"],
        stderr=open(f"{folder}/errors", "a"))
    while True:
        try:
            urllib.request.urlopen(gateway).read()
            break
        except urllib.error.URLError:
            time.sleep(1)
    ceph("radosgw-admin", "user", "create", "--uid=yoban", "--display-name=yoban",
         "--access-key=key", "--secret-key=secret")
    return server


def start_osd(number):
    # It can ask the monitor before it knows the cluster, and ends then.
    while ceph("ceph-osd", "-i", number, check=False) != 0:
        time.sleep(1)


def stop_cluster(server):
    server.kill()
    server.wait()
    for file in pathlib.Path(f"{folder}/run").glob("*.pid"):
        try:
            os.kill(int(file.read_text()), signal.SIGKILL)
        except (ProcessLookupError, ValueError):
            pass
    time.sleep(1)


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


radosgw = start_cluster()
atexit.register(directory.cleanup)
atexit.register(stop_cluster, radosgw)
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
                    stop_cluster(radosgw)
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
start_osd("0")
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
