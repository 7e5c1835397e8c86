import YobanSimulatedDevices
import YobanVirtualTime

/// The connection of a device to servers: its path, latency and rates.
public final class NetworkService {
  /// A path to the internet.
  public enum Path: String, Sendable, Hashable { case wifi, cellular, offline }

  unowned let device: Device
  /// The time for a request to reach the server and its response to return, without the
  /// transmission time of their bytes. The profile sets the initial value of this and the next two
  /// properties. A scenario may change them at any time.
  public var latency: Duration
  /// Upload rate in bytes per second.
  public var uplinkBytesPerSecond: Int64
  /// Download rate in bytes per second.
  public var downlinkBytesPerSecond: Int64

  /// The path in use. Current transfers are notified of a change at once.
  public var path = Path.wifi {
    didSet {
      guard path != oldValue else { return }
      device.post(.network(path.rawValue))
      device.conditionsChanged()
    }
  }

  /// Whether the path is constrained by Low Data Mode. Current transfers are notified of a change.
  public var isInLowDataMode = false {
    didSet {
      guard isInLowDataMode != oldValue else { return }
      device.post(.network("Low Data Mode \(isInLowDataMode ? "on" : "off")"))
      device.conditionsChanged()
    }
  }

  /// The slowness that was added to the path; nil while there is none.
  var slowness: Slowness?
  /// The status with which every server answers requests of this device, without anything else that it
  /// would do; nil (the default) for servers that work.
  public var serverStatus: Int? {
    didSet {
      guard serverStatus != oldValue else { return }
      device.post(.network(serverStatus.map { "servers answer \($0)" } ?? "servers work again"))
    }
  }
  /// The faults of the next exchanges with servers, one for each, the first for the next exchange.
  public var exchangeFaults: [ExchangeFault] = []

  /// The requests that wait until the device is online, in the order in which they were made.
  private var waitingRequests: [() -> Void] = []
  /// The started path monitors, in the order of their start.
  private var monitors: [PathMonitor] = []
  package var state: NetworkState { NetworkState(path: path, isInLowDataMode: isInLowDataMode) }

  package init(_ device: Device) {
    self.device = device
    let policy = device.policy(NetworkPolicy.self)
    latency = policy.latency
    uplinkBytesPerSecond = policy.uplinkBytesPerSecond
    downlinkBytesPerSecond = policy.downlinkBytesPerSecond
  }

  func add(_ monitor: PathMonitor) {
    if !monitors.contains(where: { $0 === monitor }) { monitors.append(monitor) }
  }

  func remove(_ monitor: PathMonitor) { monitors.removeAll { $0 === monitor } }

  /// Makes a request of the system to one of its servers.
  func request(taking duration: Duration, _ answered: @escaping () -> Void) {
    let simulation = device.world.simulation
    simulation.schedule(at: simulation.now + duration) { [weak self] in
      guard let self else { return }
      if device.isOnline { return answered() }
      waitingRequests.append { [weak self] in self?.request(taking: duration, answered) }
    }
  }

  /// Returns the time that an exchange of so many bytes takes on this path.
  func duration(uploading sent: Int64, downloading received: Int64) -> Duration {
    latency
      + .nanoseconds(
        sent * 1_000_000_000 / max(1, uplinkBytesPerSecond)
          + received * 1_000_000_000 / max(1, downlinkBytesPerSecond))
  }
}

extension NetworkService: SystemService {
  package func conditionsChanged() {
    for monitor in monitors { monitor.update() }
    repeatWaitingRequests()
  }

  package func deviceCameUp() { repeatWaitingRequests() }

  private func repeatWaitingRequests() {
    guard device.isOnline else { return }
    let requests = waitingRequests
    waitingRequests = []
    for request in requests { request() }
  }

  package func resumed(_ process: AppProcess) {
    for monitor in monitors where monitor.belongs(to: process) { monitor.update() }
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    monitors.removeAll { $0.belongs(to: process) }
  }
}

extension Device {
  public final var network: NetworkService { self[NetworkService.self] }

  /// Whether the device runs and a server can reach it, such as with a push.
  package final var isOnline: Bool { isUp && network.path != .offline }

  /// Makes a request of the system to one of its servers, such as for the token of an app's pushes. It costs the app
  /// nothing. If the device is offline when the answer is due, the request is made again when it is online.
  ///
  /// - Parameters:
  ///   - duration: the time from the request to its answer.
  ///   - answered: called when the answer is there, perhaps never. It must check whether the answer is still wanted.
  package final func requestFromSystemServer(
    taking duration: Duration, _ answered: @escaping () -> Void
  ) {
    network.request(taking: duration, answered)
  }
}
