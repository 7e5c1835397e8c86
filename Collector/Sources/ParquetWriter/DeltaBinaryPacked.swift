import Varints

/// The encoding DELTA_BINARY_PACKED for INT64, which stores differences in as few bits as they need.
///
/// Source: https://github.com/apache/parquet-format/blob/master/Encodings.md, section DELTAENC.
enum DeltaBinaryPacked {
  /// The same sizes as parquet-java uses. The specification allows multiples of 128, which are
  /// divided into miniblocks of a multiple of 32 values.
  private static let blockSize = 128
  private static let miniblockSize = 32
  private static let miniblocksPerBlock = blockSize / miniblockSize

  static func append(_ values: ArraySlice<Int64>, to bytes: inout [UInt8]) {
    bytes.appendVarint(UInt64(blockSize))
    bytes.appendVarint(UInt64(miniblocksPerBlock))
    bytes.appendVarint(UInt64(values.count))
    bytes.appendZigzag(values.first ?? 0)
    var deltas: [Int64] = []
    deltas.reserveCapacity(blockSize)
    var previous = values.first ?? 0
    for value in values.dropFirst() {
      // Differences may wrap around; readers wrap around too.
      deltas.append(value &- previous)
      previous = value
      if deltas.count == blockSize {
        appendBlock(deltas, to: &bytes)
        deltas.removeAll(keepingCapacity: true)
      }
    }
    if !deltas.isEmpty { appendBlock(deltas, to: &bytes) }
  }

  private static func appendBlock(_ deltas: [Int64], to bytes: inout [UInt8]) {
    var lowest = deltas[0]
    for delta in deltas where delta < lowest { lowest = delta }
    bytes.appendZigzag(lowest)

    let widthsStart = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: miniblocksPerBlock))
    for (index, start) in stride(from: 0, to: deltas.count, by: miniblockSize).enumerated() {
      let miniblock = deltas[start..<min(start + miniblockSize, deltas.count)]
      var usedBits: UInt64 = 0
      for delta in miniblock { usedBits |= UInt64(bitPattern: delta &- lowest) }
      let width = UInt64.bitWidth - usedBits.leadingZeroBitCount
      bytes[widthsStart + index] = UInt8(width)
      appendMiniblock(miniblock, above: lowest, width: width, to: &bytes)
    }
  }

  /// Packs the distances from `lowest` with `width` bits each, the lowest bit first, and pads with 0.
  private static func appendMiniblock(
    _ deltas: ArraySlice<Int64>, above lowest: Int64, width: Int, to bytes: inout [UInt8]
  ) {
    let end = bytes.count + width * miniblockSize / 8
    var word: UInt64 = 0
    var usedBits = 0
    for delta in deltas {
      let value = UInt64(bitPattern: delta &- lowest)
      word |= value << usedBits
      usedBits += width
      if usedBits >= 64 {
        bytes.appendLittleEndian(word)
        usedBits -= 64
        // The bits that did not fit. A shift by 64, when all did, results in 0.
        word = value >> (width - usedBits)
      }
    }
    while bytes.count < end {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word >>= 8
    }
  }
}
