/// An encoding of a block's samples as bytes, which can be decoded to exactly the same samples.
///
/// To add an encoding, conform a type to this protocol, give it an id that was never used, and add
/// it to `PayloadEncodings` and to docs/chunk-format.md. Readers that do not know it report an
/// error.
protocol PayloadEncoding: SendableMetatype {
  /// The id that is written into every block; it must never be reused for another encoding.
  static var id: UInt8 { get }

  /// Appends 1...1024 samples, if this encoding represents them exactly.
  ///
  /// - Returns: the flags of the block; nil when nothing was appended because the encoding is not
  ///   exact.
  static func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) -> UInt16?

  /// Appends the times of a block to `times`.
  ///
  /// - Returns: whether `decode` would succeed. If it would not, any times may have been appended.
  static func decodeTimes(_ payload: BlockPayload, into times: inout [Int64]) -> Bool

  /// Appends the samples of a payload to `block`.
  ///
  /// - Returns: false when the payload contradicts itself. Any times may then have been appended.
  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool
}

/// The encodings of this version, in the order in which a writer tries them.
enum PayloadEncodings {
  static let all: [any PayloadEncoding.Type] = [
    GridEncoding.self, Float32Encoding.self, Float64Encoding.self,
  ]

  static func encoding(id: UInt8) -> (any PayloadEncoding.Type)? {
    switch id {
    case Float64Encoding.id: Float64Encoding.self
    case Float32Encoding.id: Float32Encoding.self
    case GridEncoding.id: GridEncoding.self
    default: nil
    }
  }
}

/// The samples of one block to be written.
struct BlockSamples {
  let times: UnsafeBufferPointer<Int64>
  /// The values, row by row: `times.count * channelCount` of them.
  let values: UnsafeBufferPointer<Double>
}

/// The payload of one block to be read, with a valid checksum.
struct BlockPayload {
  let bytes: UnsafeRawBufferPointer
  let flags: UInt16
  let count: Int
  let channelCount: Int
}
