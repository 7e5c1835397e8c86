/// A block with a valid checksum, whose samples are not decoded yet.
enum RawBlock {
  case samples(any PayloadEncoding.Type, BlockPayload)
  case gap(Gap)
  case mark(Mark)
  case end
}

extension ChunkLimits.Use {
  fileprivate init(_ block: RawBlock) {
    self.init()
    switch block {
    case .samples(_, let payload): values = Int64(payload.count * payload.channelCount)
    case .gap, .mark: notes = 1
    case .end: break
    }
  }
}

/// A position between two blocks, with the counts of the blocks before it.
struct BlockPosition: Sendable {
  private(set) var offset: Int
  private(set) var sampleCount: UInt64 = 0
  private(set) var blockCount: UInt32 = 0
  private var use = ChunkLimits.Use()
  /// Whether the end block is before this position.
  private(set) var isAtEnd = false

  init(offset: Int) {
    self.offset = offset
  }

  /// Reads one block and moves behind it; returns nil, without moving, if no whole block follows.
  mutating func next(
    in bytes: UnsafeRawBufferPointer, channelCount: Int
  ) throws(ChunkError) -> RawBlock? {
    // An altered length may not even fit into an Int, which has 32 bits on a watch.
    guard !isAtEnd, let frame = BlockFrame(bytes, at: offset),
      let payloadLength = Int(exactly: frame.payloadLength),
      bytes.count - offset - BlockFrame.length >= payloadLength
    else { return nil }
    let end = offset + BlockFrame.length + payloadLength
    let block = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
    let checksum = block.littleEndian(UInt32.self, at: BlockFrame.checksumOffset)
    guard BlockFrame.checksum(block) == checksum else { return nil }

    let payload = BlockPayload(
      bytes: UnsafeRawBufferPointer(rebasing: block[BlockFrame.length...]),
      flags: frame.flags, count: Int(frame.count), channelCount: channelCount)
    let raw = try decode(frame, payload)
    if case .end = raw {
      guard end == bytes.count else { throw .trailingBytes(byteOffset: end) }
      isAtEnd = true
    } else {
      guard use.add(ChunkLimits.Use(raw)) else { throw .limitExceeded(byteOffset: offset) }
      sampleCount += UInt64(frame.count)
      blockCount += 1
    }
    offset = end
    return raw
  }

  private func decode(
    _ frame: BlockFrame, _ payload: BlockPayload
  ) throws(ChunkError) -> RawBlock {
    guard let kind = BlockKind(rawValue: frame.kind) else {
      throw .unknownKind(frame.kind, byteOffset: offset)
    }
    guard kind == .samples || (frame.encoding == 0 && frame.flags == 0 && frame.count == 0) else {
      throw malformed("a \(kind) block has an encoding, flags or a count")
    }
    var cursor = FieldCursor(payload.bytes)
    switch kind {
    case .samples:
      guard (1...ChunkWriter.maximumBlockCount).contains(payload.count) else {
        throw malformed("a block has \(payload.count) samples")
      }
      guard let encoding = PayloadEncodings.encoding(id: frame.encoding) else {
        throw .unknownEncoding(frame.encoding, byteOffset: offset)
      }
      return .samples(encoding, payload)
    case .gap:
      guard let start = cursor.integer(Int64.self), let end = cursor.integer(Int64.self),
        let cause = cursor.shortString().flatMap(GapCause.init(rawValue:)), cursor.isAtEnd
      else { throw malformed("the fields of a gap are not valid") }
      return .gap(Gap(start: start, end: end, cause: cause))
    case .mark:
      guard let time = cursor.integer(Int64.self), let name = cursor.shortString(),
        let mark = try? Mark(time: time, name: name), cursor.isAtEnd
      else { throw malformed("the fields of a mark are not valid") }
      return .mark(mark)
    case .end:
      guard cursor.integer(UInt64.self) == sampleCount, cursor.integer(UInt32.self) == blockCount,
        cursor.isAtEnd
      else { throw malformed("the end block counts other blocks or samples") }
      return .end
    }
  }

  private func malformed(_ reason: String) -> ChunkError {
    .malformedBlock(reason: reason, byteOffset: offset)
  }
}
