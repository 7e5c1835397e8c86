"""Compares the archive that ArchiveFixture.swift has written with what it must contain.

read_night.py FOLDER

Extracts FOLDER/archive.zip, reads every file, and runs the programs of README.md as they are
written. The expected content is computed here.
"""
import contextlib
import csv
import hashlib
import http.server
import io
import json
import math
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile

import pyarrow.parquet

START = 1_795_212_000 * 10**9
MINUTE = 60 * 10**9
NAME = "phone-2026-11-20T2200Z"
FILES = [
    "README.md", "night.sqlite", "streams/accelerometer.parquet", "streams/Accelerometer_2.parquet",
    "streams/heart-rate.parquet", "streams/silent.parquet", "gaps.csv", "marks.csv", "missing.csv",
    "chunks.csv", "clocks.csv", "jumps.csv",
]
INDEXES = list(range(3000)) + list(range(6000, 9000))
MIN, MAX = -(2**63), 2**63 - 1

CORRECTED = ["corrected_time_ns", "uncertainty_ns"]

# The samples of each stream: the columns in SQLite, the columns in Parquet, and the rows, each without the
# columns CORRECTED.
SAMPLES = {
    "accelerometer": (
        ["x", "y", "z"], ["x", "y", "z"],
        [(START + i * 20_000_000, i / 8, -float(i), 1e-300) for i in INDEXES],
    ),
    "Accelerometer_2": (
        ["V", "v_2"], ["V", "v"],
        [(START, 1.5, None), (START, None, 2.5), (START + 1, None, 3.5)],
    ),
    "gaps_2": (["time_ns_2"], None, [(START, 0.1)]),
    "heart-rate": (
        ["bpm"], ["bpm"],
        [(MIN, math.nan), (-1, math.inf), (0, -math.inf), (1, -0.0), (2, None), (MAX, 5e-324)],
    ),
    "silent": (["level"], ["level"], []),
}


def with_corrected(table, rows):
    """The rows with the columns CORRECTED: only the third minute of the accelerometer has them."""
    return [
        (*row, row[0] - 730_000_001, 5_000_000 + row[0] % 1000)
        if table == "accelerometer" and row[0] >= START + 2 * MINUTE else (*row, None, None)
        for row in rows]


def digest(stream, sequence):
    return hashlib.sha256(f"chunk {stream} {sequence}".encode()).hexdigest()


TABLES = {
    "gaps": (
        ["stream", "start_ns", "end_ns", "cause"],
        [
            ("accelerometer", START + 59_980_000_000, START + 2 * MINUTE, "suspended"),
            ("heart-rate", START + 5, START + 1, "clock-changed"),
        ],
    ),
    "marks": (
        ["stream", "time_ns", "name"],
        [("accelerometer", START, "started"), ("accelerometer", START + 1, 'a, "b"')],
    ),
    "missing": (["stream", "first_sequence", "last_sequence"], [("accelerometer", 1, 1)]),
    "chunks": (
        ["stream", "sequence", "sha256", "bytes", "samples", "first_time_ns", "last_time_ns",
         "damaged"],
        [
            ("accelerometer", 0, digest("accelerometer", 0), 21, 3000, START,
             START + 59_980_000_000, 0),
            ("accelerometer", 2, digest("accelerometer", 2), 21, 3000, START + 2 * MINUTE,
             START + 179_980_000_000, 0),
            ("heart-rate", 7, digest("heart-rate", 7), 18, 0, None, None, 0),
            ("heart-rate", 8, "0" * 64, 1, 1, 1, 1, 1),
        ],
    ),
    "clocks": (
        ["stream", "time_ns", "offset_ns", "uncertainty_ns"],
        [(None, START, 730_000_001, 5_000_000), (None, START + MINUTE, -12_000, 6_000_000),
         ("heart-rate", 77, 77 - START, 25_000_000)],
    ),
    "jumps": (
        ["clock", "stream", "time_ns", "amount_ns"],
        [("wall", None, START + 3, -90 * 10**9), ("accessory", "heart-rate", START + 4, None)],
    ),
}
MEANS = [sum(i / 8 for i in range(a, a + 3000)) / 3000 for a in (0, 6000)]


def check(condition, *message):
    if not condition:
        sys.exit(" ".join(str(part) for part in message))


def same(found, expected, where):
    check(found == expected, where, "is", found, "instead of", expected)


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    check(result.returncode == 0, command, result.stdout[-2000:], result.stderr[-2000:])
    return result.stdout


def bits(rows):
    """The rows with values that can be compared: NaN is equal to itself, and -0 is not 0."""
    return [tuple(v.hex() if isinstance(v, float) else v for v in row) for row in rows]


def read_zip(folder):
    path = os.path.join(folder, "archive.zip")
    with zipfile.ZipFile(path) as archive:
        same(archive.testzip(), None, "testzip")
        same(archive.namelist(), [f"{NAME}/{file}" for file in FILES], "names")
        for entry in archive.infolist():
            is_stored = entry.filename.endswith(".parquet")
            same(entry.compress_type, 0 if is_stored else 8, entry.filename)
            same(entry.date_time, (2026, 11, 20, 22, 3, 0), entry.filename)
        archive.extractall(folder)
    check("No errors detected" in run("unzip", "-t", path), "unzip -t")


def read_parquet():
    for table, (_, columns, rows) in SAMPLES.items():
        if columns is None:
            continue
        found = pyarrow.parquet.read_table(f"streams/{table}.parquet")
        same(found.column_names, ["time_ns"] + columns + CORRECTED, table)
        expected = bits(with_corrected(table, rows))
        same(bits(zip(*(column.to_pylist() for column in found.columns))), expected, table)


def read_sqlite():
    night = sqlite3.connect("file:night.sqlite?mode=ro", uri=True)
    same(night.execute("PRAGMA integrity_check").fetchall(), [("ok",)], "integrity")
    same(night.execute("PRAGMA user_version").fetchall(), [(2,)], "user_version")
    names = {name for (name,) in night.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    same(names, {"about", "streams", "channels"} | set(TABLES) | set(SAMPLES), "tables")
    for table, (columns, _, rows) in SAMPLES.items():
        cursor = night.execute(f'SELECT * FROM "{table}" ORDER BY rowid')
        same([c[0] for c in cursor.description], ["time_ns"] + columns + CORRECTED, table)
        # SQLite has no NaN, and no -0 in a column of real numbers.
        expected = with_corrected(table, [
            (time, *(None if v is None or math.isnan(v) else v + 0.0 for v in values))
            for time, *values in rows
        ])
        same(bits(cursor.fetchall()), bits(expected), table)
        types = {t for (t,) in night.execute(f'SELECT DISTINCT typeof("{columns[0]}") FROM "{table}"')}
        check(types <= {"real", "null"}, table, types)
    for table, (columns, rows) in TABLES.items():
        cursor = night.execute(f"SELECT * FROM {table} ORDER BY rowid")
        same([c[0] for c in cursor.description], columns, table)
        same(cursor.fetchall(), rows, table)
    same(
        dict(night.execute("SELECT key, value FROM about")),
        {
            "collector_version": "0.1.0", "device": "phone", "format_version": "2", "is_open": "1",
            "night_start": "2026-11-20T22:00:00Z", "night_start_ns": str(START),
            "night_end": "2026-11-20T22:03:00Z", "night_end_ns": str(START + 3 * MINUTE),
        },
        "about",
    )
    streams = night.execute("SELECT * FROM streams ORDER BY rowid").fetchall()
    same(
        [(*row[:3], json.loads(row[3]), json.loads(row[4]), *row[5:]) for row in streams],
        [
            ("accelerometer", "accelerometer", "streams/accelerometer.parquet", ["x", "y", "z"],
             ["m/s²"] * 3, 20_000_000, 6000, START, START + 179_980_000_000),
            ("Accelerometer", "Accelerometer_2", "streams/Accelerometer_2.parquet", ["V", "v"],
             ["", "a|b"], None, 3, START, START + 1),
            ("gaps", "gaps_2", None, ["time_ns"], [""], None, 1, START, START),
            ("heart-rate", "heart-rate", "streams/heart-rate.parquet", ["bpm"], ["1/min"], None, 6,
             MIN, MAX),
            ("silent", "silent", "streams/silent.parquet", ["level"], ["dB"], None, 0, None, None),
        ],
        "streams",
    )
    same(
        night.execute("SELECT * FROM channels WHERE stream = 'Accelerometer'").fetchall(),
        [("Accelerometer", 0, "V", "V", ""), ("Accelerometer", 1, "v", "v_2", "a|b")],
        "channels",
    )


def read_csv():
    for table, (columns, rows) in TABLES.items():
        with open(f"{table}.csv", newline="", encoding="utf-8") as file:
            check("\r\n" in file.read(), table, "line ends")
            file.seek(0)
            found = list(csv.reader(file, strict=True))
        cells = [["" if v is None else str(v) for v in row] for row in rows]
        same(found, [columns] + cells, f"{table}.csv")


class Collector(http.server.BaseHTTPRequestHandler):
    """Answers with the bytes of the chunks, one of which was altered."""

    def do_GET(self):
        match = re.fullmatch(r"/v1/devices/phone/streams/([^/]+)/chunks/(\d+)", self.path)
        if self.headers["Authorization"] != "Bearer secret" or not match:
            self.send_error(403)
            return
        body = "chunk {} {}".format(*match.groups()).encode()
        if match.group(2) == "7":
            body = body.upper()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run_python(program, expected):
    """Runs a program and compares a variable that it has set, or everything that it has printed."""
    output = io.StringIO()
    variables = {}
    with contextlib.redirect_stdout(output):
        exec(compile(program, "README.md", "exec"), variables)
    expected(variables, output.getvalue())


def check_pandas(variables, output):
    means = variables["means"]
    same([str(t) for t in means.index],
         ["2026-11-20 22:00:00+00:00", "2026-11-20 22:02:00+00:00"], "pandas minutes")
    same(means.to_list(), MEANS, "pandas means")
    check("2026-11-20 22:02:00+00:00" in output, output)


def check_duckdb(variables, output):
    seconds = START // 10**9
    same(variables["rows"], [(seconds, MEANS[0]), (seconds + 120, MEANS[1])], "duckdb")


def check_tables(variables, output):
    same(variables["gaps"]["seconds"].to_list(), [60.02, -4e-9], "seconds of gaps")
    same(variables["marks"]["time_ns"].to_list(), [START, START + 1], "marks")
    times = variables["chunks"]["last_time_ns"]
    same(times.dropna().to_list(), [START + 59_980_000_000, START + 179_980_000_000, 1], "chunks")
    same(int(times.isna().sum()), 1, "chunks without samples")


def check_sqlite(variables, output):
    rows = [(START + i * 20_000_000, i / 8) for i in range(3000)]
    same(variables["rows"], rows, "sqlite3")
    check(output.startswith("3000 [("), output)


def check_chunks(variables, output):
    same(variables["compared"], 3, "compared chunks")
    same(variables["different"], ["/v1/devices/phone/streams/heart-rate/chunks/7"], "different")


def run_programs():
    with open("README.md", encoding="utf-8") as file:
        programs = re.findall(r"^```(\w+)\n(.*?)^```$", file.read(), re.M | re.S)
    count = 0
    for (language, program), expected in zip(
        programs, [check_pandas, check_duckdb, check_tables, check_sqlite, None, check_chunks],
        strict=True,
    ):
        check(language == ("python" if expected else "sh"), language)
        if expected:
            run_python(program, expected)
        elif shutil.which("sqlite3"):
            lines = ["Accelerometer|Accelerometer_2|3", "accelerometer|accelerometer|6000",
                     "gaps|gaps_2|1", "heart-rate|heart-rate|6", "silent|silent|0"]
            same(run("sh", "-c", program).splitlines(), lines, "sqlite3")
        count += 1
    command = "sha256sum chunks.csv"
    with open("README.md", encoding="utf-8") as file:
        check(f"`{command}`" in file.read(), command)
    with open("chunks.csv", "rb") as file:
        same(run("sh", "-c", command).split()[0], hashlib.sha256(file.read()).hexdigest(), command)
    print(count + 1, "programs were run.")


def main(folder):
    read_zip(folder)
    os.chdir(os.path.join(folder, NAME))
    read_parquet()
    read_sqlite()
    read_csv()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["YOBAN_SERVER"] = f"http://127.0.0.1:{server.server_port}"
    os.environ["YOBAN_TOKEN"] = "secret"
    run_programs()


main(*sys.argv[1:])
# The usual end of Python sometimes aborts while threads of pyarrow or duckdb run.
sys.stdout.flush()
os._exit(0)
