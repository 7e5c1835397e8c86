import VirtualTime

/// The constants of Bluetooth Low Energy on an Android phone.
public struct AndroidBluetoothPolicy: Sendable, Hashable {
  /// The number of scans that an app may start within `scanStartWindow`. The next scan is dropped
  /// without a callback (AN11: 5, documented).
  public var scanStartLimit: Int
  /// See `scanStartLimit` (AN11: 30 s, documented).
  public var scanStartWindow: Duration
  /// The run time after which a scan only receives what other scans find (AN11: 30 min; documented
  /// until API 32, assumed later).
  public var longScanLimit: Duration
  /// Whether a scan without filters pauses while the screen or location is off (AN12, documented).
  public var suspendsUnfilteredScans: Bool
  /// The times at which the radio listens in the mode `SCAN_MODE_LOW_POWER` (AN13, documented).
  public var lowPower: ScanDuty
  /// The same in `SCAN_MODE_BALANCED` (AN13; documented from API 33).
  public var balanced: ScanDuty
  /// The same in `SCAN_MODE_LOW_LATENCY` (AN13, documented).
  public var lowLatency: ScanDuty
  /// The same in `SCAN_MODE_LOW_POWER` while the screen is off (AN13, documented).
  public var lowPowerScreenOff: ScanDuty
  /// The same in `SCAN_MODE_BALANCED` while the screen is off (AN13; documented from API 33).
  public var balancedScreenOff: ScanDuty
  /// The time without a signal from a peer after which its connection is lost (AN15, reported: 20
  /// s, on newer releases 5 s).
  public var supervisionTimeout: Duration
  /// The time after which `connectGatt` without `autoConnect` fails with status 133 (AN15,
  /// assumed).
  public var connectTimeout: Duration
  /// The time for which a Bluetooth event wakes a sleeping CPU (AN7, assumed).
  public var wake: Duration
  /// The time within which a scan notices that a device begins to advertise (AN13, assumed).
  public var advertiserNoticed: Duration
  /// The time without a signal from a companion device after which it counts as absent (AN14).
  public var companionAbsence: Duration
  /// The interval at which the system listens for companion devices (AN14).
  public var companionLook: Duration

  /// The policy of an API level.
  public init(api version: SystemVersion) {
    scanStartLimit = AndroidDeviceFacts.scanStartLimit(version)
    scanStartWindow = AndroidDeviceFacts.scanStartWindow(version)
    longScanLimit = AndroidDeviceFacts.longScanLimit(version)
    suspendsUnfilteredScans = AndroidDeviceFacts.suspendsUnfilteredScans(version)
    lowPower = AndroidDeviceFacts.lowPower(version)
    balanced = AndroidDeviceFacts.balanced(version)
    lowLatency = AndroidDeviceFacts.lowLatency(version)
    lowPowerScreenOff = AndroidDeviceFacts.lowPowerScreenOff(version)
    balancedScreenOff = AndroidDeviceFacts.balancedScreenOff(version)
    supervisionTimeout = AndroidDeviceFacts.supervisionTimeout(version)
    connectTimeout = AndroidDeviceFacts.connectTimeout(version)
    wake = AndroidDeviceFacts.wake(version)
    advertiserNoticed = AndroidDeviceFacts.advertiserNoticed(version)
    companionAbsence = AndroidDeviceFacts.companionAbsence(version)
    companionLook = AndroidDeviceFacts.companionLook(version)
  }

  /// Returns the scan duty of a mode; nil for a mode that only receives what other scans find.
  func duty(of mode: ScanMode, isScreenOn: Bool) -> ScanDuty? {
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
  func listens(at now: VirtualInstant, since start: VirtualInstant) -> Bool {
    guard now >= start else { return false }
    return (now - start).nanoseconds % interval.nanoseconds < window.nanoseconds
  }

  /// A description such as `512 of 5120 ms`.
  public var description: String {
    "\(window.nanoseconds / 1_000_000) of \(interval.nanoseconds / 1_000_000) ms"
  }
}
