import VirtualTime

/// The constants of Core Bluetooth on one device.
public struct BluetoothPolicy: Sendable, Hashable {
  let version: SystemVersion

  // MARK: Background

  /// Run time after an event for an app with `bluetooth-central` or `bluetooth-peripheral`; each
  /// event grants it anew (BT9, measured: 9 to 11 s; that it begins anew is assumed).
  public var wake: ClosedRange<Duration> = .seconds(9)...(.seconds(11))
  /// Time until an advertisement is heard by a scan or a pending connect in background, for
  /// advertising intervals that Apple recommends (BT6, assumed).
  public var backgroundScanLatency: ClosedRange<Duration> = .seconds(1)...(.seconds(30))
  /// How many of 100 background attempts miss an accessory whose interval is not on Apple's list
  /// (BT18: such intervals make background discovery unreliable; the number is assumed).
  public var offListMissesPercent: UInt64 = 50
  /// Whether background scans ask for scan responses, which may carry the local name (assumed no;
  /// BT11: it may be absent).
  public var backgroundScansActively = false
  /// Share of the time in which a scan in foreground listens, in percent (BT6: reports the next
  /// advertisement).
  public var foregroundScanDutyPercent: UInt64 = 100

  // MARK: Connections

  /// How many peripherals may be connected at a time (BT16, assumed).
  public var connectionLimit = 8
  /// Time from the advertisement that a connect answers to the connection (assumed).
  public var connectionSetup: ClosedRange<Duration> = .milliseconds(90)...(.milliseconds(400))
  /// Time between two connection events (BT17: at least 15 ms; assumed).
  public var connectionInterval: Duration = .milliseconds(30)
  /// How long a silent link is kept (BT17, community: about 0.72 s).
  public var supervisionTimeout: Duration = .milliseconds(720)
  /// ATT MTU in bytes (BT20: 185, before iOS 10 158).
  public var maximumTransmissionUnit: Int
  /// How long a request may stay unanswered before the link is closed (BT20; Core Specification,
  /// volume 3, part F, 3.3.3).
  public var attributeTimeout: Duration = .seconds(30)
  /// Longest value that a write with response may have, in bytes (BT21).
  public var longestValue = 512
  /// Packets without response that a link takes before it says stop (BT22, assumed).
  public var packetQueue = 12
  /// Packets that a link sends in one connection event (assumed).
  public var packetsPerEvent = 4

  // MARK: People

  /// Time until a person has answered a dialogue: permission or pairing (assumed).
  public var answerDelay: Duration = .seconds(2)
  /// Time until a manager hears its first state (BT1: asynchronous; the length is assumed).
  public var stateDelay: ClosedRange<Duration> = .milliseconds(5)...(.milliseconds(25))
  /// The Info.plist key without which the first use ends the app, if there is one (BT3).
  public var usageDescriptionKey: String? {
    if version >= 13 { return "NSBluetoothAlwaysUsageDescription" }
    return version >= 10 ? "NSBluetoothPeripheralUsageDescription" : nil
  }
  /// Whether the person is asked before an app may use Bluetooth (BT3).
  public var asksForPermission: Bool { version >= 13 }
  /// Whether a link that was lost can be reconnected by the system (BT13).
  public var knowsAutoReconnect: Bool { version >= 17 }

  // MARK: Advertising as a peripheral

  /// Time between two advertisements of an app in foreground, and in background (BT29: lower; both
  /// lengths are assumed).
  public var advertisingInterval: Duration = .microseconds(152_500)
  public var backgroundAdvertisingInterval: Duration = .microseconds(1_022_500)
  /// Bytes for UUIDs and name in the advertisement, and for the name in the scan response (BT29).
  public var advertisementCapacity = 28
  public var scanResponseCapacity = 10

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    self.version = version
    maximumTransmissionUnit = version >= 10 ? 185 : 158
  }

  /// The advertising intervals that Apple recommends after the first 30 s (BT18).
  static let recommendedIntervals: Set<Duration> = [
    .microseconds(152_500), .microseconds(211_250), .microseconds(318_750), .microseconds(417_500),
    .microseconds(546_250), .milliseconds(760), .microseconds(852_500), .microseconds(1_022_500),
    .milliseconds(1_285),
  ]
}

/// What ended an app or the radio, for the restoration matrix (BT27).
public enum BluetoothInterruption: String, Sendable, Hashable, CaseIterable {
  case removedFromMemory = "removed from memory"
  case forceQuit = "force-quit"
  case switchedOffInSettings = "Bluetooth switched off in Settings"
  case controlCenterButton = "Control Center Bluetooth button"
  case airplaneModeKeepingBluetooth = "Airplane mode leaving Bluetooth on"
  case reboot
}

extension BluetoothPolicy {
  /// Whether an app with a restore identifier is relaunched for what was pending before (BT27).
  ///
  /// - Parameter hasSetUpAccessory: the app set its accessory up with AccessorySetupKit.
  func relaunches(after interruption: BluetoothInterruption, hasSetUpAccessory: Bool) -> Bool {
    switch interruption {
    case .removedFromMemory: true
    case .forceQuit, .controlCenterButton: version >= 26 && hasSetUpAccessory
    case .switchedOffInSettings: false
    case .airplaneModeKeepingBluetooth, .reboot: version >= 11
    }
  }
}
