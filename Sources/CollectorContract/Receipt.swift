/// The collector's confirmation that it has stored a chunk durably. It is always the same for the
/// same chunk.
public struct Receipt: Codable, Hashable, Sendable {
  public var device: String
  public var stream: String
  public var sequence: UInt64
  /// The SHA-256 of the bytes that the collector stored, in lower-case hexadecimal digits.
  public var sha256: String
  public var bytes: Int
  public var samples: Int
  public var gaps: Int

  public init(
    device: String, stream: String, sequence: UInt64, sha256: String, bytes: Int, samples: Int,
    gaps: Int
  ) {
    self.device = device
    self.stream = stream
    self.sequence = sequence
    self.sha256 = sha256
    self.bytes = bytes
    self.samples = samples
    self.gaps = gaps
  }

  /// Decodes the body of a response; nil when the body is not a receipt.
  public init?(json: [UInt8]) {
    guard let receipt = ContractJSON.decode(Self.self, from: json) else { return nil }
    self = receipt
  }

  /// The body of a response: a JSON object with sorted keys.
  public var json: [UInt8] { ContractJSON.encode(self) }
}
