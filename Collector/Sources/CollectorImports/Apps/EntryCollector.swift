/// Builds a batch from the entries of a request.
struct EntryCollector {
  private var batch = ForeignBatch()
  private var builder: SeriesBuilder

  init(format: ForeignFormat) { builder = SeriesBuilder(format: format) }

  mutating func addOther() { batch.otherCount += 1 }

  /// Counts an entry that cannot be used. The position starts at 1.
  mutating func addMalformed(_ position: Int, _ reason: String) {
    batch.addMalformed(position, reason)
  }

  mutating func useReceptionTime() { batch.usesReceptionTime = true }

  /// Adds the row of an entry. An entry without numbers counts as other.
  mutating func add(parts: [[UInt8]], label: String, time: Int64, cells: [Cell], skipped: Int) {
    guard !cells.isEmpty else {
      batch.otherCount += 1
      return
    }
    batch.skippedValueCount += skipped
    builder.add(parts: parts, label: label, time: time, cells: cells)
  }

  /// Adds the row of an entry whose names are text.
  mutating func add(_ parts: [String], time: Int64, cells: [Cell], skipped: Int) {
    add(
      parts: parts.map { Array($0.utf8) }, label: parts.joined(separator: " "), time: time,
      cells: cells, skipped: skipped)
  }

  /// - Throws: `.tooManySeries`.
  consuming func finish() throws(ForeignFormatError) -> ForeignBatch {
    var result = batch
    result.series = try builder.finish()
    result.duplicateCount = builder.duplicateCount
    result.skippedValueCount += builder.skippedValueCount
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
