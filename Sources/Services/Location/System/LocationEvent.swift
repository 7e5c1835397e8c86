import YobanSimulatedDevices

extension TraceEvent {
  /// A location event. Regions are named by their identifiers, conditions by `monitor/identifier`.
  public enum LocationEvent: TracePayload {
    case authorization(String)
    /// A permission dialog or the user's answer to it, with the resulting stage of authorization
    /// (BC13).
    case authorizationStage(String)
    case started
    case stopped
    case paused
    /// The keep-alive ended although updates were still on (LOC8).
    case keepAliveEnded
    case monitoringStarted(String)
    case monitoringStopped(String)
    case monitoringFailed(String, error: Int)
    case entered(String)
    case exited(String)
    /// A state that was determined, or delivered without a crossing (BC3, BC6, BC7).
    case determined(String, state: String)
    case condition(String, state: String)
    case rangingStarted(String)
    case rangingStopped(String)
    case significantChange
    /// An arrival or a departure.
    case visit(String)
    /// The bar or pill that shows that an app uses the location (LOC2).
    case indicator(Bool)
    /// The system launched or resumed the app for this event.
    case woke(String)
    /// An event that waits for the user's answer, or until the app enters the foreground.
    case held(String)
    /// A push for the extension of the app, and its fate (LOC12).
    case push(String)
  }
}

extension TraceEvent.Kind {
  public static func location(_ event: TraceEvent.LocationEvent) -> Self { Self(event) }
  public var location: TraceEvent.LocationEvent? { payload as? TraceEvent.LocationEvent }
}

extension TraceEvent.LocationEvent {
  public static var service: String { "location" }

  public var name: String {
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
    case .push: "push"
    }
  }

  public var fields: [(key: String, value: String)] {
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
    case .push(let what): [("what", what)]
    }
  }

  public var words: String {
    switch self {
    case .authorization(let status): "location authorization: \(status)"
    case .started: "started location updates"
    case .stopped: "stopped location updates"
    case .paused: "location updates paused by the system"
    case .keepAliveEnded: "location updates no longer keep it running"
    case .authorizationStage(let stage): "location permission: \(stage)"
    case .monitoringStarted(let region): "started monitoring \(region)"
    case .monitoringStopped(let region): "stopped monitoring \(region)"
    case .monitoringFailed(let region, let error):
      "monitoring of \(region) failed: CLError \(error)"
    case .entered(let region): "entered \(region)"
    case .exited(let region): "left \(region)"
    case .determined(let region, let state): "is \(state) \(region)"
    case .condition(let condition, let state): "condition \(condition) is \(state)"
    case .rangingStarted(let beacons): "started ranging \(beacons)"
    case .rangingStopped(let beacons): "stopped ranging \(beacons)"
    case .significantChange: "significant change of location"
    case .visit(let what): "visit: \(what)"
    case .indicator(let isShown): "location indicator: \(isShown ? "shown" : "hidden")"
    case .woke(let what): "woken for \(what)"
    case .held(let what): "\(what) waits"
    case .push(let what): "location push: \(what)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .authorization, .started, .stopped, .authorizationStage, .monitoringStarted,
      .monitoringStopped, .entered, .exited, .rangingStarted, .rangingStopped,
      .significantChange, .visit, .indicator, .woke, .held, .push:
      .green
    case .determined, .condition: .quiet
    case .paused, .keepAliveEnded, .monitoringFailed: .red
    }
  }
}
