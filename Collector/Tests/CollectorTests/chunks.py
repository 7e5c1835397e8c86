"""Writes chunks, as docs/chunk-format.md describes them."""
import base64
import hashlib
import struct

SECOND = 1_000_000_000

CRC_TABLE = []
for value in range(256):
    for _ in range(8):
        value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    CRC_TABLE.append(value)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def text(value):
    data = value.encode()
    return bytes([len(data)]) + data


def block(kind, payload, encoding=0, count=0):
    head = struct.pack("<BBHHI", kind, encoding, 0, count, len(payload))
    return head + struct.pack("<I", crc32c(head + payload)) + payload


def chunk(device, stream, sequence, times, gaps=(), marks=(), channels=(("x", "g"), ("y", ""))):
    """The bytes of a chunk with channels, by default x in g and y, one block of samples, gaps and marks."""
    names = text(device) + text(stream) + b"".join(text(name) + text(unit) for name, unit in channels)
    fixed = struct.pack("<QQB", sequence, SECOND, len(channels))
    head = b"\x89YOBAN\r\n" + struct.pack("<HH", 1, 16 + len(fixed + names)) + fixed + names
    blocks = []
    if times:
        values = [v for time in times for v in (time % 97 / 8, -1.5, 1.0)[: len(channels)]]
        payload = struct.pack(f"<{len(times)}q{len(values)}d", *times, *values)
        blocks.append(block(1, payload, encoding=1, count=len(times)))
    blocks += [block(2, struct.pack("<qq", *span) + text(cause)) for *span, cause in gaps]
    blocks += [block(3, struct.pack("<q", time) + text(name)) for time, name in marks]
    end = block(4, struct.pack("<QI", len(times), len(blocks)))
    return head + struct.pack("<I", crc32c(head)) + b"".join(blocks) + end


def content_digest(data):
    return f"sha-256=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:"
