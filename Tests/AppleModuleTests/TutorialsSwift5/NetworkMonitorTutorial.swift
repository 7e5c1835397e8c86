import Foundation
import Network

/// An observer of the network as in Swift 5 tutorials.
public final class NetworkMonitor {
  public enum ConnectionType {
    case wifi, cellular, ethernet, unknown
  }

  private let queue = DispatchQueue(label: "NetworkMonitor")
  private let monitor: NWPathMonitor

  public private(set) var isConnected = false
  public private(set) var connectionType = ConnectionType.unknown
  /// Called on the main queue.
  public var changed: ((NetworkMonitor) -> Void)?

  public init() { monitor = NWPathMonitor() }

  public func startMonitoring() {
    monitor.pathUpdateHandler = { [weak self] path in
      self?.isConnected = path.status != .unsatisfied
      self?.connectionType = NetworkMonitor.type(of: path)
      DispatchQueue.main.async {
        guard let self = self else { return }
        self.changed?(self)
      }
    }
    monitor.start(queue: queue)
  }

  public func stopMonitoring() { monitor.cancel() }

  /// The words for a path.
  public var text: String {
    let path = monitor.currentPath
    switch path.status {
    case .satisfied: return path.isExpensive ? "online, expensive" : "online"
    case .unsatisfied: return "offline"
    case .requiresConnection: return "waiting"
    @unknown default: return "unknown"
    }
  }

  private static func type(of path: NWPath) -> ConnectionType {
    if path.usesInterfaceType(.wifi) {
      return .wifi
    } else if path.usesInterfaceType(.cellular) {
      return .cellular
    } else if path.usesInterfaceType(.wiredEthernet) {
      return .ethernet
    } else {
      return .unknown
    }
  }
}
