import YobanFoundation
internal import YobanSimulatedApple

/// A description of the network that an app can use.
public struct NWPath: Equatable, Sendable, CustomDebugStringConvertible {
  @nonexhaustive public enum Status: Sendable {
    case satisfied
    case unsatisfied
    /// A connection would activate the path. A simulated device has no such paths.
    case requiresConnection
  }

  @nonexhaustive public enum UnsatisfiedReason: Sendable {
    case notAvailable
    /// The user has denied cellular data to the app; never the case on a simulated device.
    case cellularDenied
    /// The user has denied Wi-Fi to the app; never the case on a simulated device.
    case wifiDenied
    /// The user has denied the local network to the app; never the case on a simulated device.
    case localNetworkDenied
    /// A required VPN is not active; never the case on a simulated device.
    case vpnInactive
  }

  public let status: Status
  /// The reason for which the status is not `satisfied`; `notAvailable` otherwise, too.
  public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }
  /// The interface that the path uses; empty if there is none.
  public let availableInterfaces: [NWInterface]
  /// Whether the path is cellular.
  public let isExpensive: Bool
  /// Whether the path is in Low Data Mode.
  public let isConstrained: Bool
  public var supportsIPv4: Bool { status == .satisfied }
  /// Whether the path routes IPv6; false, because the simulated networks have IPv4 only.
  public var supportsIPv6: Bool { false }
  public var supportsDNS: Bool { status == .satisfied }

  /// Returns whether connections use an interface of this type.
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
    availableInterfaces.contains { $0.type == type }
  }

  public var debugDescription: String {
    guard status == .satisfied else { return "unsatisfied (No network route)" }
    var properties = ["satisfied (Path is satisfied)"]
    properties += availableInterfaces.map { "interface: \($0.name)" }
    if supportsIPv4 { properties.append("ipv4") }
    if supportsDNS { properties.append("dns") }
    if isExpensive { properties.append("expensive") }
    if isConstrained { properties.append("constrained") }
    return properties.joined(separator: ", ")
  }
}

extension NWPath {
  /// The path before the monitor is started (NW2).
  static let unknown = NWPath(
    status: .unsatisfied, availableInterfaces: [], isExpensive: false, isConstrained: false)

  /// The path of a device with this network.
  ///
  /// - Parameter allows: whether the monitor observes interfaces of a type.
  init(_ state: NetworkState, allows: (NWInterface.InterfaceType) -> Bool) {
    let interface: NWInterface? =
      switch state.path {
      case .wifi: .wifi
      case .cellular: .cellular
      case .offline: nil
      }
    guard let interface, allows(interface.type) else {
      self = .unknown
      return
    }
    self.init(
      status: .satisfied, availableInterfaces: [interface],
      isExpensive: interface.type == .cellular, isConstrained: state.isInLowDataMode)
  }
}
