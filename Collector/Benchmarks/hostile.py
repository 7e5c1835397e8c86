"""Attacks a collector with the token of one device for some minutes, while ten honest devices upload.

    hostile.py COLLECTOR DATABASE [SECONDS]

COLLECTOR is the program, and DATABASE a new SQLite file or the URL of an empty PostgreSQL database. With
YOBAN_LOAD_BODIES, such as s3://bucket/prefix, the bytes of chunks are put there. The exit status is
0 if every upload of the honest devices was answered and stored, at most 1 % of the answers took longer than a second,
administration took less than a second, and the memory stayed below the bound of docs/collector-load.md.
"""
import asyncio
import gzip
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/CollectorTests"))
import chunks  # noqa: E402

HONEST_DEVICES = 10
HONEST_INTERVAL = 0.5
ATTACKERS = 24
MEMORY_MAX = 1 << 30
SEQUENCE_MAX = (1 << 63) - 1
HOUR = 3_600 * chunks.SECOND
# A time that a clock can mean, in nanoseconds since 1970: the others are refused.
NOW = 1_764_018_000_000_000_000


class Bits:
    """Bit fields without gaps, the lowest bits first."""

    def __init__(self):
        self.value = 0
        self.count = 0

    def add(self, number, width):
        self.value |= number << self.count
        self.count += width

    def number(self, number):
        self.add(number.bit_length(), 7)
        self.add(number, number.bit_length())

    def data(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def grid_block(start, count, channels):
    """A block in the encoding grid, in which all values are 0: a few bytes for `count` samples."""
    bits = Bits()
    bits.add(start & (1 << 64) - 1, 64)
    bits.add(0, 2)
    bits.number(1_000)
    bits.add(1, 2)  # The times are steps of 1 unit.
    bits.add(0, 5)
    bits.add(1, 1)
    bits.number(2)
    bits.add(0, 1)
    for channel in range(channels):
        if channel == 0:
            bits.add(1, 3)
            bits.add(1_074, 11)
        else:
            bits.add(0, 3)
        bits.add(0, 10)
    return chunks.block(1, bits.data(), encoding=3, count=count)


def chunk_of_blocks(device, stream, sequence, channels, blocks, sample_count):
    names = chunks.text(device) + chunks.text(stream)
    names += b"".join(chunks.text(f"c{index}") + chunks.text("") for index in range(channels))
    fixed = sequence.to_bytes(8, "little") + (0).to_bytes(8, "little") + bytes([channels])
    head = b"\x89YOBAN\r\n" + (1).to_bytes(2, "little")
    head += (16 + len(fixed + names)).to_bytes(2, "little") + fixed + names
    end = chunks.block(
        4, sample_count.to_bytes(8, "little") + len(blocks).to_bytes(4, "little"))
    return head + chunks.crc32c(head).to_bytes(4, "little") + b"".join(blocks) + end


def worst_chunk(device, stream, sequence, start, channels=16):
    """A chunk of some kilobytes with 2^20 values."""
    samples = (1 << 20) // channels
    blocks = [
        grid_block(start + index * 1_024_000, 1_024, channels) for index in range(samples // 1_024)
    ]
    return chunk_of_blocks(device, stream, sequence, channels, blocks, samples)


async def connect(port):
    return await asyncio.open_connection("127.0.0.1", port)


def head(method, path, token, body=b"", fields=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
    if method in ("PUT", "POST"):
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines + list(fields)) + "\r\n\r\n").encode()


def upload(token, device, stream, sequence, body):
    path = f"/v1/devices/{device}/streams/{stream}/chunks/{sequence}"
    return head("PUT", path, token, body, [f"Content-Digest: {chunks.content_digest(body)}"]) + body


async def answer(reader):
    """The status and the body of an answer with a length; the rest of others is read, too."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    status = int(lines[0].split(" ")[1])
    fields = {line.split(":")[0].lower(): line.split(":", 1)[1].strip() for line in lines[1:] if line}
    if "content-length" in fields:
        return status, await reader.readexactly(int(fields["content-length"]))
    size = 0
    while fields.get("transfer-encoding") == "chunked":
        count = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        await reader.readexactly(count + 2)
        size += count
        if count == 0:
            break
    return status, b""


# The honest devices


async def honest_device(port, device, token, end, result):
    reader = writer = None
    sequence = 0
    start = 1_795_212_000 * chunks.SECOND
    due = time.monotonic() + random.random() * HONEST_INTERVAL
    while due < end:
        await asyncio.sleep(max(0, due - time.monotonic()))
        first = start + sequence * 30 * chunks.SECOND
        body = chunks.chunk(device, "accelerometer", sequence, [first + 10_000_000 * i for i in range(100)])
        request = upload(token, device, "accelerometer", sequence, body)
        began = time.monotonic()
        try:
            if writer is None:
                reader, writer = await connect(port)
            writer.write(request)
            await writer.drain()
            status, _ = await asyncio.wait_for(answer(reader), 60)
        except (OSError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError) as error:
            status = type(error).__name__
            if writer:
                writer.close()
            writer = None
        result["latencies"].append(time.monotonic() - began)
        result["statuses"][str(status)] = result["statuses"].get(str(status), 0) + 1
        if status == 201:
            result["stored"][device] = result["stored"].get(device, 0) + 1
            sequence += 1
        due += HONEST_INTERVAL


async def honest(port, seconds, tokens):
    result = {"latencies": [], "statuses": {}, "stored": {}}
    end = time.monotonic() + seconds
    await asyncio.gather(
        *(honest_device(port, device, token, end, result) for device, token in tokens.items()))
    print(json.dumps(result))


# The attacks, each of which is one connection or more with the same token


class Attack:
    def __init__(self, port, token, seed):
        self.port = port
        self.token = token
        self.random = random.Random(seed)
        self.counts = {}

    async def send(self, request):
        reader, writer = await connect(self.port)
        try:
            writer.write(request)
            await writer.drain()
            return await asyncio.wait_for(answer(reader), 30)
        finally:
            writer.close()

    async def extremes(self):
        stream = f"e{self.random.randrange(30)}"
        for sequence in self.random.sample([0, 1, SEQUENCE_MAX - 1, SEQUENCE_MAX], 2):
            first = self.random.choice([-(1 << 63), -1, 0, SEQUENCE_MAX - 1])
            body = chunks.chunk("bad", stream, sequence, [first, first + 1])
            await self.send(upload(self.token, "bad", stream, sequence, body))
        location = json.dumps({"_type": "location", "lat": 1, "lon": 2, "tst": SEQUENCE_MAX})
        await self.post("/v1/import/owntracks/bad", location.encode())

    async def post(self, path, body, packed=False):
        data = gzip.compress(body) if packed else body
        fields = ["Content-Encoding: gzip"] if packed else []
        return await self.send(head("POST", path, self.token, data, fields) + data)

    async def huge_chunk(self):
        channels = self.random.choice([1, 4, 16])
        stream = f"huge{channels}"
        sequence = self.random.randrange(1 << 40)
        # Many of them share times.
        start = self.random.randrange(20) * HOUR
        samples = (1 << 20) // channels // 1_024 * 1_024
        blocks = [
            grid_block(start + index * 1_024_000, 1_024, channels) for index in range(samples // 1_024)
        ]
        body = chunk_of_blocks("bad", stream, sequence, channels, blocks, samples)
        await self.send(upload(self.token, "bad", stream, sequence, body))

    async def many_marks(self):
        sequence = self.random.randrange(1 << 40)
        start = self.random.randrange(10_000) * HOUR
        marks = [
            (start + night * 59 * 60 * chunks.SECOND + part, name)
            for night in range(2_500) for part, name in ((0, "started"), (1, "stopped"))
        ]
        gaps = [(start + number, start + number + 1, "killed") for number in range(5_000)]
        body = chunks.chunk("bad", "marks", sequence, [start], gaps, marks)
        await self.send(upload(self.token, "bad", "marks", sequence, body))

    async def many_fields(self):
        moment = NOW + self.random.randrange(1 << 50)
        lines = "".join(f"m f{index}={index} {moment}\n" for index in range(20_000))
        await self.post("/write", lines.encode(), packed=True)

    async def many_series(self):
        start = self.random.randrange(5)
        lines = "".join(f"m,t={start * 900 + index} f=1 {NOW + index}\n" for index in range(999))
        await self.post("/write", lines.encode(), packed=True)

    async def repeated_rows(self):
        lines = "".join(f"r f={index} {NOW + index * 1000}\n" for index in range(100_000))
        await self.post("/write", f"{lines}# {self.random.random()}\n".encode(), packed=True)

    async def bomb(self):
        await self.post("/write", b"#" * (64 << 20), packed=True)

    async def read(self):
        streams = ["huge1", "huge16", "huge4", "marks", "influx.m.t.5", "influx.r", "e1"]
        base = f"/v1/devices/bad/streams/{self.random.choice(streams)}"
        start = self.random.randrange(20) * HOUR
        path = self.random.choice([
            f"{base}/samples.csv", f"{base}/samples.parquet", f"{base}/samples.jsonl",
            f"{base}/gaps?limit=10000", f"{base}/chunks?limit=10000",
            "/v1/devices/bad/streams", "/v1/devices/bad/nights?limit=10000",
            f"/v1/devices/bad/nights/{start}/archive.zip", f"/v1/devices/bad/nights/{start}/night.sqlite",
            "/v1/devices",
        ])
        await self.hold(path, self.random.choice([0, 0, 1_000, 1_000_000]))

    async def page(self):
        """Pages and curves of its own device, as somebody with a link to its nights reads them."""
        start = self.random.randrange(20) * HOUR
        stream = self.random.choice(["huge1", "huge16", "huge4", "marks"])
        path = self.random.choice([
            "/devices/bad", f"/devices/bad/nights/{start}", f"/devices/bad/nights/{start}/data",
            f"/devices/bad/streams/{stream}/curve?from=0&to={20 * HOUR}&points=2000",
            f"/devices/bad/streams/{stream}/curve?from={start}&to={start + 1_000_000}&points=2000",
            "/devices/bad/events",
        ])
        await self.hold(path, self.random.choice([0, 1_000_000]))

    async def hold(self, path, byte_count):
        """Reads some bytes, holds the connection for a moment, and leaves without reading the rest."""
        reader, writer = await connect(self.port)
        try:
            writer.write(head("GET", path, self.token))
            if byte_count:
                await asyncio.wait_for(reader.read(byte_count), 20)
            await asyncio.sleep(self.random.random() * 5)
        finally:
            writer.close()

    async def idle(self):
        held = [await connect(self.port) for _ in range(60)]
        for _, writer in held[:30]:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: ")
        await asyncio.sleep(self.random.random() * 10)
        for _, writer in held:
            writer.close()

    async def stalled_bodies(self):
        body = b"0" * (4 << 20)
        held = []
        for number in range(20):
            reader, writer = await connect(self.port)
            writer.write(upload(self.token, "bad", "stalled", number, body)[:1_000])
            held.append(writer)
        await asyncio.sleep(self.random.random() * 10)
        for writer in held:
            writer.close()

    async def many_requests(self):
        """Sends thousands of small requests without waiting for the answers, half of them with another token."""
        token = self.random.choice([self.token, "unknown"])
        request = head("PUT", "/v1/devices/bad/streams/s/chunks/0", token, b"ab") + b"ab"
        held = []
        for _ in range(20):
            reader, writer = await connect(self.port)
            writer.write(request * 2_000)
            held.append(writer)
        await asyncio.sleep(self.random.random() * 5)
        for writer in held:
            writer.close()

    async def run(self, end):
        attacks = [
            self.extremes, self.huge_chunk, self.many_marks, self.many_fields, self.many_series,
            self.repeated_rows, self.bomb, self.read, self.read, self.page, self.page, self.idle,
            self.stalled_bodies, self.many_requests,
        ]
        while time.monotonic() < end:
            attack = self.random.choice(attacks)
            name = attack.__name__
            try:
                outcome = await attack()
                name += " " + ("done" if outcome is None else str(outcome[0]))
            except (OSError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError) as error:
                name += " " + type(error).__name__
            self.counts[name] = self.counts.get(name, 0) + 1


async def attack(port, seconds, token, seed):
    end = time.monotonic() + seconds
    attacks = [Attack(port, token, seed * 1_000 + number) for number in range(ATTACKERS)]
    await asyncio.gather(*(one.run(end) for one in attacks))
    counts = {}
    for one in attacks:
        for name, count in one.counts.items():
            counts[name] = counts.get(name, 0) + count
    print(json.dumps(dict(sorted(counts.items()))))


# The run


def start_collector(program, database):
    bodies = os.environ.get("YOBAN_LOAD_BODIES")
    process = subprocess.Popen(
        [program, "serve", "--port", "0", "--database", database, "--log-level", "error"]
        + (["--bodies", bodies] if bodies else []),
        stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    assert "listening" in line, line
    return process, int(line.rsplit(":", 1)[1])


def peak_memory(process):
    with open(f"/proc/{process.pid}/status") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["VmHWM"].split()[0]) * 1_024


def run(program, database, seconds):
    def command(*arguments):
        return subprocess.run(
            [program, *arguments], check=True, capture_output=True, text=True).stdout.strip()

    process, port = start_collector(program, database)
    devices = [f"honest{number}" for number in range(HONEST_DEVICES)]
    tokens = {
        device: command("token", "create", "--database", database, "--device", device)
        for device in devices + ["bad"]
    }
    bad = tokens.pop("bad")
    script = [sys.executable, os.path.abspath(__file__)]
    attacker = subprocess.Popen(
        ["nice", "-n", "5", *script, "--attack", str(port), str(seconds + 5), bad, "1"],
        stdout=subprocess.PIPE, text=True)
    honest_process = subprocess.Popen(
        [*script, "--honest", str(port), str(seconds), json.dumps(tokens)],
        stdout=subprocess.PIPE, text=True)
    administration = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        began = time.monotonic()
        token = command("token", "create", "--database", database, "--device", "other")
        identifier = hashlib.sha256(token.encode()).hexdigest()[:8]
        command("token", "revoke", identifier, "--database", database)
        administration.append((time.monotonic() - began) / 2)
        time.sleep(min(10, max(0, end - time.monotonic())))
    result = json.loads(honest_process.communicate()[0])
    memory = peak_memory(process) if process.poll() is None else None
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    status = process.wait()
    stop_seconds = time.monotonic() - began
    counts = json.loads(attacker.communicate()[0])

    process, port = start_collector(program, database)
    stored = {}
    for device, token in tokens.items():
        path = f"/v1/devices/{device}/streams"
        data = asyncio.run(Attack(port, token, 0).send(head("GET", path, token)))[1]
        stored[device] = sum(stream["chunks"] for stream in json.loads(data)["streams"])
    process.send_signal(signal.SIGTERM)
    process.wait()

    latencies = sorted(result["latencies"])
    uploads = len(latencies)
    p99 = latencies[int(uploads * 0.99)]
    answered = result["statuses"].get("201", 0)
    lost = sum(result["stored"].values()) - sum(stored.values())
    print("| | |\n| --- | ---: |")
    print(f"| uploads of {HONEST_DEVICES} honest devices | {uploads} |")
    print(f"| answered with a receipt | {answered} |")
    print(f"| receipts without a chunk after a restart | {lost} |")
    print(f"| p50, p99 and longest | {latencies[uploads // 2] * 1e3:.0f} ms, {p99 * 1e3:.0f} ms, "
          f"{latencies[-1] * 1e3:.0f} ms |")
    print(f"| `token create` and `token revoke`, longest | {max(administration):.2f} s |")
    print(f"| end after SIGTERM, under attack | {stop_seconds:.2f} s, status {status} |")
    print(f"| peak of the resident memory | {(memory or 0) / 1e6:.0f} MB |")
    print(f"\nAttacks by outcome: {counts}\nStatuses: {result['statuses']}")
    is_good = (
        answered == uploads and lost == 0 and p99 < 1 and max(administration) < 1 and status == 0
        and memory is not None and memory < MEMORY_MAX)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    if sys.argv[1] == "--honest":
        asyncio.run(honest(int(sys.argv[2]), float(sys.argv[3]), json.loads(sys.argv[4])))
    elif sys.argv[1] == "--attack":
        asyncio.run(attack(int(sys.argv[2]), float(sys.argv[3]), sys.argv[4], int(sys.argv[5])))
    else:
        run(sys.argv[1], sys.argv[2], float((sys.argv[3:] + ["300"])[0]))
