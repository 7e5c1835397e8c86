import YobanPlatformProfiles

/// The quality of a device's connection to servers. It is the same in every version.
public struct NetworkPolicy: Policy, Sendable, Hashable {
  /// The time for a request to reach the server and its response to return, without the
  /// transmission time of their bytes (NW1).
  @Fact("a request to the server and its answer back", "NW1", .always(.milliseconds(40), .assumed))
  public var latency: Duration
  /// Upload rate in bytes per second (NW1).
  @Fact("upload rate, bytes per second", "NW1", .always(2_000_000, .assumed))
  public var uplinkBytesPerSecond: Int64
  /// Download rate in bytes per second (NW1).
  @Fact("download rate, bytes per second", "NW1", .always(10_000_000, .assumed))
  public var downlinkBytesPerSecond: Int64

  public init() {}

  /// The network is where the device is; an update of the system does not change it.
  package static var isOfSystem: Bool { false }
}

extension DeviceProfile {
  /// The quality of the device's connection to servers.
  public var network: NetworkPolicy {
    get { self[NetworkPolicy.self] }
    set { self[NetworkPolicy.self] = newValue }
  }
}
