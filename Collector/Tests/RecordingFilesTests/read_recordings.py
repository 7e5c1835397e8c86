"""Reads a file with a reader that other people have written, and prints its samples.
Argument: the path. The first line of a stream is its name and its channels, and the following lines are its samples:
the time in seconds on the clock of the file, and the values. The readers are pygt3x of ActiGraph, openmovement of the
makers of the AX3 and AX6, the GENEActiv reader of scikit-digital-health, and pandas for Sensor Logger."""
import importlib.util
import io
import json
import logging
import sys
import zipfile
from pathlib import Path

import numpy as np

logging.disable(logging.CRITICAL)


def show(stream, channels, times, values):
    print(stream, *channels)
    for time, row in zip(times, values):
        print(repr(float(time)), *(repr(float(value)) for value in row))


def gt3x(path):
    from pygt3x.reader import FileReader

    with FileReader(path) as reader:
        frame = reader.to_pandas()
        # pygt3x repeats the last sample while the device was in idle sleep mode.
        frame = frame[~frame.IdleSleepMode]
        times = frame.index.to_numpy()
        if reader.nhanes:
            # Its start is in units of 100 ns since the year 1, which pygt3x takes for nanoseconds.
            times = times - reader.info.start_date / 1e9 + (reader.info.start_date / 1e7 - 62_135_596_800)
    show("actigraph.accelerometer", "xyz", times, frame[["X", "Y", "Z"]].to_numpy())


def cwa(path):
    from openmovement.load import CwaData

    class Reader(CwaData):
        def _parse_times(self):
            # It was written for a numpy that widened small integers by itself.
            for name in ("device_fractional", "timestamp_offset"):
                self.df[name] = self.df[name].astype("int64")
            super()._parse_times()

    with Reader(path, include_gyro=True, include_mag=True, include_light=False, include_temperature=False) as data:
        values = data.get_sample_values()
        valid = np.repeat(data.df.valid_sector.to_numpy(), data.data_format["sampleCount"])
        blocks = data.df[["temperature", "timestamp"]][data.df.valid_sector]
        labels = list(data.labels)
    values = values[valid]
    for stream, label in (("gyroscope", "gyro"), ("accelerometer", "accel"), ("magnetometer", "mag")):
        if f"{label}_x" in labels:
            first = labels.index(f"{label}_x")
            show(f"axivity.{stream}", "xyz", values[:, 0], values[:, first:first + 3])
    # The formulas of its documentation.
    temperatures = (blocks.temperature & 0x3FF) * 75.0 / 256 - 50
    show("axivity.temperature", ["temperature"], blocks.timestamp, temperatures.to_numpy()[:, None])


def geneactiv(path):
    # Only the extension: the whole package needs many others.
    package = Path(importlib.util.find_spec("skdh").origin).parent
    extension, = (package / "io" / "_extensions").glob("read.*")
    specification = importlib.util.spec_from_file_location("read", extension)
    read = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(read)
    count, _, acceleration, times, light, temperature = read.read_geneactiv(path)
    show("geneactiv.accelerometer", "xyz", times[:count], acceleration[:count])
    show("geneactiv.light", ["light"], times[:count], light[:count, None])
    show("geneactiv.temperature", ["temperature"], times[:count:300], temperature[:count:300, None])


def sensor_logger(path):
    import pandas

    tables = []
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".csv") and "Metadata" not in name:
                    tables.append((Path(name).stem, pandas.read_csv(io.BytesIO(archive.read(name)))))
    elif path.endswith(".csv"):
        tables.append((Path(path).stem, pandas.read_csv(path)))
    else:
        rows = [row for row in json.loads(Path(path).read_text()) if row["sensor"] != "Metadata"]
        for sensor in dict.fromkeys(row["sensor"] for row in rows):
            frame = pandas.DataFrame([row for row in rows if row["sensor"] == sensor])
            tables.append((sensor, frame.apply(pandas.to_numeric, errors="coerce").dropna(axis=1, how="all")))
    for sensor, frame in tables:
        columns = sorted(
            name for name in frame.select_dtypes("number").columns if name not in ("time", "seconds_elapsed"))
        if columns:
            show(f"sensor-logger.{sensor.lower()}", columns, frame.time / 1e9, frame[columns].to_numpy())


path = sys.argv[1]
with open(path, "rb") as file:
    start = file.read(16)
if start.startswith(b"PK"):
    (gt3x if "info.txt" in zipfile.ZipFile(path).namelist() else sensor_logger)(path)
elif start.startswith(b"MD"):
    cwa(path)
elif start.startswith(b"Device Identity"):
    geneactiv(path)
else:
    sensor_logger(path)
