import Foundation

/// An event of watched regions, posted when it happens.
public enum RegionEvent: Hashable, Sendable {
  /// The permission is sufficient: regions are watched from now on.
  case watching
  case entered(RegionChange)
  case exited(RegionChange)
  /// The proximity of the nearest beacon changed.
  case proximity(ProximityChange)
  /// A problem prevents watching; the watch continues by itself when it is resolved.
  case problem(RegionProblem)
}

/// A region was entered or left.
public struct RegionChange: Hashable, Sendable {
  /// The source of the information.
  public enum Source: String, Hashable, Sendable, Codable {
    /// The system delivered the event when it happened.
    case monitored
    /// The system reported the state on request, and it differs from the last known one.
    case determined
  }

  public var region: WatchedRegion
  /// The time at which the system delivered it; the exit from a beacon's region happened 30 to 45 s
  /// earlier (BC4).
  public var date: Date
  public var source: Source
  /// Whether it happened while the app was not running: the system launched the app for it, or it
  /// was missed.
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

/// A change of the proximity of the nearest beacon of a region.
public struct ProximityChange: Hashable, Sendable {
  public var region: WatchedRegion
  public var proximity: RegionProximity
  /// The nearest beacon; nil when none is received.
  public var beacon: ReceivedBeacon?
  public var date: Date

  public init(
    region: WatchedRegion, proximity: RegionProximity, beacon: ReceivedBeacon?, date: Date
  ) {
    self.region = region
    self.proximity = proximity
    self.beacon = beacon
    self.date = date
  }
}

/// The proximity of a beacon, with the cases of `CLProximity`.
public enum RegionProximity: Int, Hashable, Sendable {
  case unknown, immediate, near, far
}

/// A beacon that ranging received (BC8).
public struct ReceivedBeacon: Hashable, Sendable {
  public var major: UInt16
  public var minor: UInt16
  public var proximity: RegionProximity
  /// The estimated distance in meters, for comparison only; negative if unknown.
  public var accuracy: Double
  /// The signal strength in dBm, averaged over a second; 0 if unknown.
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

/// Whether the device is in a region, as far as is known.
public enum RegionPresence: String, Hashable, Sendable, Codable {
  case unknown, inside, outside
}

/// A problem that prevents watching.
public enum RegionProblem: Hashable, Sendable {
  /// The user allows location only while the app is in use: the system does not wake the app
  /// (BC12).
  case needsAlways
  /// The user allows approximate positions only: the system watches no regions (BC12).
  case reducedAccuracy
  /// The user does not allow location.
  case denied
  /// Location is restricted on this device, for instance by its administrator.
  case restricted
  /// Location services are off for the whole device.
  case locationServicesOff
  /// The system does not watch this region; with its `CLError` code.
  case monitoringFailed(region: String?, code: Int)
  /// The system does not range this region; with its `CLError` code.
  case rangingFailed(region: String, code: Int)
  /// The stored states of the regions could not be read: all states are determined again.
  case memoryUnreadable
  /// The states of the regions could not be stored, with this code of `CocoaError`; the write is
  /// retried.
  case memoryNotWritten(code: Int)
}

extension RegionProblem: CustomStringConvertible {
  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .needsAlways: "Location is allowed while the app is in use only."
    case .reducedAccuracy: "Only approximate positions are allowed."
    case .denied: "Location is not allowed."
    case .restricted: "Location is restricted on this device."
    case .locationServicesOff: "Location services are off."
    case .monitoringFailed(let region, let code):
      "The system does not monitor \(region ?? "a region") (CLError \(code))."
    case .rangingFailed(let region, let code):
      "The system does not range \(region) (CLError \(code))."
    case .memoryUnreadable: "The stored states of the regions could not be read."
    case .memoryNotWritten(let code): "The states of the regions could not be stored (\(code))."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .needsAlways: "Ask the user to allow Always in Settings, Privacy, Location Services."
    case .reducedAccuracy: "Ask the user to switch Precise Location on in Settings."
    case .denied: "Ask the user to allow location in Settings."
    case .restricted: "Ask the administrator of the device."
    case .locationServicesOff:
      "Ask the user to switch Location Services on in Settings, Privacy."
    case .monitoringFailed: "Watch at most 20 regions in the whole app."
    case .rangingFailed: "Switch Bluetooth on."
    case .memoryUnreadable: "No action is needed: the states are requested again."
    case .memoryNotWritten: "Free some space on the device."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
