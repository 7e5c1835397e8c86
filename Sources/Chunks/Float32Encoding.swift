/// Encoding 2: every value as the four bytes of a Float32, if that is exact for all values.
enum Float32Encoding: PayloadEncoding {
  static let id: UInt8 = 2

  static func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) -> UInt16? {
    guard isExact(samples.values) else { return nil }
    let flags = TimeCoding.encode(samples.times, into: &bytes)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: samples.values.count * 4))
    bytes.withUnsafeMutableBytes { buffer in
      for index in 0..<samples.values.count {
        buffer.storeBytes(
          of: Float(samples.values[index]).bitPattern.littleEndian,
          toByteOffset: start + index * 4, as: UInt32.self)
      }
    }
    return flags
  }

  /// Returns whether the conversion and back keeps all bits of every value, including -0 and NaN.
  static func isExact(_ values: UnsafeBufferPointer<Double>) -> Bool {
    var difference: UInt64 = 0
    for value in values {
      difference |= Double(Float(value)).bitPattern ^ value.bitPattern
    }
    return difference == 0
  }

  static func decodeTimes(_ payload: BlockPayload, into times: inout [Int64]) -> Bool {
    appendTimes(of: payload, to: &times) != nil
  }

  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool {
    guard let offset = appendTimes(of: payload, to: &block.times) else { return false }
    let start = block.values.count
    let count = payload.count * payload.channelCount
    block.values.append(contentsOf: repeatElement(0, count: count))
    block.values.withUnsafeMutableBufferPointer { values in
      for index in 0..<count {
        let bits = payload.bytes.littleEndian(UInt32.self, at: offset + index * 4)
        values[start + index] = Double(Float(bitPattern: bits))
      }
    }
    return true
  }

  /// Appends the times and returns the offset of the values; nil when the length or a flag is wrong.
  private static func appendTimes(of payload: BlockPayload, to times: inout [Int64]) -> Int? {
    guard payload.flags & ~TimeCoding.stepsFlag == 0,
      let length = TimeCoding.decode(payload, into: &times),
      payload.bytes.count == length + payload.count * payload.channelCount * 4
    else { return nil }
    return length
  }
}
