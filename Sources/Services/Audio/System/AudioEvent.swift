import YobanSimulatedDevices

extension TraceEvent {
  /// An audio event. Players and recorders are numbered in their process, starting with 1.
  public enum AudioEvent: TracePayload {
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
    /// The system shows the route picker for long-form audio of the app on a watch (AU5).
    case routePicker
    /// The app's permission to use the microphone (AU4).
    case microphone(String)
  }
}

extension TraceEvent.Kind {
  public static func audio(_ event: TraceEvent.AudioEvent) -> Self { Self(event) }
  public var audio: TraceEvent.AudioEvent? { payload as? TraceEvent.AudioEvent }
}

extension TraceEvent.AudioEvent {
  public static var service: String { "audio" }

  public var name: String {
    switch self {
    case .category: "category"
    case .session: "session"
    case .playing: "playing"
    case .recording: "recording"
    case .stopped: "stopped"
    case .keepsRunning(let isKept): isKept ? "keep-alive-began" : "keep-alive-ended"
    case .routePicker: "route-picker"
    case .microphone: "microphone"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .category(let words): [("category", words)]
    case .session(let state): [("state", state)]
    case .playing(let number), .recording(let number): [("sound", "\(number)")]
    case .stopped(let number, let why): [("sound", "\(number)"), ("why", why)]
    case .keepsRunning, .routePicker: []
    case .microphone(let permission): [("permission", permission)]
    }
  }

  public var words: String {
    switch self {
    case .category(let words): "audio category: \(words)"
    case .session(let state): "audio session: \(state)"
    case .playing(let number): "plays sound \(number)"
    case .recording(let number): "records sound \(number)"
    case .stopped(let number, let why): "sound \(number) \(Self.words(of: why))"
    case .keepsRunning(let isKept):
      isKept ? "audio keeps it running" : "audio no longer keeps it running"
    case .routePicker: "the system shows the audio route picker"
    case .microphone(let permission): "microphone permission: \(permission)"
    }
  }

  /// Returns the reason as the app would write it, with `was` before everything that happened to
  /// the sound from outside.
  private static func words(of why: String) -> String {
    why == "finished" ? why : "was \(why)"
  }

  public var style: TraceEvent.Style {
    switch self {
    case .session("interrupted"): .red
    case .session, .playing, .recording, .stopped, .keepsRunning, .routePicker, .microphone:
      .green
    case .category: .quiet
    }
  }
}
