/// The constants of Core Bluetooth on one device.
public struct BluetoothPolicy: Sendable, Hashable {
  // MARK: Background

  /// The run time that an event gives an app with `bluetooth-central` or `bluetooth-peripheral`.
  /// Each event grants it again (BT9; that each event does is assumed).
  public var wake: ClosedRange<Duration>
  /// Whether no event wakes or launches an app while its Background App Refresh is off (L18:
  /// Bluetooth is not on Apple's list).
  public var refreshOffStopsWakes: Bool
  /// The time until a scan or a pending connect in background receives an advertisement, for the
  /// advertising intervals that Apple recommends (BT6).
  public var backgroundScanLatency: ClosedRange<Duration>
  /// The factor by which `backgroundScanLatency` grows in Low Power Mode, above 0 (L19).
  public var lowPowerScanFactor: Double
  /// The advertising intervals that Apple recommends after the first 30 s (BT18).
  public var recommendedIntervals: [Duration]
  /// The advertising interval that Apple recommends for the first 30 s (BT18).
  public var fastInterval: Duration
  /// The share of background attempts, in percent, that miss an accessory whose interval is not on
  /// Apple's list (BT18: such intervals make background discovery unreliable).
  public var offListMissesPercent: UInt64
  /// Whether background scans request scan responses, which may carry the local name (BT11: it may
  /// be absent).
  public var backgroundScansActively: Bool
  /// The share of time during which a foreground scan listens, in percent (BT6: the scan reports
  /// the next advertisement).
  public var foregroundScanDutyPercent: UInt64

  // MARK: Connections

  /// The largest number of peripherals that may be connected at the same time (BT16).
  public var connectionLimit: Int
  /// The time from the advertisement that a connect answers until the connection exists (BT12).
  public var connectionSetup: ClosedRange<Duration>
  /// The time between two connection events, at least 15 ms (BT17).
  public var connectionInterval: Duration
  /// The guidelines that a peripheral's requested connection parameters must follow (BT17).
  public var connectionGuidelines: ConnectionGuidelines
  /// The connection intervals that the phone as a peripheral requests, for a desired latency of
  /// low, medium and high, in this order (BT17).
  public var desiredLatencies: [Duration]
  /// The time after which a link without any received packets is closed (BT17).
  public var supervisionTimeout: Duration
  /// The ATT MTU in bytes (BT20).
  public var maximumTransmissionUnit: Int
  /// The time that a request may stay unanswered before the link is closed (BT20; Core
  /// Specification, volume 3, part F, 3.3.3).
  public var attributeTimeout: Duration
  /// The longest value, in bytes, that a write with response may have (BT21).
  public var longestValue: Int
  /// The number of packets without response that a link queues before its queue is full (BT22).
  public var packetQueue: Int
  /// The number of packets that a link sends in one connection event (BT22).
  public var packetsPerEvent: Int
  /// Whether the system can reconnect a lost link automatically (BT13).
  public var knowsAutoReconnect: Bool

  // MARK: State and permission

  /// The time until a manager receives its first state (BT1: asynchronous).
  public var stateDelay: ClosedRange<Duration>
  /// The time during which the Bluetooth daemon is unavailable after a crash (BT1).
  public var resetDuration: Duration
  /// Whether an app needs the user's permission before it may use Bluetooth (BT3).
  public var asksForPermission: Bool
  /// The time that a user takes to answer a dialog: permission or pairing (BT3).
  public var answerDelay: Duration
  /// The required Info.plist key, if there is one. Without it, the first use of Bluetooth
  /// terminates the app (BT3).
  public var usageDescriptionKey: String?

  // MARK: Advertising as a peripheral

  /// The time between two advertisements of an app in foreground (BT29).
  public var advertisingInterval: Duration
  /// The time between two advertisements of an app in background (BT29: a lower rate).
  public var backgroundAdvertisingInterval: Duration
  /// The number of bytes for UUIDs and the name in the advertisement (BT29).
  public var advertisementCapacity: Int
  /// The number of bytes for the name in the scan response (BT29).
  public var scanResponseCapacity: Int

  /// The time after which the address that a phone advertises with changes (BT19).
  public var addressRotation: ClosedRange<Duration>
  /// Whether an advertisement that an app starts in background is sent (BT29: not since iOS 14).
  public var beginsAdvertisingInBackground: Bool
  /// Whether a scan in background receives services in the overflow area only while the screen of
  /// the scanning phone is lit (BT6).
  public var overflowNeedsScreen: Bool

  /// The interruptions that a pending request of an app with a restore identifier survives (BT27).
  public var restoration: BluetoothRestorationPolicy

  /// Creates the policy of an iOS version.
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
