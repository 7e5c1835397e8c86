import SimulatedOS

extension TraceEvent.AudioEvent {
  var words: String {
    switch self {
    case .category(let words): "audio category: \(words)"
    case .session(let state): "audio session: \(state)"
    case .playing(let number): "plays sound \(number)"
    case .recording(let number): "records sound \(number)"
    case .stopped(let number, let why): "sound \(number) \(Self.words(of: why))"
    case .keepsRunning(let isKept):
      isKept ? "audio keeps it running" : "audio no longer keeps it running"
    case .microphone(let permission): "microphone permission: \(permission)"
    }
  }

  /// `paused` or `finished` as the app says it, with `was` before what happened to it.
  private static func words(of why: String) -> String {
    why == "finished" ? why : "was \(why)"
  }
}
