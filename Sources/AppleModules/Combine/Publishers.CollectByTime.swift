import Foundation
import OpenCombine

extension Publishers {
  /// The way in which `collect(_:options:)` groups values.
  @nonexhaustive public enum TimeGroupingStrategy<Context: Scheduler> {
    /// Sends the values of each interval.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// Sends the values of each interval, and whenever the count is reached.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)

    fileprivate var scheduler: Context {
      switch self {
      case .byTime(let scheduler, _), .byTimeOrCount(let scheduler, _, _): scheduler
      }
    }

    fileprivate var interval: Context.SchedulerTimeType.Stride {
      switch self {
      case .byTime(_, let interval), .byTimeOrCount(_, let interval, _): interval
      }
    }

    fileprivate var count: Int? {
      switch self {
      case .byTime: nil
      case .byTimeOrCount(_, _, let count): count
      }
    }
  }

  /// Groups values by time, and sends each group as an array.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?

    public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByTimeSubscription(subscriber, self))
    }
  }
}

extension Publisher {
  /// Groups values by a strategy, and sends each group as an array.
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

/// Sendable: its state is used only while the lock is held.
private final class CollectByTimeSubscription<
  Upstream: Publisher, Context: Scheduler, Downstream: Subscriber
>: Subscriber, Subscription, @unchecked Sendable
where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  private let lock = NSRecursiveLock()
  private var downstream: Downstream?
  private let publisher: Publishers.CollectByTime<Upstream, Context>
  private var upstream: (any Subscription)?
  private var timer: (any Cancellable)?
  private var values: [Input] = []
  private var demand = Subscribers.Demand.none

  init(_ downstream: Downstream, _ publisher: Publishers.CollectByTime<Upstream, Context>) {
    self.downstream = downstream
    self.publisher = publisher
  }

  func receive(subscription: any Subscription) {
    let strategy = publisher.strategy
    let scheduler = strategy.scheduler
    lock.withLock {
      upstream = subscription
      timer = scheduler.schedule(
        after: scheduler.now.advanced(by: strategy.interval), interval: strategy.interval,
        tolerance: scheduler.minimumTolerance, options: publisher.options
      ) { [weak self] in self?.send() }
    }
    downstream?.receive(subscription: self)
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let isFull = lock.withLock {
      values.append(input)
      return publisher.strategy.count.map { values.count >= $0 } ?? false
    }
    if isFull { send() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion { send() }
    let ended = lock.withLock { () -> Downstream? in
      timer?.cancel()
      timer = nil
      return exchange(&downstream, with: nil)
    }
    ended?.receive(completion: completion)
  }

  /// Sends the collected values, if there are any and if they are demanded.
  private func send() {
    lock.lock()
    guard let downstream, demand > .none, !values.isEmpty else { return lock.unlock() }
    demand -= 1
    let group = exchange(&values, with: [])
    lock.unlock()
    let more = downstream.receive(group)
    lock.withLock { demand += more }
  }

  func request(_ demand: Subscribers.Demand) { lock.withLock { self.demand += demand } }

  func cancel() {
    let ended = lock.withLock {
      downstream = nil
      values = []
      timer?.cancel()
      timer = nil
      return exchange(&upstream, with: nil)
    }
    ended?.cancel()
  }
}
