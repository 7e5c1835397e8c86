/// An error in a chunk, or in a value that is to be written into one.
///
/// A torn or altered block is not an error: reading ends before it and `ChunkReader.completeness`
/// reports the position. An error means that the bytes are not a chunk that this reader can
/// interpret.
public enum ChunkError: Error, Hashable, Sendable {
  /// A device, stream, channel, unit, cause or mark name breaks its rule.
  case invalidName(kind: NameKind, value: String)
  /// A sequence number is above 2^63 - 1.
  case invalidSequence(UInt64)
  /// A header has no channel, or more than sixteen.
  case channelCount(Int)
  /// Two channels of a header have the same name.
  case repeatedChannel(String)
  /// A nominal interval is not a whole number of nanoseconds in 1...(2^63 - 1).
  case invalidInterval
  /// The bytes do not begin with the magic number of a chunk.
  case notAChunk
  /// The chunk was written in a later version of the format.
  case unsupportedVersion(UInt16)
  /// The header is cut off, or its checksum or a field in it is wrong.
  case damagedHeader(byteOffset: Int)
  /// An intact block has a kind that this reader does not know.
  case unknownKind(UInt8, byteOffset: Int)
  /// An intact block of samples is encoded in a way that this reader does not know.
  case unknownEncoding(UInt8, byteOffset: Int)
  /// An intact block contradicts itself or the blocks before it; this is an error of the writer.
  case malformedBlock(reason: String, byteOffset: Int)
  /// With this block, the chunk has more samples, gaps or marks than `ChunkLimits` allows.
  case limitExceeded(byteOffset: Int)
  /// There are bytes after the end block.
  case trailingBytes(byteOffset: Int)

  /// The kinds of names, each with its own rule.
  public enum NameKind: String, Hashable, Sendable {
    case device, stream, channel, unit, cause, mark

    /// The rule in words.
    public var rule: String {
      switch self {
      case .device, .stream: "1 to 64 of the characters A-Z a-z 0-9 . _ -, not beginning with a dot"
      case .channel: "1 to 32 of the characters A-Z a-z 0-9 . _ -"
      case .unit: "at most 16 bytes of UTF-8 without control characters"
      case .cause, .mark: "1 to 32 of the characters a-z and -"
      }
    }
  }
}

extension ChunkError: CustomStringConvertible {
  /// A stable identifier of the kind of error, for logs, metrics and problem types.
  public var code: String {
    switch self {
    case .invalidName: "invalid-name"
    case .invalidSequence: "invalid-sequence"
    case .channelCount: "channel-count"
    case .repeatedChannel: "repeated-channel"
    case .invalidInterval: "invalid-interval"
    case .notAChunk: "not-a-chunk"
    case .unsupportedVersion: "unsupported-version"
    case .damagedHeader: "damaged-header"
    case .unknownKind: "unknown-kind"
    case .unknownEncoding: "unknown-encoding"
    case .malformedBlock: "malformed-block"
    case .limitExceeded: "limit-exceeded"
    case .trailingBytes: "trailing-bytes"
    }
  }

  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .invalidName(let kind, let value): "The \(kind.rawValue) name \"\(value)\" is not allowed."
    case .invalidSequence(let value): "The sequence number \(value) is too large."
    case .channelCount(let count): "A chunk cannot have \(count) channels."
    case .repeatedChannel(let name): "Two channels are named \"\(name)\"."
    case .invalidInterval: "The nominal interval is not a whole, positive number of nanoseconds."
    case .notAChunk: "The bytes do not begin with the header of a chunk."
    case .unsupportedVersion(let version): "The chunk has format version \(version)."
    case .damagedHeader: "The header of the chunk is cut off or altered."
    case .unknownKind(let kind, _): "A block has the unknown kind \(kind)."
    case .unknownEncoding(let id, _): "A block of samples has the unknown encoding \(id)."
    case .malformedBlock(let reason, _):
      "A block with a correct checksum has invalid content: \(reason)."
    case .limitExceeded:
      "The chunk has more than \(ChunkLimits.valuesMax) values (samples times channels) or \(ChunkLimits.notesMax) gaps and marks."
    case .trailingBytes: "There are bytes after the end of the chunk."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .invalidName(let kind, _): "Use \(kind.rule)."
    case .invalidSequence: "Count sequence numbers from 0 or 1 up to at most 2^63 - 1."
    case .channelCount: "Use 1 to 16 channels."
    case .repeatedChannel: "Give each channel of a stream its own name."
    case .invalidInterval: "Use 1 ns or more, or no interval if the rate is not fixed."
    case .notAChunk: "Check that the file is a chunk and was not changed during a transfer."
    case .unsupportedVersion, .unknownKind, .unknownEncoding:
      "Read it with a newer version of this software."
    case .damagedHeader: "Get the chunk from its source again."
    case .malformedBlock: "Keep the chunk and report the version of the software that wrote it."
    case .limitExceeded: "Write smaller chunks: finish a chunk earlier."
    case .trailingBytes:
      "Remove the bytes after the end block, or get the chunk from its source again."
    }
  }

  /// The position of the error in the bytes; nil if the error is not in bytes.
  public var byteOffset: Int? {
    switch self {
    case .invalidName, .invalidSequence, .channelCount, .repeatedChannel, .invalidInterval: nil
    case .notAChunk: 0
    case .unsupportedVersion: 8
    case .damagedHeader(let offset), .unknownKind(_, let offset), .unknownEncoding(_, let offset),
      .malformedBlock(_, let offset), .limitExceeded(let offset), .trailingBytes(let offset):
      offset
    }
  }

  public var description: String {
    let place = byteOffset.map { " (byte \($0))" } ?? ""
    return "\(code): \(message)\(place) \(remedy)"
  }
}

extension ChunkError.NameKind {
  /// Returns whether a name follows the rule.
  func allows(_ name: String) -> Bool {
    switch self {
    case .device, .stream: Self.isIdentifier(name, limit: 64) && !name.hasPrefix(".")
    case .channel: Self.isIdentifier(name, limit: 32)
    case .unit:
      name.utf8.count <= 16
        && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    case .cause, .mark:
      (1...32).contains(name.utf8.count)
        && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
  }

  func validate(_ name: String) throws(ChunkError) {
    guard allows(name) else { throw .invalidName(kind: self, value: name) }
  }

  private static func isIdentifier(_ name: String, limit: Int) -> Bool {
    (1...limit).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}
