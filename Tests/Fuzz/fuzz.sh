#!/usr/bin/env bash
# Searches for inputs of the chunk format that trap or are read differently after they are written.
#
#   Tests/Fuzz/fuzz.sh [SECONDS] [FOLDER]
#
# Runs libFuzzer with the address sanitizer for 60 s, or the given time, on one core. Inputs that
# were found are added to FOLDER (default: .build/fuzz/corpus in the repository), which begins with
# those of corpus.txt. An input that fails is stored as .build/fuzz/crash-*.
# `Tests/Fuzz/fuzz.sh pack` replaces corpus.txt by the smallest inputs with the same coverage.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
source "$root/scripts/prepare"
build="$root/.build/fuzz"
corpus="${2:-$build/corpus}"
packed="$root/Tests/Fuzz/corpus.txt"
mkdir -p "$build" "$corpus"

# The module map that SwiftPM would generate.
echo "module CYobanChecksum { header \"$root/Sources/CYobanChecksum/include/CYobanChecksum.h\" }" \
  >"$build/module.modulemap"
flags=(-O -wmo -parse-as-library -enable-testing -sanitize=fuzzer,address
  -Xcc "-fmodule-map-file=$root/Sources/CYobanCrypto/module.modulemap"
  -Xcc "-fmodule-map-file=$build/module.modulemap" -I "$build")
clang -O2 -c "$root/Sources/CYobanChecksum/crc32c.c" -I "$root/Sources/CYobanChecksum/include" \
  -o "$build/crc32c.o"
find "$root/Sources/Chunks" -name '*.swift' -print0 | sort -z | xargs -0 \
  swiftc "${flags[@]}" -module-name Chunks -emit-module \
  -emit-module-path "$build/Chunks.swiftmodule" -c -o "$build/Chunks.o"
swiftc "${flags[@]}" -module-name FuzzChunks "$root/Tests/Fuzz/FuzzChunks.swift" \
  "$root/Tests/ChunksTests/FuzzedInput.swift" "$build/Chunks.o" "$build/crc32c.o" -lcrypto \
  -o "$build/fuzz"

# One line of hexadecimal digits is one input.
if [ -f "$packed" ]; then
  number=0
  while read -r line; do
    xxd -r -p <<<"$line" >"$corpus/packed-$number"
    number=$((number + 1))
  done <"$packed"
fi
if [ "${1:-}" = pack ]; then
  rm -rf "$build/small"
  mkdir "$build/small"
  "$build/fuzz" -merge=1 -max_len=1024 "$build/small" "$corpus"
  # The smallest inputs first, up to 45 kB of them.
  ls -Sr "$build/small" | while read -r name; do xxd -p -c 0 "$build/small/$name"; done |
    awk '{ sum += length($0) + 1; if (sum < 90000) print }' >"$packed"
  wc "$packed"
else
  cd "$build"
  "$build/fuzz" -max_total_time="${1:-60}" -max_len=4096 -timeout=10 -print_final_stats=1 "$corpus"
fi
