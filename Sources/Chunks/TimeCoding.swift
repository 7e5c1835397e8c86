/// The encoding of a block's times: the first time, then the steps if all are small, otherwise all
/// times in full.
enum TimeCoding {
  /// The flag for times that are encoded as 32-bit steps from the time before.
  static let stepsFlag: UInt16 = 1

  /// Appends 1...1024 times and returns the flags of their encoding.
  static func encode(_ times: UnsafeBufferPointer<Int64>, into bytes: inout [UInt8]) -> UInt16 {
    let start = bytes.count
    bytes.appendLittleEndian(times[0])
    bytes.append(contentsOf: repeatElement(0, count: (times.count - 1) * 4))
    let fits = bytes.withUnsafeMutableBytes { buffer in
      var excess: UInt64 = 0
      for index in 1..<max(times.count, 1) {
        // The step modulo 2^64 is the true step unless time goes back, which is checked separately.
        let step = UInt64(bitPattern: times[index] &- times[index - 1])
        excess |= step >> 32
        excess |= times[index] < times[index - 1] ? 1 : 0
        buffer.storeBytes(
          of: UInt32(truncatingIfNeeded: step).littleEndian,
          toByteOffset: start + 4 + index * 4, as: UInt32.self)
      }
      return excess == 0
    }
    if fits { return stepsFlag }
    bytes.removeLast(bytes.count - start)
    for time in times { bytes.appendLittleEndian(time) }
    return 0
  }

  /// Appends the times to `times` and returns their length in bytes; nil if there are too few
  /// bytes.
  static func decode(_ payload: BlockPayload, into times: inout [Int64]) -> Int? {
    let (bytes, count) = (payload.bytes, payload.count)
    let hasSteps = payload.flags & stepsFlag != 0
    let length = hasSteps ? 8 + (count - 1) * 4 : count * 8
    guard bytes.count >= length else { return nil }
    if hasSteps {
      var time = bytes.littleEndian(Int64.self, at: 0)
      times.append(time)
      for index in 1..<max(count, 1) {
        time &+= Int64(bytes.littleEndian(UInt32.self, at: 4 + index * 4))
        times.append(time)
      }
    } else {
      for index in 0..<count { times.append(bytes.littleEndian(Int64.self, at: index * 8)) }
    }
    return length
  }
}
