/// The permanent identity of a chunk: its device, its stream, and its number in the stream.
///
/// Two chunks with the same identity and the same bytes are the same chunk. If their bytes differ,
/// they are in conflict, and neither may overwrite the other.
public struct ChunkIdentity: Hashable, Sendable {
  /// The device that recorded the chunk: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`, not
  /// beginning with a dot, so that it is safe in file names and URLs.
  public let device: String
  /// The recorded stream, with the same rule as `device`: `accelerometer`, for instance.
  public let stream: String
  /// The largest sequence number, 2^63 - 1: SQLite and PostgreSQL have no larger integer.
  public static let sequenceMax = UInt64(Int64.max)
  /// The number in the stream, 0...`sequenceMax`.
  public let sequence: UInt64

  /// - Throws: `.invalidName` or `.invalidSequence`.
  public init(device: String, stream: String, sequence: UInt64) throws(ChunkError) {
    try ChunkError.NameKind.device.validate(device)
    try ChunkError.NameKind.stream.validate(stream)
    guard sequence <= Self.sequenceMax else { throw .invalidSequence(sequence) }
    self.device = device
    self.stream = stream
    self.sequence = sequence
  }
}

extension ChunkIdentity: Comparable {
  /// Orders by device, then stream, then sequence.
  public static func < (left: Self, right: Self) -> Bool {
    (left.device, left.stream, left.sequence) < (right.device, right.stream, right.sequence)
  }
}

extension ChunkIdentity: CustomStringConvertible {
  public var description: String { "\(device)/\(stream)/\(sequence)" }
}
