/// Encoding 1: every value as the eight bytes of a Float64, which is always exact.
enum Float64Encoding: PayloadEncoding {
  static let id: UInt8 = 1

  static func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) -> UInt16? {
    let flags = TimeCoding.encode(samples.times, into: &bytes)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: samples.values.count * 8))
    bytes.withUnsafeMutableBytes { buffer in
      for index in 0..<samples.values.count {
        buffer.storeBytes(
          of: samples.values[index].bitPattern.littleEndian,
          toByteOffset: start + index * 8, as: UInt64.self)
      }
    }
    return flags
  }

  static func decodeTimes(_ payload: BlockPayload, into times: inout [Int64]) -> Bool {
    appendTimes(of: payload, to: &times) != nil
  }

  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool {
    guard let offset = appendTimes(of: payload, to: &block.times) else { return false }
    for index in 0..<payload.count * payload.channelCount {
      let bits = payload.bytes.littleEndian(UInt64.self, at: offset + index * 8)
      block.values.append(Double(bitPattern: bits))
    }
    return true
  }

  /// Appends the times and returns the offset of the values; nil when the length or a flag is wrong.
  private static func appendTimes(of payload: BlockPayload, to times: inout [Int64]) -> Int? {
    guard payload.flags & ~TimeCoding.stepsFlag == 0,
      let length = TimeCoding.decode(payload, into: &times),
      payload.bytes.count == length + payload.count * payload.channelCount * 8
    else { return nil }
    return length
  }
}
