"""Writes points with the two Python clients of InfluxDB, as their users do, and prints the number of points.
Arguments: the port of the collector and the token of a device."""
import sys

import influxdb
import influxdb_client
from influxdb_client.client.write_api import SYNCHRONOUS

port, token = sys.argv[1:]
START = 1_764_018_000

# The client of version 2 sends to /api/v2/write with `Authorization: Token`.
# Its usual limit of time, 10 s, is too short for a slow machine.
with influxdb_client.InfluxDBClient(
        f"http://127.0.0.1:{port}", token, org="any", timeout=3_600_000) as client:
    writer = client.write_api(write_options=SYNCHRONOUS)
    points = [
        influxdb_client.Point("room").tag("place", "bed room").field("temperature", 20.5 + i)
        .field("people", i).time(START + i, influxdb_client.WritePrecision.S)
        for i in range(3)]
    writer.write(bucket="any", record=points)
    # A client that has received no answer sends the same points again.
    writer.write(bucket="any", record=points)

# The client of version 1 sends to /write, with the token as its password.
with influxdb.InfluxDBClient("127.0.0.1", port, "any", token, "any") as client:
    assert client.write_points([
        {"measurement": "door", "time": (START + i) * 1_000_000_000, "fields": {"open": i % 2 == 0}}
        for i in range(4)])
print(3 + 4)
