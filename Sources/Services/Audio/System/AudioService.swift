import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The media server of one device: the audio sessions of its apps, their interruptions, the route,
/// and the permission for the microphone.
public final class AudioService {
  unowned let device: AppleDevice
  /// The sessions of all processes that used audio, in the order of first use.
  private(set) var sessions: [AudioSession] = []
  /// The session that last played audio that does not mix: its app may activate it in the
  /// background.
  weak var nowPlaying: AudioSession?
  /// The current interruption of the device's audio; see `interrupt(by:)`.
  public private(set) var interruption: AudioInterruption?
  public private(set) var route = AudioRoute.speaker
  var plannedMicrophoneAnswers = PlannedAnswers<Bool>()
  /// The microphone requests that the user has not answered, with their callbacks.
  var microphoneQuestions: [(process: AppProcess, done: (Bool) -> Void)] = []
  var plannedRoutePicks = PlannedAnswers<Bool>()
  /// The sessions that wait until the user has picked a route, with their callbacks (AU5).
  var routePicks: [(session: AudioSession, done: (AudioFailure?) -> Void)] = []

  package init(_ device: AppleDevice) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: AudioPolicy { device.policy(AudioPolicy.self) }

  /// The volume of the device as set by the user, from 0 to 1. Default: half (assumed).
  public var outputVolume: Float = 0.5 {
    didSet {
      guard outputVolume != oldValue else { return }
      for session in sessions where session.machine.state == .active {
        session.notify(.volumeChanged)
      }
    }
  }

  /// Returns the session of a process; each process has one.
  package func session(of process: AppProcess) -> AudioSession {
    if let session = existing(process) { return session }
    let session = AudioSession(self, process)
    if process.process.state != .dead { sessions.append(session) }
    return session
  }

  /// Reports which apps play or record (EN6).
  func reportEnergy() {
    let uses = sessions.filter(\.hasSound).map {
      EnergyUse($0.process.app.definition.name, "audio", .audio)
    }
    device.energyMeter.set(uses, by: "audio")
  }

  // MARK: Actions of a scenario

  /// Starts an interruption by a call, an alarm, or another app; it lasts until `endInterruption`
  /// (AU2). It replaces the current interruption.
  ///
  /// Active sessions are interrupted. An exception is a session that mixes: it continues during
  /// another app's playback.
  public func interrupt(by interruption: AudioInterruption) {
    self.interruption = interruption
    device.post(.user(interruption.beginning))
    if interruption == .otherPlayback { nowPlaying = nil }
    for session in sessions {
      session.interrupt(by: interruption)
      if interruption == .otherPlayback { hint(session, isSilent: true) }
    }
  }

  /// Ends the call, the alarm or the other app's audio. Does nothing without an interruption.
  ///
  /// - Parameter shouldResume: whether the apps are notified that they can resume their audio:
  ///   true, for example, after a declined call; false after the user began to listen to something
  ///   else. If true, a suspended app is resumed for a while (AU2).
  public func endInterruption(shouldResume: Bool) {
    guard let interruption else { return }
    self.interruption = nil
    device.post(.user(interruption.end))
    for session in sessions where session.interrupter == nil {
      session.endInterruption(shouldResume: shouldResume)
      if interruption == .otherPlayback { hint(session, isSilent: false) }
    }
  }

  /// Connects or disconnects headphones, as the user does. The headphones of a watch are connected
  /// with Bluetooth; without them it may have no route for long-form audio (AU5).
  public func setRoute(_ route: AudioRoute) {
    guard route != self.route else { return }
    let previous = self.route
    self.route = route
    device.post(.user(route == .headphones ? "connects headphones" : "disconnects headphones"))
    let change: AudioRouteChange =
      route == .headphones ? .newDeviceAvailable : .oldDeviceUnavailable
    for session in sessions {
      session.notify(.routeChanged(change, previous: previous))
      session.routeChanged()
    }
  }

  /// Crashes and restarts the media server: all sounds stop, and sessions are reset to their
  /// defaults.
  public func restartMediaServices() {
    nowPlaying = nil
    for session in sessions { session.reset() }
  }

  /// Notifies an app in front that mixes: another app's audio that does not mix began or ended.
  private func hint(_ session: AudioSession, isSilent: Bool) {
    guard session.process.app.isInFront, session.machine.state == .active else { return }
    session.notify(.secondaryAudioHint(isSilent: isSilent))
  }

  // MARK: Sessions of simulated apps

  /// Handles a session that was activated, or changed while active: it interrupts other active
  /// sessions unless one of the two mixes (AU2).
  func activated(_ session: AudioSession) {
    guard !session.configuration.isMixable else { return }
    if interruption == .otherPlayback { interruption = nil }
    if session.machine.sounds.contains(where: { $0.kind == .playing }) { nowPlaying = session }
    for other in sessions where other !== session && other.machine.state == .active {
      other.interrupt(by: .otherPlayback)
      if other.machine.state == .interrupted { other.interrupter = session }
    }
  }

  /// Handles a session that its app deactivated.
  func deactivated(_ session: AudioSession, notifiesOthers: Bool) {
    for other in sessions where other.interrupter === session {
      if notifiesOthers {
        other.endInterruption(shouldResume: true)
      } else {
        other.interrupter = nil  // it is not notified of the end
      }
    }
  }
}

extension AudioService: SystemService {
  private func existing(_ process: AppProcess) -> AudioSession? {
    sessions.first { $0.process === process }
  }

  package func enteredBackground(_ process: AppProcess) {
    existing(process)?.enterBackground()
    closeRoutePicker(of: process)
  }
  package func enteredForeground(_ process: AppProcess) { existing(process)?.enterForeground() }
  package func becameActive(_ process: AppProcess) { askForMicrophone(process) }
  package func suspended(_ process: AppProcess) { existing(process)?.suspend() }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    microphoneQuestions.removeAll { $0.process === process }
    routePicks.removeAll { $0.session.process === process }
    guard let session = existing(process) else { return }
    session.processEnded()
    sessions.removeAll { $0 === session }
  }

  package func conditionsChanged() { for session in sessions { session.routeChanged() } }

  package func deviceWentDown() { interruption = nil }

  package func obligations(to app: InstalledApp) -> [String] {
    interruption != nil && app.definition.infoPlist.backgroundModes.contains("audio")
      ? ["the end of an interruption"] : []
  }
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

extension AppleDevice {
  /// The audio sessions of apps, and their interruptions.
  public final var audio: AudioService { self[AudioService.self] }
}
