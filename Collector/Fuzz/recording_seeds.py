"""Writes inputs from which the fuzzer of recordings begins: recording_seeds.py RECORDINGS FOLDER."""
import sys
import zipfile

recordings, folder = sys.argv[1:]
INPUTS = [
    ("new.gt3x", "log.bin"), ("old.gt3x", "activity.bin"), ("damaged.cwa", None), ("whole.bin", None),
    ("Accelerometer.csv", None), ("phone.json", None),
]
for number, (name, entry) in enumerate(INPUTS):
    path = f"{recordings}/{name}"
    if entry:
        with zipfile.ZipFile(path) as archive:
            data = archive.read(entry)
    else:
        with open(path, "rb") as file:
            data = file.read()
    with open(f"{folder}/{name}", "wb") as file:
        file.write(bytes([number]) + data[:60_000])
