/// A record of `log.bin` (github.com/actigraph/GT3X-File-Format, `README.md`, "Log Record Format").
struct Gt3xRecord {
  let type: UInt8
  /// On the clock of the device, in seconds since 1970.
  let time: UInt32
  let payload: ArraySlice<UInt8>

  enum Kind: UInt8 {
    case activity = 0
    case battery = 2
    case event = 3
    case heartRate = 4
    case lux = 5
    case metadata = 6
    case parameters = 21
    case activity2 = 26
    case activity3 = 27
    case temperature = 30
  }

  static let separator: UInt8 = 0x1E
  private static let headerBytes = 8

  /// Reads the record at the start of some bytes.
  ///
  /// - Returns: nil if the bytes end before it does. `isIntact` is false if its checksum is wrong.
  static func read(
    _ bytes: ArraySlice<UInt8>
  ) -> (record: Gt3xRecord, byteCount: Int, isIntact: Bool)? {
    guard bytes.count > headerBytes else { return nil }
    let payloadBytes = Int(bytes.integer(UInt16.self, at: 6))
    let byteCount = headerBytes + payloadBytes + 1
    guard bytes.count >= byteCount else { return nil }
    let end = bytes.startIndex + byteCount - 1
    let checksum = ~bytes[bytes.startIndex..<end].reduce(0, ^)
    let record = Gt3xRecord(
      type: bytes[bytes.startIndex + 1], time: bytes.integer(UInt32.self, at: 2),
      payload: bytes[(bytes.startIndex + headerBytes)..<end])
    return (record, byteCount, checksum == bytes[end])
  }

  /// The largest record.
  static let bytesMax = headerBytes + Int(UInt16.max) + 1
}

/// Reads the records of `log.bin`, and goes on after damaged ones.
struct Gt3xRecords {
  private var reader: ByteReader
  private(set) var skipped = SkippedParts()
  /// Whether damage was passed since this was set to false.
  var hasDamage = false

  init(_ reader: ByteReader) { self.reader = reader }

  /// Returns the next intact record; nil at the end.
  ///
  /// - Throws: `.truncated` if the last record is incomplete.
  mutating func next() throws(RecordingFileError) -> Gt3xRecord? {
    var isInDamage = false
    while true {
      let bytes = try reader.peek(Gt3xRecord.bytesMax + 1)
      guard let first = bytes.first else { return nil }
      // "There's a rare occurrence where a few extra bytes with 0's can be present between valid records."
      if first == 0 {
        reader.skip(bytes.prefix { $0 == 0 }.count)
        continue
      }
      let found = first == Gt3xRecord.separator ? Gt3xRecord.read(bytes) : nil
      if let found, found.isIntact, !isInDamage || isFollowedByRecord(bytes, found.byteCount) {
        reader.skip(found.byteCount)
        return found.record
      }
      if found == nil, first == Gt3xRecord.separator, !isInDamage, bytes.count < Gt3xRecord.bytesMax
      {
        throw .truncated(place: "in the middle of a record of log.bin")
      }
      if !isInDamage { skipped.add("records with a wrong checksum") }
      hasDamage = true
      isInDamage = true
      // The length of a damaged record is right if another record follows it.
      if let found, isFollowedByRecord(bytes, found.byteCount) {
        reader.skip(found.byteCount)
        isInDamage = false
      } else {
        reader.skip(1 + bytes.dropFirst().prefix { $0 != Gt3xRecord.separator }.count)
      }
    }
  }

  private func isFollowedByRecord(_ bytes: ArraySlice<UInt8>, _ byteCount: Int) -> Bool {
    let next = bytes.dropFirst(byteCount).first
    return next == nil || next == 0 || next == Gt3xRecord.separator
  }
}
