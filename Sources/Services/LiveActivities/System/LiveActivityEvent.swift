import YobanSimulatedDevices

extension TraceEvent {
  /// An event of a Live Activity, which is named by its type of attributes.
  public enum LiveActivityEvent: TracePayload {
    /// It is shown, or scheduled.
    case started(String, how: String)
    /// The app could not start it: the case of `ActivityAuthorizationError`.
    case refused(String, error: String)
    /// Its content has changed.
    case updated(String, by: String, state: String)
    /// Its state has changed.
    case state(String, state: String)
    /// A push or an update of the app was ignored, for a reason.
    case ignored(String, why: String)
    /// It has a push token.
    case token(String)
  }
}

extension TraceEvent.Kind {
  public static func liveActivity(_ event: TraceEvent.LiveActivityEvent) -> Self { Self(event) }
  public var liveActivity: TraceEvent.LiveActivityEvent? {
    payload as? TraceEvent.LiveActivityEvent
  }
}

extension TraceEvent.LiveActivityEvent {
  public static var service: String { "live-activity" }
  /// The state of a Live Activity is what the app has encoded, which may have addresses of the host.
  public static var hasTexts: Bool { true }

  public func replacingTexts(_ replace: (String) -> String) -> Self {
    switch self {
    case .updated(let name, let source, let state):
      .updated(name, by: source, state: replace(state))
    case .started, .refused, .state, .ignored, .token: self
    }
  }

  public var name: String {
    switch self {
    case .started: "started"
    case .refused: "refused"
    case .updated: "updated"
    case .state: "state"
    case .ignored: "ignored"
    case .token: "token"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .started(let name, let how): [("activity", name), ("how", how)]
    case .refused(let name, let error): [("activity", name), ("error", error)]
    case .updated(let name, let source, let state):
      [("activity", name), ("by", source), ("state", state)]
    case .state(let name, let state): [("activity", name), ("state", state)]
    case .ignored(let name, let why): [("activity", name), ("why", why)]
    case .token(let name): [("activity", name)]
    }
  }

  public var words: String {
    switch self {
    case .started(let name, let how): "Live Activity \(name) started \(how)"
    case .refused(let name, let error): "Live Activity \(name) refused: \(error)"
    case .updated(let name, let source, let state):
      "Live Activity \(name) updated by \(source): \(state)"
    case .state(let name, let state): "Live Activity \(name) is \(state)"
    case .ignored(let name, let why): "Live Activity \(name): an update is ignored, \(why)"
    case .token(let name): "Live Activity \(name) has a push token"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .refused, .ignored: .red
    case .started, .updated, .state, .token: .green
    }
  }
}
