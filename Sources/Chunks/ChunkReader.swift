/// One block of a chunk, as returned by a reader.
public enum ChunkBlock: Hashable, Sendable {
  case samples(SampleBlock)
  case gap(Gap)
  case mark(Mark)
}

/// Reads the bytes of one chunk, block by block, and checks every checksum.
///
/// Reading ends before a torn or altered block: no later block is returned.
///
/// ```swift
/// var reader = try ChunkReader(bytes)
/// while let block = try reader.next() { … }
/// guard reader.completeness == .complete else { … }
/// ```
public struct ChunkReader: Sendable {
  /// The intact part of a chunk.
  public enum Completeness: Hashable, Sendable {
    /// The end block was read, and it agrees with the blocks before it.
    case complete
    /// The end block was not read; the header and the blocks read so far take this many bytes.
    case torn(validLength: Int)
  }

  public let header: ChunkHeader
  /// The intact part so far; it applies to the whole chunk once `next()` has returned nil.
  public private(set) var completeness: Completeness

  let bytes: [UInt8]
  /// The offset of the first block.
  let headerLength: Int
  private(set) var position: BlockPosition

  /// Reads the header.
  ///
  /// - Throws: a `ChunkError` of the header.
  public init(_ bytes: [UInt8]) throws(ChunkError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ChunkError) in try ChunkHeader.decode(buffer) }
    }
    let (header, length) = try result.get()
    self.header = header
    self.bytes = bytes
    headerLength = length
    position = BlockPosition(offset: length)
    completeness = .torn(validLength: length)
  }

  /// Returns the next block; nil after the last whole one.
  ///
  /// - Throws: `.unknownKind`, `.unknownEncoding`, `.malformedBlock` or `.trailingBytes`. After an
  ///   error the reader stays at its position.
  public mutating func next() throws(ChunkError) -> ChunkBlock? {
    var ahead = position
    let channelCount = header.channels.count
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ChunkError) -> ChunkBlock? in
        switch try ahead.next(in: buffer, channelCount: channelCount) {
        case .samples(let encoding, let payload):
          return .samples(try Self.samples(payload, encoding, before: ahead.offset))
        case .gap(let gap): return .gap(gap)
        case .mark(let mark): return .mark(mark)
        case .end, nil: return nil
        }
      }
    }
    let block = try result.get()
    position = ahead
    completeness = ahead.isAtEnd ? .complete : .torn(validLength: ahead.offset)
    return block
  }

  private static func samples(
    _ payload: BlockPayload, _ encoding: any PayloadEncoding.Type, before offset: Int
  ) throws(ChunkError) -> SampleBlock {
    var block = SampleBlock(channelCount: payload.channelCount, capacity: payload.count)
    guard encoding.decode(payload, into: &block) else {
      throw .malformedBlock(
        reason: "the payload does not fit the number of samples",
        byteOffset: offset - payload.bytes.count)
    }
    return block
  }

  /// Returns how much memory the samples need when they are decoded, in bytes: eight for each time and each value.
  ///
  /// Reads only the heads of the blocks, and checks nothing, so that it takes no time to speak of. A reader of chunks
  /// from others uses it to decide whether there is memory for one.
  ///
  /// - Returns: 0 if the bytes do not begin with a header; at most what `ChunkLimits` allow.
  public static func decodedByteCount(of bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes { buffer in
      guard let (header, length) = try? ChunkHeader.decode(buffer) else { return 0 }
      let channelCount = Int64(header.channels.count)
      let samplesMax = ChunkLimits.valuesMax / channelCount
      var (offset, sampleCount) = (length, Int64(0))
      while sampleCount < samplesMax, let frame = BlockFrame(buffer, at: offset),
        let payloadLength = Int(exactly: frame.payloadLength),
        buffer.count - offset - BlockFrame.length >= payloadLength
      {
        offset += BlockFrame.length + payloadLength
        if frame.kind == BlockKind.samples.rawValue { sampleCount += Int64(frame.count) }
      }
      return min(sampleCount, samplesMax) * (channelCount + 1) * 8
    }
  }
}
