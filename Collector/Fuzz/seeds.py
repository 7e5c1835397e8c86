"""Writes inputs from which the fuzzer of chunks begins: seeds.py FOLDER. FuzzImport writes its own."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [here + "/../Tests/CollectorTests", here + "/../Benchmarks"]
import chunks  # noqa: E402
import hostile  # noqa: E402

INPUTS = [
    chunks.chunk("phone", "acc", 1, [1, 2, 3], [(2, 3, "killed")], [(1, "started")]),
    chunks.chunk("phone", "acc", 1, []),
    hostile.chunk_of_blocks("phone", "acc", 7, 3, [hostile.grid_block(1_000, 16, 3)], 16),
    hostile.chunk_of_blocks("phone", "acc", 7, 16, [hostile.grid_block(-5, 1_024, 16)] * 2, 2_048),
]

os.makedirs(sys.argv[1])
for number, data in enumerate(INPUTS):
    with open(f"{sys.argv[1]}/{number}", "wb") as file:
        file.write(data)
