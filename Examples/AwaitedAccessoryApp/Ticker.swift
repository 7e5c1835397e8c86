import Foundation

/// Counts seconds on its own thread for as long as the system lets this process run.
///
/// Sendable: a lock guards the state that both threads use.
final class Ticker: @unchecked Sendable {
  private let lock = NSLock()
  private var isRunning = false
  private var second = 0

  /// Prints a number each second, until `stop`. The count continues where it stopped.
  func start() {
    let wasRunning = lock.withLock {
      defer { isRunning = true }
      return isRunning
    }
    guard !wasRunning else { return }
    DispatchQueue.global().async { [self] in
      while let second = next() {
        print("Background process...[\(second)]")
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  func stop() { lock.withLock { isRunning = false } }

  private func next() -> Int? {
    lock.withLock {
      guard isRunning else { return nil }
      defer { second += 1 }
      return second
    }
  }
}
