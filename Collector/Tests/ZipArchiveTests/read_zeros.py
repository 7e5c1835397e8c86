"""Reads an archive from standard input and checks its large entry of zeros.

read_zeros.py FOLDER COUNT

The archive is written to FOLDER/archive.zip without the blocks of zeros, which the file system
reads as zeros (a sparse file). Nothing is kept in memory.
"""
import os
import sys
import zipfile


def check(condition, *message):
    if not condition:
        sys.exit(" ".join(str(part) for part in message))


def main(folder, count):
    count = int(count)
    path = os.path.join(folder, "archive.zip")
    size = 0
    with open(path, "wb") as file:
        while block := sys.stdin.buffer.read(1 << 20):
            size += len(block)
            if block.count(0) == len(block):
                file.seek(len(block), os.SEEK_CUR)
            else:
                file.write(block)
        file.truncate(size)
    with zipfile.ZipFile(path) as archive:
        check(archive.namelist() == ["large/zeros.bin", "large/after.txt"], archive.namelist())
        check(archive.getinfo("large/zeros.bin").file_size == count, "size")
        found = 0
        # Python compares the CRC at the end.
        with archive.open("large/zeros.bin") as entry:
            while block := entry.read(1 << 20):
                check(block.count(0) == len(block), "a byte is not zero")
                found += len(block)
        check(found == count, found)
        check(archive.read("large/after.txt") == b"after", "after")
        offset = archive.getinfo("large/after.txt").header_offset
    print(f"Python has read {count} zeros in {size} bytes; the next entry is at {offset}.")


main(*sys.argv[1:])
