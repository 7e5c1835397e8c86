/// The collector's confirmation that it has stored a chunk durably, or that the chunk belongs to data that was
/// deleted on the collector. In both cases the device may delete the chunk. It is the same for the same chunk
/// until the chunk is deleted.
public struct Receipt: Codable, Hashable, Sendable {
  public var device: String
  public var stream: String
  public var sequence: UInt64
  /// The SHA-256 of the bytes that the collector stored, in lower-case hexadecimal digits.
  public var sha256: String
  /// The size of the chunk.
  public var bytes: Int64
  public var samples: Int
  public var gaps: Int
  /// True if the chunk is not stored, because somebody has deleted its time on the collector; nil otherwise.
  public var deleted: Bool?

  public init(
    device: String, stream: String, sequence: UInt64, sha256: String, bytes: Int64,
    samples: Int, gaps: Int, deleted: Bool? = nil
  ) {
    self.device = device
    self.stream = stream
    self.sequence = sequence
    self.sha256 = sha256
    self.bytes = bytes
    self.samples = samples
    self.gaps = gaps
    self.deleted = deleted
  }

  /// Decodes the body of a response; nil when the body is not a receipt.
  public init?(json: [UInt8]) {
    guard let receipt = ContractJSON.decode(Self.self, from: json) else { return nil }
    self = receipt
  }

  /// The body of a response: a JSON object with sorted keys.
  ///
  /// A collector writes one for every chunk, so it does not use the general encoder, which takes longer than
  /// everything else that it does for the answer.
  public var json: [UInt8] {
    // The names that the chunk format allows need no escapes.
    guard (device + stream + sha256).utf8.allSatisfy(Self.needsNoEscape) else {
      return ContractJSON.encode(self)
    }
    let deleted = deleted.map { "\"deleted\":\($0)," } ?? ""
    return Array(
      """
      {"bytes":\(bytes),\(deleted)"device":"\(device)","gaps":\(gaps),"samples":\(samples),\
      "sequence":\(sequence),"sha256":"\(sha256)","stream":"\(stream)"}
      """.utf8)
  }

  private static func needsNoEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
