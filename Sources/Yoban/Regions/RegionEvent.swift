import Foundation

/// One fact about watched regions, posted when it is true.
public enum RegionEvent: Hashable, Sendable {
  /// Everything is in order: regions are watched from now on.
  case watching
  case entered(RegionChange)
  case exited(RegionChange)
  /// A beacon is nearer or farther than before.
  case proximity(ProximityChange)
  /// Something stands in the way; the watch goes on by itself when it is gone.
  case problem(RegionProblem)
}

/// A region was entered or left.
public struct RegionChange: Hashable, Sendable {
  /// How it is known.
  public enum Source: String, Hashable, Sendable, Codable {
    /// The system told of it when it happened.
    case monitored
    /// The system gave the state when it was asked, and the last known was another.
    case determined
  }

  public var region: WatchedRegion
  /// When the system told; an exit is some 30 to 45 s older for a beacon (BC4).
  public var date: Date
  public var source: Source
  /// Whether the app did not run: the system launched it for this, or it was missed.
  public var happenedWhileNotRunning: Bool

  public init(
    region: WatchedRegion, date: Date, source: Source, happenedWhileNotRunning: Bool
  ) {
    self.region = region
    self.date = date
    self.source = source
    self.happenedWhileNotRunning = happenedWhileNotRunning
  }
}

/// The nearest beacon of a region came nearer or went farther.
public struct ProximityChange: Hashable, Sendable {
  public var region: WatchedRegion
  public var proximity: RegionProximity
  /// The beacon; nil when none is heard.
  public var beacon: HeardBeacon?
  public var date: Date

  public init(
    region: WatchedRegion, proximity: RegionProximity, beacon: HeardBeacon?, date: Date
  ) {
    self.region = region
    self.proximity = proximity
    self.beacon = beacon
    self.date = date
  }
}

/// As `CLProximity` has it.
public enum RegionProximity: Int, Hashable, Sendable {
  case unknown, immediate, near, far
}

/// A beacon that ranging heard (BC8).
public struct HeardBeacon: Hashable, Sendable {
  public var major: UInt16
  public var minor: UInt16
  public var proximity: RegionProximity
  /// Metres, for comparison only; negative if not known.
  public var accuracy: Double
  /// dBm, averaged over a second; 0 if not known.
  public var rssi: Int

  public init(
    major: UInt16, minor: UInt16, proximity: RegionProximity, accuracy: Double, rssi: Int
  ) {
    self.major = major
    self.minor = minor
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
  }
}

/// Whether the device is in a region, as far as was told.
public enum RegionPresence: String, Hashable, Sendable, Codable {
  case unknown, inside, outside
}

/// What stands in the way of watching.
public enum RegionProblem: Hashable, Sendable {
  /// The user allows location while the app is used only: nothing wakes the app (BC12).
  case needsAlways
  /// The user gives approximate positions only: the system watches no regions (BC12).
  case reducedAccuracy
  /// The user does not allow location, or does not any more.
  case denied
  /// Location is not allowed on this device, by its administrator for instance.
  case restricted
  /// Location services are off for the whole device.
  case locationServicesOff
  /// The system does not watch this region, with this code of `CLError`.
  case monitoringFailed(region: String?, code: Int)
  /// The system does not range this region, with this code of `CLError`.
  case rangingFailed(region: String, code: Int)
  /// What was known of the regions could not be read: everything is determined again.
  case memoryUnreadable
  /// What is known could not be stored, with this code of `CocoaError`; it is tried again.
  case memoryNotWritten(code: Int)
}

extension RegionProblem: CustomStringConvertible {
  /// What happened, in one sentence.
  public var message: String {
    switch self {
    case .needsAlways: "Location is allowed while the app is in use only."
    case .reducedAccuracy: "Only approximate positions are allowed."
    case .denied: "Location is not allowed."
    case .restricted: "Location is restricted on this device."
    case .locationServicesOff: "Location services are off."
    case .monitoringFailed(let region, let code):
      "The system does not watch \(region ?? "a region") (CLError \(code))."
    case .rangingFailed(let region, let code):
      "The system does not range \(region) (CLError \(code))."
    case .memoryUnreadable: "What was known of the regions could not be read."
    case .memoryNotWritten(let code): "What is known of the regions could not be stored (\(code))."
    }
  }

  /// What to do about it, in one sentence.
  public var remedy: String {
    switch self {
    case .needsAlways: "Ask the user to allow Always in Settings, Privacy, Location Services."
    case .reducedAccuracy: "Ask the user to switch Precise Location on in Settings."
    case .denied: "Ask the user to allow location in Settings."
    case .restricted: "Ask whoever manages the device."
    case .locationServicesOff:
      "Ask the user to switch Location Services on in Settings, Privacy."
    case .monitoringFailed: "Watch no more than 20 regions in all of the app."
    case .rangingFailed: "Switch Bluetooth on."
    case .memoryUnreadable: "Nothing: the states are asked for again."
    case .memoryNotWritten: "Make room on the device."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
