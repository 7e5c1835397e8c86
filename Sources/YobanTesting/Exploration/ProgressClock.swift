import Synchronization

/// Is due every 10 s of real time.
final class ProgressClock: Sendable {
  private static let interval = Duration.seconds(10)
  private let next = Mutex(ProgressClock.interval)

  func isDue(_ time: Duration) -> Bool {
    next.withLock { next in
      guard time >= next else { return false }
      next = time + Self.interval
      return true
    }
  }
}
