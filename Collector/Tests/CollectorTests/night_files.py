"""Downloads the archive and the SQLite file of a night, and compares both with the CSV answers.
Arguments: the address of the night's API, such as http://127.0.0.1:8080/v1/devices/phone/nights/5, the
address of the device's streams, a token, and the names of the streams. Prints one line of JSON about what
it has found; a difference ends it with an exception."""
import csv
import io
import json
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

night, streams, token, *names = sys.argv[1:]


def get(url):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            # The place of the answer before it may still be taken.
            if error.code != 503 or "Retry-After" not in error.headers:
                raise
            time.sleep(int(error.headers["Retry-After"]))


def rows_of(path):
    """The rows of every table of samples, by the name of the stream."""
    with sqlite3.connect(path) as database:
        tables = database.execute("SELECT name, table_name FROM streams").fetchall()
        return {
            name: database.execute(f'SELECT * FROM "{table}" ORDER BY time_ns').fetchall()
            for name, table in tables}


def row_of(time, *fields):
    """A row of CSV: the time, the values, the corrected time and its uncertainty."""
    *values, corrected, uncertainty = fields
    return (
        int(time), *(float(text) if text else None for text in values),
        *(int(text) if text else None for text in (corrected, uncertainty)))


body, headers = get(f"{night}/archive.zip")
archive = zipfile.ZipFile(io.BytesIO(body))
assert archive.testzip() is None
folder = archive.namelist()[0].split("/")[0]
assert headers["Content-Disposition"] == f'attachment; filename="{folder}.zip"', headers
with tempfile.TemporaryDirectory() as directory:
    inside = archive.extract(f"{folder}/night.sqlite", directory)
    alone = f"{directory}/alone.sqlite"
    with open(alone, "wb") as file:
        file.write(get(f"{night}/night.sqlite")[0])
    found = rows_of(inside)
    assert found == rows_of(alone)
    with sqlite3.connect(inside) as database:
        about = dict(database.execute("SELECT key, value FROM about"))
start, end = int(about["night_start_ns"]), int(about["night_end_ns"])
for name in names:
    text = get(f"{streams}/{name}/samples.csv?from={start}&to={end + 1}")[0].decode()
    expected = [row_of(*row) for row in list(csv.reader(io.StringIO(text)))[1:]]
    assert found[name] == expected, (name, found[name][:3], expected[:3])
try:
    import pyarrow.parquet
    for name in names:
        # Without threads: the end of Python sometimes aborts while a thread of pyarrow runs.
        file = pyarrow.BufferReader(archive.read(f"{folder}/streams/{name}.parquet"))
        table = pyarrow.parquet.ParquetFile(file, pre_buffer=False).read(use_threads=False)
        columns = [column.to_pylist() for column in table.columns]
        assert list(zip(*columns)) == found[name], name
    has_parquet = True
except ImportError:
    has_parquet = False
print(json.dumps({
    "files": sorted(name.split("/", 1)[1] for name in archive.namelist()),
    "streams": sorted(found), "rows": {name: len(found[name]) for name in found},
    "gaps": archive.read(f"{folder}/gaps.csv").decode(),
    "missing": archive.read(f"{folder}/missing.csv").decode(),
    "marks": archive.read(f"{folder}/marks.csv").decode(),
    "chunks": len(archive.read(f"{folder}/chunks.csv").splitlines()) - 1,
    "damaged": archive.read(f"{folder}/chunks.csv").decode().count("true"),
    "parquet": has_parquet}))
