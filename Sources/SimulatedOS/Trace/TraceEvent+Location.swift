extension TraceEvent {
  /// Regions are named by their identifiers, conditions by `monitor/identifier`.
  public enum LocationEvent: Sendable, Hashable {
    case authorization(String)
    /// A dialogue, or what the user answered: where authorization stands (BC13).
    case authorizationStage(String)
    case started
    case stopped
    case paused
    /// The keep-alive ended although updates were on (LOC8).
    case keepAliveEnded
    case monitoringStarted(String)
    case monitoringStopped(String)
    case monitoringFailed(String, error: Int)
    case entered(String)
    case exited(String)
    /// A state that was determined, or told without a crossing (BC3, BC6, BC7).
    case determined(String, state: String)
    case condition(String, state: String)
    case rangingStarted(String)
    case rangingStopped(String)
    case significantChange
    /// Arrived or departed.
    case visit(String)
    /// The bar or pill that says that an app uses the location (LOC2).
    case indicator(Bool)
    /// What the system launched or resumed the app for.
    case woke(String)
    /// An event that waits: for the user's answer, or for the app to come to the front.
    case held(String)
  }
}

extension TraceEvent.LocationEvent {
  var name: String {
    switch self {
    case .authorization: "authorization"
    case .authorizationStage: "authorization-stage"
    case .started: "started"
    case .stopped: "stopped"
    case .paused: "paused"
    case .keepAliveEnded: "keep-alive-ended"
    case .monitoringStarted: "monitoring-started"
    case .monitoringStopped: "monitoring-stopped"
    case .monitoringFailed: "monitoring-failed"
    case .entered: "entered"
    case .exited: "exited"
    case .determined: "determined"
    case .condition: "condition"
    case .rangingStarted: "ranging-started"
    case .rangingStopped: "ranging-stopped"
    case .significantChange: "significant-change"
    case .visit: "visit"
    case .indicator(let isShown): isShown ? "indicator-shown" : "indicator-hidden"
    case .woke: "woke"
    case .held: "held"
    }
  }

  var fields: [(key: String, value: String)] {
    switch self {
    case .authorization(let status): [("status", status)]
    case .authorizationStage(let stage): [("stage", stage)]
    case .started, .stopped, .paused, .keepAliveEnded, .significantChange, .indicator: []
    case .monitoringStarted(let region), .monitoringStopped(let region), .entered(let region),
      .exited(let region):
      [("region", region)]
    case .monitoringFailed(let region, let error): [("region", region), ("error", "\(error)")]
    case .determined(let region, let state): [("region", region), ("state", state)]
    case .condition(let condition, let state): [("condition", condition), ("state", state)]
    case .rangingStarted(let beacons), .rangingStopped(let beacons): [("beacons", beacons)]
    case .visit(let what): [("what", what)]
    case .woke(let what), .held(let what): [("for", what)]
    }
  }
}
