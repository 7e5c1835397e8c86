import YobanPlatformProfiles

import YobanVirtualTime

/// The constants of Bluetooth Low Energy on an Android phone.
public struct AndroidBluetoothPolicy: Policy, Sendable, Hashable {
  /// The number of scans that an app may start within `scanStartWindow`. The next scan is dropped
  /// without a callback (AN11).
  @Fact("scans that an app may start in a window", "AN11", .always(5, .documented))
  public var scanStartLimit: Int
  /// See `scanStartLimit` (AN11).
  @Fact("window in which the starts of scans count", "AN11", .always(.seconds(30), .documented))
  public var scanStartWindow: Duration
  /// The run time after which a scan is downgraded: one without filters only receives what other scans find, one with
  /// filters listens as in the mode low power, if at all (AN11).
  @Fact(
    "a scan is downgraded after", "AN11", .always(.seconds(30 * 60), .documented),
    .since(34, .seconds(10 * 60), .documented))
  public var longScanLimit: Duration
  /// Whether a long scan with filters is downgraded, too (AN11).
  @Fact(
    "long scans with filters are downgraded to low power", "AN11", .always(false, .documented),
    .since(34, true, .documented))
  public var downgradesFilteredScans: Bool
  /// Whether a scan without filters pauses while the screen is off (AN12).
  @Fact(
    "unfiltered scans pause while the screen is off", "AN12", .always(false, .documented),
    .since(27, true, .documented))
  public var suspendsUnfilteredScans: Bool
  /// The same while location is off (AN12).
  @Fact(
    "unfiltered scans pause while location is off", "AN12", .always(false, .documented),
    .since(28, true, .documented))
  public var suspendsScansWithoutLocation: Bool
  /// The times at which the radio listens in the mode `SCAN_MODE_LOW_POWER` (AN13).
  @Fact(
    "scan in mode low power", "AN13", .always(ScanDuty(window: 500, interval: 5_000), .documented),
    .since(28, ScanDuty(window: 512, interval: 5_120), .documented),
    .since(33, ScanDuty(window: 140, interval: 1_400), .documented))
  public var lowPower: ScanDuty
  /// The same in `SCAN_MODE_BALANCED` (AN13).
  @Fact(
    "scan in mode balanced", "AN13",
    .always(ScanDuty(window: 2_000, interval: 5_000), .documented),
    .since(28, ScanDuty(window: 1_024, interval: 4_096), .documented),
    .since(33, ScanDuty(window: 183, interval: 730), .documented))
  public var balanced: ScanDuty
  /// The same in `SCAN_MODE_LOW_LATENCY` (AN13).
  @Fact(
    "scan in mode low latency", "AN13",
    .always(ScanDuty(window: 5_000, interval: 5_000), .documented),
    .since(28, ScanDuty(window: 4_096, interval: 4_096), .documented),
    .since(33, ScanDuty(window: 100, interval: 100), .documented))
  public var lowLatency: ScanDuty
  /// The same in `SCAN_MODE_LOW_POWER` while the screen is off (AN13).
  @Fact(
    "scan in mode low power, screen off", "AN13",
    .always(ScanDuty(window: 500, interval: 5_000), .documented),
    .since(28, ScanDuty(window: 512, interval: 5_120), .documented),
    .since(33, ScanDuty(window: 512, interval: 10_240), .documented))
  public var lowPowerScreenOff: ScanDuty
  /// The same in `SCAN_MODE_BALANCED` while the screen is off (AN13).
  @Fact(
    "scan in mode balanced, screen off", "AN13",
    .always(ScanDuty(window: 2_000, interval: 5_000), .documented),
    .since(28, ScanDuty(window: 1_024, interval: 4_096), .documented),
    .since(33, ScanDuty(window: 183, interval: 730), .documented))
  public var balancedScreenOff: ScanDuty
  /// The time without a signal from a peer after which its connection is lost (AN15).
  @Fact("a silent connection is lost after", "AN15", .always(.seconds(5), .documented))
  public var supervisionTimeout: Duration
  /// The time after which `connectGatt` without `autoConnect` fails with status 133 (AN15).
  @Fact("connectGatt without autoConnect gives up after", "AN15", .always(.seconds(30), .assumed))
  public var connectTimeout: Duration
  /// The time for which a Bluetooth event wakes a sleeping CPU (AN7).
  @Fact(
    "run time for an event of Bluetooth while the CPU sleeps", "AN7",
    .always(.milliseconds(200), .assumed))
  public var wake: Duration
  /// The time within which a scan notices that a device begins to advertise (AN13).
  @Fact(
    "a scan notices that a device begins to advertise within", "AN13",
    .always(.seconds(1), .assumed))
  public var advertiserNoticed: Duration
  /// The time without a signal from a companion device after which it counts as absent (AN14).
  @Fact(
    "a companion device is absent without a packet for", "AN14",
    .always(.seconds(60), .assumed))
  public var companionAbsence: Duration
  /// The interval at which the system listens for companion devices (AN14).
  @Fact("the system listens for companion devices once in", "AN14", .always(.seconds(10), .assumed))
  public var companionLook: Duration
  /// The time after which a CompanionDeviceService is bound again whose process has ended (AN24).
  @Fact(
    "a companion service whose process has ended is bound again after", "AN24",
    .always(.seconds(10), .documented))
  public var companionRebindDelay: Duration

  // MARK: Links. No rule of Android states these constants: they are those of an iPhone (assumed).

  /// The largest number of links at the same time (BT16).
  @Fact("links at a time", "BT16", .always(12, .assumed))
  public var connectionLimit: Int
  /// The time from the advertisement that a connect answers until the link exists (BT12).
  @Fact(
    "from the advertisement to the link", "BT12",
    .always(.milliseconds(90)...(.milliseconds(400)), .assumed))
  public var connectionSetup: ClosedRange<Duration>
  /// The connection interval before the peer requests another (BT17).
  @Fact("connection interval of a link", "BT17", .always(.milliseconds(30), .assumed))
  public var connectionInterval: Duration
  /// The ATT MTU in bytes (BT20).
  @Fact("ATT MTU of a link, bytes", "BT20", .always(185, .assumed))
  public var maximumTransmissionUnit: Int
  /// The time that a request may stay unanswered before the link is closed (BT20).
  @Fact("an unanswered request ends the link after", "BT20", .always(.seconds(30), .assumed))
  public var attributeTimeout: Duration
  /// The longest value of an attribute, in bytes (BT21).
  @Fact("longest value of an attribute, bytes", "BT21", .always(512, .assumed))
  public var longestValue: Int
  /// The number of packets without response that a link queues before its queue is full (BT22).
  @Fact("packets without response until a link says stop", "BT22", .always(12, .assumed))
  public var packetQueue: Int
  /// The number of packets that a link sends in one connection event (BT22).
  @Fact("packets sent in one connection event", "BT22", .always(4, .assumed))
  public var packetsPerEvent: Int
  /// The time that a user takes to answer a pairing request (BT15).
  @Fact("the user answers a pairing request after", "BT15", .always(.seconds(2), .assumed))
  public var answerDelay: Duration

  /// The policy of an API level.
  public init(api version: SystemVersion) { self.init(for: version) }

  package init() {}

  /// Returns the scan duty of a mode; nil for a mode that only receives what other scans find.
  package func duty(of mode: ScanMode, isScreenOn: Bool) -> ScanDuty? {
    switch mode {
    case .opportunistic: nil
    case .lowPower: isScreenOn ? lowPower : lowPowerScreenOff
    case .balanced: isScreenOn ? balanced : balancedScreenOff
    case .lowLatency: lowLatency
    }
  }
}

/// `ScanSettings.SCAN_MODE_…`.
public enum ScanMode: Int32, Sendable, Hashable, CaseIterable {
  case opportunistic = -1
  case lowPower = 0
  case balanced = 1
  case lowLatency = 2
}

/// The times at which the radio listens: for `window` at the beginning of each `interval`.
public struct ScanDuty: Sendable, Hashable, CustomStringConvertible {
  public var window: Duration
  public var interval: Duration

  /// Creates a duty. Both times are in milliseconds; the window is not longer than the interval.
  public init(window: Int, interval: Int) {
    precondition(window > 0 && window <= interval, "a scan window lies in its interval")
    self.window = .milliseconds(window)
    self.interval = .milliseconds(interval)
  }

  /// Whether the radio listens at a time.
  ///
  /// - Parameter start: the time at which the scan began.
  package func listens(at now: VirtualInstant, since start: VirtualInstant) -> Bool {
    guard now >= start else { return false }
    return (now - start).nanoseconds % interval.nanoseconds < window.nanoseconds
  }

  /// A description such as `512 of 5120 ms`.
  public var description: String {
    "\(window.nanoseconds / 1_000_000) of \(interval.nanoseconds / 1_000_000) ms"
  }
}
