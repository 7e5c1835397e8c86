import VirtualTime

/// Why an app in background may run, and until when: the sum of what grants it run time.
///
/// Pure. The app is suspended when no grant reaches beyond `now` (L7, BG5, LOC1, L12).
struct RunTimeLedger: Equatable {
  enum Grant: String, CaseIterable, Hashable {
    /// The moment after didEnterBackground (L7).
    case grace
    /// Live background task assertions, until the budget is used up (BG1, BG2).
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
    /// An extended runtime session that runs in background (WK5).
    case extendedRuntime = "extended runtime session"
    /// A background refresh of watchOS that was not completed (WK9).
    case watchRefresh = "background refresh"
    /// Something came from the counterpart of a watch or phone (WC2, WC3).
    case watchConnectivity = "watch connectivity"
    /// Android: the CPU is awake and the process is not frozen (AN7).
    case cpu = "CPU"

    /// What keeps an app running for as long as the user wants, without a budget of background tasks
    /// (BG7).
    static let modes: Set<Grant> = [.location, .audio]
  }

  private var grants: [Grant: VirtualInstant] = [:]

  /// Grants run time until a moment, replacing what this reason granted before; nil takes it away.
  mutating func set(_ grant: Grant, until instant: VirtualInstant?) { grants[grant] = instant }

  /// Until when this reason grants run time, which may be past; nil if it does not.
  func end(of grant: Grant) -> VirtualInstant? { grants[grant] }

  mutating func removeAll() { grants.removeAll() }

  /// The last moment at which the app may run, or nil if nothing grants it run time.
  var until: VirtualInstant? { grants.values.max() }

  /// What grants run time at a moment, in the order of `Grant`.
  func reasons(at now: VirtualInstant) -> [Grant] {
    Grant.allCases.filter { grants[$0].map { $0 > now } ?? false }
  }
}
