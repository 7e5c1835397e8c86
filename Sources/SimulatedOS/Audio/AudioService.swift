import VirtualTime

/// The media server of one device: the audio sessions of its apps, what interrupts them, the route
/// and the permission for the microphone.
public final class AudioService {
  unowned let device: Device
  /// Of every process that used audio, in the order of first use.
  private(set) var sessions: [AudioSession] = []
  /// The session that played audio that does not mix last: its app may activate it in background.
  weak var nowPlaying: AudioSession?
  /// What holds the device's audio; see `interrupt(by:)`.
  public private(set) var interruption: AudioInterruption?
  public private(set) var route = AudioRoute.speaker
  /// What the user answers when an app asks for the microphone, by app name. Default: yes (AU4).
  public var microphoneAnswers: [String: Bool] = [:]
  /// Questions for the microphone that the user has not answered, with what is told the answer.
  var microphoneQuestions: [(process: AppProcess, done: (Bool) -> Void)] = []

  init(_ device: Device) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  public var policy: AudioPolicy { device.profile.audio }

  /// The volume of the device, from 0 to 1, as the user has set it. Default: half (assumed).
  public var outputVolume: Float = 0.5

  /// The session of a process; each has one.
  public func session(of process: AppProcess) -> AudioSession {
    if let session = existing(process) { return session }
    let session = AudioSession(self, process)
    if process.process.state != .dead { sessions.append(session) }
    return session
  }

  // MARK: A scenario

  /// A call, an alarm, or another app takes the audio, until `endInterruption` (AU2). It replaces an
  /// interruption under way.
  ///
  /// Active sessions are interrupted; beside another app's playback a session that mixes plays on.
  public func interrupt(by interruption: AudioInterruption) {
    self.interruption = interruption
    device.post(.user(interruption.beginning))
    if interruption == .otherPlayback { nowPlaying = nil }
    for session in sessions {
      session.interrupt(by: interruption)
      if interruption == .otherPlayback { hint(session, isSilent: true) }
    }
  }

  /// The call, the alarm or the other app's audio ends. Does nothing without an interruption.
  ///
  /// - Parameter shouldResume: whether the apps are told that they can resume their audio: true as
  ///   after a declined call, false as after the user began to listen to something else. A suspended
  ///   app runs again for a while if it is (AU2).
  public func endInterruption(shouldResume: Bool) {
    guard let interruption else { return }
    self.interruption = nil
    device.post(.user(interruption.end))
    for session in sessions where session.interrupter == nil {
      session.endInterruption(shouldResume: shouldResume)
      if interruption == .otherPlayback { hint(session, isSilent: false) }
    }
  }

  /// The user connects headphones, or disconnects them.
  public func setRoute(_ route: AudioRoute) {
    guard route != self.route else { return }
    let previous = self.route
    self.route = route
    device.post(.user(route == .headphones ? "connects headphones" : "disconnects headphones"))
    let change: AudioRouteChange =
      route == .headphones ? .newDeviceAvailable : .oldDeviceUnavailable
    for session in sessions { session.tell(.routeChanged(change, previous: previous)) }
  }

  /// The media server crashes and restarts: everything that plays stops, and sessions have their
  /// defaults again.
  public func restartMediaServices() {
    nowPlaying = nil
    for session in sessions { session.reset() }
  }

  /// Another app's audio that does not mix began or ended; told to apps in front that mix with it.
  private func hint(_ session: AudioSession, isSilent: Bool) {
    guard session.process.app.isInFront, session.machine.state == .active else { return }
    session.tell(.secondaryAudioHint(isSilent: isSilent))
  }

  // MARK: Sessions of simulated apps

  /// A session is active, or changed while it is: it interrupts others unless one of both mixes (AU2).
  func activated(_ session: AudioSession) {
    guard !session.configuration.isMixable else { return }
    if interruption == .otherPlayback { interruption = nil }
    if session.machine.sounds.contains(where: { $0.kind == .playing }) { nowPlaying = session }
    for other in sessions where other !== session && other.machine.state == .active {
      other.interrupt(by: .otherPlayback)
      if other.machine.state == .interrupted { other.interrupter = session }
    }
  }

  /// A session became inactive at its app's wish.
  func deactivated(_ session: AudioSession, notifiesOthers: Bool) {
    for other in sessions where other.interrupter === session {
      if notifiesOthers {
        other.endInterruption(shouldResume: true)
      } else {
        other.interrupter = nil  // nobody tells it that the interruption ended
      }
    }
  }
}

extension AudioService: SystemService {
  private func existing(_ process: AppProcess) -> AudioSession? {
    sessions.first { $0.process === process }
  }

  func enteredBackground(_ process: AppProcess) { existing(process)?.enterBackground() }
  func enteredForeground(_ process: AppProcess) { existing(process)?.enterForeground() }
  func becameActive(_ process: AppProcess) { askForMicrophone(process) }
  func suspended(_ process: AppProcess) { existing(process)?.suspend() }

  func processEnded(_ process: AppProcess, reason: TerminationReason) {
    microphoneQuestions.removeAll { $0.process === process }
    guard let session = existing(process) else { return }
    session.processEnded()
    sessions.removeAll { $0 === session }
  }

  func deviceWentDown() { interruption = nil }
}

extension AudioInterruption {
  fileprivate var beginning: String {
    switch self {
    case .call: "gets a phone call"
    case .alarm: "hears an alarm"
    case .otherPlayback: "plays audio in another app"
    }
  }

  fileprivate var end: String {
    switch self {
    case .call: "ends the phone call"
    case .alarm: "stops the alarm"
    case .otherPlayback: "stops the other app's audio"
    }
  }
}
