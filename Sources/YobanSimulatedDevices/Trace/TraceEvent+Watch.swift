extension TraceEvent {
  /// An event that only a watch has, in addition to those of an iPhone.
  public enum WatchEvent: Sendable, Hashable {
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
    /// The system records the accelerometer for the app until this time (WK7).
    case sensorRecorder(String)
  }
}

extension TraceEvent.WatchEvent {
  var name: String {
    switch self {
    case .wrist(let isUp): isUp ? "wrist-up" : "wrist-down"
    case .workout: "workout"
    case .workoutFailed: "workout-failed"
    case .exerciseCredited: "exercise-credited"
    case .extendedRuntime: "extended-runtime"
    case .backgroundRefresh: "background-refresh"
    case .sensorRecorder: "sensor-recorder"
    }
  }

  var fields: [(key: String, value: String)] {
    switch self {
    case .wrist: []
    case .workout(let state), .extendedRuntime(let state), .backgroundRefresh(let state),
      .sensorRecorder(let state):
      [("state", state)]
    case .workoutFailed(let code): [("code", "\(code)")]
    case .exerciseCredited(let minutes): [("minutes", "\(minutes)")]
    }
  }
}
