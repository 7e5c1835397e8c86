import Foundation
import OpenCombine
import YobanFoundation

extension NSObject {
  /// Sends the values of an observed property, and never finishes.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value>: Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    public let object: Subject
    public let keyPath: KeyPath<Subject, Value>
    public let options: NSKeyValueObservingOptions

    public init(
      object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions
    ) {
      self.object = object
      self.keyPath = keyPath
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      let subscription = KeyValueSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.observe(self)
    }
  }
}

extension NSObject.KeyValueObservingPublisher: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.object === b.object && a.keyPath == b.keyPath && a.options == b.options
  }
}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Returns a publisher of the property's values; see `observe(_:options:changeHandler:)`.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}

/// Keeps the latest value until the subscriber demands it.
///
/// Sendable: its state is used only while the lock is held.
private final class KeyValueSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable
where Downstream.Failure == Never {
  private let lock = NSLock()
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var latest: Downstream.Input?
  private var observation: NSKeyValueObservation?

  init(_ downstream: Downstream) { self.downstream = downstream }

  func observe<Subject>(
    _ publisher: NSObject.KeyValueObservingPublisher<Subject, Downstream.Input>
  ) {
    let keyPath = publisher.keyPath
    let observation = publisher.object.observe(keyPath, options: publisher.options) {
      [weak self] object, _ in
      self?.received(object[keyPath: keyPath])
    }
    lock.withLock { if downstream != nil { self.observation = observation } }
  }

  private func received(_ value: Downstream.Input) {
    lock.withLock { latest = value }
    send()
  }

  private func send() {
    lock.lock()
    guard let downstream, let value = latest, demand > .none else { return lock.unlock() }
    demand -= 1
    latest = nil
    lock.unlock()
    let more = downstream.receive(value)
    lock.withLock { demand += more }
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
    send()
  }

  func cancel() {
    let ended = lock.withLock {
      downstream = nil
      latest = nil
      return exchange(&observation, with: nil)
    }
    ended?.invalidate()
  }
}
