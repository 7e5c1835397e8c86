import VirtualTime

/// What connects a device to servers, and how well.
public final class NetworkService {
  /// A path to the internet.
  public enum Path: String, Sendable, Hashable { case wifi, cellular, offline }

  private unowned let device: Device
  /// Time for a request to reach the server and its answer to come back, beside the bytes' own. Begins
  /// as the profile has it; a scenario may change it at any time, as the next two.
  public var latency: Duration
  /// Upload rate in bytes per second.
  public var uplinkBytesPerSecond: Int64
  /// Download rate in bytes per second.
  public var downlinkBytesPerSecond: Int64

  /// The path in use. A change is told to the transfers under way at once.
  public var path = Path.wifi {
    didSet {
      guard path != oldValue else { return }
      device.post(.network(path.rawValue))
      device.conditionsChanged()
    }
  }

  init(_ device: Device) {
    self.device = device
    latency = device.profile.network.latency
    uplinkBytesPerSecond = device.profile.network.uplinkBytesPerSecond
    downlinkBytesPerSecond = device.profile.network.downlinkBytesPerSecond
  }

  /// How long an exchange of so many bytes takes on this path.
  func duration(uploading sent: Int64, downloading received: Int64) -> Duration {
    latency
      + .nanoseconds(
        sent * 1_000_000_000 / max(1, uplinkBytesPerSecond)
          + received * 1_000_000_000 / max(1, downlinkBytesPerSecond))
  }
}
