import YobanPlatformProfiles
import YobanVirtualTime

/// The constants of the link between a watch and its phone. The watch's profile holds them for both
/// devices.
public struct WatchLinkPolicy: Policy, Sendable, Hashable {
  public typealias Mode = Behavior

  /// The treatment of a file whose receiver does not run (WC5). Documented: it is delivered at the next launch.
  /// Observed: it is lost, and no app is notified.
  public var mode = Behavior.documented

  // MARK: Rates and range

  /// Bytes per second over Bluetooth, in each direction; limited by the radio's ceiling (WC7).
  @Fact("bytes per second over Bluetooth", "WC7", .always(30_000, .assumed))
  public var bluetoothBytesPerSecond: Int
  /// Bytes per second over Wi-Fi, in each direction (WC7).
  @Fact("bytes per second over Wi-Fi", "WC7", .always(1_000_000, .assumed))
  public var wifiBytesPerSecond: Int
  /// The ceiling of the Bluetooth radio of watches up to Series 3, in bytes per second (WC7).
  @Fact(
    "ceiling of the Bluetooth radio to Series 3, bytes per second", "WC7",
    .always(125_000, .reported))
  public var olderRadioCeiling: Int
  /// The same from Series 4 on (WC7).
  @Fact(
    "ceiling of the Bluetooth radio from Series 4 on, bytes per second", "WC7",
    .always(250_000, .reported))
  public var radioCeiling: Int
  /// The maximum distance of the two devices for Bluetooth, in meters (WC7).
  @Fact("range of the Bluetooth link, m", "WC7", .always(10, .assumed))
  public var bluetoothRange: Double
  /// The time after which a transfer that cannot be completed fails with 7017 (WC8).
  @Fact(
    "until a transfer that cannot be completed fails", "WC8",
    .always(.seconds(7 * 24 * 3600), .assumed))
  public var transferTimeout: Duration

  // MARK: Messages

  /// The time that a message or its answer takes in addition to the transfer of its bytes (WC2).
  @Fact("a message takes, beside its bytes", "WC2", .always(.milliseconds(100), .assumed))
  public var messageLatency: Duration
  /// The time after which a message without an answer fails with 7012 (WC2).
  @Fact("until a message without an answer fails", "WC2", .always(.seconds(60), .assumed))
  public var messageReplyTimeout: Duration
  /// The background run time that the phone app gets for a message (WC2).
  @Fact("run time of the phone app for a message", "WC2", .always(.seconds(30), .assumed))
  public var messageWake: Duration
  /// The background run time that the phone app gets for a transfer (WC5).
  @Fact(
    "run time of the phone app for what was transferred", "WC5", .always(.seconds(10), .assumed))
  public var transferWake: Duration
  /// Whether the phone app is launched even after a force-quit by the user (WC2).
  @Fact("the phone app is launched after a force-quit, too", "WC2", .always(true, .assumed))
  public var launchesForceQuitApps: Bool

  // MARK: Queues and sizes

  /// The number of transfers a day for a complication on the face (WC3).
  @Fact("complication transfers a day", "WC3", .always(50, .documented))
  public var complicationTransfers: Int
  /// The number of pushes of the type complication that an app receives in a day (WC9).
  @Fact("complication pushes a day", "WC9", .always(50, .documented))
  public var complicationPushes: Int
  /// The maximum size of the payload of such a push, in bytes (WC9).
  @Fact("bytes of a complication push, at most", "WC9", .always(4_096, .documented))
  public var complicationPushLimit: Int
  /// The background run time of an app for such a push, unless it has handled it before (WC9).
  @Fact("run time for a complication push", "WC9", .always(.seconds(30), .assumed))
  public var complicationPushWake: Duration
  /// The time from the registration for such pushes to the token (WC9).
  @Fact("until the token for complication pushes comes", "WC9", .always(.seconds(1), .assumed))
  public var complicationTokenDelay: Duration
  /// Whether file transfers report their progress (WC3).
  @Fact(
    "a file transfer has its progress", "WC3", .always(false, .documented),
    .since(5, true, .documented))
  public var hasProgress: Bool
  /// The maximum size of a message's property list, in bytes (WC6).
  @Fact("bytes of a message, at most", "WC6", .always(65_536, .reported))
  public var messageLimit: Int
  /// The maximum size of a user info, in bytes (WC6).
  @Fact("bytes of a user info, at most", "WC6", .always(65_536, .reported))
  public var userInfoLimit: Int
  /// The maximum size of an application context, in bytes (WC6).
  @Fact("bytes of an application context, at most", "WC6", .always(262_144, .reported))
  public var contextLimit: Int

  private var hasOlderRadio = false

  /// Creates the policy of a watchOS version on a watch model.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) {
    self.init(for: version)
    switch watch {
    case .series3: hasOlderRadio = true
    case .series4, .series6, .series9, .series10, .ultra: hasOlderRadio = false
    }
  }

  package init() {}

  /// The policy of a watch; of another device, that of a recent watch.
  package init(of profile: DeviceProfile) {
    guard let watch = profile.watchModel else {
      self.init(watchOS: 10, .series9)
      return
    }
    self.init(watchOS: profile.version, watch)
  }

  /// Returns the bytes per second over a radio, at least 1.
  func rate(over radio: LinkRadio) -> Int {
    switch radio {
    case .bluetooth:
      max(1, min(bluetoothBytesPerSecond, hasOlderRadio ? olderRadioCeiling : radioCeiling))
    case .wifi: max(1, wifiBytesPerSecond)
    }
  }

  /// Returns the time that a number of bytes takes over a radio.
  package func duration(of bytes: Int64, over radio: LinkRadio) -> Duration {
    let rate = Double(rate(over: radio))
    return .nanoseconds(Int64((Double(max(0, bytes)) / rate * 1e9).rounded(.up)))
  }
}

extension DeviceProfile {
  /// The constants of the link between a watch and its phone, in the watch's profile; nil for other
  /// devices.
  public var watchLink: WatchLinkPolicy? {
    get { self[WatchLinkPolicy.self, only: .watchOS] }
    set { self[WatchLinkPolicy.self, only: .watchOS] = newValue }
  }
}

/// The radio that carries the bytes between a watch and its phone (WC7).
package enum LinkRadio: String, Sendable, Hashable {
  case bluetooth = "Bluetooth"
  case wifi = "Wi-Fi"

  /// Returns the radio that is used; nil if the two devices are out of each other's reach.
  ///
  /// - Parameters:
  ///   - distance: the distance between the two, in meters.
  ///   - hasBluetooth: whether Bluetooth is on at both.
  ///   - hasWiFi: whether both have a Wi-Fi path.
  package static func choose(
    distance: Double, hasBluetooth: Bool, hasWiFi: Bool, _ policy: WatchLinkPolicy
  ) -> LinkRadio? {
    if hasBluetooth, distance <= policy.bluetoothRange { return .bluetooth }
    return hasWiFi ? .wifi : nil
  }
}
