/// The name of a chunk for ever: whose it is, which stream, and its place in the stream.
///
/// Two chunks with one identity and the same bytes are the same chunk; with other bytes they are
/// a conflict, which nobody may settle by overwriting.
public struct ChunkIdentity: Hashable, Sendable {
  /// The device that recorded: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`, and no dot first,
  /// so that it is safe as the name of a file and in a URL.
  public let device: String
  /// What it recorded, by the same rule: `accelerometer`, for instance.
  public let stream: String
  /// The place in the stream, 0...(2^63 - 1): a number in every database and language.
  public let sequence: UInt64

  /// Throws `.invalidName` or `.invalidSequence`.
  public init(device: String, stream: String, sequence: UInt64) throws(ChunkError) {
    try ChunkError.NameKind.device.validate(device)
    try ChunkError.NameKind.stream.validate(stream)
    guard sequence <= UInt64(Int64.max) else { throw .invalidSequence(sequence) }
    self.device = device
    self.stream = stream
    self.sequence = sequence
  }
}

extension ChunkIdentity: Comparable {
  /// By device, then stream, then sequence.
  public static func < (left: Self, right: Self) -> Bool {
    (left.device, left.stream, left.sequence) < (right.device, right.stream, right.sequence)
  }
}

extension ChunkIdentity: CustomStringConvertible {
  public var description: String { "\(device)/\(stream)/\(sequence)" }
}
