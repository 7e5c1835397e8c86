#!/usr/bin/env bash
# Measures the chunk format and other formats on the same data, and prints one table.
#
# usage: Benchmarks/Codec/run.sh [RECORDINGS]
#
# RECORDINGS is a folder with recordings of real phones (default: ../shared/data beside the
# repository); without it, only generated motion is measured. Python needs the packages pcodec,
# pyarrow and numpy from PyPI; PYTHON names another interpreter than python3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/../../scripts/prepare"
recordings="${1:-$here/../../../shared/data}"
folder="$here/.build/data"
mkdir -p "$folder"
swift build -c release --package-path "$here" --product codec-benchmark
"$here/.build/release/codec-benchmark" "$folder" "$recordings" >"$folder/chunks.jsonl"
"${PYTHON:-python3}" "$here/yardsticks.py" "$folder/chunks.jsonl" "$folder" "$recordings"
