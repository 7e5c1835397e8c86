import Chunks

extension CheckedChunk {
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
        "The body has the SHA-256 \(digest.hex), not the promised \(promised.hex): it was altered "
          + "on its way. Send the chunk again.")
    }
    let summary: ChunkReader.Summary
    do {
      summary = try ChunkReader(bytes).summary()
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
        "The chunk names itself \(summary.header.identity). Send it to the path of that name.")
    }
    return CheckedChunk(bytes: bytes, digest: digest, summary: summary)
  }
}
