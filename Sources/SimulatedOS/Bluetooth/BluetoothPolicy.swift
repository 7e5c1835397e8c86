/// The constants of Core Bluetooth on one device.
public struct BluetoothPolicy: Sendable, Hashable {
  // MARK: Background

  /// Run time after an event for an app with `bluetooth-central` or `bluetooth-peripheral`; each event
  /// grants it again (BT9; that each event does is assumed).
  public var wake: ClosedRange<Duration>
  /// Whether with Background App Refresh off no event wakes or launches an app (L18: Bluetooth is
  /// not on Apple's list).
  public var refreshOffStopsWakes: Bool
  /// Time until an advertisement is heard by a scan or a pending connect in background, for
  /// advertising intervals that Apple recommends (BT6).
  public var backgroundScanLatency: ClosedRange<Duration>
  /// How many times as long that takes in Low Power Mode, above 0 (L19).
  public var lowPowerScanFactor: Double
  /// The advertising intervals that Apple recommends after the first 30 s (BT18).
  public var recommendedIntervals: [Duration]
  /// The advertising interval that Apple recommends for the first 30 s (BT18).
  public var fastInterval: Duration
  /// How many of 100 background attempts miss an accessory whose interval is not on Apple's list
  /// (BT18: such intervals make background discovery unreliable).
  public var offListMissesPercent: UInt64
  /// Whether background scans ask for scan responses, which may carry the local name (BT11: it may
  /// be absent).
  public var backgroundScansActively: Bool
  /// Share of the time in which a scan in foreground listens, in percent (BT6: reports the next
  /// advertisement).
  public var foregroundScanDutyPercent: UInt64

  // MARK: Connections

  /// How many peripherals may be connected at a time (BT16).
  public var connectionLimit: Int
  /// Time from the advertisement that a connect answers to the connection (BT12).
  public var connectionSetup: ClosedRange<Duration>
  /// Time between two connection events, at least 15 ms (BT17).
  public var connectionInterval: Duration
  /// Which connection parameters a peripheral gets (BT17).
  public var connectionGuidelines: ConnectionGuidelines
  /// The connection interval that the phone as a peripheral asks for, for a desired latency of low,
  /// medium and high, in this order (BT17).
  public var desiredLatencies: [Duration]
  /// How long a silent link is kept (BT17).
  public var supervisionTimeout: Duration
  /// ATT MTU in bytes (BT20).
  public var maximumTransmissionUnit: Int
  /// How long a request may stay unanswered before the link is closed (BT20; Core Specification,
  /// volume 3, part F, 3.3.3).
  public var attributeTimeout: Duration
  /// Longest value that a write with response may have, in bytes (BT21).
  public var longestValue: Int
  /// Packets without response that a link takes before it says stop (BT22).
  public var packetQueue: Int
  /// Packets that a link sends in one connection event (BT22).
  public var packetsPerEvent: Int
  /// Whether a link that was lost can be reconnected by the system (BT13).
  public var knowsAutoReconnect: Bool

  // MARK: People

  /// Time until a manager hears its first state (BT1: asynchronous).
  public var stateDelay: ClosedRange<Duration>
  /// How long the Bluetooth daemon is away when it crashes (BT1).
  public var resetDuration: Duration
  /// Whether the user is asked before an app may use Bluetooth (BT3).
  public var asksForPermission: Bool
  /// Time until a user has answered a dialogue: permission or pairing (BT3).
  public var answerDelay: Duration
  /// The Info.plist key without which the first use ends the app, if there is one (BT3).
  public var usageDescriptionKey: String?

  // MARK: Advertising as a peripheral

  /// Time between two advertisements of an app in foreground (BT29).
  public var advertisingInterval: Duration
  /// The same in background (BT29: lower rate).
  public var backgroundAdvertisingInterval: Duration
  /// Bytes for UUIDs and name in the advertisement (BT29).
  public var advertisementCapacity: Int
  /// Bytes for the name in the scan response (BT29).
  public var scanResponseCapacity: Int

  /// How often the address under which a phone advertises changes (BT19).
  public var addressRotation: ClosedRange<Duration>
  /// Whether an advertisement that an app begins in background is sent (BT29: not from iOS 14 on).
  public var beginsAdvertisingInBackground: Bool
  /// Whether a scan in background receives services in the overflow area only while the screen of the
  /// scanning phone is lit (BT6).
  public var overflowNeedsScreen: Bool

  /// What a pending request of an app with a restore identifier outlasts (BT27).
  public var restoration: BluetoothRestorationPolicy

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    wake = BluetoothFacts.wake(version)
    refreshOffStopsWakes = BluetoothFacts.refreshOffStopsWakes(version)
    backgroundScanLatency = BluetoothFacts.backgroundScanLatency(version)
    lowPowerScanFactor = BluetoothFacts.lowPowerScanFactor(version)
    recommendedIntervals = BluetoothFacts.recommendedIntervals(version)
    fastInterval = BluetoothFacts.fastInterval(version)
    offListMissesPercent = BluetoothFacts.offListMissesPercent(version)
    backgroundScansActively = BluetoothFacts.backgroundScansActively(version)
    foregroundScanDutyPercent = BluetoothFacts.foregroundScanDutyPercent(version)
    connectionLimit = BluetoothFacts.connectionLimit(version)
    connectionSetup = BluetoothFacts.connectionSetup(version)
    connectionInterval = BluetoothFacts.connectionInterval(version)
    connectionGuidelines = BluetoothFacts.connectionGuidelines(version)
    desiredLatencies = BluetoothFacts.desiredLatencies(version)
    supervisionTimeout = BluetoothFacts.supervisionTimeout(version)
    maximumTransmissionUnit = BluetoothFacts.maximumTransmissionUnit(version)
    attributeTimeout = BluetoothFacts.attributeTimeout(version)
    longestValue = BluetoothFacts.longestValue(version)
    packetQueue = BluetoothFacts.packetQueue(version)
    packetsPerEvent = BluetoothFacts.packetsPerEvent(version)
    knowsAutoReconnect = BluetoothFacts.knowsAutoReconnect(version)
    stateDelay = BluetoothFacts.stateDelay(version)
    resetDuration = BluetoothFacts.resetDuration(version)
    asksForPermission = BluetoothFacts.asksForPermission(version)
    answerDelay = BluetoothFacts.answerDelay(version)
    usageDescriptionKey = BluetoothFacts.usageDescriptionKey(version)
    advertisingInterval = BluetoothFacts.advertisingInterval(version)
    backgroundAdvertisingInterval = BluetoothFacts.backgroundAdvertisingInterval(version)
    advertisementCapacity = BluetoothFacts.advertisementCapacity(version)
    scanResponseCapacity = BluetoothFacts.scanResponseCapacity(version)
    addressRotation = BluetoothFacts.addressRotation(version)
    beginsAdvertisingInBackground = BluetoothFacts.beginsAdvertisingInBackground(version)
    overflowNeedsScreen = BluetoothFacts.overflowNeedsScreen(version)
    restoration = BluetoothRestorationPolicy(iOS: version)
  }
}
