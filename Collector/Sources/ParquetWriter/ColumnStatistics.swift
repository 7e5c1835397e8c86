/// The statistics of one column in one row group, with which readers skip row groups.
struct ColumnStatistics: Equatable {
  let nullCount: Int
  /// Set for columns of doubles.
  private(set) var nanCount: Int?
  /// The smallest and the largest value in PLAIN encoding, strings without their length.
  ///
  /// Absent if there are no values, if a value is NaN, or if a string is long. NaN is larger than
  /// every number for Spark and DuckDB, so a maximum of the numbers alone would hide it from a
  /// filter. The specification makes both fields optional.
  private(set) var minimum: [UInt8]?
  private(set) var maximum: [UInt8]?

  /// Longer strings would be a burden in the footer.
  private static let stringBytesMax = 64

  init(_ buffer: ColumnBuffer) {
    nullCount = buffer.rowCount - buffer.valueCount
    switch buffer.column.type {
    case .int64: setRange(buffer.int64s)
    case .double: setRange(buffer.doubles)
    case .string: setRangeOfStrings(buffer)
    }
  }

  var thrift: ThriftStruct {
    var statistics = ThriftStruct()
    statistics.append(3, int64: nullCount)
    if let maximum { statistics.append(5, binary: maximum) }
    if let minimum { statistics.append(6, binary: minimum) }
    if let nanCount { statistics.append(9, int64: nanCount) }
    return statistics
  }

  private mutating func setRange(_ values: [Int64]) {
    guard let lowest = values.min(), let highest = values.max() else { return }
    minimum = Self.plain(lowest)
    maximum = Self.plain(highest)
  }

  private mutating func setRange(_ values: [Double]) {
    var nanCount = 0
    var lowest = Double.infinity
    var highest = -Double.infinity
    for value in values {
      if value.isNaN { nanCount += 1 }
      if value < lowest { lowest = value }
      if value > highest { highest = value }
    }
    self.nanCount = nanCount
    if values.isEmpty || nanCount > 0 { return }
    // The order of -0.0 and 0.0 is not defined, so the specification requires the wider range.
    minimum = Self.plain((lowest == 0 ? -0.0 : lowest).bitPattern)
    maximum = Self.plain((highest == 0 ? 0.0 : highest).bitPattern)
  }

  /// Compares bytes without a sign, which is the order of the logical type STRING.
  private mutating func setRangeOfStrings(_ buffer: ColumnBuffer) {
    if buffer.valueCount == 0 { return }
    var lowest = buffer.string(0)
    var highest = lowest
    for index in 1..<buffer.valueCount {
      let string = buffer.string(index)
      if string.lexicographicallyPrecedes(lowest) { lowest = string }
      if highest.lexicographicallyPrecedes(string) { highest = string }
    }
    if max(lowest.count, highest.count) > Self.stringBytesMax { return }
    minimum = Array(lowest)
    maximum = Array(highest)
  }

  private static func plain(_ value: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(value)
    return bytes
  }
}
