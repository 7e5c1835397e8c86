/// The output of an audio engine (`AVAudioEngine`): it plays from its start until it is stopped, silence, too.
///
/// Held by the app's object.
package final class EngineOutput {
  package let session: AudioSession
  private var number = 0
  package private(set) var isRunning = false
  private let paused: () -> Void

  /// - Parameter paused: called when the system stops the engine, by an interruption for instance. The app receives no
  ///   callback.
  package init(in session: AudioSession, _ paused: @escaping () -> Void) {
    self.session = session
    self.paused = paused
    number = session.add(self)
  }

  /// Stops the engine, because the app's object was released.
  package func close() {
    isRunning = false
    session.remove(number)
  }

  /// Whether only silence comes out of it (AU3).
  package var isSilent = true {
    didSet { if isRunning, isSilent != oldValue { session.setSilent(isSilent, number) } }
  }

  /// Starts the engine, and activates the session.
  ///
  /// - Throws: The reason why the session stays inactive, or nothing may play (AU1, AU2).
  package func start() throws(AudioFailure) {
    guard !isRunning else { return }
    try session.begin(number, .playing, isSilent: isSilent)
    isRunning = true
  }

  package func stop(_ why: String) {
    guard isRunning else { return }
    isRunning = false
    session.end(number, why)
  }
}

extension EngineOutput: AudioSession.Sound {
  func pausedBySystem() {
    isRunning = false
    paused()
  }

  func processEnded() { isRunning = false }
}
