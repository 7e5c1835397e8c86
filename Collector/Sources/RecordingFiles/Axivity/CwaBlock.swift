/// A block of 512 bytes of a .cwa file (github.com/digitalinteraction/openmovement, `Docs/ax3/cwa.h` and
/// `Docs/ax3/ax3-technical.md`, "CWA File Data Blocks").
struct CwaBlock {
  static let byteCount = 512

  let session: UInt32
  let sequence: UInt32
  /// A time in nanoseconds since 1970, on the clock of the device.
  let time: Int64
  /// The index of the sample that has this time, which may be outside of the block.
  let timeIndex: Int
  /// In Hz.
  let frequency: Double
  let sampleCount: Int
  /// 3 for the accelerometer, 6 with the gyroscope before it, 9 with the magnetometer after it.
  let axes: Int
  /// The nominal time of the first sample in nanoseconds since 1970.
  var start: Int64 { time - Int64(Double(timeIndex) / frequency * 1e9) }
  /// Sample by sample: gyroscope in °/s, accelerometer in g, magnetometer in µT.
  let values: [Double]
  /// Raw values; 0 means none.
  let light: UInt16
  let temperature: UInt16
  let battery: UInt8

  /// Whether the sum of the 16-bit words is 0.
  static func isIntact(_ bytes: [UInt8]) -> Bool {
    var sum: UInt16 = 0
    for offset in stride(from: 0, to: byteCount, by: 2) {
      sum &+= bytes.integer(UInt16.self, at: offset)
    }
    return sum == 0
  }

  /// - Parameter bytes: an intact block.
  /// - Returns: nil if a field has a value that the format does not have.
  init?(_ bytes: [UInt8]) {
    guard bytes.integer(UInt16.self, at: 2) == 508 else { return nil }
    session = bytes.integer(UInt32.self, at: 6)
    sequence = bytes.integer(UInt32.self, at: 10)
    let scales = bytes.integer(UInt16.self, at: 18)
    light = scales & 0x3FF
    temperature = bytes.integer(UInt16.self, at: 20) & 0x3FF
    battery = bytes[23]
    let axes = Int(bytes[25] >> 4)
    let isPacked = bytes[25] & 0x0F == 0
    sampleCount = Int(bytes.integer(UInt16.self, at: 28))
    let sampleBytes = isPacked ? 4 : axes * 2
    guard [3, 6, 9].contains(axes), !isPacked || axes == 3, isPacked || bytes[25] & 0x0F == 2,
      sampleCount * sampleBytes <= 480
    else { return nil }
    self.axes = axes

    // The first devices had the rate instead of the offset, and no code of the rate.
    let offsetField = Int(bytes.integer(Int16.self, at: 26))
    frequency =
      bytes[24] != 0 ? 3_200 / Double(1 << (15 - Int(bytes[24] & 0x0F))) : Double(offsetField)
    guard frequency > 0, let seconds = Self.seconds(bytes.integer(UInt32.self, at: 14))
    else { return nil }
    var index = bytes[24] != 0 ? offsetField : 0
    var ticks = 0
    let device = bytes.integer(UInt16.self, at: 4)
    if device & 0x8000 != 0 {
      // In 1/65,536 s. The index was adjusted for readers that ignore it.
      ticks = Int(device & 0x7FFF) << 1
      index += (ticks * Int(frequency)) >> 16
    }
    timeIndex = index
    time = seconds * 1_000_000_000 + Int64(ticks) * 1_000_000_000 / 65_536

    let acceleration = 1 / Double(1 << (8 + Int(scales >> 13)))
    let range = Int(scales >> 10 & 7)
    let rotation = (range == 0 ? 2_000 : 8_000 / Double(1 << range)) / 32_768
    values =
      isPacked
      ? Self.packed(bytes, sampleCount, acceleration)
      : Self.unpacked(bytes, sampleCount, axes, acceleration, rotation)
  }

  private static func unpacked(
    _ bytes: [UInt8], _ count: Int, _ axes: Int, _ acceleration: Double, _ rotation: Double
  ) -> [Double] {
    let accelerometer = axes == 3 ? 0..<3 : 3..<6
    return (0..<count * axes).map { index in
      let raw = Double(bytes.integer(Int16.self, at: 30 + index * 2))
      let axis = index % axes
      if accelerometer.contains(axis) { return raw * acceleration }
      return axis < 3 ? raw * rotation : raw / 16
    }
  }

  /// Three values of 10 bits with a common exponent in each 32 bits: `eezzzzzz zzzzyyyy yyyyyyxx xxxxxxxx`.
  private static func packed(_ bytes: [UInt8], _ count: Int, _ acceleration: Double) -> [Double] {
    (0..<count).flatMap { index in
      let word = bytes.integer(UInt32.self, at: 30 + index * 4)
      return [0, 10, 20].map { shift in
        let value = Int(Int32(bitPattern: word << (22 - shift)) >> 22)
        return Double(value << Int(word >> 30)) * acceleration
      }
    }
  }

  /// Returns seconds since 1970 of a packed time: `YYYYYYMM MMDDDDDh hhhhmmmm mmssssss`; nil if it is none.
  static func seconds(_ packed: UInt32) -> Int64? {
    func bits(_ shift: UInt32, _ mask: UInt32) -> Int { Int(packed >> shift & mask) }
    return LocalTime.seconds(
      year: 2_000 + bits(26, 63), month: bits(22, 15), day: bits(17, 31), hour: bits(12, 31),
      minute: bits(6, 63), second: bits(0, 63))
  }
}
