import Synchronization

/// Writes chunks that wait at the same time to the storage in one durable step.
///
/// While one batch is being written, the next one is collected. So many uploads share the cost of
/// one write to disk, and a single upload does not wait for others.
///
/// Devices take turns: one with many or large chunks does not delay those of others for longer than a batch.
final class CommitQueue: Sendable {
  private typealias Answer = Result<StoreOutcome, StorageError>
  private typealias Item = (
    chunk: CheckedChunk, client: Client.Connection, answer: CheckedContinuation<Answer, Never>
  )

  private struct State {
    var waiting = TurnQueue<String, Item>()
    var isWriting = false
    /// The devices whose chunks are written apart from those of others, because the storage is busy with them, or
    /// because one of them takes long.
    var apart: Set<String> = []
  }

  /// The maximum size of a batch.
  static let batchMax = BatchSize(bytes: 32 << 20, notes: 20_000)
  /// The maximum size of the chunks of one device in a batch, if it has more than one.
  static let batchOfDeviceMax = BatchSize(bytes: 8 << 20, notes: 5_000)

  private let storage: any CollectorStorage
  private let state = Mutex(State())

  init(storage: any CollectorStorage) {
    self.storage = storage
  }

  /// The number of chunks that wait for the current write to finish.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Returns once the outcome is durable. Throws if nothing of the chunk was stored.
  func commit(_ chunk: CheckedChunk) async throws(StorageError) -> StoreOutcome {
    // Its bytes go to a store of objects beside those of others, and not one batch after the other.
    let chunk = try await storage.place(chunk)
    let answer: Answer = await withCheckedContinuation { continuation in
      let device = chunk.identity.device
      let isLong = chunk.noteCount > CheckedChunk.shortNotesMax
      let isFirst = state.withLock { state in
        state.waiting.append((chunk, Client.current, continuation), of: device)
        if isLong { return state.apart.insert(device).inserted }
        guard !state.apart.contains(device) else { return false }
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if isFirst { startWriting(isLong ? device : nil) }
    }
    return try answer.get()
  }

  /// Writes chunks until none wait.
  ///
  /// - Parameter device: the device whose chunks are written apart; nil for all others.
  private func startWriting(_ device: String?) {
    // Not a child task of the request: if a client disconnects, the other chunks must still be
    // written.
    Task(executorPreference: storage.storeExecutor) {
      await Client.$connection.withValue(nil) {
        while let batch = self.takeBatch(of: device) {
          await self.write(batch, isWaiting: device != nil)
        }
      }
    }
  }

  private func write(_ items: [Item], isWaiting: Bool) async {
    var batch = items
    if Task.isShuttingDownGracefully {
      // The server ends sooner without the chunks that their clients have to send again anyway.
      batch = items.filter { item in
        // Asked once, because the connection can end at any time, and an answer is given once.
        if item.client.isOpen { return true }
        item.answer.resume(returning: .failure(.unavailable("the server stops")))
        return false
      }
    }
    guard !batch.isEmpty else { return }
    do {
      let outcomes = try await storage.store(batch.map { $0.chunk }, isWaiting: isWaiting)
      var left: [String: [Item]] = [:]
      for (item, outcome) in zip(batch, outcomes) {
        if outcome == .deviceIsBusy {
          left[item.chunk.identity.device, default: []].append(item)
        } else {
          item.answer.resume(returning: .success(outcome))
        }
      }
      for (device, items) in left { setApart(device, items) }
    } catch  where batch.count == 1 {
      batch[0].answer.resume(returning: .failure(error))
    } catch .full {
      // Each chunk alone may fit although the batch did not, and a repeated chunk needs no space.
      for item in batch { await write([item], isWaiting: isWaiting) }
    } catch {
      // A database that cannot be used is as slow to refuse each chunk as to refuse all of them.
      for item in batch { item.answer.resume(returning: .failure(error)) }
    }
  }

  private func setApart(_ device: String, _ items: [Item]) {
    let isFirst = state.withLock { state in
      state.waiting.putBack(items, of: device)
      return state.apart.insert(device).inserted
    }
    if isFirst { startWriting(device) }
  }

  /// Returns the chunks that are written next; nil if none wait, and then the next chunk starts a new task.
  ///
  /// - Parameter device: nil for those of all devices that are not written apart.
  private func takeBatch(of device: String?) -> [Item]? {
    state.withLock { state in
      var batch: [Item] = []
      var total = BatchSize()
      var own: [String: BatchSize] = [:]
      func isNext(_ key: String, _ item: Item) -> Bool {
        guard device.map({ $0 == key }) ?? !state.apart.contains(key) else { return false }
        let size = BatchSize(item.chunk)
        let ownSize = own[key].map { $0 + size }
        return (batch.isEmpty || (total + size).fits(in: Self.batchMax))
          && ownSize?.fits(in: Self.batchOfDeviceMax) ?? true
      }
      while let (key, item) = state.waiting.next(where: isNext) {
        batch.append(item)
        let size = BatchSize(item.chunk)
        total = total + size
        own[key] = (own[key] ?? BatchSize()) + size
      }
      guard batch.isEmpty else { return batch }
      if let device { state.apart.remove(device) } else { state.isWriting = false }
      return nil
    }
  }
}

/// The size of chunks for a database: their bytes, and a row for each gap and mark.
struct BatchSize: Hashable, Sendable {
  var bytes = 0
  var notes = 0
}

extension BatchSize {
  init(_ chunk: CheckedChunk) {
    self.init(bytes: chunk.bytes.count, notes: chunk.noteCount)
  }

  static func + (left: Self, right: Self) -> Self {
    Self(bytes: left.bytes + right.bytes, notes: left.notes + right.notes)
  }

  func fits(in limit: Self) -> Bool { bytes <= limit.bytes && notes <= limit.notes }
}
