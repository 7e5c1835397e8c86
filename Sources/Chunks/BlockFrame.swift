/// The kind of a block.
enum BlockKind: UInt8 {
  case samples = 1
  case gap = 2
  case mark = 3
  case end = 4
}

/// The header of every block; the table is in docs/chunk-format.md.
struct BlockFrame {
  var kind: UInt8
  /// The id of the payload encoding of samples; 0 in any other kind.
  var encoding: UInt8 = 0
  /// Defined by the encoding; 0 in any other kind.
  var flags: UInt16 = 0
  /// The number of samples; 0 in any other kind.
  var count: UInt16 = 0
  var payloadLength: UInt32 = 0

  static let length = 14
  static let checksumOffset = 10

  /// Reads the frame at an offset; nil when the bytes end before the frame does.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard bytes.count - offset >= Self.length else { return nil }
    kind = bytes[offset]
    encoding = bytes[offset + 1]
    flags = bytes.littleEndian(UInt16.self, at: offset + 2)
    count = bytes.littleEndian(UInt16.self, at: offset + 4)
    payloadLength = bytes.littleEndian(UInt32.self, at: offset + 6)
  }

  private init(kind: BlockKind) {
    self.kind = kind.rawValue
  }

  /// Appends a whole block. `body` appends the payload and sets the other fields of the frame.
  static func append(
    _ kind: BlockKind, to bytes: inout [UInt8],
    body: (inout BlockFrame, inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: length))
    var frame = BlockFrame(kind: kind)
    body(&frame, &bytes)
    frame.payloadLength = UInt32(bytes.count - start - length)
    bytes.withUnsafeMutableBytes { buffer in
      buffer[start] = frame.kind
      buffer[start + 1] = frame.encoding
      buffer.storeBytes(of: frame.flags.littleEndian, toByteOffset: start + 2, as: UInt16.self)
      buffer.storeBytes(of: frame.count.littleEndian, toByteOffset: start + 4, as: UInt16.self)
      buffer.storeBytes(
        of: frame.payloadLength.littleEndian, toByteOffset: start + 6, as: UInt32.self)
      let block = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start...])
      let checksum = checksum(block)
      buffer.storeBytes(
        of: checksum.littleEndian, toByteOffset: start + checksumOffset, as: UInt32.self)
    }
  }

  /// Returns the checksum of a whole block, except the four bytes that hold it.
  static func checksum(_ block: UnsafeRawBufferPointer) -> UInt32 {
    let fields = UnsafeRawBufferPointer(rebasing: block[..<checksumOffset])
    let payload = UnsafeRawBufferPointer(rebasing: block[length...])
    return CRC32C.checksum(payload, continuing: CRC32C.checksum(fields))
  }
}
