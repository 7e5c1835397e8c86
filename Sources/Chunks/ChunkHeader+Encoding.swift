/// The byte layout of the header; the table is in docs/chunk-format.md.
enum HeaderLayout {
  /// The first byte marks the file as binary; the last two detect a transfer that converts line
  /// ends.
  static let magic: [UInt8] = [0x89, 0x59, 0x4F, 0x42, 0x41, 0x4E, 0x0D, 0x0A]
  static let version: UInt16 = 1
  static let lengthOffset = 10
  /// The length of magic, version and length, with which every version of the format begins.
  static let commonLength = 12
  static let checksumLength = 4
}

extension ChunkHeader {
  func encoded() -> [UInt8] {
    var bytes = HeaderLayout.magic
    bytes.appendLittleEndian(HeaderLayout.version)
    bytes.appendLittleEndian(UInt16(0))  // The length, known below.
    bytes.appendLittleEndian(identity.sequence)
    bytes.appendLittleEndian(UInt64(nominalInterval?.wholeNanoseconds ?? 0))
    bytes.append(UInt8(channels.count))
    bytes.appendShortString(identity.device)
    bytes.appendShortString(identity.stream)
    for channel in channels {
      bytes.appendShortString(channel.name)
      bytes.appendShortString(channel.unit)
    }
    let length = UInt16(bytes.count + HeaderLayout.checksumLength)
    bytes[HeaderLayout.lengthOffset] = UInt8(truncatingIfNeeded: length)
    bytes[HeaderLayout.lengthOffset + 1] = UInt8(truncatingIfNeeded: length >> 8)
    let checksum = bytes.withUnsafeBytes { CRC32C.checksum($0) }
    bytes.appendLittleEndian(checksum)
    return bytes
  }

  /// Reads the header at the start of a chunk.
  ///
  /// - Returns: the header and its length, which is the offset of the first block.
  static func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ChunkError) -> (header: ChunkHeader, length: Int) {
    guard bytes.starts(with: HeaderLayout.magic) else { throw .notAChunk }
    guard bytes.count >= HeaderLayout.commonLength else {
      throw .damagedHeader(byteOffset: bytes.count)
    }
    let version = bytes.littleEndian(UInt16.self, at: HeaderLayout.magic.count)
    guard version == HeaderLayout.version else { throw .unsupportedVersion(version) }
    let length = Int(bytes.littleEndian(UInt16.self, at: HeaderLayout.lengthOffset))
    let fieldsLength = length - HeaderLayout.checksumLength
    guard fieldsLength >= HeaderLayout.commonLength, length <= bytes.count else {
      throw .damagedHeader(byteOffset: HeaderLayout.lengthOffset)
    }
    let fields = UnsafeRawBufferPointer(rebasing: bytes[..<fieldsLength])
    guard CRC32C.checksum(fields) == bytes.littleEndian(UInt32.self, at: fieldsLength) else {
      throw .damagedHeader(byteOffset: fieldsLength)
    }
    var cursor = FieldCursor(fields, at: HeaderLayout.commonLength)
    guard let header = try decodeFields(&cursor), cursor.isAtEnd else {
      throw .damagedHeader(byteOffset: cursor.offset)
    }
    return (header, length)
  }

  /// Returns nil when the fields are cut off, and throws when a field breaks its rule.
  private static func decodeFields(
    _ cursor: inout FieldCursor
  ) throws(ChunkError) -> ChunkHeader? {
    guard let sequence = cursor.integer(UInt64.self),
      let nanoseconds = cursor.integer(UInt64.self),
      let channelCount = cursor.integer(UInt8.self),
      let device = cursor.shortString(),
      let stream = cursor.shortString(),
      let signedNanoseconds = Int64(exactly: nanoseconds)
    else { return nil }
    var channels: [Channel] = []
    for _ in 0..<channelCount {
      guard let name = cursor.shortString(), let unit = cursor.shortString() else { return nil }
      channels.append(try Channel(name: name, unit: unit))
    }
    return try ChunkHeader(
      identity: ChunkIdentity(device: device, stream: stream, sequence: sequence),
      channels: channels,
      nominalInterval: nanoseconds == 0 ? nil : .nanoseconds(signedNanoseconds))
  }
}
