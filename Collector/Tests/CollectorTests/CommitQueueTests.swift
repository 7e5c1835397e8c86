import Chunks
import Synchronization
import Testing

@testable import Collector

@Suite(.patience) struct CommitQueueTests {
  /// The chunks of each batch.
  final class Batches: Sendable {
    private let batches = Mutex<[[UInt64]]>([])

    func note(_ batch: [CheckedChunk]) {
      let sequences = batch.map(\.identity.sequence)
      batches.withLock { $0.append(sequences) }
    }

    var all: [[UInt64]] { batches.withLock { $0 } }
  }

  static func stored(_ batch: [CheckedChunk]) -> StubStorage.Answer {
    .success(batch.map { .stored(ChunkRecord($0)) })
  }

  @Test func `chunks that wait while a batch is written become one batch`() async throws {
    let batches = Batches()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let storage = try StubStorage { batch in
      batches.note(batch)
      if batches.all.count == 1 { for await _ in gate { break } }
      return Self.stored(batch)
    }
    let queue = CommitQueue(storage: storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      func commit(_ sequence: UInt64) throws {
        let chunk = try TestChunk(sequence: sequence).checked()
        group.addTask {
          let outcome = try await queue.commit(chunk)
          #expect(outcome == .stored(ChunkRecord(chunk)))
        }
      }
      try commit(0)
      while batches.all.isEmpty { await Task.yield() }
      for sequence in 1...9 as ClosedRange<UInt64> { try commit(sequence) }
      while await queue.waitingCount < 9 { await Task.yield() }
      opener.finish()
      try await group.waitForAll()
    }
    #expect(batches.all.map { $0.sorted() } == [[0], Array(1...9)])
  }

  /// Each attempt may take as long as the database waits for a lock.
  @Test func `if the database cannot be used, a batch fails at once`() async throws {
    let batches = Batches()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let storage = try StubStorage { batch in
      batches.note(batch)
      if batches.all.count == 1 { for await _ in gate { break } }
      return .failure(.unavailable("locked"))
    }
    let queue = CommitQueue(storage: storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for sequence in 0...9 as ClosedRange<UInt64> {
        let chunk = try TestChunk(sequence: sequence).checked()
        group.addTask {
          await #expect(throws: StorageError.unavailable("locked")) {
            try await queue.commit(chunk)
          }
        }
        while batches.all.isEmpty { await Task.yield() }
      }
      while await queue.waitingCount < 9 { await Task.yield() }
      opener.finish()
      try await group.waitForAll()
    }
    #expect(batches.all.map(\.count) == [1, 9])
  }

  @Test func `if a batch does not fit, each of its chunks is stored alone`() async throws {
    let batches = Batches()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let storage = try StubStorage { batch in
      batches.note(batch)
      if batches.all.count == 1 { for await _ in gate { break } }
      return batch.contains { $0.identity.sequence == 2 } ? .failure(.full) : Self.stored(batch)
    }
    let queue = CommitQueue(storage: storage)
    let failed: [UInt64] = try await withThrowingTaskGroup(of: UInt64?.self) { group in
      for sequence in 0...3 as ClosedRange<UInt64> {
        let chunk = try TestChunk(sequence: sequence).checked()
        group.addTask {
          do throws(StorageError) {
            _ = try await queue.commit(chunk)
            return nil
          } catch {
            #expect(error == .full)
            return sequence
          }
        }
        while batches.all.isEmpty { await Task.yield() }
      }
      while await queue.waitingCount < 3 { await Task.yield() }
      opener.finish()
      return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
    }
    #expect(failed == [2])
    #expect(batches.all.count == 5)
  }
}
