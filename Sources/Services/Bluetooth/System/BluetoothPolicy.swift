import YobanPlatformProfiles
import YobanSimulatedRadio

/// The constants of Core Bluetooth on one device.
public struct BluetoothPolicy: Policy, Sendable, Hashable {
  // MARK: Background

  /// The run time that an event gives an app with `bluetooth-central` or `bluetooth-peripheral`.
  /// Each event grants it again (BT9; that each event does is assumed).
  @Fact(
    "run time after each event of Bluetooth", "BT9", .always(.seconds(8)...(.seconds(9)), .measured)
  )
  public var wake: ClosedRange<Duration>
  /// Whether no event wakes or launches an app while its Background App Refresh is off (L18:
  /// Bluetooth is not on Apple's list).
  @Fact("Background App Refresh off stops wakes and launches", "L18", .always(false, .assumed))
  public var refreshOffStopsWakes: Bool
  /// The time until a scan or a pending connect in the background receives an advertisement, for
  /// the advertising intervals that Apple recommends (BT6).
  @Fact(
    "an advertisement is received in background after", "BT6",
    .always(.seconds(1)...(.seconds(30)), .assumed))
  public var backgroundScanLatency: ClosedRange<Duration>
  /// The factor by which `backgroundScanLatency` grows in Low Power Mode, above 0 (L19).
  @Fact("times as long in Low Power Mode", "L19", .always(1, .assumed))
  public var lowPowerScanFactor: Double
  /// The advertising intervals that Apple recommends after the first 30 s (BT18).
  @Fact(
    "advertising intervals that Apple recommends", "BT18",
    .always(
      [
        .microseconds(152_500), .microseconds(211_250), .microseconds(318_750),
        .microseconds(417_500), .microseconds(546_250), .milliseconds(760), .microseconds(852_500),
        .microseconds(1_022_500), .milliseconds(1_285),
      ], .documented))
  public var recommendedIntervals: [Duration]
  /// The advertising interval that Apple recommends for the first 30 s (BT18).
  @Fact(
    "advertising interval that Apple recommends for the first 30 s", "BT18",
    .always(.milliseconds(20), .documented))
  public var fastInterval: Duration
  /// The share of background attempts, in percent, that miss an accessory whose interval is not on
  /// Apple's list (BT18: such intervals make background discovery unreliable).
  @Fact("% of background attempts that miss other intervals", "BT18", .always(50, .assumed))
  public var offListMissesPercent: UInt64
  /// Whether background scans request scan responses, which may carry the local name (BT11: it may
  /// be absent).
  @Fact("background scans ask for scan responses", "BT11", .always(false, .assumed))
  public var backgroundScansActively: Bool
  /// The share of time during which a foreground scan listens, in percent (BT6: the scan reports
  /// the next advertisement).
  @Fact("% of the time in which a foreground scan listens", "BT6", .always(100, .assumed))
  public var foregroundScanDutyPercent: UInt64

  /// Whether an app with a Live Activity scans in background as in the foreground (BT30).
  @Fact(
    "an app with a Live Activity scans as in the foreground", "BT30", .always(false, .documented),
    .since(26, true, .documented))
  public var liveActivityKeepsPrivileges: Bool

  // MARK: Connections

  /// The largest number of peripherals that may be connected at the same time (BT16).
  @Fact("connections at a time", "BT16", .always(8, .assumed), .since(13, 12, .assumed))
  public var connectionLimit: Int
  /// The time from the advertisement that a connect answers until the connection exists (BT12).
  @Fact(
    "from the advertisement to the connection", "BT12",
    .always(.milliseconds(90)...(.milliseconds(400)), .assumed))
  public var connectionSetup: ClosedRange<Duration>
  /// The time between two connection events, at least 15 ms (BT17).
  @Fact("connection interval", "BT17", .always(.milliseconds(30), .reported))
  public var connectionInterval: Duration
  /// Whether the system can update the parameters of a connection again and again (BT31).
  @Fact(
    "updates the parameters of a connection in a loop, sometimes", "BT31",
    .always(false, .reported), .since(26, true, .reported))
  public var mayUpdateParametersInLoop: Bool
  /// The time from the first of such updates until the peer drops the connection (BT31).
  @Fact(
    "a peer drops a connection with such updates after", "BT31", .always(.seconds(3), .assumed))
  public var parameterLoopLength: Duration
  /// The guidelines that a peripheral's requested connection parameters must follow (BT17).
  @Fact("connection parameters that a peripheral gets", "BT17", .always(.apple, .reported))
  public var connectionGuidelines: ConnectionGuidelines
  /// The connection intervals that the phone as a peripheral requests, for a desired latency of
  /// low, medium and high, in this order (BT17).
  @Fact(
    "connection interval for a desired latency of low, medium, high", "BT17",
    .always([.milliseconds(15), .milliseconds(150), .milliseconds(450)], .assumed))
  public var desiredLatencies: [Duration]
  /// The time after which a link without any received packets is closed (BT17).
  @Fact("supervision timeout", "BT17", .always(.milliseconds(720), .reported))
  public var supervisionTimeout: Duration
  /// The ATT MTU in bytes (BT20).
  @Fact("ATT MTU, bytes", "BT20", .always(158, .reported), .since(10, 185, .reported))
  public var maximumTransmissionUnit: Int
  /// The time that a request may stay unanswered before the link is closed (BT20; Core
  /// Specification, volume 3, part F, 3.3.3).
  @Fact("an unanswered request ends the link after", "BT20", .always(.seconds(30), .documented))
  public var attributeTimeout: Duration
  /// The longest value, in bytes, that a write with response may have (BT21).
  @Fact("longest value written with response, bytes", "BT21", .always(512, .reported))
  public var longestValue: Int
  /// The number of packets without response that a link queues before its queue is full (BT22).
  @Fact("packets without response until a link says stop", "BT22", .always(12, .assumed))
  public var packetQueue: Int
  /// The number of packets that a link sends in one connection event (BT22).
  @Fact("packets sent in one connection event", "BT22", .always(4, .assumed))
  public var packetsPerEvent: Int
  /// Whether the system can reconnect a lost link automatically (BT13).
  @Fact(
    "the system can reconnect a lost link", "BT13", .always(false, .documented),
    .since(17, true, .documented))
  public var supportsAutoReconnect: Bool

  // MARK: State and permission

  /// The time until a manager receives its first state (BT1: asynchronous).
  @Fact(
    "delay until a manager receives its first state", "BT1",
    .always(.milliseconds(5)...(.milliseconds(25)), .assumed))
  public var stateDelay: ClosedRange<Duration>
  /// The time during which the Bluetooth daemon is unavailable after a crash (BT1).
  @Fact("a crash of the Bluetooth daemon until it is back", "BT1", .always(.seconds(3), .assumed))
  public var resetDuration: Duration
  /// Whether an app needs the user's permission before it may use Bluetooth (BT3).
  @Fact(
    "the user is asked for permission", "BT3", .always(false, .documented),
    .since(13, true, .documented))
  public var asksForPermission: Bool
  /// The time that a user takes to answer a dialog: permission or pairing (BT3).
  @Fact("the user answers a dialog after", "BT3", .always(.seconds(2), .assumed))
  public var answerDelay: Duration
  /// The required Info.plist key, if there is one. Without it, the first use of Bluetooth
  /// terminates the app (BT3).
  @Fact(
    "Info.plist key without which the first use ends the app", "BT3", .always(nil, .documented),
    .since(10, "NSBluetoothPeripheralUsageDescription", .documented),
    .since(13, "NSBluetoothAlwaysUsageDescription", .documented))
  public var usageDescriptionKey: String?

  /// Whether a new central manager of an app with accessories that the user has set up first receives poweredOff,
  /// and then poweredOn (BT33).
  @Fact(
    "a manager for accessories that the user has set up first receives poweredOff", "BT33",
    .always(true, .reported))
  public var chosenPeersComeLate: Bool

  // MARK: Advertising as a peripheral

  /// The time between two advertisements of an app in the foreground (BT29).
  @Fact(
    "an app's advertising interval in foreground", "BT29", .always(.microseconds(152_500), .assumed)
  )
  public var advertisingInterval: Duration
  /// The time between two advertisements of an app in the background (BT29: a lower rate).
  @Fact(
    "an app's advertising interval in background", "BT29",
    .always(.microseconds(1_022_500), .assumed))
  public var backgroundAdvertisingInterval: Duration
  /// The number of bytes for UUIDs and the name in the advertisement (BT29).
  @Fact("bytes for UUIDs and name in the advertisement", "BT29", .always(28, .documented))
  public var advertisementCapacity: Int
  /// The number of bytes for the name in the scan response (BT29).
  @Fact("bytes for the name in the scan response", "BT29", .always(10, .documented))
  public var scanResponseCapacity: Int

  /// The time after which the address that a phone advertises with changes (BT19).
  @Fact(
    "the address under which a phone advertises changes every", "BT19",
    .always(.seconds(15 * 60)...(.seconds(20 * 60)), .reported))
  public var addressRotation: ClosedRange<Duration>
  /// Whether an advertisement that an app starts in the background is sent (BT29).
  @Fact(
    "an advertisement that is begun in background is sent", "BT29", .always(true, .reported),
    .since(14, false, .reported))
  public var beginsAdvertisingInBackground: Bool
  /// Whether a scan in the background receives services in the overflow area only while the screen
  /// of the scanning phone is lit (BT6).
  @Fact(
    "a background scan receives the overflow area only while the screen is lit", "BT6",
    .always(true, .reported))
  public var overflowNeedsScreen: Bool

  /// The interruptions that a pending request of an app with a restore identifier survives (BT27).
  public var restoration = BluetoothRestorationPolicy(iOS: .inEffect)

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of Core Bluetooth.
  public var bluetooth: BluetoothPolicy {
    get { self[BluetoothPolicy.self] }
    set { self[BluetoothPolicy.self] = newValue }
  }
}

extension LinkParameters {
  init(_ policy: BluetoothPolicy) {
    self.init(
      maximumTransmissionUnit: policy.maximumTransmissionUnit,
      connectionInterval: policy.connectionInterval,
      supervisionTimeout: policy.supervisionTimeout, attributeTimeout: policy.attributeTimeout,
      packetQueue: policy.packetQueue, packetsPerEvent: policy.packetsPerEvent,
      longestValue: policy.longestValue, guidelines: policy.connectionGuidelines,
      connectionLimit: policy.connectionLimit, connectionSetup: policy.connectionSetup,
      answerDelay: policy.answerDelay)
  }
}

extension BluetoothPolicy {
  @available(*, deprecated, renamed: "supportsAutoReconnect")
  public var knowsAutoReconnect: Bool {
    get { supportsAutoReconnect }
    set { supportsAutoReconnect = newValue }
  }
}
