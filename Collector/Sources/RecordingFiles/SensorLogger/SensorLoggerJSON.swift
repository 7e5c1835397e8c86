import CollectorImports

/// Reads the JSON export of Sensor Logger: an array of objects, each with a sensor, a time and values, all as text.
struct SensorLoggerJSON: RecordingReader {
  let facts: RecordingFacts
  var utcOffset = 0
  private var objects: JSONObjects
  private var batches = SensorLoggerBatches()
  /// The first object, which may have the facts of the recording.
  private var first: [UInt8]?

  private static let objectsPerStep = 1_000
  private static let metadata = "Metadata"

  init(_ reader: ByteReader) throws(RecordingFileError) {
    objects = try JSONObjects(reader)
    first = try objects.next()
    guard let first else { throw .truncated(place: "before its first row") }
    guard let row = SensorLoggerRows.row(ofJSON: first) else { throw .unknownFormat }
    let device =
      row.sensor == Self.metadata ? row.columns.first { $0.name == "device name" }?.text : nil
    facts = RecordingFacts(
      format: "Sensor Logger JSON", device: device.flatMap(RecordingFile.deviceName), clock: .utc)
  }

  var skipped: SkippedParts { batches.skipped }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    var series: [ForeignSeries] = []
    for _ in 0..<Self.objectsPerStep {
      let bytes: [UInt8]
      if let first {
        bytes = first
        self.first = nil
      } else {
        guard let next = try objects.next() else { return series.isEmpty ? nil : series }
        bytes = next
      }
      guard let row = SensorLoggerRows.row(ofJSON: bytes) else {
        batches.skip("rows that are malformed")
        continue
      }
      if row.sensor != Self.metadata { series += try batches.add(sensor: row.sensor, row.columns) }
    }
    return series
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] { try batches.take() }
}

/// Divides a JSON array into its elements, so that only one of them is in memory.
struct JSONObjects {
  private var reader: ByteReader
  private var isFirst = true

  private static let objectBytesMax = 1 << 20

  /// - Throws: `.unknownFormat` if the bytes do not begin with an array.
  init(_ reader: ByteReader) throws(RecordingFileError) {
    self.reader = reader
    if try self.reader.peek(3).elementsEqual([0xEF, 0xBB, 0xBF]) { self.reader.skip(3) }
    try skipSpace()
    guard try self.reader.take(1) == [UInt8(ascii: "[")] else { throw .unknownFormat }
  }

  /// Returns the next element; nil after the end of the array.
  ///
  /// - Throws: `.truncated` if the file ends before the array does, and `.damaged`.
  mutating func next() throws(RecordingFileError) -> [UInt8]? {
    try skipSpace()
    if try isNext("]") { return nil }
    if !isFirst {
      guard try isNext(",") else { throw try failure() }
      reader.skip(1)
      try skipSpace()
    }
    isFirst = false
    guard try isNext("{") else { throw try failure() }
    let length = try objectLength()
    return try reader.take(length)
  }

  private mutating func isNext(_ character: Unicode.Scalar) throws(RecordingFileError) -> Bool {
    try reader.peek(1).first == UInt8(ascii: character)
  }

  private mutating func failure() throws(RecordingFileError) -> RecordingFileError {
    try reader.isAtEnd()
      ? .truncated(place: "in the middle of the array")
      : .damaged(reason: "it is not JSON at byte \(reader.position)")
  }

  private mutating func skipSpace() throws(RecordingFileError) {
    while let byte = try reader.peek(1).first,
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    {
      reader.skip(1)
    }
  }

  /// The number of bytes up to the brace that ends the object.
  private mutating func objectLength() throws(RecordingFileError) -> Int {
    var (depth, isInText, isEscaped) = (0, false, false)
    var scanned = 0
    while true {
      let bytes = try reader.peek(scanned + 4_096)
      for (index, byte) in bytes.enumerated().dropFirst(scanned) {
        if isEscaped {
          isEscaped = false
        } else if isInText {
          switch byte {
          case UInt8(ascii: "\\"): isEscaped = true
          case UInt8(ascii: "\""): isInText = false
          default: break
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInText = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 0 { return index + 1 }
          default: break
          }
        }
      }
      guard bytes.count > scanned else { throw .truncated(place: "in the middle of a row") }
      guard bytes.count <= Self.objectBytesMax else {
        throw .damaged(reason: "a row has more than \(Self.objectBytesMax) bytes")
      }
      scanned = bytes.count
    }
  }
}
