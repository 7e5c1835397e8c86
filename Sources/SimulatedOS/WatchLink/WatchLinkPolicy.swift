import VirtualTime

/// The constants of the link between a watch and its phone. Each has its rule and grade in
/// `WatchLinkFacts`. The watch's profile holds them for both.
public struct WatchLinkPolicy: Sendable, Hashable {
  /// What becomes of a file whose receiver does not run (WC5).
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// As Apple documents it: it is delivered at the next launch.
    case documented
    /// As it was measured: it is lost, and nobody is told.
    case observed
  }

  public var mode: Mode

  // MARK: Rates, range

  /// Bytes per second over Bluetooth, each way; never more than the radio's ceiling (WC7).
  public var bluetoothBytesPerSecond: Int
  /// Bytes per second over Wi-Fi, each way (WC7).
  public var wifiBytesPerSecond: Int
  /// Ceiling of the Bluetooth radio of watches to Series 3, bytes per second (WC7).
  public var olderRadioCeiling: Int
  /// The same from Series 4 on (WC7).
  public var radioCeiling: Int
  /// How far apart the two may be for Bluetooth, metres (WC7).
  public var bluetoothRange: Double
  /// When a transfer that cannot be completed fails with 7017 (WC8).
  public var transferTimeout: Duration

  // MARK: Messages

  /// How long a message or its answer takes, beside its bytes (WC2).
  public var messageLatency: Duration
  /// When a message without an answer fails with 7012 (WC2).
  public var messageReplyTimeout: Duration
  /// Run time of the phone app for a message (WC2).
  public var messageWake: Duration
  /// Run time of the phone app for what was transferred (WC5).
  public var transferWake: Duration
  /// Whether the phone app is launched after the user swiped it away, too (WC2).
  public var launchesForceQuitApps: Bool

  // MARK: Queues, sizes

  /// How many transfers for a complication on the face a day has (WC3).
  public var complicationTransfers: Int
  /// Whether a file transfer has its progress (WC3).
  public var hasProgress: Bool
  /// Bytes of a property list in a message, at most (WC6).
  public var messageLimit: Int
  /// Bytes of a user info, at most (WC6).
  public var userInfoLimit: Int
  /// Bytes of an application context, at most (WC6).
  public var contextLimit: Int

  private let hasOlderRadio: Bool

  /// The policy of a watchOS version on a watch.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) {
    typealias Facts = WatchLinkFacts
    mode = .observed
    bluetoothBytesPerSecond = Facts.bluetoothBytesPerSecond(version)
    wifiBytesPerSecond = Facts.wifiBytesPerSecond(version)
    olderRadioCeiling = Facts.olderRadioCeiling(version)
    radioCeiling = Facts.radioCeiling(version)
    bluetoothRange = Facts.bluetoothRange(version)
    transferTimeout = Facts.transferTimeout(version)
    messageLatency = Facts.messageLatency(version)
    messageReplyTimeout = Facts.messageReplyTimeout(version)
    messageWake = Facts.messageWake(version)
    transferWake = Facts.transferWake(version)
    launchesForceQuitApps = Facts.launchesForceQuitApps(version)
    complicationTransfers = Facts.complicationTransfers(version)
    hasProgress = Facts.hasProgress(version)
    messageLimit = Facts.messageLimit(version)
    userInfoLimit = Facts.userInfoLimit(version)
    contextLimit = Facts.contextLimit(version)
    switch watch {
    case .series3: hasOlderRadio = true
    case .series4, .series6, .series9, .ultra: hasOlderRadio = false
    }
  }

  /// Bytes per second over a radio, at least 1.
  func rate(over radio: LinkRadio) -> Int {
    switch radio {
    case .bluetooth:
      max(1, min(bluetoothBytesPerSecond, hasOlderRadio ? olderRadioCeiling : radioCeiling))
    case .wifi: max(1, wifiBytesPerSecond)
    }
  }

  /// How long so many bytes take over a radio.
  func duration(of bytes: Int64, over radio: LinkRadio) -> Duration {
    let rate = Double(rate(over: radio))
    return .nanoseconds(Int64((Double(max(0, bytes)) / rate * 1e9).rounded(.up)))
  }
}

/// What carries the bytes between a watch and its phone (WC7).
enum LinkRadio: String, Sendable, Hashable {
  case bluetooth = "Bluetooth"
  case wifi = "Wi-Fi"

  /// What it costs.
  var forBattery: BatteryRadio {
    switch self {
    case .bluetooth: .bluetooth
    case .wifi: .wifi
    }
  }

  /// Which one carries; nil if the two are out of each other's reach.
  ///
  /// - Parameters:
  ///   - distance: between the two, metres.
  ///   - hasBluetooth: whether it is on at both.
  ///   - hasWiFi: whether both have a Wi-Fi path.
  static func choose(
    distance: Double, hasBluetooth: Bool, hasWiFi: Bool, _ policy: WatchLinkPolicy
  ) -> LinkRadio? {
    if hasBluetooth, distance <= policy.bluetoothRange { return .bluetooth }
    return hasWiFi ? .wifi : nil
  }
}
