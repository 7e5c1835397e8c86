import YobanFoundation
internal import YobanSimulatedApple

/// Observes the network of the device (NW2).
///
/// Set the handler before `start(queue:)`; it is first called right after the start. A suspended app
/// receives the newest path when it runs again. A canceled monitor cannot be started again.
public final class NWPathMonitor: @unchecked SimulationConfined {
  private let process = AppProcess.callingOnPhone("NWPathMonitor was created")
  private let allows: @Sendable (NWInterface.InterfaceType) -> Bool
  /// Nil before the start.
  private var monitor: PathMonitor?
  private var iterations: [PathStream] = []
  private var isCanceled = false
  private var hasReceived = false

  /// The path that was received last; unsatisfied before the start.
  public private(set) var currentPath = NWPath.unknown
  /// The handler of paths, called on the queue of the monitor.
  @preconcurrency public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
  /// The queue of the monitor; nil before the start.
  public private(set) var queue: DispatchQueue?

  /// Observes all interfaces.
  public init() { allows = { _ in true } }

  /// Observes interfaces of one type. The path is unsatisfied while the device uses another one.
  public init(requiredInterfaceType: NWInterface.InterfaceType) {
    allows = { $0 == requiredInterfaceType }
  }

  /// Observes interfaces of all other types.
  public init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
    allows = { !prohibitedInterfaceTypes.contains($0) }
  }

  deinit { cancel() }

  /// Starts the monitor. Has no effect if it was started or canceled before.
  public func start(queue: DispatchQueue) {
    guard self.queue == nil, !isCanceled else { return }
    self.queue = queue
    monitor = PathMonitor(process) { [weak self] in self?.received($0) }
    monitor?.start()
  }

  /// Stops the monitor for good. Its handler is not called anymore, and iterations end.
  public func cancel() {
    guard !isCanceled else { return }
    isCanceled = true
    monitor?.cancel()
    for iteration in iterations { iteration.finish() }
    iterations = []
  }

  private func received(_ state: NetworkState) {
    let path = NWPath(state, allows: allows)
    queue?.async { [self] in
      // The change may concern interfaces that the monitor does not observe.
      guard !isCanceled, path != currentPath || !hasReceived else { return }
      hasReceived = true
      currentPath = path
      pathUpdateHandler?(path)
      for iteration in iterations { iteration.give(path) }
    }
  }
}

extension NWPathMonitor: AsyncSequence {
  public typealias Element = NWPath
  public typealias Failure = Never

  /// The paths of one iteration.
  public struct Iterator: AsyncIteratorProtocol {
    private let stream: PathStream
    private var base: AsyncStream<NWPath>.Iterator

    init(_ stream: PathStream) {
      self.stream = stream
      base = stream.values.makeAsyncIterator()
    }

    /// Returns the next path; nil after the monitor was canceled.
    public mutating func next() async -> NWPath? { await base.next() }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> NWPath? {
      await base.next(isolation: actor)
    }
  }

  /// Starts the monitor if needed. The first path is the current one.
  public func makeAsyncIterator() -> Iterator {
    let stream = PathStream()
    if isCanceled {
      stream.finish()
    } else {
      if hasReceived { stream.give(currentPath) }
      iterations.append(stream)
      if queue == nil { start(queue: DispatchQueue(label: "com.apple.network.path-monitor")) }
    }
    return Iterator(stream)
  }
}

/// The paths of an iteration that its task has not received.
final class PathStream {
  let values: AsyncStream<NWPath>
  private let continuation: AsyncStream<NWPath>.Continuation

  init() { (values, continuation) = AsyncStream.makeStream() }

  func give(_ path: NWPath) { continuation.yield(path) }
  func finish() { continuation.finish() }
}
