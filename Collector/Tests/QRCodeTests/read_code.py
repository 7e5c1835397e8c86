"""Reads drawn QR codes with zxing-cpp, which does not share code with libqrencode.

Standard input has a JSON object on each line, with `lines` as a terminal shows them, or with `path` and `size` of an
SVG. The output has the text of each code as JSON, or null if it cannot be read.
"""
import json
import re
import sys

import zxingcpp
from PIL import Image

# A character is two modules, one above the other, in black on white.
BLOCKS = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
# The modules are so many pixels wide.
SCALE = 4


def of_terminal(lines):
    rows = []
    for line in lines:
        colors, text, reset = re.fullmatch(r"(\x1b\[30;107m)(.*)(\x1b\[0m)", line).groups()
        assert colors and reset
        pairs = [BLOCKS[character] for character in text]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    return rows


def of_path(path, size):
    rows = [[255] * size for _ in range(size)]
    parts = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{w}v1h-{back}z" for x, y, w, back in parts) == path
    for x, y, width, back in (map(int, part) for part in parts):
        assert width == back
        rows[y][x:x + width] = [0] * width
    return rows


for line in sys.stdin:
    drawing = json.loads(line)
    rows = of_terminal(drawing["lines"]) if "lines" in drawing else of_path(drawing["path"], drawing["size"])
    image = Image.new("L", (len(rows[0]), len(rows)))
    image.putdata([pixel for row in rows for pixel in row])
    image = image.resize((image.width * SCALE, image.height * SCALE), Image.Resampling.NEAREST)
    codes = zxingcpp.read_barcodes(image)
    print(json.dumps(codes[0].text if len(codes) == 1 else None))
