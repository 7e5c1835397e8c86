import Foundation

/// Observes notifications until it is deallocated. They must be posted on the main thread.
final class NotificationObservers {
  private var tokens: [any NSObjectProtocol] = []

  @MainActor
  func observe(_ name: Notification.Name, _ body: @escaping @MainActor () -> Void) {
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      _ in
      MainActor.assumeIsolated { body() }
    }
    tokens.append(token)
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
