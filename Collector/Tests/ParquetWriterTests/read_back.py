"""Compares a Parquet file with the rows that it must contain.

read_back.py FILE.parquet EXPECTED.txt

EXPECTED.txt has the number of rows per group, a line of NAME:TYPE for the columns, and a line per
row: a number as the 16 hexadecimal digits of its bits, a string as `s` and the hexadecimal digits
of its UTF-8, null as `-`. The exit code is 0 if pyarrow and duckdb find the same rows, row groups
and statistics, and if both use the statistics to skip row groups.
"""
import math
import os
import struct
import sys
import tempfile

import duckdb
import numpy
import pyarrow
import pyarrow.parquet

TYPES = {"int64": pyarrow.int64(), "double": pyarrow.float64(), "string": pyarrow.string()}


def check(condition, *message):
    if not condition:
        sys.exit(" ".join(str(part) for part in message))


def read_expectation(path):
    with open(path, encoding="ascii") as file:
        rows_per_group = int(file.readline())
        columns = [column.split(":") for column in file.readline().split()]
        rows = [line.split() for line in file]
    cells = list(zip(*rows)) if rows else [()] * len(columns)
    return rows_per_group, {name: (kind, list(c)) for (name, kind), c in zip(columns, cells)}


def cells_of(column, kind):
    """The cells of a column of a table in the form of EXPECTED.txt."""
    result = []
    for chunk in column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]:
        if len(chunk) == 0:
            continue
        if kind == "string":
            values = chunk.to_pylist()
            result += ["-" if v is None else "s" + v.encode().hex() for v in values]
            continue
        valid = chunk.is_valid().to_numpy(zero_copy_only=False)
        bits = numpy.frombuffer(chunk.buffers()[1], dtype="<u8")
        bits = bits[chunk.offset : chunk.offset + len(chunk)]
        result += [f"{b:016x}" if v else "-" for b, v in zip(bits.tolist(), valid.tolist())]
    return result


def compare(reader, table, expected):
    check(table.column_names == list(expected), reader, "columns", table.column_names[:5])
    for name, (kind, cells) in expected.items():
        check(table.schema.field(name).type == TYPES[kind], reader, name, "type")
        found = cells_of(table[name], kind)
        check(len(found) == len(cells), reader, name, len(found), "rows instead of", len(cells))
        for row, (a, b) in enumerate(zip(found, cells)):
            check(a == b, reader, name, "row", row, "is", a, "instead of", b)


def double(cell):
    return struct.unpack(">d", bytes.fromhex(cell))[0]


def expected_range(kind, cells):
    """The smallest and the largest cell of statistics, or None if there may be none."""
    if not cells:
        return None
    if kind == "int64":
        ordered = sorted(cells, key=lambda c: struct.unpack(">q", bytes.fromhex(c))[0])
        return ordered[0], ordered[-1]
    if kind == "double":
        if any(math.isnan(double(c)) for c in cells):
            return None
        ordered = sorted(cells, key=double)
        low, high = ordered[0], ordered[-1]
        return ("8" + "0" * 15 if double(low) == 0 else low, "0" * 16 if double(high) == 0 else high)
    ordered = sorted(bytes.fromhex(c[1:]) for c in cells)
    if max(len(ordered[0]), len(ordered[-1])) > 64:
        return None
    return tuple("s" + value.hex() for value in (ordered[0], ordered[-1]))


def cell_of_statistic(value, kind):
    if kind == "string":
        return "s" + (value if isinstance(value, bytes) else value.encode()).hex()
    return struct.pack(">q" if kind == "int64" else ">d", value).hex()


def compare_row_groups(path, rows_per_group, expected):
    metadata = pyarrow.parquet.read_metadata(path)
    row_count = len(next(iter(expected.values()))[1])
    check(metadata.num_rows == row_count, "number of rows", metadata.num_rows)
    check(metadata.num_row_groups == -(-row_count // rows_per_group), "number of row groups")
    check(metadata.created_by == "yoban-collector", metadata.created_by)
    check(metadata.metadata == {b"yoban.device": b"phone", b"yoban.unit.x": b"g"}, "key values")
    for group in range(metadata.num_row_groups):
        start = group * rows_per_group
        end = min(start + rows_per_group, row_count)
        check(metadata.row_group(group).num_rows == end - start, "rows of group", group)
        for index, (name, (kind, cells)) in enumerate(expected.items()):
            present = [c for c in cells[start:end] if c != "-"]
            chunk = metadata.row_group(group).column(index)
            statistics = chunk.statistics
            where = f"group {group} column {name}"
            check(chunk.compression == "GZIP", where, chunk.compression)
            check(chunk.num_values == end - start, where, "values", chunk.num_values)
            check(statistics.null_count == end - start - len(present), where, "null count")
            wanted = expected_range(kind, present)
            check(statistics.has_min_max == (wanted is not None), where, "range", statistics)
            if wanted:
                found = tuple(cell_of_statistic(v, kind) for v in (statistics.min, statistics.max))
                check(found == wanted, where, "range", found, "instead of", wanted)


def compare_duckdb_statistics(path, rows_per_group, expected):
    rows = duckdb.execute(
        "SELECT row_group_id, path_in_schema, stats_null_count, stats_min_value IS NOT NULL"
        " FROM parquet_metadata(?)",
        [path],
    ).fetchall()
    for group, name, null_count, has_range in rows:
        kind, cells = expected[name]
        cells = cells[group * rows_per_group : (group + 1) * rows_per_group]
        check(null_count == cells.count("-"), "duckdb null count", group, name, null_count)
        wanted = expected_range(kind, [c for c in cells if c != "-"])
        # duckdb ignores an infinite minimum.
        ignored = wanted and kind == "double" and math.isinf(double(wanted[0]))
        check(has_range == (wanted is not None and not ignored), "duckdb range", group, name)


def is_refused(read):
    try:
        read()
    except (duckdb.Error, OSError, pyarrow.ArrowException):
        return True
    return False


def compare_skipping(path, rows_per_group, expected):
    """Damages every row group but one. A filter for times in that one must not notice."""
    metadata = pyarrow.parquet.read_metadata(path)
    times = [int(c, 16) for c in expected["time_ns"][1]]
    kept = metadata.num_row_groups // 2
    with open(path, "rb") as file:
        data = bytearray(file.read())
    for group in range(metadata.num_row_groups):
        for index in range(metadata.num_columns):
            if group == kept:
                continue
            chunk = metadata.row_group(group).column(index)
            start = chunk.data_page_offset
            size = chunk.total_compressed_size
            data[start : start + size] = b"\xff" * size
    with tempfile.TemporaryDirectory() as folder:
        damaged = os.path.join(folder, "damaged.parquet")
        with open(damaged, "wb") as file:
            file.write(data)
        first, last = kept * rows_per_group + 10, kept * rows_per_group + 20
        wanted = {n: (k, c[first : last + 1]) for n, (k, c) in expected.items()}
        bounds = [times[first], times[last]]
        check(is_refused(duckdb.read_parquet(damaged).fetchall), "duckdb damage")
        check(is_refused(lambda: pyarrow.parquet.read_table(damaged)), "pyarrow damage")
        for file in (path, damaged):
            found = duckdb.read_parquet(file).filter(f"time_ns BETWEEN {bounds[0]} AND {bounds[1]}")
            compare("duckdb filter", found.to_arrow_table(), wanted)
            filters = [("time_ns", ">=", bounds[0]), ("time_ns", "<=", bounds[1])]
            compare("pyarrow filter", pyarrow.parquet.read_table(file, filters=filters), wanted)


def main(path, expectation):
    rows_per_group, expected = read_expectation(expectation)
    compare("pyarrow", pyarrow.parquet.read_table(path), expected)
    compare("duckdb", duckdb.read_parquet(path).to_arrow_table(), expected)
    compare_row_groups(path, rows_per_group, expected)
    compare_duckdb_statistics(path, rows_per_group, expected)
    if os.path.basename(path) == "several-groups.parquet":
        compare_skipping(path, rows_per_group, expected)


main(*sys.argv[1:])
# The usual end of Python sometimes aborts while threads of pyarrow or duckdb run.
sys.stdout.flush()
os._exit(0)
