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
      while queue.waitingCount < 9 { await Task.yield() }
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
      while queue.waitingCount < 9 { await Task.yield() }
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
      while queue.waitingCount < 3 { await Task.yield() }
      opener.finish()
      return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
    }
    #expect(failed == [2])
    #expect(batches.all.count == 5)
  }

  /// A device with very many chunks, each of which has a large part of the gaps of a batch.
  @Test func `the chunks of a device do not wait for those of another`() async throws {
    let batches = Mutex<[[String]]>([])
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let (apart, end) = AsyncStream.makeStream(of: Void.self)
    let storage = try StubStorage { batch in
      let devices = batch.map(\.identity.device)
      batches.withLock { $0.append(devices) }
      if devices == ["first"] { for await _ in gate { break } }
      if devices.contains("bad") { for await _ in apart { break } }
      return Self.stored(batch)
    }
    let queue = CommitQueue(storage: storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      func commit(_ device: String, _ sequence: UInt64, gapCount: Int64 = 0) throws {
        let gaps = (0..<gapCount).map { Gap(start: $0, end: $0 + 1, cause: .killed) }
        let chunk = try TestChunk(device: device, sequence: sequence, gaps: gaps).checked()
        group.addTask { _ = try await queue.commit(chunk) }
      }
      try commit("first", 0)
      while batches.withLock(\.count) < 1 { await Task.yield() }
      try commit("bad", 0, gapCount: 3_000)
      // It does not wait for the batch of the others, and they do not wait for it.
      while batches.withLock(\.count) < 2 { await Task.yield() }
      for sequence in 1...6 as ClosedRange<UInt64> {
        try commit("bad", sequence, gapCount: sequence < 6 ? 3_000 : 0)
        while queue.waitingCount < sequence { await Task.yield() }
      }
      for (sequence, device) in ["phone", "phone", "watch", "phone"].enumerated() {
        try commit(device, UInt64(sequence))
        while queue.waitingCount < 7 + sequence { await Task.yield() }
      }
      opener.finish()
      while batches.withLock(\.count) < 3 { await Task.yield() }
      end.finish()
      try await group.waitForAll()
    }
    #expect(
      batches.withLock { $0 } == [
        ["first"], ["bad"], ["phone", "watch", "phone", "phone"], ["bad"], ["bad"], ["bad"],
        ["bad"], ["bad", "bad"],
      ])
  }

  @Test func `chunks of a device with which the storage is busy are written apart`() async throws {
    let batches = Mutex<[[String]]>([])
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let (busy, end) = AsyncStream.makeStream(of: Void.self)
    let storage = try StubStorage { batch in
      let devices = batch.map(\.identity.device)
      batches.withLock { $0.append(devices) }
      if devices == ["first"] { for await _ in started { break } }
      // A batch of one device waits.
      if devices == ["bad", "bad"] { for await _ in busy { break } }
      return .success(
        batch.map { chunk in
          chunk.identity.device == "bad" && Set(devices).count > 1
            ? .deviceIsBusy : .stored(ChunkRecord(chunk))
        })
    }
    let queue = CommitQueue(storage: storage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      func commit(_ device: String, _ sequence: UInt64) throws {
        let chunk = try TestChunk(device: device, sequence: sequence).checked()
        group.addTask {
          let outcome = try await queue.commit(chunk)
          #expect(outcome == .stored(ChunkRecord(chunk)))
          // The storage is busy until the other devices have their receipts.
          if device == "watch" { end.finish() }
        }
      }
      try commit("first", 0)
      while batches.withLock(\.isEmpty) { await Task.yield() }
      for (number, device) in ["bad", "phone", "bad"].enumerated() {
        try commit(device, UInt64(number))
        while queue.waitingCount <= number { await Task.yield() }
      }
      begin.finish()
      while !batches.withLock({ $0.contains(["bad", "bad"]) }) { await Task.yield() }
      try commit("watch", 0)
      try await group.waitForAll()
    }
    #expect(batches.withLock { $0.last } == ["watch"])
  }
}
