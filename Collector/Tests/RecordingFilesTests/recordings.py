"""Writes small recordings of every format from the public descriptions of the formats, and the samples that are in
them. Argument: a folder. Beside each file, FILE.txt has what a reader must find, in the form of read_recordings.py:
a line with a stream and its channels, and a line for each sample with its time and its values."""
import json
import math
import random
import struct
import sys
import zipfile
from datetime import datetime, timezone
from pathlib import Path

folder = Path(sys.argv[1])
START = 1_700_000_000  # 2023-11-14T22:13:20 on the clock of each device


class Truth:
    def __init__(self):
        self.streams = {}

    def add(self, stream, channels, time, values):
        self.streams.setdefault((stream, *channels), []).append((time, values))

    def write(self, name):
        with open(folder / f"{name}.txt", "w") as file:
            for header, samples in self.streams.items():
                print(*header, file=file)
                for time, values in samples:
                    print(repr(time), *map(repr, values), file=file)


def wave(index, axis, size):
    return round(size * math.sin(index / 7 + axis)) + (index * (axis + 3)) % 5


# ActiGraph: github.com/actigraph/GT3X-File-Format

def record(kind, time, payload, is_damaged=False):
    data = struct.pack("<BBIH", 0x1E, kind, time, len(payload)) + payload
    checksum = 0
    for byte in data:
        checksum ^= byte
    return data + bytes([~checksum & 0xFF ^ is_damaged])


def packed(samples):
    bits = "".join(format(value & 0xFFF, "012b") for x, y, z in samples for value in (y, x, z))
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def info(**values):
    lines = {
        "Serial Number": "MOS2D16200021", "Device Type": "wGT3XBT", "Firmware": "1.9.2", "Battery Voltage": "4.18",
        "Sample Rate": 30, "Start Date": START * 10_000_000 + 621_355_968_000_000_000, "TimeZone": "-05:00:00",
        "Acceleration Scale": "256.0"} | values
    return "".join(f"{key}: {value}\r\n" for key, value in lines.items() if value is not None)


def write_gt3x(name, log, truth, **values):
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("info.txt", info(**values))
        archive.writestr("log.bin", log)
    truth.write(name)


def activity(truth, second, rate=30, count=None, scale=256, kind=0, is_stored=True, rotated=False):
    samples = [tuple(wave(second * rate + i, axis, 250) for axis in range(3)) for i in range(count or rate)]
    if is_stored:
        for i, (x, y, z) in enumerate(samples):
            x, y = (y, -x) if rotated else (x, y)
            truth.add("actigraph.accelerometer", "xyz", START + second + i / rate, [v / scale for v in (x, y, z)])
    if kind == 26:
        return record(26, START + second, b"".join(struct.pack("<hhh", *sample) for sample in samples),
                      not is_stored)
    return record(kind, START + second, packed(samples), not is_stored)


def gt3x():
    truth = Truth()
    log = record(6, START, b'{"MetadataType":"Bio"}')
    log += record(21, START, struct.pack("<HHI", 0, 55, 0x09400000) + struct.pack("<HHI", 1, 2, 4))
    for second in range(6):
        log += activity(truth, second)
    log += record(5, START + 6, struct.pack("<H", 321))
    truth.add("actigraph.light", ["light"], START + 6, [321])
    log += record(2, START + 6, struct.pack("<H", 4180))
    truth.add("actigraph.battery", ["voltage"], START + 6, [4.18])
    log += record(3, START + 6, b"\x08") + record(3, START + 60, b"\x09")
    for second in range(60, 63):
        log += activity(truth, second)
    # Connected with USB.
    log += record(0, START + 63, b"\x01")
    log += activity(truth, 63, is_stored=False)
    log += activity(truth, 64, kind=26) + activity(truth, 65)
    log += record(13, START + 65, b"\0" * 4)
    write_gt3x("new.gt3x", log, truth)

    # Zeros between records, a record whose length is damaged, and a pause without a reason; pygt3x reads none of these.
    truth = Truth()
    log = activity(truth, 0) + b"\0\0\0" + activity(truth, 1)
    broken = bytearray(activity(truth, 2, is_stored=False))
    broken[6] ^= 0x40
    log += bytes(broken) + activity(truth, 3) + activity(truth, 9)
    write_gt3x("damaged.gt3x", log, truth)

    # Asleep when the recording begins and when it ends.
    truth = Truth()
    log = record(3, START + 2, b"\x08") + record(3, START + 20, b"\x09") + activity(truth, 20)
    log += record(3, START + 21, b"\x08") + record(13, START + 90, b"")
    write_gt3x("asleep.gt3x", log, truth)

    # The scale of an older device, and the axes of one firmware.
    truth = Truth()
    write_gt3x("scale.gt3x", activity(truth, 0, scale=341), truth, **{
        "Serial Number": "CLE2B21130055", "Acceleration Scale": None})
    truth = Truth()
    write_gt3x("rotated.gt3x", activity(truth, 0, rotated=True), truth, Firmware="1.6.0")

    truth = Truth()
    samples = [tuple(wave(i, axis, 300) for axis in range(3)) for i in range(30 * 40)]
    for i, sample in enumerate(samples):
        truth.add("actigraph.accelerometer", "xyz", START + i / 30, [value / 341 for value in sample])
    light = [(0, 0), (19, 0), (65_535, 0), (2_200, 2_500), (1_100, 1_375)]
    for i, (_, lux) in enumerate(light):
        truth.add("actigraph.light", ["light"], START + i, [lux])
    with zipfile.ZipFile(folder / "old.gt3x", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("activity.bin", packed(samples))
        archive.writestr("lux.bin", b"".join(struct.pack("<H", raw) for raw, _ in light))
        archive.writestr("log.txt", "")
        archive.writestr("info.txt", info(**{
            "Serial Number": "NEO1C16110020", "Firmware": "2.2.0", "TimeZone": None, "Acceleration Scale": None}))
    truth.write("old.gt3x")


# Axivity: github.com/digitalinteraction/openmovement, Docs/ax3/cwa.h

def moment(seconds):
    date = datetime.fromtimestamp(seconds, timezone.utc)
    return (date.year - 2000) << 26 | date.month << 22 | date.day << 17 | date.hour << 12 | date.minute << 6 | date.second


def cwa(name, count, axes, per_block, rate, true_rate, is_packed=False, bad=(), jump_at=None):
    """Writes blocks of a sensor whose rate is not the nominal one. `bad` blocks are damaged, and before `jump_at` the
    device has stopped for a minute."""
    truth = Truth()
    code = {100: 0x4A, 50: 0x49}[rate]
    header = bytearray(b"\xff" * 1024)
    struct.pack_into("<2sHBHIH", header, 0, b"MD", 1020, 0x64 if axes > 3 else 0x17, 54321, 77, 0)
    header[35], header[36] = (0x02 if axes > 3 else 0), code
    header[64:512] = b" " * 448
    data = bytes(header)
    sample, pause = 0, 0
    for block in range(count):
        if block == jump_at:
            pause += 60
        times = [START + 0.25 + pause + (sample + i) / true_rate for i in range(per_block)]
        raw = []
        for i in range(per_block):
            values = [wave(sample + i, axis, 400) for axis in range(axes)]
            if is_packed:
                exponent = (sample + i) % 4
                values = [v % 1024 - 512 for v in values]
                raw.append(struct.pack("<I", exponent << 30 | (values[2] & 1023) << 20 | (values[1] & 1023) << 10
                                       | values[0] & 1023))
                values = [v << exponent for v in values]
            else:
                raw.append(struct.pack(f"<{axes}h", *values))
            if block not in bad:
                if axes > 3:
                    truth.add("axivity.gyroscope", "xyz", times[i], [v * 2000 / 32768 for v in values[:3]])
                    truth.add("axivity.accelerometer", "xyz", times[i], [v / 4096 for v in values[3:6]])
                else:
                    truth.add("axivity.accelerometer", "xyz", times[i], [v / 256 for v in values])
        # The clock was read when sample 7 of the block was taken, with 1/32,768 s. The index is adjusted to the whole
        # second before.
        ticks = math.floor((times[7] - math.floor(times[7])) * 32_768)
        index = 7 - ((ticks * 2 * rate) >> 16)
        light = 300 + block % 50 | (4 << 13 | 2 << 10 if axes > 3 else 0)
        temperature, battery = 240 + block % 9, 190
        body = struct.pack(
            "<2sHHIIIHHBBBBhH", b"AX", 508, 0x8000 | ticks, 77, block, moment(times[7]), light, temperature, 0, battery,
            code, axes << 4 | (0 if is_packed else 2), index, per_block) + b"".join(raw)
        body += b"\0" * (510 - len(body))
        checksum = -sum(struct.unpack("<255H", body)) & 0xFFFF
        data += body + struct.pack("<H", checksum ^ (block in bad))
        if block not in bad:
            seconds = math.floor(times[7]) + ticks / 32_768
            truth.add("axivity.temperature", ["temperature"], seconds, [temperature * 75 / 256 - 50])
            truth.add("axivity.light", ["light"], seconds, [10 ** ((300 + block % 50 + 512) * 6 / 1024) / 1000])
            truth.add("axivity.battery", ["voltage"], seconds, [(battery + 512) * 6 / 1024])
        sample += per_block
    # The rest of the memory of a device is not used; openmovement takes it for times.
    (folder / name).write_bytes(data + (b"\xff" * 1024 if bad else b""))
    truth.write(name)


# GENEActiv: "GENEActiv Instructions", appendix

# Other readers count the lines.
HEADER = """Device Identity
Device Unique Serial Code:051386
Device Type:GENEActiv
Device Model:1.1
Device Firmware Version:Ver4.08a
Calibration Date:2019-02-04 13:49:24:000

Device Capabilities
Accelerometer Range:-8 to 8
Accelerometer Resolution:0.0039
Accelerometer Units:g
Light Meter Range:0 to 5000
Light Meter Resolution:5
Light Meter Units:lux
Temperature Sensor Range:0 to 70
Temperature Sensor Resolution:0.1
Temperature Sensor Units:deg. C

Configuration Info
Measurement Frequency:{rate} Hz
Measurement Period:360 Hours
Start Time:{start}
Time Zone:GMT +02:00

Trial Info
Study Centre:
Study Code:
Investigator ID:
Exercise Type:
Config Operator ID:
Config Time:{start}
Config Notes:
Extract Operator ID:
Extract Time:{start}
Extract Notes:

Subject Info
Device Location Code:left wrist
Subject Code:0001
Date of Birth:1900-1-1
Sex:
Height:
Weight:
Handedness Code:
Subject Notes:a text: with colons

Calibration Data
x gain:25522
x offset:272
y gain:25457
y offset:-1129
z gain:24829
z offset:101
Volts:42
Lux:886

Memory Status
Number of Pages:{pages}

"""


def geneactiv(name, pages, rate, damaged=(), missing=()):
    truth = Truth()

    def text(time):
        date = datetime.fromtimestamp(time, timezone.utc)
        return date.strftime("%Y-%m-%d %H:%M:%S:") + f"{date.microsecond // 1000:03}"

    data = HEADER.format(rate=rate, start=text(START), pages=pages - len(missing))
    gains, offsets = (25522, 25457, 24829), (272, -1129, 101)
    for page in range(pages):
        if page in missing:
            continue
        time = START + page * 300 / rate
        digits = ""
        for i in range(300):
            raw = [wave(page * 300 + i, axis, 900) for axis in range(3)]
            light, button = (page * 300 + i) % 1024, i % 2
            digits += "".join(f"{value & 0xFFF:03X}" for value in (*raw, light << 2 | button << 1))
            if page not in damaged:
                truth.add("geneactiv.accelerometer", "xyz", time + i / rate,
                          [(v * 100 - offset) / gain for v, offset, gain in zip(raw, offsets, gains)])
                truth.add("geneactiv.light", ["light", "button"], time + i / rate, [light * 886 / 42, button])
        if page in damaged:
            digits = digits[:100] + "xyz" + digits[103:]
        else:
            truth.add("geneactiv.temperature", ["temperature"], time, [28.2 - page / 10])
            truth.add("geneactiv.battery", ["voltage"], time, [4.1642])
        data += (f"Recorded Data\nDevice Unique Serial Code:051386\nSequence Number:{page}\nPage Time:{text(time)}\n"
                 f"Unassigned:\nTemperature:{28.2 - page / 10:.1f}\nBattery voltage:4.1642\nDevice Status:Recording\n"
                 f"Measurement Frequency:{rate:.1f}\n{digits}\n")
    (folder / name).write_text(data)
    truth.write(name)


# Sensor Logger: github.com/tszheichoi/awesome-sensor-logger, README.md

def sensor_logger():
    generator = random.Random(1)
    time = START * 1_000_000_000
    tables = {
        "Accelerometer": [{"z": generator.gauss(0, 1), "y": generator.gauss(0, 1), "x": generator.gauss(0, 1)}
                          for _ in range(500)],
        "Location": [{"latitude": 35.5 + i / 1000, "longitude": 139.5, "speed": "" if i % 2 else 1.5} for i in range(4)],
        "Annotation": [{"text": 'said "12", twice\nor so', "millisecond_press_duration": 40}],
    }
    files, objects, truths = {}, [{"sensor": "Metadata", "device name": "Ann's iPhone"}], {}
    for sensor, rows in tables.items():
        truths[sensor] = truth = Truth()
        lines = [",".join(["time", "seconds_elapsed", *rows[0]])]
        for i, row in enumerate(rows):
            moment = time + i * 9_999_871
            quoted = ['"' + str(v).replace('"', '""') + '"' if isinstance(v, str) and v else str(v) for v in row.values()]
            lines.append(",".join([str(moment), str(i * 0.009999871), *quoted]))
            objects.append({"sensor": sensor, "time": str(moment), "seconds_elapsed": str(i * 0.009999871)}
                           | {key: str(value) for key, value in row.items()})
            numbers = {key: value for key, value in row.items() if key != "text"}
            truth.add(f"sensor-logger.{sensor.lower()}", sorted(numbers), moment / 1e9,
                      [math.nan if numbers[key] == "" else numbers[key] for key in sorted(numbers)])
        files[f"{sensor}.csv"] = "\n".join(lines) + "\n"
    everything = Truth()
    for truth in truths.values():
        everything.streams |= truth.streams
    with zipfile.ZipFile(folder / "phone.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr("Metadata.csv", "version,device name,platform\n3,Ann's iPhone,ios\n")
        archive.writestr("Microphone.m4a", b"sound")
    everything.write("phone.zip")
    (folder / "Accelerometer.csv").write_text(files["Accelerometer.csv"])
    truths["Accelerometer"].write("Accelerometer.csv")
    (folder / "phone.json").write_text(json.dumps(objects))
    everything.write("phone.json")


gt3x()
cwa("packed.cwa", 30, 3, 120, 100, 98.3, is_packed=True)
cwa("unpacked.cwa", 40, 3, 80, 100, 101.7)
cwa("six.cwa", 40, 6, 40, 50, 50.4)
cwa("damaged.cwa", 30, 3, 80, 100, 100, bad=(9, 10), jump_at=20)
geneactiv("whole.bin", 4, 100)
geneactiv("damaged.bin", 8, 50, damaged=(2,), missing=(5, 6))
sensor_logger()
