import Foundation

/// The contents of `info.txt` in a .gt3x file (github.com/actigraph/GT3X-File-Format, `info.txt.md`).
struct Gt3xInfo {
  let serial: String
  let firmware: String
  /// In Hz.
  let sampleRate: Int
  /// On the clock of the device, in nanoseconds since 1970.
  let start: Int64
  /// The difference to UTC in seconds; nil if the file does not name it, as older ones do not.
  let timeZone: Int?
  /// LSB per g; nil if the file does not name it.
  let scale: Double?

  init(_ text: [UInt8]) throws(RecordingFileError) {
    var values: [String: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      // A byte order mark may stand before the first key.
      let key = parts[0].trimmingSpaces.trimmingPrefix("\u{FEFF}")
      values[String(key)] = String(parts[1].trimmingSpaces)
    }
    serial = values["Serial Number"] ?? ""
    firmware = values["Firmware"] ?? ""
    guard let rate = values["Sample Rate"].flatMap({ Int($0) }), (1...1_000).contains(rate) else {
      throw .damaged(reason: "info.txt has no sample rate from 1 to 1,000 Hz")
    }
    sampleRate = rate
    guard let ticks = values["Start Date"].flatMap({ Int64($0) }),
      let start = Self.nanoseconds(ticks: ticks)
    else { throw .damaged(reason: "info.txt has no start date") }
    self.start = start
    timeZone = values["TimeZone"].flatMap(Self.offset)
    scale = values["Acceleration Scale"].flatMap { Double($0) }.flatMap {
      $0.isFinite && $0 > 0 ? $0 : nil
    }
  }

  var facts: RecordingFacts {
    RecordingFacts(
      format: "ActiGraph .gt3x", device: RecordingFile.deviceName(serial),
      clock: .local(offset: timeZone, start: start / 1_000_000_000))
  }

  /// The scale by the kind of device (`LogRecords/Activity.md`).
  var scaleOfKind: Double {
    ["NEO", "CLE", "MRA"].contains { serial.uppercased().hasPrefix($0) } ? 341 : 256
  }

  /// Converts ticks of .NET, which are 100 ns since the year 1, into nanoseconds since 1970.
  private static func nanoseconds(ticks: Int64) -> Int64? {
    let (since1970, underflow) = ticks.subtractingReportingOverflow(621_355_968_000_000_000)
    let (result, overflow) = since1970.multipliedReportingOverflow(by: 100)
    return underflow || overflow ? nil : result
  }

  /// Reads `-05:00:00`.
  private static func offset(_ text: String) -> Int? {
    let parts = text.trimmingPrefix("-").split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0...14).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return (hours * 3_600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  var trimmingSpaces: SubSequence {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }
}

enum Gt3xFile {
  /// Opens a .gt3x file: with `log.bin`, or an older one with `activity.bin` and `lux.bin`.
  static func open(_ zip: ZipFile) throws(RecordingFileError) -> any RecordingReader {
    let info = try Gt3xInfo(zip.contents(of: "info.txt") ?? [])
    // Devices of CentrePoint may store values that are not calibrated yet.
    if let text = try zip.contents(of: "calibration.json"),
      let values = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any],
      values["isCalibrated"] as? Bool == false
    {
      throw .unsupported(
        reason: "its values are not calibrated; export the file again with calibration")
    }
    if let log = try zip.entry("log.bin") { return Gt3xReader(info, log: ByteReader(log)) }
    if let activity = try zip.entry("activity.bin") {
      return NhanesReader(
        info, activity: ByteReader(activity), light: try zip.entry("lux.bin").map(ByteReader.init))
    }
    throw .damaged(reason: "the archive has neither log.bin nor activity.bin")
  }
}

/// The packed samples of ActiGraph: 12 bits in two's complement for each of y, x and z, the highest bits first
/// (`LogRecords/Activity.md`).
enum PackedActivity {
  /// Returns the samples as x, y and z, and leaves out an incomplete one.
  static func samples(_ bytes: some Collection<UInt8>) -> [(x: Int, y: Int, z: Int)] {
    var samples: [(x: Int, y: Int, z: Int)] = []
    samples.reserveCapacity(bytes.count * 8 / 36)
    var axes = (0, 0, 0)
    var (bits, bitCount, axis) = (0, 0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      bitCount += 8
      guard bitCount >= 12 else { continue }
      bitCount -= 12
      let raw = bits >> bitCount & 0xFFF
      bits &= 1 << bitCount - 1
      let value = raw > 2_047 ? raw - 4_096 : raw
      switch axis {
      case 0: axes.0 = value
      case 1: axes.1 = value
      default:
        axes.2 = value
        samples.append((x: axes.1, y: axes.0, z: axes.2))
      }
      axis = (axis + 1) % 3
    }
    return samples
  }
}
