import Chunks
import CollectorImports

/// Reads a .bin file of GENEActiv: pages of text, each with 300 samples as hexadecimal digits.
///
/// A sample has 12 digits: 12 bits each for x, y and z in two's complement, then 10 bits for the light, one for the
/// button and one that is not used. The streams are `geneactiv.accelerometer` in g, `geneactiv.light` with the light in
/// lx and the button (0 or 1), `geneactiv.temperature` in °C and `geneactiv.battery` in V. A page with characters that
/// are no such digits is not used, and is a gap.
struct GeneActivReader: RecordingReader {
  let facts: RecordingFacts
  var utcOffset = 0
  private(set) var skipped = SkippedParts()
  private let header: GeneActivHeader
  private var reader: ByteReader
  private var pageCount = 0
  private var previous: Int?
  /// The times of pages have whole milliseconds.
  private var times = BlockTimes(tolerance: 0.005)
  /// x, y, z, light and button, which are divided at the end.
  private var samples: StreamParts
  private var temperature = StreamParts("geneactiv.temperature", [("temperature", "°C")])
  private var battery = StreamParts("geneactiv.battery", [("voltage", "V")])

  init(_ reader: ByteReader) throws(RecordingFileError) {
    var reader = reader
    header = try GeneActivHeader(&reader)
    self.reader = reader
    facts = RecordingFacts(
      format: "GENEActiv .bin",
      device: RecordingFile.deviceName(header.serial).map { "geneactiv-\($0)" },
      clock: .local(offset: header.timeZone, start: header.start / 1_000_000_000))
    samples = StreamParts(
      "", ["x", "y", "z", "light", "button"].map { ($0, nil) },
      interval: Int64((1e9 / header.frequency).rounded()))
  }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    guard let lines = try nextPage() else {
      if pageCount < header.pageCount {
        throw .truncated(
          place: "after \(pageCount) pages, and its header says that it has \(header.pageCount)")
      }
      return nil
    }
    pageCount += 1
    guard let page = Page(lines, header) else {
      skipped.add("pages that are damaged")
      times.noteDamage()
      return []
    }
    let start = page.start - Int64(utcOffset) * 1_000_000_000
    times.add(
      TimedBlock(
        time: start, interval: 1e9 / page.frequency, values: page.values,
        continues: previous.map { $0 + 1 == page.sequence } ?? true),
      to: &samples)
    previous = page.sequence
    if let value = page.temperature { temperature.append(start, [value]) }
    if let value = page.battery { battery.append(start, [value]) }
    return samples.take().flatMap(Self.divided) + temperature.take() + battery.take()
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] {
    times.finish(&samples)
    return samples.finish().flatMap(Self.divided) + temperature.finish() + battery.finish()
  }

  private static func divided(_ series: ForeignSeries) -> [ForeignSeries] {
    [
      ("geneactiv.accelerometer", [("x", "g"), ("y", "g"), ("z", "g")], 0..<3),
      ("geneactiv.light", [("light", "lx"), ("button", nil)], 3..<5),
    ].map { (stream: String, channels: [(String, String?)], columns: Range<Int>) in
      var part = ForeignSeries(
        stream: stream, label: stream,
        channels: channels.map { ForeignChannel(name: $0.0, unit: $0.1) }, times: series.times,
        values: series.times.indices.flatMap { row in
          series.values[row * 5 + columns.lowerBound..<row * 5 + columns.upperBound]
        })
      part.interval = series.interval
      part.gaps = series.gaps
      return part
    }
  }

  /// Reads the lines of a page after its first one; nil at the end.
  ///
  /// - Throws: `.truncated` if the page is incomplete.
  private mutating func nextPage() throws(RecordingFileError) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    var isInPage = false
    while true {
      let isStart = try reader.peek(13).elementsEqual("Recorded Data".utf8)
      if isStart, isInPage { return lines }
      guard let line = try reader.line(atMost: GeneActivHeader.lineBytesMax) else {
        guard isInPage else { return nil }
        // The last page ends with its samples.
        guard let last = lines.last, last.count >= Page.sampleDigits else {
          throw .truncated(place: "in the middle of a page")
        }
        return lines
      }
      if isStart {
        isInPage = true
      } else if isInPage, lines.count < Self.pageLinesMax, !line.isEmpty {
        lines.append(line)
      }
    }
  }

  private static let pageLinesMax = 20
}

/// A page of 300 samples.
private struct Page {
  static let sampleDigits = 12
  private static let samplesMax = 300

  var sequence: Int
  var start: Int64
  var frequency: Double
  var temperature: Double?
  var battery: Double?
  /// Five values per sample.
  var values: [Double] = []

  /// Returns nil if a line or a digit is not one of the format.
  init?(_ lines: [[UInt8]], _ header: GeneActivHeader) {
    guard let digits = lines.last, digits.count == Self.samplesMax * Self.sampleDigits else {
      return nil
    }
    var fields: [String: String] = [:]
    for line in lines.dropLast() {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0])] = String(parts[1].trimmingSpaces) }
    }
    func number(_ key: String) -> Double? {
      fields[key].flatMap { Double($0.replacing(",", with: ".")) }.flatMap {
        $0.isFinite ? $0 : nil
      }
    }
    guard let sequence = fields["Sequence Number"].flatMap({ Int($0) }),
      let start = fields["Page Time"].flatMap(GeneActivHeader.nanoseconds),
      let frequency = number("Measurement Frequency"), (1...1_000).contains(frequency)
    else { return nil }
    (self.sequence, self.start, self.frequency) = (sequence, start, frequency)
    (temperature, battery) = (number("Temperature"), number("Battery voltage"))
    values.reserveCapacity(Self.samplesMax * 5)
    for offset in stride(from: 0, to: digits.count, by: Self.sampleDigits) {
      for axis in 0..<3 {
        guard let raw = Self.number(digits[offset + axis * 3..<offset + axis * 3 + 3]) else {
          return nil
        }
        let signed = raw > 2_047 ? raw - 4_096 : raw
        // With the four decimals of the manufacturer's CSV, chunks store whole numbers. Raw values stay different.
        let value = (Double(signed) * 100 - header.offsets[axis]) / header.gains[axis]
        values.append((value * 10_000).rounded() / 10_000)
      }
      guard let last = Self.number(digits[offset + 9..<offset + 12]) else { return nil }
      // A multiple of a step, so that chunks store whole numbers.
      values.append(Double(last >> 2) * (header.lux / header.volts))
      values.append(Double(last >> 1 & 1))
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value << 4 | Int(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | Int(digit - UInt8(ascii: "A") + 10)
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | Int(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }
}
