import Foundation
import OpenCombine

/// Receives the values of several publishers and sends them on in the order of arrival.
///
/// Unless the demand is unlimited, it requests one value at a time of each publisher, and keeps a
/// value until the subscriber demands it.
///
/// Sendable: its state is used only while the lock is held.
final class MergeSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var downstream: Downstream?
  private var demand = Subscribers.Demand.none
  private var children: [Int: any Subscription] = [:]
  private var waiting: [(child: Int, value: Downstream.Input)] = []
  private var unfinished: Int
  private var isDelivering = false

  init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    unfinished = count
  }

  /// Subscribes to one of the publishers.
  func subscribe<P: Publisher>(to publisher: P, as child: Int)
  where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
    publisher.subscribe(
      AnySubscriber<P.Output, P.Failure>(
        receiveSubscription: { self.began($0, child) },
        receiveValue: { self.received($0, from: child) },
        receiveCompletion: { self.ended($0, child) }))
  }

  private func began(_ subscription: any Subscription, _ child: Int) {
    let request = lock.withLock { () -> Subscribers.Demand? in
      guard downstream != nil else { return nil }
      children[child] = subscription
      return demand == .unlimited ? .unlimited : .max(1)
    }
    if let request { subscription.request(request) } else { subscription.cancel() }
  }

  private func received(_ value: Downstream.Input, from child: Int) -> Subscribers.Demand {
    lock.withLock { waiting.append((child, value)) }
    deliver()
    return .none
  }

  private func ended(_ completion: Subscribers.Completion<Downstream.Failure>, _ child: Int) {
    let failed = lock.withLock { () -> Downstream? in
      children[child] = nil
      unfinished -= 1
      guard case .failure = completion else { return nil }
      return exchange(&downstream, with: nil)
    }
    guard let failed else { return deliver() }
    cancelChildren()
    failed.receive(completion: completion)
  }

  /// Sends the waiting values that are demanded, and the completion after the last value.
  private func deliver() {
    lock.lock()
    guard !isDelivering else { return lock.unlock() }
    isDelivering = true
    while let subscriber = downstream {
      if demand > .none, !waiting.isEmpty {
        let (child, value) = waiting.removeFirst()
        let isUnlimited = demand == .unlimited
        demand -= 1
        let subscription = children[child]
        lock.unlock()
        let more = subscriber.receive(value)
        lock.lock()
        demand += more
        lock.unlock()
        if !isUnlimited { subscription?.request(.max(1)) }
        lock.lock()
      } else if waiting.isEmpty, unfinished == 0 {
        downstream = nil
        lock.unlock()
        subscriber.receive(completion: .finished)
        lock.lock()
      } else {
        break
      }
    }
    isDelivering = false
    lock.unlock()
  }

  func request(_ demand: Subscribers.Demand) {
    let unlimited = lock.withLock { () -> [any Subscription] in
      let wasUnlimited = self.demand == .unlimited
      self.demand += demand
      guard demand == .unlimited, !wasUnlimited else { return [] }
      return children.keys.sorted().compactMap { children[$0] }
    }
    deliver()
    for child in unlimited { child.request(.unlimited) }
  }

  func cancel() {
    lock.withLock { downstream = nil }
    cancelChildren()
  }

  private func cancelChildren() {
    let ended = lock.withLock {
      waiting = []
      return exchange(&children, with: [:])
    }
    for child in ended.keys.sorted() { ended[child]?.cancel() }
  }
}

/// Stores a new value and returns the old one.
func exchange<Value>(_ stored: inout Value, with new: Value) -> Value {
  let old = stored
  stored = new
  return old
}
