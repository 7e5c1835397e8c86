import Foundation
import OpenCombine

/// Receives the values of several publishers and sends the latest ones of all whenever one arrives.
///
/// Sendable: its state is used only while the lock is held.
final class CombineLatestSubscription<Downstream: Subscriber>: Subscription, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var downstream: Downstream?
  private let combine: ([Any]) -> Downstream.Input
  private var demand = Subscribers.Demand.none
  private var values: [Any?]
  private var children: [Int: any Subscription] = [:]
  private var unfinished: Int

  /// - Parameter combine: makes a value of the latest values, which are in the order of the
  ///   publishers.
  init(_ downstream: Downstream, count: Int, combine: @escaping ([Any]) -> Downstream.Input) {
    self.downstream = downstream
    self.combine = combine
    values = Array(repeating: nil, count: count)
    unfinished = count
  }

  /// Subscribes to one of the publishers.
  func subscribe<P: Publisher>(to publisher: P, as child: Int)
  where P.Failure == Downstream.Failure {
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
      return demand
    }
    guard let request else { return subscription.cancel() }
    if request > .none { subscription.request(request) }
  }

  private func received(_ value: Any, from child: Int) -> Subscribers.Demand {
    lock.lock()
    values[child] = .some(value)
    let latest = values.compactMap(\.self)
    guard let subscriber = downstream, latest.count == values.count, demand > .none else {
      lock.unlock()
      return .none
    }
    demand -= 1
    lock.unlock()
    let more = subscriber.receive(combine(latest))
    if more > .none { request(more) }
    return .none
  }

  private func ended(_ completion: Subscribers.Completion<Downstream.Failure>, _ child: Int) {
    let ended = lock.withLock { () -> Downstream? in
      children[child] = nil
      unfinished -= 1
      if case .finished = completion, unfinished > 0 { return nil }
      return exchange(&downstream, with: nil)
    }
    guard let ended else { return }
    cancelChildren()
    ended.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    let current = lock.withLock { () -> [any Subscription] in
      self.demand += demand
      return children.keys.sorted().compactMap { children[$0] }
    }
    for child in current { child.request(demand) }
  }

  func cancel() {
    lock.withLock { downstream = nil }
    cancelChildren()
  }

  private func cancelChildren() {
    let ended = lock.withLock { exchange(&children, with: [:]) }
    for child in ended.keys.sorted() { ended[child]?.cancel() }
  }
}
