import YobanVirtualTime

/// A value that is encoded as its text.
protocol EncodedAsText: Codable, LosslessStringConvertible {}

extension EncodedAsText {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a \(Self.self).")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Schedule: EncodedAsText {}
extension Fault: EncodedAsText {}
extension Anchor: EncodedAsText {}
