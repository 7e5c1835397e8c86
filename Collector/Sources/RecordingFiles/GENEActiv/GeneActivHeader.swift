/// The header of a GENEActiv .bin file: lines of keys and values in sections, up to the first page ("GENEActiv
/// Instructions", appendix "File Structure"; the fields are those that GENEAread and scikit-digital-health read).
struct GeneActivHeader {
  let serial: String
  /// In Hz.
  let frequency: Double
  /// Of x, y and z: a value in g is (100 · raw - offset) / gain.
  let gains: [Double]
  let offsets: [Double]
  let volts: Double
  let lux: Double
  let pageCount: Int
  /// On the clock of the device, in nanoseconds since 1970.
  let start: Int64
  /// The difference to UTC in seconds; nil if the file does not name it.
  let timeZone: Int?

  private static let linesMax = 1_000
  static let lineBytesMax = 8_192

  /// Reads up to the line `Recorded Data` of the first page, which stays unread.
  init(_ reader: inout ByteReader) throws(RecordingFileError) {
    var values: [String: String] = [:]
    var lineCount = 0
    while !(try reader.peek(13).elementsEqual("Recorded Data".utf8)) {
      guard let line = try reader.line(atMost: Self.lineBytesMax) else {
        throw .truncated(place: "in the middle of its header")
      }
      lineCount += 1
      guard lineCount <= Self.linesMax else {
        throw .damaged(reason: "its header has more than \(Self.linesMax) lines")
      }
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      if parts.count == 2, values[String(parts[0])] == nil {
        values[String(parts[0])] = String(parts[1].trimmingSpaces)
      }
    }
    func number(_ key: String) throws(RecordingFileError) -> Double {
      guard let text = values[key], let value = Double(text), value.isFinite else {
        throw .damaged(reason: "its header has no number \"\(key)\"")
      }
      return value
    }
    serial = values["Device Unique Serial Code"] ?? ""
    let frequencyText = values["Measurement Frequency"]?.split(separator: " ").first ?? ""
    guard let frequency = Double(frequencyText.replacing(",", with: ".")),
      (1...1_000).contains(frequency)
    else { throw .damaged(reason: "its header has no measurement frequency from 1 to 1,000 Hz") }
    self.frequency = frequency
    (gains, offsets) = (
      [try number("x gain"), try number("y gain"), try number("z gain")],
      [try number("x offset"), try number("y offset"), try number("z offset")]
    )
    (volts, lux) = (try number("Volts"), try number("Lux"))
    guard gains.allSatisfy({ $0 != 0 }), volts != 0 else {
      throw .damaged(reason: "the calibration in its header has a gain or volts of 0")
    }
    pageCount = Int(exactly: try number("Number of Pages")) ?? 0
    guard let start = values["Start Time"].flatMap(Self.nanoseconds) else {
      throw .damaged(reason: "its header has no start time")
    }
    self.start = start
    timeZone = values["Time Zone"].flatMap { zone in
      LocalTime.offset(of: String(zone.trimmingPrefix("GMT").trimmingSpaces), at: 0)
    }
  }

  /// Reads `2019-05-21 16:16:43:500`.
  static func nanoseconds(_ text: String) -> Int64? {
    guard
      let match = text.wholeMatch(
        of: /(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})[:.](\d{3})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
      let millisecond = Int64(match.7),
      let seconds = LocalTime.seconds(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    return seconds * 1_000_000_000 + millisecond * 1_000_000
  }
}
