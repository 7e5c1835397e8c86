extension TraceEvent {
  /// An event of the life cycle of an app.
  public enum AppEvent: TracePayload {
    case launched(LaunchCause)
    case state(AppState)
    /// A lifecycle callback of the app, and the state that it read. Posted after the callback has returned.
    case callback(LifecycleCallback, seen: AppState)
    case terminated(TerminationReason)
    /// The number on the app's icon has changed; 0 for none.
    case badge(Int)
  }

  /// An event of a background task of `UIApplication`, with its number in the process.
  public enum BackgroundTaskEvent: TracePayload {
    case began(Int, name: String?)
    case ended(Int)
    case expired(Int)
  }
}

extension TraceEvent.Kind {
  /// The event of the life cycle of an app; nil for other events.
  public var app: TraceEvent.AppEvent? { payload as? TraceEvent.AppEvent }

  public static func launched(_ cause: LaunchCause) -> Self {
    Self(TraceEvent.AppEvent.launched(cause))
  }
  public static func appState(_ state: AppState) -> Self { Self(TraceEvent.AppEvent.state(state)) }
  public static func callback(_ callback: LifecycleCallback, seen: AppState) -> Self {
    Self(TraceEvent.AppEvent.callback(callback, seen: seen))
  }
  public static func terminated(_ reason: TerminationReason) -> Self {
    Self(TraceEvent.AppEvent.terminated(reason))
  }
  public static func badge(_ number: Int) -> Self { Self(TraceEvent.AppEvent.badge(number)) }

  public static func backgroundTask(_ event: TraceEvent.BackgroundTaskEvent) -> Self { Self(event) }
  public var backgroundTask: TraceEvent.BackgroundTaskEvent? {
    payload as? TraceEvent.BackgroundTaskEvent
  }
}

extension TraceEvent.AppEvent {
  public static var service: String { "app" }

  public var name: String {
    switch self {
    case .launched: "launched"
    case .state: "state"
    case .callback: "callback"
    case .terminated: "terminated"
    case .badge: "badge"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .launched(let cause): [("cause", cause.description)]
    case .state(let state): [("state", state.rawValue)]
    case .callback(let callback, let seen):
      [("callback", callback.rawValue), ("state", seen.rawValue)]
    case .terminated(let reason): [("reason", reason.description)]
    case .badge(let number): [("number", "\(number)")]
    }
  }

  public var words: String {
    switch self {
    case .launched(let cause): "launched (\(cause))"
    case .state(let state): "is \(state.rawValue)"
    case .callback(let callback, _): callback.rawValue
    case .terminated(let reason): "ended: \(reason)"
    case .badge(let number): "badge \(number)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .launched, .state, .callback: .cyan
    case .terminated: .red
    case .badge: .plain
    }
  }

  public static var hasTexts: Bool { true }

  public func replacingTexts(_ replace: (String) -> String) -> Self {
    guard case .terminated(.crash(let reason)) = self else { return self }
    return .terminated(.crash(replace(reason)))
  }
}

extension TraceEvent.BackgroundTaskEvent {
  public static var service: String { "background-task" }

  public var name: String {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .expired: "expired"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .began(let id, let name): [("id", "\(id)")] + (name.map { [("name", $0)] } ?? [])
    case .ended(let id), .expired(let id): [("id", "\(id)")]
    }
  }

  public var words: String {
    switch self {
    case .began(let id, let name): "began background task \(id)" + (name.map { " \($0)" } ?? "")
    case .ended(let id): "ended background task \(id)"
    case .expired(let id): "background task \(id) expired"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .began, .ended: .quiet
    case .expired: .red
    }
  }
}
