/// A device that takes part in a night.
public enum NightDevice: String, Sendable, Hashable, CaseIterable, Comparable {
  case iphone, watch, android

  public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

  /// The rotation rate of a watch, where apps have no access to the gyroscope itself.
  static let rotationRate = "rotation-rate"

  /// The streams that the device's app records from the motion sensors.
  var motionStreams: [String] {
    ["accelerometer", self == .watch ? Self.rotationRate : "gyroscope"]
  }

  private var place: Int { Self.allCases.firstIndex(of: self)! }
}

extension NightPlan {
  /// A part of the recipe that keeps a recording running and uploads it (experiment E5).
  public enum RecipePart: String, Sendable, Hashable, CaseIterable {
    /// All devices: the packing of chunks when they are closed, which makes uploads smaller.
    case packing
    /// iPhone: location updates (LOC8).
    case location
    /// iPhone: the background task renewed every 60 s (LOC8).
    case renewal
    /// iPhone: `pausesLocationUpdatesAutomatically = false` (LOC3).
    case noAutoPause = "no-auto-pause"
    /// Watch: the workout session (WK2).
    case session
    /// Watch: the pause of the session right after its start (WK3).
    case pause
    /// Watch: the relay that keeps a file until it has received the server's receipt for it (WC5).
    case relay
    /// Android: the foreground service (AN1, AN2).
    case foregroundService = "foreground-service"
    /// Android: the partial wake lock (AN7).
    case wakeLock = "wake-lock"
    /// Android: the service type "health"; without this part, the type is "dataSync" (AN6).
    case healthType = "health-type"

    /// The only device that the part concerns; nil if it concerns all.
    public var device: NightDevice? {
      switch self {
      case .packing: nil
      case .location, .renewal, .noAutoPause: .iphone
      case .session, .pause, .relay: .watch
      case .foregroundService, .wakeLock, .healthType: .android
      }
    }
  }
}
