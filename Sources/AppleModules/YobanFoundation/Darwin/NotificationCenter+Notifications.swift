import Foundation

extension NotificationCenter {
  /// Returns the notifications that are posted from now on, as an asynchronous sequence.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: the object that posts them; nil for all.
  @preconcurrency public func notifications(
    named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
  ) -> Notifications {
    Notifications(self, name, object)
  }

  /// The notifications of a name, as an asynchronous sequence that never ends.
  ///
  /// Sendable: its values never change, and a notification center can be used on every thread.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    public typealias Element = Notification
    public typealias Failure = Never

    /// A notification on its way from the thread that posts it.
    ///
    /// Sendable: the thread that posts a notification does not use it any more.
    private struct Delivery: @unchecked Sendable { let notification: Notification }

    /// Removes the observer of an iterator when the iterator is released.
    private final class Observation {
      private let center: NotificationCenter
      private let token: any NSObjectProtocol

      init(_ center: NotificationCenter, _ token: any NSObjectProtocol) {
        self.center = center
        self.token = token
      }

      deinit { center.removeObserver(token) }
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Notification
      public typealias Failure = Never

      private var base: AsyncStream<Delivery>.Iterator
      private let observation: Observation

      fileprivate init(_ notifications: Notifications) {
        let (stream, continuation) = AsyncStream.makeStream(of: Delivery.self)
        base = stream.makeAsyncIterator()
        let token = notifications.center.addObserver(
          forName: notifications.name, object: notifications.object, queue: nil
        ) { continuation.yield(Delivery(notification: $0)) }
        observation = Observation(notifications.center, token)
      }

      public mutating func next() async -> Notification? {
        await base.next(isolation: #isolation)?.notification
      }

      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await base.next(isolation: actor)?.notification
      }
    }

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: (any AnyObject & Sendable)?

    fileprivate init(
      _ center: NotificationCenter, _ name: Notification.Name, _ object: (any AnyObject & Sendable)?
    ) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }
  }
}
