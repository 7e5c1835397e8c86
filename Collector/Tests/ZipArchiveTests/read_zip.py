"""Compares FOLDER/archive.zip with what it must contain.

read_zip.py FOLDER

FOLDER/expected.txt has a line per entry: its name, its compression and its time in UTC, separated
by tabs. FOLDER/content-N has the bytes of entry N, counted from 0. unzip must be installed; bsdtar
and 7z also read the archive if they are.
"""
import datetime
import os
import shutil
import struct
import subprocess
import sys
import zipfile


def check(condition, *message):
    if not condition:
        sys.exit(" ".join(str(part) for part in message))


def utc_seconds(extra):
    """The time in the extra field "UT" of the directory."""
    while extra:
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == 0x5455:
            return struct.unpack("<i", extra[5:9])[0]
        extra = extra[4 + size :]
    return None


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    check(result.returncode == 0, command, result.stdout[-2000:], result.stderr[-2000:])
    return result.stdout


def main(folder):
    path = os.path.join(folder, "archive.zip")
    with open(os.path.join(folder, "expected.txt"), encoding="ascii") as file:
        expected = [line.rstrip("\n").split("\t") for line in file]
    contents = []
    for index in range(len(expected)):
        with open(os.path.join(folder, f"content-{index}"), "rb") as file:
            contents.append(file.read())
    methods = {"store": zipfile.ZIP_STORED, "deflate": zipfile.ZIP_DEFLATED}
    with zipfile.ZipFile(path) as archive:
        check(archive.testzip() is None, "testzip")
        check(archive.namelist() == [name for name, _, _ in expected], archive.namelist())
        for entry, (name, compression, time), content in zip(
            archive.infolist(), expected, contents
        ):
            check(archive.read(entry) == content, name, "content")
            check(entry.compress_type == methods[compression], name, "compression")
            check(entry.external_attr >> 16 == 0o100644, name, "mode")
            wanted = datetime.datetime.fromisoformat(time)
            check(datetime.datetime(*entry.date_time) == wanted, name, entry.date_time)
            wanted = wanted.replace(tzinfo=datetime.timezone.utc).timestamp()
            # The field of MS-DOS has steps of 2 seconds.
            found = utc_seconds(entry.extra)
            check(found is not None and 0 <= found - wanted < 2, name, "UT", found, wanted)
    check("No errors detected" in run("unzip", "-t", path), "unzip -t")
    for tool, arguments in [("unzip", ["-q", path, "-d"]), ("bsdtar", ["-xf", path, "-C"]),
                            ("7z", ["x", path, "-y"])]:
        if shutil.which(tool) is None:
            continue
        target = os.path.join(folder, tool)
        os.mkdir(target)
        if tool == "7z":
            run(tool, *arguments, "-o" + target)
        else:
            run(tool, *arguments, target)
        for (name, _, _), content in zip(expected, contents):
            with open(os.path.join(target, name), "rb") as file:
                check(file.read() == content, tool, name)
    print("Python has read", len(expected), "entries.")


main(*sys.argv[1:])
