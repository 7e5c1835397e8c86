import YobanSimulatedDevices

extension TraceEvent {
  /// An event that only a watch has, in addition to those of an iPhone.
  public enum WatchEvent: TracePayload {
    case wrist(isUp: Bool)
    /// A workout session entered this state (WK2).
    case workout(String)
    /// A workout session failed, or was ended by another one, with a code of HKError.
    case workoutFailed(code: Int)
    /// The Activity app credits this number of minutes of exercise (WK3).
    case exerciseCredited(minutes: Int)
    /// An extended runtime session entered this state (WK5).
    case extendedRuntime(String)
    /// A background refresh was requested, launched or completed (WK9).
    case backgroundRefresh(String)
  }
}

extension TraceEvent.Kind {
  public static func watch(_ event: TraceEvent.WatchEvent) -> Self { Self(event) }
  public var watch: TraceEvent.WatchEvent? { payload as? TraceEvent.WatchEvent }
}

extension TraceEvent.WatchEvent {
  public static var service: String { "watch" }

  public var name: String {
    switch self {
    case .wrist(let isUp): isUp ? "wrist-up" : "wrist-down"
    case .workout: "workout"
    case .workoutFailed: "workout-failed"
    case .exerciseCredited: "exercise-credited"
    case .extendedRuntime: "extended-runtime"
    case .backgroundRefresh: "background-refresh"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .wrist: []
    case .workout(let state), .extendedRuntime(let state), .backgroundRefresh(let state):
      [("state", state)]
    case .workoutFailed(let code): [("code", "\(code)")]
    case .exerciseCredited(let minutes): [("minutes", "\(minutes)")]
    }
  }

  public var words: String {
    switch self {
    case .wrist(let isUp): isUp ? "wrist raised" : "wrist lowered"
    case .workout(let state): "workout session: \(state)"
    case .workoutFailed(let code): "workout session failed: HKError \(code)"
    case .exerciseCredited(let minutes): "\(minutes) min of exercise credited"
    case .extendedRuntime(let state): "extended runtime session: \(state)"
    case .backgroundRefresh(let state): "background refresh: \(state)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .wrist: .yellow
    case .workout, .exerciseCredited, .extendedRuntime, .backgroundRefresh: .green
    case .workoutFailed: .red
    }
  }
}
