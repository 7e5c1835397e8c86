import YobanSimulatedOS

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

  /// Returns the reason as the app would write it, with `was` before everything that happened to
  /// the sound from outside.
  private static func words(of why: String) -> String {
    why == "finished" ? why : "was \(why)"
  }
}
