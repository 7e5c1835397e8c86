"""Measures other formats on the data of the codec benchmark, and prints one table with both.

usage: yardsticks.py CHUNK_RESULTS FOLDER RECORDINGS

CHUNK_RESULTS has the lines that `codec-benchmark` printed, FOLDER its generated motion, and
RECORDINGS the recordings of real phones. Sizes are in bytes per pair of samples: one time and six
channels. Times are taken as the file has them, and as numbers of 64 bits (see README.md).
"""
import gzip
import io
import json
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pcodec import ChunkConfig, standalone

BLOCK = 1024
# The exact step of every sensor's values; values are float32(k) * float32(step).
STEPS = {
    "iPhone_acc": np.float32(2.0**-16),
    "iPhone_gyr": np.float32(np.float32(np.pi / 180) * np.float32(2.0**-16)),
    "galaxy_acc": np.float32(9.80665 * 0.000244),
    "galaxy_gyr": np.float32(0.000610864779446274),
}
DATA = [
    ("iPhone 12, 50 Hz", "ip12", "iPhone", 2),
    ("Galaxy S25, 59 Hz", "s25", "galaxy", 1),
    ("generated-iPhone", "generated-iPhone", "iPhone", 1),
    ("generated-galaxy", "generated-galaxy", "galaxy", 1),
]


def load(folder, generated, name, stride):
    for path, opener in (
        (os.path.join(folder, name + ".csv.gz"), gzip.open),
        (os.path.join(generated, name + ".csv"), open),
    ):
        if not os.path.exists(path):
            continue
        with opener(path, "rt") as file:
            rows = [line.strip().split(",") for line in file.readlines()[1:]][::stride]
        times = np.array([int(row[0]) for row in rows], dtype=np.int64)
        return times, np.array([[float(row[i]) for i in (4, 3, 2)] for row in rows])
    return None


def integers(values, step):
    """Returns the integers of values on the grid of a step, and checks that they are exact."""
    nearest = np.round(values / float(step)).astype(np.int64)
    result = nearest.copy()
    found = np.zeros(values.shape, bool)
    for offset in (0, -1, 1):
        candidate = nearest + offset
        exact = (candidate.astype(np.float32) * step).astype(np.float64) == values
        result[exact & ~found] = candidate[exact & ~found]
        found |= exact
    assert found.all()
    return result


def pcodec(columns):
    config = ChunkConfig(compression_level=8)
    return sum(len(standalone.simple_compress(np.ascontiguousarray(c), config)) for c in columns)


def parquet(times, columns):
    """The smallest of several settings of Parquet with zstd."""
    best = None
    names = ["time"] + [f"c{i}" for i in range(len(columns))]
    table = pa.table([times] + columns, names=names)
    for encoding in (None, "BYTE_STREAM_SPLIT"):
        for dictionary in (True, False):
            if dictionary and encoding:
                continue
            encodings = {n: encoding for n in names[1:]} if encoding else {}
            if not dictionary:
                encodings["time"] = "DELTA_BINARY_PACKED"
            target = io.BytesIO()
            pq.write_table(
                table, target, compression="zstd", compression_level=19,
                use_dictionary=dictionary, column_encoding=encodings or None)
            best = min(best or target.tell(), target.tell())
    return best


def rice(residuals, partition=64):
    """The bits of Rice codes with a parameter of five bits for each partition."""
    mapped = np.where(residuals >= 0, 2 * residuals, -2 * residuals - 1)
    bits = 0
    for start in range(0, len(mapped), partition):
        part = mapped[start : start + partition]
        bits += 5 + min(int((part >> k).sum()) + len(part) * (1 + k) for k in range(40))
    return bits


def linear(series, order=8, precision=12):
    """The bits of one block as in FLAC: the best fixed or linear prediction, and Rice codes."""
    best = None
    residuals = series
    for fixed in range(5):
        bits = 32 * fixed + 8 + rice(residuals[fixed:]) if len(residuals) > fixed else 1 << 40
        best = min(best or bits, bits)
        residuals = np.diff(residuals, prepend=0)
    count = len(series)
    if count > 4 * order:
        window = 1 - ((np.arange(count) - (count - 1) / 2) / ((count + 1) / 2)) ** 2
        tapered = (series - series.mean()) * window
        correlation = np.array(
            [tapered[: count - lag] @ tapered[lag:] for lag in range(order + 1)])
        matrix = correlation[np.abs(np.subtract.outer(range(order), range(order)))]
        matrix += np.eye(order) * correlation[0] * 1e-9
        coefficients = np.linalg.solve(matrix, correlation[1:])
        shift = precision - 1 - max(0, int(np.ceil(np.log2(np.abs(coefficients).max() + 1e-9))))
        coefficients = np.round(coefficients * 2.0**shift) / 2.0**shift
        past = np.stack([series[order - 1 - i : count - 1 - i] for i in range(order)], 1)
        predicted = np.floor(past @ coefficients + 0.5).astype(np.int64)
        bits = 32 * order + order * precision + 16 + rice(series[order:] - predicted)
        best = min(best, bits)
    return best


def flac_like(columns):
    """Counted bits, not a format: blocks of 1,024 integers."""
    return sum(
        linear(c[start : start + BLOCK]) / 8 for c in columns for start in range(0, len(c), BLOCK))


def csv(times, columns):
    # As few digits as identify the binary32.
    rows = zip(times.astype(str), *[c.astype(str) for c in columns])
    text = "\n".join(",".join(row) for row in rows)
    return len(gzip.compress(text.encode(), 9))


def measure(recordings, generated, name, grid, stride):
    loaded = [load(recordings, generated, f"{name}_{s}", stride) for s in ("acc", "gyr")]
    if any(part is None for part in loaded):
        return None
    (times, acceleration), (_, rotation) = loaded
    count = min(len(acceleration), len(rotation))
    times = times[:count]
    channels = [v[:count, c] for v in (acceleration, rotation) for c in range(3)]
    on_grid = [
        integers(v[:count, c], STEPS[f"{grid}_{s}"])
        for s, v in (("acc", acceleration), ("gyr", rotation)) for c in range(3)]
    floats = [c.astype(np.float32) for c in channels]
    as_double = times.astype(np.float64).astype(np.int64)
    unit = np.gcd.reduce(times - times[0])
    narrow = [k.astype(np.int32) for k in on_grid]
    result = {
        "pcodec 8 on the grid": pcodec([times] + narrow),
        "pcodec 8 on the grid, binary64 times": pcodec([as_double] + narrow),
        "pcodec 8 without it": pcodec([times] + floats),
        "pcodec 8 without it, binary64 times": pcodec([as_double] + floats),
        "FLAC-like on the grid, counted": flac_like([(times - times[0]) // unit] + on_grid),
        "Parquet + zstd 19": parquet(times, floats),
        "CSV + gzip 9": csv(times, floats),
    }
    return {codec: size / count for codec, size in result.items()}


def main():
    chunk_results, generated, recordings = sys.argv[1:]
    with open(chunk_results) as file:
        chunks = [json.loads(line) for line in file if line.startswith("{")]
    for title, name, grid, stride in DATA:
        print(f"\n{title}")
        mine = [c for c in chunks if c["data"] == title and "codec" in c]
        others = measure(recordings, generated, name, grid, stride)
        if others is None or not mine:
            print("  absent: the recordings are not in", recordings)
            continue
        base = mine[0]["pair"]
        print(f"  {'':38} {'B/pair':>7} {'ratio':>6} {'2 streams':>9} {'encode':>7} {'decode':>7}")
        for c in mine:
            print(
                f"  {c['codec']:38} {c['pair']:7.3f} {c['pair'] / base:6.2f}"
                f" {c['streams']:9.3f} {c['encode']:7.1f} {c['decode']:7.1f}")
        for codec, size in others.items():
            print(f"  {codec:38} {size:7.3f} {size / base:6.2f}")
    print("\nB/pair: bytes for one time and six channels, with everything but the file's header.")
    print("2 streams: two chunks, each with its own times. encode, decode: ns per sample of three")
    print("channels and its time, on one core.")


main()
