import Varints

/// The hybrid of run lengths and packed bits for definition levels of one bit: null or present.
///
/// Source: https://github.com/apache/parquet-format/blob/master/Encodings.md, section RLE.
enum DefinitionLevels {
  /// Appends the levels without their length in bytes.
  static func append(_ isPresent: ArraySlice<Bool>, to bytes: inout [UInt8]) {
    var start = isPresent.startIndex
    while start < isPresent.endIndex {
      let runEnd = endOfRun(isPresent, from: start)
      if runEnd - start >= 8 {
        bytes.appendVarint(UInt64(runEnd - start) << 1)
        bytes.append(isPresent[start] ? 1 : 0)
        start = runEnd
      } else {
        let packedEnd = endOfPackedBits(isPresent, from: start)
        appendPackedBits(isPresent[start..<packedEnd], to: &bytes)
        start = packedEnd
      }
    }
  }

  private static func endOfRun(_ isPresent: ArraySlice<Bool>, from start: Int) -> Int {
    var end = start + 1
    while end < isPresent.endIndex && isPresent[end] == isPresent[start] { end += 1 }
    return end
  }

  /// The end of the groups of 8 levels before the next group of 8 equal levels.
  private static func endOfPackedBits(_ isPresent: ArraySlice<Bool>, from start: Int) -> Int {
    var end = start + 8
    while end < isPresent.endIndex {
      let group = isPresent[end..<min(end + 8, isPresent.endIndex)]
      if group.count == 8 && group.allSatisfy({ $0 == group.first }) { break }
      end += 8
    }
    return min(end, isPresent.endIndex)
  }

  /// Appends groups of 8 levels, one byte each. The last one is padded with 0.
  private static func appendPackedBits(_ levels: ArraySlice<Bool>, to bytes: inout [UInt8]) {
    bytes.appendVarint(UInt64((levels.count + 7) / 8) << 1 | 1)
    var byte: UInt8 = 0
    for (index, level) in levels.enumerated() {
      if level { byte |= 1 << (index % 8) }
      if index % 8 == 7 {
        bytes.append(byte)
        byte = 0
      }
    }
    if levels.count % 8 != 0 { bytes.append(byte) }
  }
}
