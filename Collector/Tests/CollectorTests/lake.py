"""Reads lakes with other people's readers, and compares them with what a test has stored.

  lake.py compare LAKE EXPECTED    every row, the schema, the statistics and the layout; LAKE is a folder, or s3:// with
                                   the variables AWS_… and LAKE_ENDPOINT
  lake.py states EXPECTED LAKE…    the rows of lakes whose export was killed: each at most once, and none that is not
                                   expected
  lake.py times LAKE EXPECTED      the corrected times of all rows; EXPECTED has a line for each sample with values:
                                   DEVICE STREAM TIME CORRECTED UNCERTAINTY, the last two empty if they are not known

Otherwise, EXPECTED has a line for each row: samples DEVICE STREAM TIME CHANNEL UNIT BITS, or events DEVICE STREAM KIND START END
NAME. A unit or an end that is null is -.
"""

import collections
import datetime
import os
import pathlib
import struct
import sys
import tempfile

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.fs
import pyarrow.parquet as pq

PARTITIONS = pa.schema([("date", pa.date32()), ("device", pa.string()), ("stream", pa.string())])
SCHEMAS = {
    "samples": pa.schema([
        pa.field("time_ns", pa.int64(), False), ("corrected_time_ns", pa.int64()),
        ("uncertainty_ns", pa.int64()), pa.field("channel", pa.string(), False),
        ("unit", pa.string()), pa.field("value", pa.float64(), False)]),
    "events": pa.schema([
        pa.field("kind", pa.string(), False), pa.field("start_ns", pa.int64(), False),
        ("end_ns", pa.int64()), pa.field("name", pa.string(), False)]),
}
TIMES = {"samples": "time_ns", "events": "start_ns"}


def line(table, row):
    time = row[TIMES[table]]
    day = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=time // 10**9)
    date = row["date"]
    assert (date if isinstance(date, datetime.date) else datetime.date.fromisoformat(date)) == day.date(), row
    words = [table, row["device"], row["stream"]]
    if table == "samples":
        assert row["corrected_time_ns"] is None and row["uncertainty_ns"] is None
        bits = struct.unpack("<Q", struct.pack("<d", row["value"]))[0]
        words += [time, row["channel"], row["unit"] or "-", bits]
    else:
        end = row["end_ns"]
        words += [row["kind"], time, "-" if end is None else end, row["name"]]
    return " ".join(map(str, words))


def of_arrow(table, root, filesystem):
    found = filesystem.get_file_info(pyarrow.fs.FileSelector(f"{root}/{table}", allow_not_found=True))
    if not found:
        return []
    data = ds.dataset(
        f"{root}/{table}", filesystem=filesystem, format="parquet",
        partitioning=ds.partitioning(PARTITIONS, flavor="hive"))
    return [line(table, row) for row in data.to_table().to_pylist()]


def of_duckdb(table, root):
    if not list(pathlib.Path(root).glob(f"{table}/**/*.parquet")):
        return []
    rows = duckdb.sql(
        f"""SELECT * FROM read_parquet('{root}/{table}/**/*.parquet', hive_partitioning = true,
        hive_types = {{'date': DATE, 'device': VARCHAR, 'stream': VARCHAR}})""")
    return [line(table, dict(zip(rows.columns, row))) for row in rows.fetchall()]


def check_files(table, root):
    """The schema, and the statistics beside the rows of each row group. Returns the largest number of rows."""
    largest = 0
    for path in pathlib.Path(root).glob(f"{table}/**/*.parquet"):
        file = pq.ParquetFile(path)
        assert file.schema_arrow.remove_metadata() == SCHEMAS[table], file.schema_arrow
        largest = max(largest, file.metadata.num_rows)
        for group in range(file.metadata.num_row_groups):
            group_metadata = file.metadata.row_group(group)
            columns = {name: group_metadata.column(place) for place, name in enumerate(SCHEMAS[table].names)}
            rows = file.read_row_group(group)
            times = rows[TIMES[table]].to_pylist()
            statistics = columns[TIMES[table]].statistics
            assert (statistics.min, statistics.max) == (min(times), max(times))
            if table == "samples":
                assert times == sorted(times), path
                statistics = columns["channel"].statistics
                assert statistics.min == statistics.max == rows["channel"][0].as_py()
                assert set(rows["channel"].to_pylist()) == {statistics.min}
    return largest


def require_equal(found, expected, reader):
    found, expected = collections.Counter(found), collections.Counter(expected)
    assert found == expected, (
        f"{reader}: {sum(found.values())} rows, expected {sum(expected.values())};"
        f" extra {list((found - expected))[:3]}, missing {list((expected - found))[:3]}")


def compare(lake, expected):
    if not lake.startswith("s3://"):
        compare_in(lake, pyarrow.fs.LocalFileSystem(), lake, expected)
        return
    filesystem = pyarrow.fs.S3FileSystem(
        access_key=os.environ["AWS_ACCESS_KEY_ID"], secret_key=os.environ["AWS_SECRET_ACCESS_KEY"],
        endpoint_override=os.environ["LAKE_ENDPOINT"], region="eu-central-1")
    lake = lake.removeprefix("s3://")
    with tempfile.TemporaryDirectory() as root:
        pyarrow.fs.copy_files(lake, root, filesystem, pyarrow.fs.LocalFileSystem())
        compare_in(lake, filesystem, root, expected)


def compare_in(lake, filesystem, root, expected):
    """Compares a lake with what is expected. DuckDB reads its copy in a folder."""
    for table in SCHEMAS:
        wanted = [text for text in expected if text.startswith(table + " ")]
        require_equal(of_arrow(table, lake, filesystem), wanted, "pyarrow")
        require_equal(of_duckdb(table, root), wanted, "duckdb")
        largest = check_files(table, root)
        print(f"{table}: {len(wanted)} rows, at most {largest} in a file")


def states(expected, lakes):
    for lake in lakes:
        for table in SCHEMAS:
            rows = of_duckdb(table, lake)
            assert sorted(rows) == sorted(of_arrow(table, lake, pyarrow.fs.LocalFileSystem())), lake
            check_files(table, lake)
            extra = collections.Counter(rows) - collections.Counter(set(expected))
            assert not extra, f"{lake}: {list(extra)[:3]}"
    print(f"{len(lakes)} lakes")


def times(lake, expected):
    """The corrected times of the lake, which all channels of a sample share."""
    wanted = {tuple(text.split(" ")) for text in expected}
    columns = ["device", "stream", "time_ns", "corrected_time_ns", "uncertainty_ns"]
    data = ds.dataset(
        f"{lake}/samples", format="parquet", partitioning=ds.partitioning(PARTITIONS, flavor="hive"))
    rows = duckdb.sql(
        f"""SELECT {", ".join(columns)} FROM read_parquet('{lake}/samples/**/*.parquet', hive_partitioning = true,
        hive_types = {{'date': DATE, 'device': VARCHAR, 'stream': VARCHAR}})""").fetchall()
    arrow = [tuple(row[name] for name in columns) for row in data.to_table(columns).to_pylist()]
    for reader, found in ("pyarrow", arrow), ("duckdb", rows):
        texts = {tuple("" if value is None else str(value) for value in row) for row in found}
        assert texts == wanted, f"{reader}: extra {list(texts - wanted)[:3]}, missing {list(wanted - texts)[:3]}"
    check_files("samples", lake)
    known = sum(row[3] is not None for row in rows)
    print(f"{len(rows)} rows, {known} of them with a corrected time")


def lines(path):
    return pathlib.Path(path).read_text().splitlines()


if sys.argv[1] == "compare":
    compare(sys.argv[2], lines(sys.argv[3]))
elif sys.argv[1] == "times":
    times(sys.argv[2], lines(sys.argv[3]))
else:
    states(lines(sys.argv[2]), sys.argv[3:])
