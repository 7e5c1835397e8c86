"""Checks in every file that two rows have a value and no value of a channel, with pyarrow and sqlite3.
Arguments: the port of the collector, the token of a device, a stream, its channel, the value, and the first time."""
import io
import math
import sqlite3
import sys
import tempfile
import urllib.request
import zipfile

import pyarrow.parquet

port, token, stream, channel, value, time = sys.argv[1:]


def get(path):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"})
    return urllib.request.urlopen(request).read()


def check(values, name):
    first, second = values
    assert first == float(value), f"{name}: {first}"
    assert second is None, f"{name}: {second}"


def check_parquet(data, name):
    column = pyarrow.parquet.read_table(io.BytesIO(data))[channel]
    assert not any(math.isnan(v) for v in column.to_pylist() if v is not None), name
    check(column.to_pylist(), name)


def check_sqlite(data, name):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        database = sqlite3.connect(file.name)
        (table, columns), = database.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE ?",
            [f'%"{channel}" REAL%']).fetchall() or [(None, None)]
        assert table, [row for row in database.execute("SELECT sql FROM sqlite_schema")]
        rows = database.execute(
            f'SELECT "{channel}", typeof("{channel}") FROM "{table}" ORDER BY time_ns').fetchall()
        check([row[0] for row in rows], name)
        assert rows[1][1] == "null", name


night = f"/v1/devices/phone/nights/{time}"
check_parquet(get(f"/v1/devices/phone/streams/{stream}/samples.parquet"), "samples.parquet")
check_sqlite(get(f"{night}/night.sqlite"), "night.sqlite")
archive = zipfile.ZipFile(io.BytesIO(get(f"{night}/archive.zip")))
parquet, = [name for name in archive.namelist() if name.endswith(".parquet")]
check_parquet(archive.read(parquet), parquet)
sqlite, = [name for name in archive.namelist() if name.endswith(".sqlite")]
check_sqlite(archive.read(sqlite), sqlite)
print("4 files have the value and the null")
