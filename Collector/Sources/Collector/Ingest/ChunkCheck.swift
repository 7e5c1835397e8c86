import Chunks
import ClockOffsets
import CollectorContract
import Curves

extension CheckedChunk {
  /// Checks the bytes of a chunk that is stored elsewhere; nil if they are not those of a chunk with this identity.
  package init?(intact bytes: [UInt8], as identity: ChunkIdentity) {
    guard
      let chunk = try? Self.check(bytes, digest: ChunkDigest(of: bytes), identity: identity)
    else { return nil }
    self = chunk
  }

  /// Checks the body of an upload: the digest, every block, the end, and the identity of the chunk.
  ///
  /// Throws the problem that the sender receives.
  static func check(
    _ bytes: [UInt8], digest announced: ChunkDigest, identity: ChunkIdentity
  ) throws(Problem) -> CheckedChunk {
    let digest = ChunkDigest(of: bytes)
    guard digest == announced else {
      throw Problem(
        .digestMismatch,
        "The body has the SHA-256 \(digest.hex), but the request announced \(announced.hex): it was altered "
          + "during the transfer. Send the chunk again.")
    }
    let summary: ChunkReader.Summary
    let samples: SampleBlock
    do {
      (summary, samples) = try ChunkReader(bytes).contents()
    } catch {
      throw Problem(.invalidChunk, error.description)
    }
    guard case .complete = summary.completeness else {
      throw Problem(
        .incompleteChunk,
        "The chunk has no end, or a block in it is altered. Finish or repair the file, and send it "
          + "again.")
    }
    guard summary.header.identity == identity else {
      throw Problem(
        .identityMismatch,
        "The header of the chunk contains the identity \(summary.header.identity). Send it to the path of that identity."
      )
    }
    var chunk = CheckedChunk(
      bytes: bytes, digest: digest, summary: summary, curves: CurvePyramid(samples))
    chunk.clocks.accessory = samples.accessoryReadings(summary.header)
    return chunk
  }
}

extension SampleBlock {
  /// The readings of an accessory's clock that tell most; none without a channel for them.
  fileprivate func accessoryReadings(
    _ header: ChunkHeader
  ) -> [ClockMeasurements.AccessoryReading] {
    guard let channel = header.channels.firstIndex(of: .accessoryClock) else { return [] }
    return ClockMeasurements.AccessoryReading.fastest(
      times.indices.compactMap { row in
        ClockMeasurements.AccessoryReading(
          recorded: times[row], seconds: values[row * channelCount + channel])
      })
  }

  /// Reads the samples of all blocks of a chunk, in their order.
  public init(allSamplesOf bytes: [UInt8]) throws(ChunkError) {
    self = try ChunkReader(bytes).contents().samples
  }
}

extension CurvePyramid {
  init(_ samples: SampleBlock) {
    self.init(
      times: samples.times, values: samples.values, channelCount: samples.channelCount)
  }
}
