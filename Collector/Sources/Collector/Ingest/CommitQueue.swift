/// Writes chunks that wait at the same time to the storage in one durable step.
///
/// While one batch is being written, the next one is collected. So many uploads share the cost of
/// one write to disk, and a single upload does not wait for others.
actor CommitQueue {
  private typealias Answer = Result<StoreOutcome, StorageError>

  /// The maximum size of a batch, in bytes; only a single larger chunk exceeds it.
  static let batchBytesMax = 32 << 20

  private let storage: any CollectorStorage
  private var waiting: [(chunk: CheckedChunk, answer: CheckedContinuation<Answer, Never>)] = []
  private var isWriting = false

  init(storage: any CollectorStorage) {
    self.storage = storage
  }

  /// The number of chunks that wait for the current write to finish.
  var waitingCount: Int { waiting.count }

  /// Returns once the outcome is durable. Throws if nothing of the chunk was stored.
  func commit(_ chunk: CheckedChunk) async throws(StorageError) -> StoreOutcome {
    let answer: Answer = await withCheckedContinuation { continuation in
      waiting.append((chunk, continuation))
      if !isWriting {
        isWriting = true
        // Not a child task of the request: if a client disconnects, the other chunks must still be
        // written.
        Task { await self.writeAll() }
      }
    }
    return try answer.get()
  }

  private func writeAll() async {
    while !waiting.isEmpty {
      let batch = takeBatch()
      do {
        let outcomes = try await storage.store(batch.map(\.chunk))
        for (item, outcome) in zip(batch, outcomes) {
          item.answer.resume(returning: .success(outcome))
        }
      } catch  where batch.count == 1 {
        batch[0].answer.resume(returning: .failure(error))
      } catch .full {
        // Each chunk alone may fit although the batch did not, and a repeated chunk needs no space.
        for item in batch { await write(item.chunk, item.answer) }
      } catch {
        // A database that cannot be used is as slow to refuse each chunk as to refuse all of them.
        for item in batch { item.answer.resume(returning: .failure(error)) }
      }
    }
    isWriting = false
  }

  private func write(_ chunk: CheckedChunk, _ answer: CheckedContinuation<Answer, Never>) async {
    do {
      answer.resume(returning: .success(try await storage.store([chunk])[0]))
    } catch {
      answer.resume(returning: .failure(error))
    }
  }

  private func takeBatch() -> [(chunk: CheckedChunk, answer: CheckedContinuation<Answer, Never>)] {
    var bytes = 0
    let count = waiting.prefix { item in
      bytes += item.chunk.bytes.count
      return bytes <= Self.batchBytesMax
    }.count
    let batch = Array(waiting.prefix(max(count, 1)))
    waiting.removeFirst(batch.count)
    return batch
  }
}
