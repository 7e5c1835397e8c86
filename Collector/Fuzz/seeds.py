"""Writes inputs from which the fuzzers begin: seeds.py FOLDER makes FOLDER/chunk and FOLDER/import."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [here + "/../Tests/CollectorTests", here + "/../Benchmarks"]
import chunks  # noqa: E402
import hostile  # noqa: E402

IMPORTS = [
    b'\0{"messageId":1,"sessionId":"s","deviceId":"d","payload":[{"name":"accelerometer",'
    b'"time":1704067200000000000,"values":{"x":1,"y":2.5e-3,"z":null,"s":"text","b":true}}]}',
    b'\1{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},'
    b'"properties":{"timestamp":"2024-01-01T00:00:00Z","speed":1,"wifi":"name","motion":["walking"]}}]}',
    b'\2{"_type":"location","lat":52.5,"lon":13.4,"tst":1704067200,"acc":5,"batt":80,"tid":"ab"}',
    b'\3cpu,host=a\\ b,region=eu usage=0.5,count=3i,ok=t,name="text \\" more" 1704067200000000000\n'
    b'# comment\nmemory free=1e9\n',
]


def write(folder, inputs):
    os.makedirs(folder)
    for number, data in enumerate(inputs):
        with open(f"{folder}/{number}", "wb") as file:
            file.write(data)


write(f"{sys.argv[1]}/chunk", [
    chunks.chunk("phone", "acc", 1, [1, 2, 3], [(2, 3, "killed")], [(1, "started")]),
    chunks.chunk("phone", "acc", 1, []),
    hostile.chunk_of_blocks("phone", "acc", 7, 3, [hostile.grid_block(1_000, 16, 3)], 16),
    hostile.chunk_of_blocks("phone", "acc", 7, 16, [hostile.grid_block(-5, 1_024, 16)] * 2, 2_048),
])
write(f"{sys.argv[1]}/import", IMPORTS)
