import YobanSimulatedDevices

extension TraceEvent {
  /// An event of the calls of an app, and of its VoIP pushes. A call is named by its caller or by whom it calls.
  public enum PhoneCallEvent: TracePayload {
    /// The app has a token for VoIP pushes.
    case token
    /// A VoIP push is delivered to the app, which must report a call for it or need not.
    case push(mustReport: Bool)
    /// A VoIP push waits, for a reason.
    case held(String)
    /// The app will not receive a VoIP push, for a reason.
    case dropped(String)
    /// The user sees the call.
    case shown(String, isOutgoing: Bool)
    /// The system does not show a reported call, or refuses a request: the name of the error.
    case refused(String, error: String)
    /// The app is asked to perform an action.
    case action(String, String)
    /// The app has performed an action, has failed it, or has not performed it in time.
    case performed(String, String, how: String)
    /// The state of the call has changed.
    case state(String, String)
    /// The system has activated or deactivated the audio session of the app.
    case audio(isActive: Bool)
  }
}

extension TraceEvent.Kind {
  public static func phoneCall(_ event: TraceEvent.PhoneCallEvent) -> Self { Self(event) }
  public var phoneCall: TraceEvent.PhoneCallEvent? { payload as? TraceEvent.PhoneCallEvent }
}

extension TraceEvent.PhoneCallEvent {
  public static var service: String { "phone-call" }

  public var name: String {
    switch self {
    case .token: "token"
    case .push: "push"
    case .held: "held"
    case .dropped: "dropped"
    case .shown: "shown"
    case .refused: "refused"
    case .action: "action"
    case .performed: "performed"
    case .state: "state"
    case .audio: "audio"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .token: []
    case .push(let mustReport): [("must-report", "\(mustReport)")]
    case .held(let why), .dropped(let why): [("why", why)]
    case .shown(let call, let isOutgoing):
      [("call", call), ("direction", isOutgoing ? "outgoing" : "incoming")]
    case .refused(let call, let error): [("call", call), ("error", error)]
    case .action(let call, let action): [("call", call), ("action", action)]
    case .performed(let call, let action, let how):
      [("call", call), ("action", action), ("how", how)]
    case .state(let call, let state): [("call", call), ("state", state)]
    case .audio(let isActive): [("active", "\(isActive)")]
    }
  }

  public var words: String {
    switch self {
    case .token: "has a token for VoIP pushes"
    case .push(let mustReport):
      "a VoIP push arrived, for which it \(mustReport ? "must" : "need not") report a call"
    case .held(let why): "a VoIP push waits: \(why)"
    case .dropped(let why): "a VoIP push was dropped: \(why)"
    case .shown(let call, let isOutgoing):
      isOutgoing ? "calls \(call)" : "a call from \(call) rings"
    case .refused(let call, let error): "call \(call) refused: \(error)"
    case .action(let call, let action): "call \(call): asked to \(action)"
    case .performed(let call, let action, let how): "call \(call): \(action) \(how)"
    case .state(let call, let state): "call \(call) is \(state)"
    case .audio(let isActive): "its audio session is \(isActive ? "active" : "inactive") for a call"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .dropped, .refused: .red
    case .performed(_, _, let how): how == "fulfilled" ? .green : .red
    case .token, .push, .held, .shown, .action, .state, .audio: .green
    }
  }
}
