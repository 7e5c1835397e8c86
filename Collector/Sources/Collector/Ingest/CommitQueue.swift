import Synchronization

/// Writes chunks that wait at the same time to the storage in one durable step.
///
/// While one batch is being written, the next one is collected. So many uploads share the cost of
/// one write to disk, and a single upload does not wait for others.
final class CommitQueue: Sendable {
  private typealias Answer = Result<StoreOutcome, StorageError>
  private typealias Item = (chunk: CheckedChunk, answer: CheckedContinuation<Answer, Never>)

  private struct State {
    var waiting: [Item] = []
    var isWriting = false
  }

  /// The maximum size of a batch, in bytes; only a single larger chunk exceeds it.
  static let batchBytesMax = 32 << 20
  /// The maximum number of gaps and marks of a batch, each of which is a row; only a single chunk with more exceeds it.
  static let batchNotesMax = 20_000

  private let storage: any CollectorStorage
  private let state = Mutex(State())

  init(storage: any CollectorStorage) {
    self.storage = storage
  }

  /// The number of chunks that wait for the current write to finish.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Returns once the outcome is durable. Throws if nothing of the chunk was stored.
  func commit(_ chunk: CheckedChunk) async throws(StorageError) -> StoreOutcome {
    let answer: Answer = await withCheckedContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiting.append((chunk, continuation))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      // Not a child task of the request: if a client disconnects, the other chunks must still be
      // written.
      if isFirst { Task(executorPreference: storage.storeExecutor) { await self.writeAll() } }
    }
    return try answer.get()
  }

  private func writeAll() async {
    while let batch = takeBatch() {
      do {
        let outcomes = try await storage.store(batch.map { $0.chunk })
        for (item, outcome) in zip(batch, outcomes) {
          item.answer.resume(returning: .success(outcome))
        }
      } catch  where batch.count == 1 {
        batch[0].answer.resume(returning: .failure(error))
      } catch .full {
        // Each chunk alone may fit although the batch did not, and a repeated chunk needs no space.
        for item in batch { await write(item) }
      } catch {
        // A database that cannot be used is as slow to refuse each chunk as to refuse all of them.
        for item in batch { item.answer.resume(returning: .failure(error)) }
      }
    }
  }

  private func write(_ item: Item) async {
    do {
      item.answer.resume(returning: .success(try await storage.store([item.chunk])[0]))
    } catch {
      item.answer.resume(returning: .failure(error))
    }
  }

  /// Returns the chunks that are written next; nil if none wait, and then the next chunk starts a new task.
  private func takeBatch() -> [Item]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      var (bytes, notes) = (0, 0)
      let count = state.waiting.prefix { item in
        bytes += item.chunk.bytes.count
        notes += item.chunk.summary.gaps.count + item.chunk.summary.marks.count
        return bytes <= Self.batchBytesMax && notes <= Self.batchNotesMax
      }.count
      let batch = Array(state.waiting.prefix(max(count, 1)))
      state.waiting.removeFirst(batch.count)
      return batch
    }
  }
}
