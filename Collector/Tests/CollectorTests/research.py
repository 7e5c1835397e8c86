"""Reads what the collector writes for researchers with other people's programs. Prints a line and ends with 0 if
everything is as expected; a difference ends it with an exception.

research.py ggir FILE SAMPLES        a table for GGIR, and samples.csv of the same stream
research.py bids FOLDER SAMPLES      a dataset of Motion-BIDS with one recording, and its samples.csv in g
research.py fhir FILE                observations of FHIR
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

GRAVITY = 9.80665


def table(path, separator=","):
    with open(path, newline="") as file:
        return list(csv.reader(file, delimiter=separator))


def ggir(path, samples):
    header, *rows = table(path)
    _, *stored = table(samples)
    assert header == ["time", "x", "y", "z"], header
    assert len(rows) == len(stored), (len(rows), len(stored))
    for row, sample in zip(rows, stored):
        # Microseconds, cut off.
        assert Decimal(row[0]) == Decimal(int(sample[0]) // 1000) / 1_000_000, (row, sample)
        assert [float(value) for value in row[1:]] == [float(value) for value in sample[1:4]]
    times = [Decimal(row[0]) for row in rows]
    assert all(a < b for a, b in zip(times, times[1:]))
    print(f"{len(rows)} rows")


def validate(folder):
    """The codes of the errors that the validator of BIDS finds, in all rows of all tables."""
    program = Path(sys.executable).with_name("bids-validator-deno")
    result = subprocess.run(
        [program, "--format", "json", "--max-rows", "-1", str(folder)], capture_output=True, text=True,
        env={**os.environ, "NO_COLOR": "1"})
    issues = json.loads(result.stdout)["issues"]["issues"]
    errors = {issue["code"] for issue in issues if issue["severity"] == "error"}
    assert bool(errors) == (result.returncode != 0), result
    return errors


def bids(folder, samples):
    folder = Path(folder)
    errors = validate(folder)
    assert not errors, errors
    # The check can fail: each of these is wrong.
    with tempfile.TemporaryDirectory() as temporary:
        for damage in ("another kind of channel", "another form of time", "a column more", "no task"):
            copy = Path(temporary) / "copy"
            shutil.copytree(folder, copy)
            channels = next(copy.rglob("*_channels.tsv"))
            motion = next(copy.rglob("*_motion.tsv"))
            sidecar = next(copy.rglob("*_motion.json"))
            if damage == "another kind of channel":
                channels.write_text(channels.read_text().replace("ACCEL", "SPEED"))
            elif damage == "another form of time":
                scans = next(copy.rglob("*_scans.tsv"))
                scans.write_text(scans.read_text().replace("T", " at "))
            elif damage == "a column more":
                motion.write_text(motion.read_text().replace("\n", "\t1\n"))
            else:
                content = json.loads(sidecar.read_text())
                del content["TaskName"]
                sidecar.write_text(json.dumps(content))
            assert validate(copy), damage
            shutil.rmtree(copy)
    (motion,) = folder.rglob("*_motion.tsv")
    rows = table(motion, "\t")
    # The last two columns of CSV are those of the corrected time.
    names, *stored = [row[:-2] for row in table(samples)]
    channels = table(str(motion).replace("_motion.tsv", "_channels.tsv"), "\t")
    assert [row[0] for row in channels[1:]] == ["latency"] + names[1:], channels
    assert [row[4] for row in channels[1:]] == ["s"] + ["m/s^2"] * (len(names) - 1)
    assert len(rows) == len(stored)
    onset = int(stored[0][0])
    for row, sample in zip(rows, stored):
        assert int(Decimal(row[0]) * 1_000_000_000) == int(sample[0]) - onset
        for value, original in zip(row[1:], sample[1:]):
            if original in ("", "nan"):
                assert value == "n/a", value
            else:
                assert abs(float(value) - float(original) * GRAVITY) < 1e-9, (value, original)
    (scans,) = folder.rglob("*_scans.tsv")
    _, (name, time) = table(scans, "\t")
    assert (scans.parent / name).samefile(motion)
    start = datetime.fromisoformat(time.replace("Z", "+00:00"))
    assert start == datetime.fromtimestamp(onset // 1_000_000_000, timezone.utc).replace(
        microsecond=onset // 1000 % 1_000_000), (start, onset)
    print(f"{len(rows)} rows")


def fhir(path):
    from fhir.resources.R4B.observation import Observation
    from pydantic import ValidationError

    lines = Path(path).read_text().splitlines()
    for line in lines:
        found = Observation.model_validate_json(line)
        assert found.code.coding[0].code == "8867-4"
        assert (found.valueQuantity is None) != (found.dataAbsentReason is None)
    # The check can fail.
    for member in ("status", "code"):
        content = json.loads(lines[0])
        del content[member]
        try:
            Observation.model_validate(content)
        except ValidationError:
            continue
        raise AssertionError(f"an observation without {member} is accepted")
    print(f"{len(lines)} observations")


kind, *arguments = sys.argv[1:]
{"ggir": ggir, "bids": bids, "fhir": fhir}[kind](*arguments)
