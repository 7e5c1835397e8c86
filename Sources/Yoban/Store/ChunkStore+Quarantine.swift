import Chunks
import Foundation

/// The reason why a chunk was quarantined.
public struct ChunkProblem: Codable, Hashable, Sendable {
  /// The HTTP status of the refusal; nil when the chunk was found unreadable on this device.
  public var status: Int?
  public var title: String
  /// The details of the problem or the suggested remedy, possibly empty.
  public var detail: String

  public init(status: Int?, title: String, detail: String) {
    self.status = status
    self.title = title
    self.detail = detail
  }
}

/// A quarantined chunk.
public struct QuarantinedChunk: Hashable, Sendable {
  public var chunk: ChunkIdentity
  /// The reason; nil when the note beside the chunk is unreadable.
  public var problem: ChunkProblem?
}

extension ChunkStore {
  /// Moves a chunk into the quarantine, with the reason in a file beside it. Nothing is deleted.
  ///
  /// The reason is written first. After a crash in between, the chunk is sent once more.
  ///
  /// - Throws: `StoreError`; the chunk then still waits for its upload.
  public func quarantine(_ chunk: ChunkIdentity, because problem: ChunkProblem) throws(StoreError) {
    guard isPending(chunk) else { return }
    let byteCount = byteCounts[chunk]
    try quarantine(chunk, at: layout.chunkFile(chunk), because: problem)
    forget(chunk)
    byteCounts[chunk] = byteCount
  }

  /// The quarantined chunks, in order.
  public var quarantined: [QuarantinedChunk] {
    let chunks = quarantine.flatMap { stream, sequences in
      sequences.map { identity(stream, $0) }
    }
    return chunks.sorted().map { chunk in
      let note = try? files.read(layout.problemFile(chunk))
      return QuarantinedChunk(
        chunk: chunk,
        problem: note.flatMap { try? JSONDecoder().decode(ChunkProblem.self, from: Data($0)) })
    }
  }

  /// Moves every chunk that the collector refused out of the quarantine, so that it is sent again.
  /// Unreadable chunks stay in the quarantine.
  ///
  /// Call it when the cause of the refusals is resolved, for example after setting a new token.
  ///
  /// - Returns: the chunks that wait for their upload again, in order.
  /// - Throws: `StoreError`; the chunks after the failed one are still quarantined.
  @discardableResult
  public func requeueQuarantined() throws(StoreError) -> [ChunkIdentity] {
    var requeued: [ChunkIdentity] = []
    for entry in quarantined where entry.problem?.status != nil {
      let chunk = entry.chunk
      try makeFolder(layout.streamFolder(chunk.stream))
      try files.rename(layout.quarantinedFile(chunk), layout.chunkFile(chunk))
      quarantine[chunk.stream]?.removeAll { $0 == chunk.sequence }
      closed[chunk.stream] = ((closed[chunk.stream] ?? []) + [chunk.sequence]).sorted()
      requeued.append(chunk)
      try? files.remove(layout.problemFile(chunk))
    }
    return requeued
  }

  /// Moves the file of a chunk into the quarantine.
  func quarantine(
    _ chunk: ChunkIdentity, at path: String, because problem: ChunkProblem
  ) throws(StoreError) {
    try makeFolder(layout.quarantineFolder(chunk.stream))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let note = try? encoder.encode(problem) else {
      preconditionFailure("strings and integers always encode")
    }
    try ballast.giving(files) { () throws(StoreError) in
      try files.replace(layout.problemFile(chunk), with: Array(note))
    }
    try files.rename(path, layout.quarantinedFile(chunk))
    // The new file may replace an unreadable copy of the same chunk.
    let others = (quarantine[chunk.stream] ?? []).filter { $0 != chunk.sequence }
    quarantine[chunk.stream] = (others + [chunk.sequence]).sorted()
  }
}
