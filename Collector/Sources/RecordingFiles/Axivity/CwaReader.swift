import Chunks
import CollectorImports

/// Reads a .cwa file of Axivity's AX3 and AX6 (github.com/digitalinteraction/openmovement, `Docs/ax3/cwa.h`).
///
/// The streams are `axivity.accelerometer` in g, `axivity.gyroscope` in °/s, `axivity.magnetometer` in µT, and, with
/// one value of each block, `axivity.temperature` in °C, `axivity.light` in lx and `axivity.battery` in V. A block with
/// a wrong checksum is not used, and is a gap.
struct CwaReader: RecordingReader {
  private(set) var facts: RecordingFacts
  var utcOffset = 0
  private(set) var skipped = SkippedParts()
  private var reader: ByteReader
  /// The block that was read to know when the recording begins.
  private var first: CwaBlock?
  private var previous: (session: UInt32, sequence: UInt32)?
  /// The sensor has a clock of its own, which differs by some percent.
  private var times = BlockTimes(tolerance: 0.1)
  /// The samples of all axes, until it is known which there are.
  private var samples: StreamParts?
  private var split:
    [(stream: String, channels: [(name: String, unit: String?)], axes: Range<Int>)] = []
  private var temperature = StreamParts("axivity.temperature", [("temperature", "°C")])
  private var light = StreamParts("axivity.light", [("light", "lx")])
  private var battery = StreamParts("axivity.battery", [("voltage", "V")])

  private static let headerBytesMin = 1_024

  init(_ reader: ByteReader) throws(RecordingFileError) {
    var reader = reader
    let header = Array(try reader.peek(Self.headerBytesMin))
    guard header.count == Self.headerBytesMin else {
      throw .truncated(place: "in the middle of its header")
    }
    let length = Int(header.integer(UInt16.self, at: 2)) + 4
    guard length == Self.headerBytesMin else {
      throw .damaged(reason: "its header does not have 1,024 bytes")
    }
    reader.skip(Self.headerBytesMin)
    let upper = header.integer(UInt16.self, at: 11)
    let device =
      UInt32(header.integer(UInt16.self, at: 5)) | (upper == 0xFFFF ? 0 : UInt32(upper) << 16)
    self.reader = reader
    facts = RecordingFacts(
      format: "Axivity .cwa", device: "axivity-\(device)", clock: .local(offset: nil, start: 0))
    first = try nextBlock()
    guard let first else { throw .truncated(place: "before its first sample") }
    facts.clock = .local(offset: nil, start: first.start / 1_000_000_000)
  }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    var next = first
    first = nil
    if next == nil { next = try nextBlock() }
    guard let block = next else { return nil }
    if split.isEmpty { begin(block) }
    guard block.axes == split.last?.axes.upperBound else {
      skipped.add("blocks with another number of axes")
      times.noteDamage()
      return []
    }
    let offset = Int64(utcOffset) * 1_000_000_000
    let start = block.start - offset
    let isNext = previous.map { $0.session == block.session && $0.sequence &+ 1 == block.sequence }
    previous = (block.session, block.sequence)
    samples.modify { samples in
      times.add(
        TimedBlock(
          time: block.time - offset, index: block.timeIndex, interval: 1e9 / block.frequency,
          values: block.values, continues: isNext ?? true), to: &samples)
    }
    if block.temperature > 0 {
      temperature.append(start, [Double(block.temperature) * 75 / 256 - 50])
    }
    if block.light > 0 { light.append(start, [Self.lux(block.light)]) }
    if block.battery > 0 {
      battery.append(start, [(Double(block.battery) + 512) * 6_000 / 1_024 / 1_000])
    }
    return take()
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] {
    samples.modify { times.finish(&$0) }
    let last = samples?.finish() ?? []
    return last.flatMap(divided) + temperature.finish() + light.finish() + battery.finish()
  }

  private mutating func take() -> [ForeignSeries] {
    let complete = samples?.take() ?? []
    return complete.flatMap(divided) + temperature.take() + light.take() + battery.take()
  }

  /// The formula of `cwa.h` for the AX3.
  static func lux(_ raw: UInt16) -> Double {
    Double.pow10((Double(raw) + 512) * 6 / 1_024) / 1_000
  }

  private mutating func begin(_ block: CwaBlock) {
    func axes(_ unit: String) -> [(name: String, unit: String?)] {
      [("x", unit), ("y", unit), ("z", unit)]
    }
    split = block.axes == 3 ? [] : [("axivity.gyroscope", axes("deg/s"), 0..<3)]
    let first = split.count * 3
    split.append(("axivity.accelerometer", axes("g"), first..<first + 3))
    if block.axes == 9 { split.append(("axivity.magnetometer", axes("µT"), 6..<9)) }
    samples = StreamParts(
      "", split.flatMap(\.channels), interval: Int64((1e9 / block.frequency).rounded()))
  }

  /// Divides the samples of all axes into the streams.
  private func divided(_ series: ForeignSeries) -> [ForeignSeries] {
    let width = series.channels.count
    return split.map { stream, channels, axes in
      var part = ForeignSeries(
        stream: stream, label: stream,
        channels: channels.map { ForeignChannel(name: $0.name, unit: $0.unit) },
        times: series.times,
        values: series.times.indices.flatMap { row in
          series.values[row * width + axes.lowerBound..<row * width + axes.upperBound]
        })
      part.interval = series.interval
      part.gaps = series.gaps
      return part
    }
  }

  /// Returns the next block that can be used; nil at the end.
  private mutating func nextBlock() throws(RecordingFileError) -> CwaBlock? {
    while let bytes = try reader.take(CwaBlock.byteCount) {
      guard bytes.starts(with: Array("AX".utf8)) else {
        // A device fills the rest of its memory with such blocks.
        let isEmpty = bytes.allSatisfy { $0 == bytes[0] }
        if !isEmpty {
          skipped.add("blocks of another kind")
          times.noteDamage()
        }
        continue
      }
      guard CwaBlock.isIntact(bytes) else {
        skipped.add("blocks with a wrong checksum")
        times.noteDamage()
        continue
      }
      if let block = CwaBlock(bytes), block.sampleCount > 0 { return block }
      skipped.add("blocks with values that the format does not have")
      times.noteDamage()
    }
    guard try reader.isAtEnd() else { throw .truncated(place: "in the middle of a block") }
    return nil
  }
}

extension Optional {
  /// Changes the value in place, if there is one.
  fileprivate mutating func modify(_ body: (inout Wrapped) -> Void) {
    guard var value = self else { return }
    self = nil
    body(&value)
    self = value
  }
}
