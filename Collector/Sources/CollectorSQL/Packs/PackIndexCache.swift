import Synchronization

/// The indexes of packs that were read last, by the SHA-256 of the index. An index never changes.
final class PackIndexCache: Sendable {
  /// About 24 MB.
  private static let entriesMax = 120_000

  private struct State {
    var entries: [[UInt8]: [PackEntry]] = [:]
    /// The keys, the one that was used last at the end.
    var order: [[UInt8]] = []
    var count = 0
  }

  private let state = Mutex(State())

  func entries(_ key: [UInt8], _ sequences: ClosedRange<UInt64>) -> [PackEntry]? {
    state.withLock { state in
      guard let found = state.entries[key], found.first?.sequence == sequences.lowerBound,
        found.last?.sequence == sequences.upperBound
      else { return nil }
      if let index = state.order.lastIndex(of: key) {
        state.order.append(state.order.remove(at: index))
      }
      return found
    }
  }

  func add(_ entries: [PackEntry], _ key: [UInt8]) {
    state.withLock { state in
      guard state.entries.updateValue(entries, forKey: key) == nil else { return }
      state.order.append(key)
      state.count += entries.count
      while state.count > Self.entriesMax, state.order.count > 1 {
        state.count -= state.entries.removeValue(forKey: state.order.removeFirst())?.count ?? 0
      }
    }
  }
}
