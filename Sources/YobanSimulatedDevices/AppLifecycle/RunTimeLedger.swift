import YobanVirtualTime

/// The grants of run time of an app in the background: the reasons why it may run, and until when.
///
/// Pure. The app is suspended when no grant ends after `now` (L7, BG5, LOC1, L12).
package struct RunTimeLedger: Equatable {
  package enum Grant: String, CaseIterable, Hashable {
    /// The short time after didEnterBackground (L7).
    case grace
    /// Active background task assertions, until the budget is used up (BG1, BG2).
    case backgroundTask = "background task"
    /// Location updates that keep the process running (LOC1, LOC8).
    case location
    /// Audio that plays or records (AU1).
    case audio
    /// The end of an interruption of the app's audio (AU2).
    case audioEvent = "audio event"
    /// Events of a background URLSession (FT7).
    case transfer
    /// An event of a manager with a Bluetooth background mode (BT9).
    case bluetooth
    /// A background fetch that has not called its completion handler (FT1).
    case fetch
    /// An event of a region, a significant change or a visit (BC8, L12).
    case locationEvent = "location event"
    /// A silent push whose completion handler was not called (FT6).
    case remoteNotification = "remote notification"
    /// A task of BGTaskScheduler that was not completed (FT3, FT4, FT5).
    case scheduledTask = "scheduled task"
    /// A call of a VoIP app's keep-alive handler (BG8).
    case keepAlive = "keep-alive"
    /// A workout session, from its preparation to its end (WK2, WK3).
    case workoutSession = "workout session"
    /// Health data that the app observes has changed (HK2).
    case healthUpdate = "health update"
    /// An extended runtime session that runs in the background (WK5).
    case extendedRuntime = "extended runtime session"
    /// A background refresh of watchOS that was not completed (WK9).
    case watchRefresh = "background refresh"
    /// The user's response to a notification that was not completed (NT7).
    case notificationResponse = "notification response"
    /// Data arrived from the paired watch or phone (WC2, WC3).
    case watchConnectivity = "watch connectivity"
    /// On Android: the CPU is awake and the process is not frozen (AN7).
    case cpu = "CPU"

    /// The background modes that keep an app running without a time limit; background tasks then
    /// have no budget (BG7).
    static let modes: Set<Grant> = [.location, .audio]
  }

  private var grants: [Grant: VirtualInstant] = [:]

  /// Grants run time until `instant`, replacing the earlier grant of this reason; nil removes it.
  mutating func set(_ grant: Grant, until instant: VirtualInstant?) { grants[grant] = instant }

  /// Returns the end of this reason's grant, which may be past; nil if there is no grant.
  func end(of grant: Grant) -> VirtualInstant? { grants[grant] }

  mutating func removeAll() { grants.removeAll() }

  /// The time until which the app may run; nil if nothing grants it run time.
  var until: VirtualInstant? { grants.values.max() }

  /// Returns the reasons that grant run time at `now`, in the order of `Grant`.
  func reasons(at now: VirtualInstant) -> [Grant] {
    Grant.allCases.filter { grants[$0].map { $0 > now } ?? false }
  }
}
