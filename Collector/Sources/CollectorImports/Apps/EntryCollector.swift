/// The values of an entry.
struct EntryValues {
  var cells: [Cell] = []
  /// The number of values that cannot be used.
  var malformedCount = 0
}

/// Builds a batch from the entries of a request.
struct EntryCollector {
  private var batch = ForeignBatch()
  private var builder: SeriesBuilder
  private let format: ForeignFormat
  /// The first entry with a time that no clock can mean, preferably one of which the unit is probably known.
  private var implausible: (position: Int, time: ImplausibleTime)?

  init(format: ForeignFormat) {
    self.format = format
    builder = SeriesBuilder(format: format)
  }

  mutating func addOther() { batch.otherCount += 1 }

  /// Counts an entry that cannot be used. The position starts at 1.
  mutating func addMalformed(_ position: Int, _ reason: String) {
    batch.addMalformed(position, reason)
  }

  /// Counts an entry with a time that no clock can mean.
  mutating func addMalformed(_ position: Int, _ time: ImplausibleTime) {
    batch.addMalformed(position, time.reason)
    if implausible.map({ $0.time.probable == nil && time.probable != nil }) ?? true {
      implausible = (position, time)
    }
  }

  mutating func useReceptionTime() { batch.usesReceptionTime = true }

  /// Returns whether an entry has numbers. Otherwise it is counted: as malformed if it has values that cannot be used.
  mutating func hasNumbers(_ values: EntryValues, _ position: Int) -> Bool {
    guard values.cells.isEmpty else { return true }
    if values.malformedCount > 0 {
      addMalformed(position, "no value can be used")
    } else {
      batch.otherCount += 1
    }
    return false
  }

  /// Adds the row of an entry, which has at least one number.
  mutating func add(parts: [[UInt8]], label: String, time: Int64, _ values: EntryValues) {
    batch.malformedValueCount += values.malformedCount
    builder.add(parts: parts, label: label, time: time, cells: values.cells)
  }

  /// Adds the row of an entry whose names are text.
  mutating func add(_ parts: [String], time: Int64, _ values: EntryValues) {
    add(
      parts: parts.map { Array($0.utf8) }, label: parts.joined(separator: " "), time: time, values)
  }

  /// Returns the batch.
  ///
  /// A request is refused if it has no row, and its times have probably another unit: its sender must change that.
  /// If no unit is probable, the clock of the sender is wrong. An app would send such a request for ever, so only a
  /// format whose senders do not is refused then.
  ///
  /// - Throws: `.tooManySeries` or `.implausibleTime`.
  consuming func finish() throws(ForeignFormatError) -> ForeignBatch {
    var result = batch
    result.series = try builder.finish()
    result.duplicateCount = builder.duplicateCount
    result.malformedValueCount += builder.droppedValueCount
    if result.series.isEmpty, let (position, time) = implausible,
      time.probable != nil || format.refusesWrongClocks
    {
      throw .implausibleTime(
        format, reason: time.reason, position: position, sent: time.probable, wanted: time.unit)
    }
    return result
  }
}

extension JSONReader {
  /// Reads the body of a request of a format.
  static func readBody(
    _ body: [UInt8], _ format: ForeignFormat
  ) throws(ForeignFormatError) -> JSONValue {
    guard !isBlank(body) else { throw .emptyBody(format) }
    do {
      return try read(body)
    } catch {
      throw .notJSON(format, reason: error.reason, byteOffset: error.byteOffset)
    }
  }

  /// Returns whether bytes are only white space.
  static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
