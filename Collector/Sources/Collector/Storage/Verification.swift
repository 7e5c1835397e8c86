import Chunks

/// The result of a check of everything that is stored.
public struct Verification: Hashable, Sendable {
  /// The number of chunks that were checked, without those that cannot be listed.
  public var chunks = 0
  public var bytes = 0
  /// The encodings of the samples of the intact chunks.
  public var encodings: [SampleEncoding: EncodingUse] = [:]
  /// The chunks that are not as they were sent, or that cannot be read, in the order of their identities.
  public var damaged: [ChunkIdentity] = []
  /// The problems of the database itself, such as a damaged index, in words.
  public var structure: [String] = []

  public var isIntact: Bool { damaged.isEmpty && structure.isEmpty }
}

extension CollectorStorage {
  /// Reads every stored chunk, compares it with its SHA-256 and with what is stored about it, and notes what
  /// is damaged and what no longer is. Chunks can be stored at the same time.
  ///
  /// - Parameters:
  ///   - time: now, in seconds since 1970.
  ///   - onProgress: called after each chunk.
  public func verify(
    at time: Int64, onProgress: (Verification) -> Void = { _ in }
  ) async throws(StorageError) -> Verification {
    var result = Verification()
    result.structure = try await structureProblems()
    let known = Set(try await damage().map(\.identity))
    for device in try await devices() {
      for stream in try await streams(of: device) {
        let name = StreamName(device: device, stream: stream)
        guard let contents = try await self.stream(name) else { continue }
        if try await rebuildSummary(of: name) {
          result.structure.append(
            "the totals of \(device)/\(stream) were wrong and were computed again")
        }
        let records = Dictionary(
          contents.chunks.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
        let identities = Set(records.keys).union(contents.damaged).sorted().compactMap {
          try? ChunkIdentity(device: device, stream: stream, sequence: $0)
        }
        var chunks = ReadAhead(identities, atMost: chunksReadAtOnce) { identity in
          (identity, await intactChunk(identity, records[identity.sequence]))
        }
        while let (identity, read) = await chunks.next() {
          let chunk = try read.get()
          result.chunks += 1
          if let chunk {
            result.bytes += chunk.bytes.count
            result.encodings.merge(chunk.summary.encodings, uniquingKeysWith: +)
            if known.contains(identity) { try await removeDamage(of: identity) }
          } else {
            result.damaged.append(identity)
            try await noteDamage(of: identity, at: time)
          }
          onProgress(result)
        }
      }
      try await forgetNights(of: device)
    }
    return result
  }

  /// Returns a chunk; nil if it is damaged. Fails if the store of objects cannot be used, which is no damage.
  private func intactChunk(
    _ identity: ChunkIdentity, _ record: ChunkRecord?
  ) async -> Result<CheckedChunk?, StorageError> {
    var found: StoredBody?
    do {
      found = try await body(of: identity)
    } catch .objectsUnavailable(let reason) {
      return .failure(.objectsUnavailable(reason))
    } catch {}
    guard let body = found, let digest = body.digest,
      let chunk = try? CheckedChunk.check(body.bytes, digest: digest, identity: identity),
      ChunkRecord(chunk) == record
    else { return .success(nil) }
    return .success(chunk)
  }
}
