/// The quality of a device's connection to servers. `NetworkFacts` has the rule and grade of each
/// constant.
public struct NetworkPolicy: Sendable, Hashable {
  /// The time for a request to reach the server and its response to return, without the
  /// transmission time of their bytes (NW1).
  public var latency: Duration
  /// Upload rate in bytes per second (NW1).
  public var uplinkBytesPerSecond: Int64
  /// Download rate in bytes per second (NW1).
  public var downlinkBytesPerSecond: Int64

  public init() {
    let version = SystemVersion(0)  // the same in every version
    latency = NetworkFacts.latency(version)
    uplinkBytesPerSecond = NetworkFacts.uplinkBytesPerSecond(version)
    downlinkBytesPerSecond = NetworkFacts.downlinkBytesPerSecond(version)
  }
}
