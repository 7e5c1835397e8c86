"""Prints everything that the archive and the SQLite file of a night tell, as text.
Arguments: the address of the night, below which the files are."""
import io
import sqlite3
import sys
import tempfile
import urllib.request
import zipfile


def print_database(data):
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        with sqlite3.connect(file.name) as database:
            print("\n".join(database.iterdump()))


def get(name):
    with urllib.request.urlopen(f"{sys.argv[1]}/{name}") as answer:
        return answer.read()


print_database(get("night.sqlite"))
archive = zipfile.ZipFile(io.BytesIO(get("archive.zip")))
for name in archive.namelist():
    content = archive.read(name)
    if name.endswith(".sqlite"):
        print_database(content)
    elif not name.endswith(".parquet"):
        print(content.decode())
