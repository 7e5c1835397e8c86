/// Encoding 3: times and channels as integers on a grid, predicted from those before, with the
/// residuals in prefix codes. The payload is described in docs/chunk-format.md.
enum GridEncoding: PayloadEncoding {
  static let id: UInt8 = 3
  /// More bytes than any payload of 1,024 samples of 16 channels has.
  private static let byteCountMax = 1 << 20

  static func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) -> UInt16? {
    let limit = samples.plainByteCount
    let encoder = GridEncoder(samples, limit: limit)
    return encoder.encode(into: &bytes) ? 0 : nil
  }

  static func decodeTimes(_ payload: BlockPayload, into times: inout [Int64]) -> Bool {
    isPlausible(payload) && GridDecoder.decodeTimes(payload, into: &times)
  }

  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool {
    isPlausible(payload) && GridDecoder.decode(payload, into: &block)
  }

  private static func isPlausible(_ payload: BlockPayload) -> Bool {
    payload.flags == 0 && payload.bytes.count <= byteCountMax
  }
}

/// The parts of a column's header that are not those of its grid or its prediction.
struct ResidualHeader {
  /// The scale before the first residual; nil if all residuals are 0 and none is stored.
  var start: ResidualScale.Start?
  /// The number of bytes of the residuals. It is not stored for the last column, which has the rest
  /// of the payload.
  var byteCount = 0

  /// More than 1,023 residuals of the largest size take.
  static let byteCountBits = 14
  static let byteCountMax = 1 << byteCountBits - 1

  func write(to writer: inout BitWriter, isLast: Bool) {
    guard let start else {
      writer.put(0, 1)
      return
    }
    writer.put(1, 1)
    writer.put(start.lowBits, 6)
    writer.put(start.code, 3)
    if !isLast { writer.put(UInt64(byteCount), UInt64(Self.byteCountBits)) }
  }

  init(start: ResidualScale.Start?, byteCount: Int) {
    self.start = start
    self.byteCount = byteCount
  }

  init?(from cursor: inout BitCursor, isLast: Bool) {
    guard let isStored = cursor.small(1) else { return nil }
    guard isStored == 1 else { return }
    guard let lowBits = cursor.bits(6), lowBits <= 57, let code = cursor.bits(3) else {
      return nil
    }
    start = ResidualScale.Start(lowBits: lowBits, code: code)
    guard !isLast else { return }
    guard let byteCount = cursor.small(Self.byteCountBits) else { return nil }
    self.byteCount = byteCount
  }
}
