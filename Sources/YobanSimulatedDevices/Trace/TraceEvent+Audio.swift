extension TraceEvent {
  /// An audio event. Players and recorders are numbered in their process, starting with 1.
  public enum AudioEvent: Sendable, Hashable {
    /// The category of the session, and whether it mixes, such as `playback, mixable`.
    case category(String)
    /// The session is `active`, `inactive` or `interrupted`.
    case session(String)
    case playing(Int)
    case recording(Int)
    /// A player or recorder stopped, for a reason.
    case stopped(Int, String)
    /// Audio starts or stops keeping the process running in the background (AU1).
    case keepsRunning(Bool)
    /// The app's permission to use the microphone (AU4).
    case microphone(String)
  }
}

extension TraceEvent.AudioEvent {
  var name: String {
    switch self {
    case .category: "category"
    case .session: "session"
    case .playing: "playing"
    case .recording: "recording"
    case .stopped: "stopped"
    case .keepsRunning(let isKept): isKept ? "keep-alive-began" : "keep-alive-ended"
    case .microphone: "microphone"
    }
  }

  var fields: [(key: String, value: String)] {
    switch self {
    case .category(let words): [("category", words)]
    case .session(let state): [("state", state)]
    case .playing(let number), .recording(let number): [("sound", "\(number)")]
    case .stopped(let number, let why): [("sound", "\(number)"), ("why", why)]
    case .keepsRunning: []
    case .microphone(let permission): [("permission", permission)]
    }
  }
}
