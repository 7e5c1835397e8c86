import YobanSimulatedDevices

/// The network of a device as an app sees it.
package struct NetworkState: Hashable, Sendable {
  package var path: NetworkService.Path
  package var isInLowDataMode: Bool

  package init(path: NetworkService.Path, isInLowDataMode: Bool) {
    self.path = path
    self.isInLowDataMode = isInLowDataMode
  }
}

/// When a path monitor tells its app about the network (NW2). It has no side effects.
package struct PathMonitorMachine: Hashable {
  /// The state that the app received last; nil before the start.
  package private(set) var delivered: NetworkState?
  package private(set) var isCanceled = false

  package init() {}

  /// The app starts the monitor. It receives the state in any case.
  ///
  /// - Returns: the state to deliver; nil if the monitor was started or canceled before.
  package mutating func start(_ state: NetworkState) -> NetworkState? {
    guard delivered == nil, !isCanceled else { return nil }
    delivered = state
    return state
  }

  /// The network changed, or the process was resumed. A suspended process receives nothing.
  ///
  /// - Returns: the state to deliver; nil if there is nothing new.
  package mutating func update(_ state: NetworkState, isRunning: Bool) -> NetworkState? {
    guard let delivered, !isCanceled, isRunning, delivered != state else { return nil }
    self.delivered = state
    return state
  }

  package mutating func cancel() { isCanceled = true }
}

/// A path monitor of a process.
///
/// Not Sendable: it belongs to its device.
package final class PathMonitor {
  private let process: AppProcess
  private let receiver: (NetworkState) -> Void
  private var machine = PathMonitorMachine()
  private var network: NetworkService { process.app.device.network }

  /// - Parameter receiver: called on the process's main queue.
  package init(_ process: AppProcess, _ receiver: @escaping (NetworkState) -> Void) {
    self.process = process
    self.receiver = receiver
  }

  package func start() {
    guard process.isAlive(for: "NWPathMonitor.start(queue:)") else { return }
    deliver(machine.start(network.state))
    if machine.delivered != nil, !machine.isCanceled { network.add(self) }
  }

  package func cancel() {
    machine.cancel()
    network.remove(self)
  }

  func belongs(to process: AppProcess) -> Bool { self.process === process }

  func update() { deliver(machine.update(network.state, isRunning: process.isRunning)) }

  private func deliver(_ state: NetworkState?) {
    guard state != nil else { return }
    // If the process is suspended before this runs, it gets the newest state.
    process.process.onMain { [self] in
      if let newest = machine.delivered, !machine.isCanceled { receiver(newest) }
    }
  }
}
