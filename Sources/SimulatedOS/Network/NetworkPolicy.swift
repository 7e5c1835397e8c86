/// How well a device is connected to servers. Each constant has its rule and grade in `NetworkFacts`.
public struct NetworkPolicy: Sendable, Hashable {
  /// Time for a request to reach the server and its answer to come back, beside the bytes' own (NW1).
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
