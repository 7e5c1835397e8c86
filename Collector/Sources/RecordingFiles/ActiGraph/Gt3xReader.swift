import Chunks
import CollectorImports

/// Reads a .gt3x file with `log.bin` (github.com/actigraph/GT3X-File-Format).
///
/// | Record | Stream |
/// | --- | --- |
/// | `ACTIVITY`, `ACTIVITY2`, and 27, which pygt3x calls Activity3 | `actigraph.accelerometer` in g |
/// | `LUX` | `actigraph.light` in lx |
/// | `BATTERY` | `actigraph.battery` in V |
/// | `HEART_RATE_BPM` | `actigraph.heart-rate` in 1/min |
///
/// An `ACTIVITY` record has the samples of the second at which it begins. While the device is in idle sleep mode it
/// records nothing, which is a gap with the cause `sensor-off`.
struct Gt3xReader: RecordingReader {
  let facts: RecordingFacts
  var utcOffset = 0
  private let info: Gt3xInfo
  private var records: Gt3xRecords
  private var otherRecords = SkippedParts()
  /// In g per LSB. Values are multiples of it, so that chunks store whole numbers.
  private var step: Double
  private var isAsleep = false
  /// The time at which the device fell asleep, since the latest samples; nil if it did not.
  private var asleepSince: Int64?
  /// The time of the latest record.
  private var lastRecord: Int64?
  /// The second after the samples of the latest record.
  private var expectedSecond: Int64?

  private var acceleration: StreamParts
  private var light = StreamParts("actigraph.light", [("light", "lx")])
  private var battery = StreamParts("actigraph.battery", [("voltage", "V")])
  private var heartRate = StreamParts("actigraph.heart-rate", [("rate", "1/min")])

  init(_ info: Gt3xInfo, log: ByteReader) {
    self.info = info
    facts = info.facts
    records = Gt3xRecords(log)
    step = 1 / (info.scale ?? info.scaleOfKind)
    acceleration = StreamParts(
      "actigraph.accelerometer", [("x", "g"), ("y", "g"), ("z", "g")],
      interval: 1_000_000_000 / Int64(info.sampleRate))
  }

  var skipped: SkippedParts {
    var all = records.skipped
    for (reason, count) in otherRecords.counts { all.add(reason, count: count) }
    return all
  }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    guard let record = try records.next() else { return nil }
    let time = (Int64(record.time) - Int64(utcOffset)) * 1_000_000_000
    lastRecord = time
    switch Gt3xRecord.Kind(rawValue: record.type) {
    // A record with one byte is written when the device is connected with USB.
    case .activity where record.payload.count > 1, .activity3 where record.payload.count > 1:
      let samples = PackedActivity.samples(record.payload)
      // Only in the older records is y the first axis.
      let isOlder = record.type == Gt3xRecord.Kind.activity.rawValue
      add(isOlder ? samples : samples.map { (x: $0.y, y: $0.x, z: $0.z) }, at: time)
    case .activity2 where record.payload.count > 1:
      let count = record.payload.count / 6
      add(
        (0..<count).map { index in
          let axis = { (axis: Int) in
            Int(record.payload.integer(Int16.self, at: index * 6 + axis * 2))
          }
          return (x: axis(0), y: axis(1), z: axis(2))
        }, at: time)
    case .battery where record.payload.count >= 2:
      battery.append(time, [Double(record.payload.integer(UInt16.self, at: 0)) / 1_000])
    case .lux where record.payload.count >= 2:
      light.append(time, [Double(record.payload.integer(UInt16.self, at: 0))])
    case .heartRate where record.payload.count >= 1:
      heartRate.append(time, [Double(record.payload[record.payload.startIndex])])
    case .event where record.payload.elementsEqual([8]):
      isAsleep = true
      asleepSince = asleepSince ?? time
    case .event where record.payload.elementsEqual([9]): isAsleep = false
    case .parameters: readParameters(record.payload)
    case .activity, .activity2, .activity3, .event, .metadata: break
    case .battery, .lux, .heartRate, .temperature, nil:
      let name = Self.names[record.type].map { " (\($0))" } ?? ""
      otherRecords.add("records of type \(record.type)\(name)")
    }
    return take()
  }

  /// Records that are not stored.
  private static let names: [UInt8: String] = [
    7: "tag", 9: "epoch", 11: "heart rate of ANT+", 12: "epoch", 13: "capacitive sense",
    14: "heart rate of Bluetooth", 15: "epoch", 16: "epoch", 24: "schema of the IMU", 25: "IMU",
    30: "temperature",
  ]

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] {
    // The device can sleep until it is connected.
    if isAsleep, let asleepSince, let lastRecord, asleepSince < lastRecord {
      acceleration.append(gapUntil: lastRecord, .sensorOff, orFrom: asleepSince)
    }
    return acceleration.finish() + light.finish() + battery.finish() + heartRate.finish()
  }

  private mutating func take() -> [ForeignSeries] {
    acceleration.take() + light.take() + battery.take() + heartRate.take()
  }

  /// Adds the samples of a record, which begin at a whole second.
  private mutating func add(_ samples: [(x: Int, y: Int, z: Int)], at time: Int64) {
    guard !samples.isEmpty else { return }
    if let last = acceleration.lastTime, let expectedSecond {
      if time < last {
        acceleration.append(gapUntil: time, .clockChanged)
      } else if time > expectedSecond {
        let cause: GapCause =
          asleepSince != nil ? .sensorOff : records.hasDamage ? .corrupted : .unknown
        acceleration.append(gapUntil: time, cause)
      }
    } else if let asleepSince {
      acceleration.append(gapUntil: time, .sensorOff, orFrom: asleepSince)
    }
    (isAsleep, asleepSince, records.hasDamage) = (false, nil, false)
    expectedSecond = time.addingClamped(1_000_000_000)
    // A record with more samples than a second has must not reach into the next one.
    let perSecond = Int64(max(info.sampleRate, samples.count))
    for (index, sample) in samples.enumerated() {
      let (x, y) = isRotated ? (sample.y, -sample.x) : (sample.x, sample.y)
      acceleration.append(
        time.addingClamped(Int64(index) * 1_000_000_000 / perSecond),
        [Double(x) * step, Double(y) * step, Double(sample.z) * step])
    }
  }

  /// Whether x and y are exchanged: an error of one firmware (`LogRecords/Activity.md`).
  private var isRotated: Bool { info.serial.hasPrefix("MOS") && info.firmware == "1.6.0" }

  /// Reads `ACCEL_SCALE`, which is more certain than the kind of device (`LogRecords/Parameters.md`).
  private mutating func readParameters(_ payload: ArraySlice<UInt8>) {
    for offset in stride(from: 0, to: payload.count - 7, by: 8)
    where payload.integer(UInt32.self, at: offset) == 0x0037_0000 {
      let value = Self.float(payload.integer(UInt32.self, at: offset + 4))
      if value.isFinite, value > 0 { step = 1 / value }
    }
  }

  /// Returns a number of the Simple Serial Protocol: a fraction of 24 bits and an exponent of 8.
  static func float(_ bits: UInt32) -> Double {
    let fraction = Double(Int32(bitPattern: bits << 8) >> 8) / 8_388_608
    let exponent = Int(Int8(bitPattern: UInt8(bits >> 24)))
    return fraction * Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
