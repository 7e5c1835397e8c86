/// A network interface of the device.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
  /// A kind of interface.
  @nonexhaustive public enum InterfaceType: Hashable, Sendable {
    /// A virtual interface, or one of an unknown kind. A simulated device has none.
    case other
    case wifi
    case cellular
    /// A simulated device has none.
    case wiredEthernet
    /// A path never uses it.
    case loopback
  }

  public let type: InterfaceType
  /// The name of the interface, such as `en0`.
  public let name: String
  /// The system's number of the interface.
  public let index: Int

  public var debugDescription: String { name }

  static let wifi = NWInterface(type: .wifi, name: "en0", index: 2)
  static let cellular = NWInterface(type: .cellular, name: "pdp_ip0", index: 3)
}
