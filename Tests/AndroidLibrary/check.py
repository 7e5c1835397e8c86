"""Runs the Android library in a real JVM, with doubles of Android's classes and of the NDK's sensors.

The library's own Java classes and its library in Swift run unchanged; only what the phone provides is replaced. The
recordings go to a real collector, whose answers are compared with what the sensors have delivered. Each process of the
JVM checks every call of JNI (-Xcheck:jni). Usage: scripts/android [NAME...], the names of single checks.
"""
import collections
import errno
import http.client
import http.server
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.dont_write_bytecode = True
import levels  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/AndroidLibrary"
LIBRARY = ROOT / "Android/library/src/main/java"
# What -Xcheck:jni prints about a call that breaks a rule of JNI, and what the JVM prints when it ends.
COMPLAINTS = re.compile(r"WARNING|FATAL ERROR|ReferenceTable|# A fatal error|Fatal error:|did not then call")
WAIT = 60


class Failure(Exception):
    """A check has found something else than what it expects."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


def run(command, **options):
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\n{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


# MARK: What is built


def java_home():
    """The folder of a JDK with javac and jni.h."""
    for candidate in [os.environ.get("JAVA_HOME")] + sorted(pathlib.Path("/usr/lib/jvm").glob("*")):
        if candidate and (pathlib.Path(candidate) / "include/jni.h").exists():
            return pathlib.Path(candidate)
    raise Failure("There is no JDK with jni.h: scripts/install tests installs openjdk-17-jdk-headless.")


def build_swift(jdk):
    package = ROOT / "Android/swift"
    command = ["swift", "build", "--package-path", package]
    for folder in [jdk / "include", jdk / "include/linux"]:
        command += ["-Xcc", f"-I{folder}"]
    run(command)
    return package / ".build/debug"


def build_java(jdk, folder):
    """Compiles the library for Java 8 against the doubles."""
    sources = [*HERE.rglob("*.java"), *LIBRARY.rglob("*.java")]
    run([jdk / "bin/javac", "-Werror", "-Xlint:all,-options,-serial", "-source", "8", "-target", "8", "-d", folder, *sources])


# MARK: The collector


class Collector:
    """A collector with an empty database."""

    def __init__(self, folder, port=0):
        self.folder, self.port, self.process = folder, port, None
        self.database = folder / "nights.sqlite"
        self.program = next(
            (path for kind in ["debug", "release"]
             if (path := ROOT / f"Collector/.build/{kind}/yoban-collector").exists()), None)
        if self.program is None:
            raise Failure("Build the collector first: swift build --package-path Collector")
        self.token = run([self.program, "token", "create", "--database", self.database, "--device", "phone"]).strip()

    def start(self):
        with open(self.folder / "collector.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--database", self.database, "--port", str(self.port)],
                stdout=subprocess.PIPE, stderr=log, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def make_code(self, address, device):
        return run([self.program, "enroll", "--database", self.database, "--url", address, "--device", device]).split()[1]

    def get(self, path, device="phone"):
        token = self.token
        if device != "phone":
            token = run([self.program, "token", "create", "--database", self.database, "--reader", device]).strip()
        request = urllib.request.Request(
            f"{self.address}/v1/devices/{device}/streams{path}", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode()

    def streams(self, device="phone"):
        return json.loads(self.get("", device))["streams"]

    def gaps(self, stream):
        return json.loads(self.get(f"/{stream}/gaps"))["gaps"]

    def samples(self, stream):
        """The time in nanoseconds since 1970 and the three values of each sample."""
        for line in self.get(f"/{stream}/samples.csv").splitlines()[1:]:
            time_ns, *values, _corrected, _uncertainty = line.split(",")
            yield int(time_ns), [float(value) for value in values]


# MARK: The app


class App:
    """A process of the app: a JVM."""

    def __init__(self, place, environment=None, files=None, prefix=(), sdk=36):
        self.lines = []
        self.new = queue.Queue()
        self.process = subprocess.Popen(
            [str(word) for word in [
                *prefix, place.jdk / "bin/java", "-Xcheck:jni", "-Xmx64m", "-XX:-UsePerfData", f"-Dsdk={sdk}",
                f"-Djava.library.path={place.native}", "-cp", place.classes, "yoban.android.Scenario",
                files or place.files]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
            env={**os.environ, **(environment or {})})
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self.new.put(line)

    def do(self, *words):
        """Performs a command, and returns what was printed until its end."""
        start = len(self.lines)
        self.send(*words)
        end = self.wait(f"done {words[0]}", start)
        return self.lines[start:end]

    def send(self, *words):
        self.process.stdin.write("\t".join(str(word) for word in words) + "\n")
        self.process.stdin.flush()

    def wait(self, pattern, start=0, seconds=WAIT):
        """Waits for a line, and returns its number."""
        end = time.monotonic() + seconds
        expression = re.compile(pattern)
        while True:
            for number in range(start, len(self.lines)):
                if expression.search(self.lines[number]):
                    return number
            if self.process.poll() is not None or time.monotonic() > end:
                raise Failure(f"no line {pattern!r}; the last lines are\n" + "\n".join(self.lines[-25:]))
            try:
                self.new.get(timeout=0.2)
            except queue.Empty:
                pass

    def progress(self):
        line = next(line for line in self.do("progress") if line.startswith("progress "))
        names = ["recording", "since", "until", "stored", "gaps", "delivered", "waiting", "quarantined", "service"]
        values = line.split()[1:]
        return dict(zip(names, [values[0] == "true", *map(int, values[1:])]))

    def wait_until_sent(self, seconds=WAIT):
        end = time.monotonic() + seconds
        while self.progress()["waiting"] > 0:
            expect(time.monotonic() < end, f"not everything was sent: {self.progress()}")
            time.sleep(0.3)

    def memory(self):
        """The resident memory in MB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+)", text).group(1)) / 1024

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.check()

    def end(self):
        self.process.stdin.close()
        self.process.wait(WAIT)
        self.check()
        expect(self.process.returncode == 0, f"the process ended with {self.process.returncode}")

    def check(self):
        time.sleep(0.1)
        bad = [line for line in self.lines if COMPLAINTS.search(line)]
        expect(not bad, "the JVM complains:\n" + "\n".join(bad[:20]))


class Place:
    """The folders of one check, and the collector."""

    def __init__(self, jdk, native, classes, folder):
        self.jdk, self.native, self.classes, self.folder = jdk, native, classes, folder
        self.files = folder / "files"
        self.files.mkdir()
        self.collector = Collector(folder)

    def app(self, **options):
        return App(self, **options)

    def start(self, app, *options):
        return app.do(
            "start", f"collector={self.collector.address}", f"token={self.collector.token}", *options)


def offset():
    """The wall clock minus the clock of the sensors, in nanoseconds."""
    return time.time_ns() - time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def expect_account(place, since, rate, causes, streams=("accelerometer", "gyroscope")):
    """Checks that each moment of the recording is a sample or in a gap, that all is there once, and that the values
    are those of the double: the first value is the milliseconds of the sensor's clock, the second its type."""
    interval = 1_000_000_000 // rate
    known = {entry["stream"]: entry for entry in place.collector.streams()}
    expect(sorted(known) == sorted(streams), f"the streams are {sorted(known)}")
    total = 0
    for stream in streams:
        facts = known[stream]
        expect(facts["missing"] == 0 and facts["duplicates"] == 0 and facts["conflicts"] == 0
               and facts["damaged"] == 0, f"{facts}")
        samples = list(place.collector.samples(stream))
        total += len(samples)
        times = [time_ns for time_ns, _ in samples]
        gaps = place.collector.gaps(stream)
        # On a busy machine the first sample may come later than one and a half intervals.
        if gaps and gaps[0]["cause"] == "sensor-off" and gaps[0]["start"] // 1_000_000 == since:
            expect(gaps[0]["end"] - gaps[0]["start"] < 3_000_000_000, f"the sensor started late: {gaps[0]}")
            first, gaps = gaps[:1], gaps[1:]
        else:
            first = []
        expect(collections.Counter(gap["cause"] for gap in gaps) == causes, f"the gaps of {stream} are {gaps}")
        covered = [(time_ns, time_ns) for time_ns in times] + [(gap["start"], gap["end"]) for gap in first + gaps]
        last = since * 1_000_000
        for start, end in sorted(covered):
            expect(start - last < interval * 1.6,
                   f"{stream}: {(start - last) / 1e6} ms before {start} are neither samples nor a gap")
            last = max(last, end)
        expect(all(a < b for a, b in zip(times, times[1:])), f"{stream} is not in order")
        difference = offset()
        number = {"accelerometer": 1, "gyroscope": 4}[stream]
        for time_ns, (x, y, z) in samples:
            sensed = (time_ns - difference) / 1e6 % 1000 / 1000
            away = abs(sensed - x)
            expect(min(away, 1 - away) < 0.02 and y == number and abs(z - 9.80665) < 1e-5,
                   f"{stream}: the sensor did not deliver {(x, y, z)} at {time_ns}")
    return total


# MARK: The checks


def check_night(place):
    """Minutes at 50 Hz, with a kill in the middle: exactly once, and one gap with its cause."""
    place.collector.start()
    app = place.app()
    place.start(app, "rate=50", "chunk=5000")
    since = app.progress()["since"]
    app.wait("service sticky")
    time.sleep(60)
    app.kill()
    app = place.app()
    app.do("restart")
    app.wait("event resumed: killed")
    app.wait("service sticky")
    expect(app.progress()["since"] == since, "another recording was begun")
    time.sleep(60)
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.wait("wake lock released")
    app.wait("service destroyed")
    app.end()
    total = expect_account(place, since, 50, {"killed": 1})
    expect(total > 2 * 50 * 110, f"{total} samples")
    return f"{total} samples"


def check_refusals(place):
    """The service is refused, in each of its two steps, and so is the wake lock."""
    place.collector.start()
    app = place.app()
    app.do("fail", "Context.startForegroundService", "not-allowed", "mAllowStartForeground false 夜")
    place.start(app, "rate=50")
    app.wait("event service-refused: android.app.ForegroundServiceStartNotAllowedException: "
             "mAllowStartForeground false 夜 Battery optimization is on for this app.")
    app.wait("wake lock released")
    expect(app.progress()["recording"], "the recording must wait for the service")
    app.do("work", "Context.startForegroundService")
    app.do("fail", "Service.startForeground", "security", "no type")
    start = len(app.lines)
    app.do("resume")
    app.wait("event service-refused: java.lang.SecurityException: no type", start)
    app.do("work", "Service.startForeground")
    app.do("fail", "WakeLock.acquire", "security", "no permission")
    start = len(app.lines)
    app.do("resume")
    app.wait("event wake-lock-refused: java.lang.SecurityException: no permission", start)
    app.wait("service sticky", start)
    app.do("work", "WakeLock.acquire")
    app.do("resume")
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.end()


def check_service(place):
    """The time of the service is over, the system destroys it, the task is removed, and each time it comes back. The type
    is passed only to a phone that has it."""
    place.collector.start()
    for level in [28, 29, 33]:
        files = place.folder / f"level{level}"
        files.mkdir()
        app = place.app(sdk=level, files=files)
        app.do("start", f"collector={place.collector.address}", "token=wrong", "rate=50")
        app.wait("foreground 0 ")
        permissions = next(line for line in app.do("permissions") if line.startswith("permissions "))
        expect(("POST_NOTIFICATIONS" in permissions) == (level >= 33), permissions)
        app.end()
    app = place.app()
    # The type dataSync, which is as old as the types themselves, and an icon of the app.
    place.start(app, "rate=50", "type=1", "icon=drawable/recording")
    app.wait(r"foreground 1 夜番 🌙\|Recording\|7$")
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.wait("service destroyed")
    start = len(app.lines)
    place.start(app, "rate=50", "icon=drawable/unknown")
    app.wait(r"foreground 256 夜番 🌙\|Recording\|1$", start)
    app.wait("service sticky", start)
    app.do("task-removed")
    for command, event in [
            (["timeout"], "service-timed-out"), (["timeout", "short"], "service-timed-out"),
            (["destroy"], "service-stopped")]:
        start = len(app.lines)
        app.do(*command)
        app.wait(f"event {event}", start)
        app.wait("wake lock released", start)
        app.wait("service destroyed", start)
        progress = app.progress()
        expect(progress["recording"] and not progress["service"], f"the recording waits for its service: {progress}")
        start = len(app.lines)
        app.do("resume")
        app.wait("wake lock acquired", start)
        app.wait("service sticky", start)
        expect(app.progress()["service"], f"{app.progress()}")
    app.do("unlisten")
    start = len(app.lines)
    app.do("stop")
    app.wait("log 4 Yoban: stopped", start)
    app.wait_until_sent()
    expect(not any(line.startswith("event") for line in app.lines[start:]), f"{app.lines[start:]}")
    start = len(app.lines)
    app.do("listen")
    app.wait("^event stopped", start)
    app.end()


def check_early_stop(place):
    """A recording that is stopped before the system has started its service does not end the app."""
    place.collector.start()
    app = place.app()
    app.send("start", f"collector={place.collector.address}", f"token={place.collector.token}")
    app.send("stop")
    # The main thread is busy until everything is sent, and the service is not needed when it starts.
    app.send("busy", 10_000)
    app.wait("wake lock released")
    app.wait("service not sticky")
    app.wait("service destroyed")
    app.end()


def check_mistakes(place):
    """Wrong values are exceptions that say what to do, and change nothing."""
    app = place.app()
    for option, message in [
            ("rate=500", "rateHz is 500. Choose a value from 1 to 200."),
            ("collector=collector.example", "The collector collector.example is no address."),
            ("token=", "The token is empty."),
            ("sensors=thermometer", "There is no sensor thermometer."),
            ("duration=0", "durationMillis is 0."),
            ("sensors=gyroscope,gyroscope", "Name each sensor once"),
            ("device=my phone", "The device my phone is no name.")]:
        lines = app.do("start", option)
        expect(any("IllegalArgumentException" in line and message in line for line in lines), f"{option}: {lines}")
        expect(not app.progress()["recording"], f"{option} starts a recording")
    lines = app.do("collector", place.collector.address, "token")
    expect(any("There was no recording yet" in line for line in lines), f"{lines}")
    # The collector is not there yet, so the chunks of this recording wait.
    place.collector.start()
    place.collector.stop()
    place.start(app, "rate=50", "chunk=1000")
    lines = app.do("start")
    expect(any("A recording is in progress" in line for line in lines), f"{lines}")
    time.sleep(2)
    app.do("stop")
    app.wait("event stopped")
    waiting = app.progress()["waiting"]
    expect(waiting > 2, f"{waiting} chunks wait")
    lines = app.do("start", "device=other")
    expect(any("IllegalStateException" in line and "holds recordings of phone" in line for line in lines), f"{lines}")
    expect(app.progress()["waiting"] == waiting, f"{app.progress()}")
    # A new process sends them, too; the wrong token first, which the collector refuses.
    lines = app.do("collector", place.collector.address, "wrong")
    expect(not any("Exception" in line for line in lines), f"{lines}")
    app.kill()
    place.collector.start()
    app = place.app()
    app.do("boot")
    app.wait("event quarantined")
    app.wait_until_sent()
    expect(app.progress()["quarantined"] == waiting, f"{app.progress()}")
    app.do("collector", place.collector.address, place.collector.token)
    app.do("requeue")
    app.wait_until_sent()
    expect(app.progress()["quarantined"] == 0, f"{app.progress()}")
    known = place.collector.streams()
    expect(sum(entry["chunks"] for entry in known) == waiting, f"{known}")
    app.end()
    # A folder that cannot be opened is an event, and the next call tries again.
    folder, aside = place.files / "Yoban", place.folder / "aside"
    folder.rename(aside)
    folder.write_text("no folder")
    app = place.app()
    app.do("resume")
    app.wait("event open-failed")
    folder.unlink()
    aside.rename(folder)
    start = len(app.lines)
    app.do("resume")
    expect(not any("open-failed" in line for line in app.lines[start:]), f"{app.lines[start:]}")
    app.end()


def check_exceptions(place):
    """Each call of Android may throw: the process goes on, and the call works when Android does."""
    names = sorted({name for file in HERE.rglob("*.java") for name in re.findall(r'\.call\("([^"]+)"\)',
                                                                                  file.read_text())} | {"Intent"})
    expect(len(names) > 20, f"{names}")
    place.collector.start()
    unused = []
    for name in names:
        files = place.folder / name
        files.mkdir()
        app = place.app(files=files)
        app.do("fail", name, "security", f"no {name} 🌙")
        place.start(app, "rate=50", "chunk=1000")
        app.do("resume")
        app.do("job")
        app.do("permissions")
        time.sleep(1.2)
        app.do("timeout")
        app.do("stop")
        time.sleep(0.3)
        app.do("start-service")
        if f"thrown {name}" not in app.lines:
            unused.append(name)
        app.do("work", name)
        app.do("resume")
        place.start(app, "rate=50", "chunk=1000")
        app.wait("event started")
        app.do("stop")
        app.wait("event stopped")
        app.end()
    # Only a service that is not for the foreground, which is an experiment, is started by this call.
    # The question about battery optimization is asked after a refusal.
    expect(set(unused) <= {"Context.startService"}, f"these calls were never made: {unused}")
    return f"{len(names)} calls"


def check_full_disk(place):
    """On a full disk the recording waits; what is missing is in a gap with its cause."""
    if os.geteuid() != 0:
        return "skipped: only root can make a small disk"
    place.collector.start()
    disk = place.folder / "disk"
    disk.mkdir()
    app = place.app(
        files=disk, prefix=["unshare", "--mount", "sh", "-c",
                            f'mount -t tmpfs -o size=48m tmpfs "{disk}" && exec "$@"', "sh"])
    place.start(app, "rate=50", "chunk=1000")
    since = app.progress()["since"]
    time.sleep(2)
    full = pathlib.Path(f"/proc/{app.process.pid}/root{disk}/full")
    try:
        full.write_bytes(bytes(64 << 20))
    except OSError:
        pass
    app.wait("event storage-failed")
    time.sleep(2)
    full.unlink()
    app.wait("event storage-works")
    time.sleep(2)
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.end()
    expect_account(place, since, 50, {"disk-full": 1})


class LossyProxy:
    """Passes requests on to the collector, and loses the first answers: it closes the connection instead."""

    def __init__(self, collector, losses):
        self.collector, self.losses, self.statuses = collector, losses, []
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                proxy.answer(self)

            do_PUT = do_POST

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, client):
        body = client.rfile.read(int(client.headers["Content-Length"]))
        fields = {name: value for name, value in client.headers.items() if name not in ("Host", "Connection")}
        connection = http.client.HTTPConnection("127.0.0.1", self.collector.port)
        connection.request(client.command, client.path, body, fields)
        answer = connection.getresponse()
        content = answer.read()
        if client.path == "/v1/enrollments":
            self.statuses.append(answer.status)
            if len(self.statuses) <= self.losses:
                client.close_connection = True
                return
        client.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "date", "server"):
                client.send_header(name, value)
        client.end_headers()
        client.wfile.write(content)


def check_enrollment(place):
    """A code gives the app its access, although the first answers are lost and the process is killed meanwhile."""
    place.collector.start()
    proxy = LossyProxy(place.collector, losses=3)
    code = place.collector.make_code(proxy.address, "phone-2")
    app = place.app()
    expect("not enrolled" in app.do("start-enrolled"), "there is an access without a code")
    for text in ["x", "https://collector.example", code[:-1]]:
        start = len(app.lines)
        app.do("enroll", text)
        app.wait("event enrollment-refused: This is not a code of a collector.", start)
    app.do("enroll", code)
    end = time.monotonic() + WAIT
    while len(proxy.statuses) < 2:
        expect(time.monotonic() < end, "the code is not sent again")
        time.sleep(0.05)
    app.kill()
    app = place.app()
    app.do("progress")
    app.wait("event enrolled: phone-2")
    expect(proxy.statuses == [201] + [200] * (len(proxy.statuses) - 1) and len(proxy.statuses) > 3,
           f"{proxy.statuses}")
    # The access is kept, and no other installation gets it.
    app.kill()
    other = place.folder / "other"
    other.mkdir()
    app = place.app(files=other)
    app.do("enroll", code)
    app.wait("event enrollment-refused: The code was used.")
    app.end()
    app = place.app()
    app.do("start-enrolled")
    app.wait("event started")
    time.sleep(3)
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.end()
    known = place.collector.streams("phone-2")
    expect(len(known) == 2 and all(entry["duplicates"] == 0 and entry["conflicts"] == 0 and entry["samples"] > 100
                                   for entry in known), f"{known}")
    return f"{len(proxy.statuses)} requests with the code"


def check_network(place):
    """Without the collector chunks wait; with a new network they are sent at once, not after the growing delay."""
    place.collector.start()
    place.collector.stop()
    app = place.app()
    place.start(app, "rate=50", "chunk=1000")
    app.wait("event upload-failed")
    time.sleep(8)
    app.do("stop")
    app.wait("event stopped")
    # After three failures the chunks would be sent again within 20 s, each at another time.
    time.sleep(15)
    place.collector.start()
    waiting = app.progress()["waiting"]
    expect(waiting > 8, f"{waiting} chunks wait")
    app.do("online")
    app.wait_until_sent(seconds=6)
    app.end()


def check_processes(place):
    """A recording continues after a boot, and in a process that the system has created for the job."""
    place.collector.start()
    app = place.app()
    place.start(app, "rate=50", "chunk=2000")
    since = app.progress()["since"]
    app.wait("job scheduled every 15 min, persisted")
    app.wait("service sticky")
    time.sleep(3)
    count = sum(line.startswith("job starts") for line in app.lines)
    expect(count == 1, f"the job ran {count} times")
    for command in ["boot", "job"]:
        app.kill()
        app = place.app()
        app.do(command)
        app.wait("event resumed: killed")
        app.wait("service sticky")
        if command == "job":
            app.wait("job finished")
        time.sleep(3)
        expect(not any(line.startswith("job scheduled") for line in app.lines[app.wait("service sticky"):]),
               "the job is scheduled again")
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.wait("job canceled")
    # Nothing is left for another process: it opens the store, and the service ends itself.
    app.end()
    app = place.app()
    app.do("restart")
    expect("service not sticky" in app.lines, "the service is not needed")
    app.end()
    expect_account(place, since, 50, {"killed": 2})


def check_batches(place):
    """With batches, the samples of the last one are delivered before the end."""
    place.collector.start()
    app = place.app()
    place.start(app, "rate=50", "chunk=60000", "latency=20000")
    since = app.progress()["since"]
    time.sleep(5)
    expect(app.progress()["stored"] == 0, "the sensor holds the samples back")
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent()
    app.end()
    expect_account(place, since, 50, {})


def check_sensors(place):
    """A sensor that the phone does not have, and one that it refuses, are reported; the other one is recorded."""
    place.collector.start()
    app = place.app(environment={"YOBAN_SENSOR_MISSING": "4"})
    place.start(app, "rate=50")
    app.wait("event sensor-failed: gyroscope: This phone has no gyroscope.")
    app.do("stop")
    app.wait("event stopped")
    app.end()
    for number, message in [(errno.EPERM, "java.lang.SecurityException"), (errno.EINVAL, "The accelerometer did not start")]:
        app = place.app(environment={"YOBAN_SENSOR_REFUSED": str(number)})
        place.start(app, "rate=50")
        app.wait(f"event sensor-failed: accelerometer: {message}")
        app.do("stop")
        app.wait("event stopped")
        app.end()


def check_levels(place):
    """Everything newer than level 23 stands in the table of the document, and the sample app compiles."""
    classes = levels.jar(place.folder)
    if classes is None:
        return "skipped: Debian's package of the classes of level 23 cannot be had"
    compiled = [file for file in sorted((place.classes / "yoban").rglob("*.class"))
                if not file.name.startswith("Scenario")]
    found = levels.newer_names(
        place.jdk, classes, compiled, sorted(LIBRARY.rglob("*.java")),
        sorted((ROOT / "Android/swift/Sources/YobanAndroidJNI").glob("*.swift")), place.folder)
    known = levels.table(ROOT / "docs/android.md")
    expect(found == known, f"in the sources only: {sorted(found - known)}; in docs/android.md only: {sorted(known - found)}")
    levels.compile_sample(
        place.jdk, classes, place.classes, ROOT / "Examples/NightAndroidApp/app/src/main", place.folder)
    return f"{len(known)} newer names"


def check_libraries(place):
    """The script that collects the libraries for an app finds those that the linker of this machine loads."""
    library = place.native / "libYobanAndroidJNI.so"
    swift = pathlib.Path(shutil.which("swift")).resolve().parents[1] / "lib/swift/linux"
    found = {pathlib.Path(line).name for line in run([ROOT / "Android/needed-libraries", library, swift]).split()}
    loaded = {pathlib.Path(path).name for path in re.findall(r"=> (\S+)", run(["ldd", library]))
              if pathlib.Path(path).resolve().parent == swift}
    expect(found == loaded and "libswiftCore.so" in found, f"found {sorted(found)}, loaded {sorted(loaded)}")
    return f"{len(found)} libraries"


def check_million(place):
    """A million samples: no object of Java for a sample, and flat memory. The heap of Java is not collected while half
    a million samples arrive, so an object of 16 bytes for each would be seen."""
    place.collector.start()
    app = place.app(environment={"YOBAN_SENSOR_SPEED": "100"})
    place.start(app, "rate=200", "chunk=1000")
    memory, heap = [], []
    while (stored := app.progress()["stored"]) < 1_000_000:
        if stored >= 250_000 * (1 + len(memory)):
            memory.append(app.memory())
            heap.append(int(next(line for line in app.do("heap") if line.startswith("heap ")).split()[1]))
        time.sleep(0.5)
    memory.append(app.memory())
    grown = heap[-1] - heap[0]
    expect(0 <= grown < 4 << 20, f"the heap of Java grew by {grown} bytes: {heap}")
    app.do("stop")
    app.wait("event stopped")
    app.wait_until_sent(seconds=120)
    app.end()
    known = {entry["stream"]: entry["samples"] for entry in place.collector.streams()}
    expect(sum(known.values()) >= 1_000_000, f"{known}")
    expect(memory[-1] - memory[1] < 12, f"the resident memory in MB was {memory}")
    return (f"{sum(known.values())} samples, resident memory {', '.join(f'{size:.0f}' for size in memory)} MB, "
            f"{grown >> 10} KB of Java's heap for half a million")


def main():
    wanted = sys.argv[1:]
    checks = {name.removeprefix("check_").replace("_", "-"): check
              for name, check in globals().items() if name.startswith("check_")}
    unknown = [name for name in wanted if name not in checks]
    if unknown:
        sys.exit(f"There is no check {unknown[0]}. The checks are {', '.join(checks)}.")
    jdk = java_home()
    work = pathlib.Path(tempfile.mkdtemp(prefix="yoban-android."))
    failed = []
    try:
        native = build_swift(jdk)
        classes = work / "classes"
        build_java(jdk, classes)
        for name, check in checks.items():
            if wanted and name not in wanted:
                continue
            folder = work / name
            folder.mkdir()
            place = Place(jdk, native, classes, folder)
            begin = time.monotonic()
            try:
                facts = check(place) or ""
                seconds = f"({time.monotonic() - begin:.0f} s)"
                if facts.startswith("skipped"):
                    print(f"SKIPPED {name} {seconds}: {facts.removeprefix('skipped: ')}", flush=True)
                else:
                    print(f"passed {name} {seconds}{': ' + facts if facts else ''}", flush=True)
            except Failure as failure:
                failed.append(name)
                print(f"FAILED {name}: {failure}", flush=True)
            finally:
                place.collector.stop()
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
