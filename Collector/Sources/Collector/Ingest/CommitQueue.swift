/// Puts chunks that wait at the same time into one durable step of the storage.
///
/// While one batch is being written the next one gathers, so that many uploads share the price of
/// reaching the disk, and a single upload waits for nobody.
actor CommitQueue {
  private typealias Answer = Result<StoreOutcome, StorageError>

  /// A batch takes no more bytes than this, except for a single larger chunk.
  static let batchBytesMax = 32 << 20

  private let storage: any CollectorStorage
  private var waiting: [(chunk: CheckedChunk, answer: CheckedContinuation<Answer, Never>)] = []
  private var isWriting = false

  init(storage: any CollectorStorage) {
    self.storage = storage
  }

  /// How many chunks wait for the batch that is being written.
  var waitingCount: Int { waiting.count }

  /// Returns once the outcome is durable. Throws when nothing of the chunk was stored.
  func commit(_ chunk: CheckedChunk) async throws(StorageError) -> StoreOutcome {
    let answer: Answer = await withCheckedContinuation { continuation in
      waiting.append((chunk, continuation))
      if !isWriting {
        isWriting = true
        // Not a child of the request: a client that goes away must not stop the others.
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
      } catch {
        // What does not fit together may fit alone, and a repeated chunk needs no room at all.
        for item in batch { await write(item.chunk, item.answer) }
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
