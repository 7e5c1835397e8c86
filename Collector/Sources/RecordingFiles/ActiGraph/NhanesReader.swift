import Chunks
import CollectorImports

/// Reads an older .gt3x file, of devices with a firmware up to 2.5.0: `activity.bin` has all samples and `lux.bin` the
/// light of every second, from the start date on (github.com/actigraph/NHANES-GT3X-File-Format).
struct NhanesReader: RecordingReader {
  let facts: RecordingFacts
  var utcOffset = 0
  let skipped = SkippedParts()
  private let info: Gt3xInfo
  private var activity: ByteReader
  private var lux: ByteReader?
  private var sampleCount: Int64 = 0
  private var secondCount: Int64 = 0
  private var acceleration: StreamParts
  private var light = StreamParts("actigraph.light", [("light", "lx")], interval: 1_000_000_000)

  init(_ info: Gt3xInfo, activity: ByteReader, light: ByteReader?) {
    self.info = info
    facts = info.facts
    self.activity = activity
    lux = light
    acceleration = StreamParts(
      "actigraph.accelerometer", [("x", "g"), ("y", "g"), ("z", "g")],
      interval: 1_000_000_000 / Int64(info.sampleRate))
  }

  private var start: Int64 { info.start.subtractingClamped(Int64(utcOffset) * 1_000_000_000) }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    // Two samples have 9 bytes; the last one may be alone.
    let bytes = try activity.peek(9 * 4_096)
    if !bytes.isEmpty {
      activity.skip(bytes.count)
      for sample in PackedActivity.samples(bytes) {
        let (seconds, rest) = sampleCount.quotientAndRemainder(dividingBy: Int64(info.sampleRate))
        let time = start.addingClamped(
          seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(info.sampleRate))
        acceleration.append(time, [sample.x, sample.y, sample.z].map { Double($0) * (1 / 341) })
        sampleCount += 1
      }
      return acceleration.take()
    }
    guard let values = try lux?.peek(2 * 4_096), values.count >= 2 else { return nil }
    let count = values.count / 2
    lux?.skip(count * 2)
    for index in 0..<count {
      let time = start.addingClamped(secondCount * 1_000_000_000)
      light.append(time, [Self.light(values.integer(UInt16.self, at: index * 2), info.serial)])
      secondCount += 1
    }
    return light.take()
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] {
    acceleration.finish() + light.finish()
  }

  /// The light in lux (`fileformats/lux.bin.md`): values below 20 and 65,535 mean 0, and the case of a device decides
  /// the scale and the largest value.
  static func light(_ raw: UInt16, _ serial: String) -> Double {
    guard raw >= 20, raw != 65_535 else { return 0 }
    return serial.uppercased().hasPrefix("MRA")
      ? min(Double(raw) * 3.25, 6_000) : min(Double(raw) * 1.25, 2_500)
  }
}
