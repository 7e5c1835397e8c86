import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The audio session of one process, as the system keeps it (`AVAudioSession`).
///
/// Created by `AudioService.session(of:)`.
package final class AudioSession {
  unowned let service: AudioService
  package let process: AppProcess
  private(set) var machine: AudioSessionMachine
  private weak var receiver: (any AudioEventReceiver)?
  /// The players and recorders, by number; the app's objects hold them.
  private var sounds: [Int: WeakSound] = [:]
  private var lastSound = 0
  /// The session of another simulated app that interrupted this one.
  weak var interrupter: AudioSession?
  /// Whether the process has a grant of background run time for audio.
  private var isGranted = false
  private var timeoutAlarm: EventToken?
  private var hasReportedTimeout = false
  private var hasEnded = false
  /// Whether `activate(options:completionHandler:)` has activated the session (AU5).
  private var wasActivatedForRoute = false

  private struct WeakSound { weak var sound: (any Sound)? }

  init(_ service: AudioService, _ process: AppProcess) {
    self.service = service
    self.process = process
    let modes = process.app.definition.infoPlist.backgroundModes
    machine = AudioSessionMachine(
      policy: service.policy, hasMode: modes.contains("audio"),
      isOnWatch: service.isOnWatch,
      isInBackground: process.isInBackground)
  }

  /// The access of an object of the app to the service.
  ///
  /// - Parameter owner: the type of the object, for findings.
  package func handle(for owner: String) -> ServiceHandle<AudioService> {
    ServiceHandle(service, of: process, for: owner)
  }

  /// Sets the object that receives the session's events; it is held weakly.
  package func attach(_ receiver: any AudioEventReceiver) { self.receiver = receiver }

  // MARK: State that the app reads

  package var configuration: AudioConfiguration { machine.configuration }
  package var policy: AudioPolicy { service.policy }
  package var isOnWatch: Bool { service.isOnWatch }
  /// Whether another app, simulated or not, plays or records.
  package var isOtherAudioPlaying: Bool {
    hasOtherAudio { _ in true }
  }
  /// Whether another app plays audio that does not mix.
  package var secondaryAudioShouldBeSilenced: Bool {
    hasOtherAudio { !$0.configuration.isMixable }
  }

  /// Whether another app plays audio in a session that counts. The audio of an interruption always counts.
  private func hasOtherAudio(where counts: (AudioSession) -> Bool) -> Bool {
    service.interruption == .otherPlayback
      || service.sessions.contains { $0 !== self && !$0.machine.sounds.isEmpty && counts($0) }
  }

  // MARK: Calls of the app

  /// `setCategory` and `setMode`.
  ///
  /// - Throws: `badParameter` if the category does not accept the options, or the route sharing policy
  ///   does not accept the configuration; nothing has changed then.
  package func configure(_ new: AudioConfiguration) throws(AudioFailure) {
    guard new != configuration else { return }
    let old = configuration
    let neededRoute = machine.needsLongFormRoute
    perform(try machine.configure(new))
    if new.words != old.words { post(.category(new.words)) }
    if new.category != old.category || new.isMixable != old.isMixable {
      notify(.routeChanged(.categoryChange, previous: service.route))
    }
    // Long-form audio does not stay active without a route for it (AU5).
    if !neededRoute { routeChanged() }
    if machine.state == .active { service.activated(self) }
  }

  /// `setActive(true)`: interrupts other apps if the session does not mix.
  ///
  /// - Throws: The reason why the session stays inactive (AU1, AU2, AU5).
  package func activate() throws(AudioFailure) {
    checkActivation()
    perform(try machine.activate(surroundings))
    service.activated(self)
  }

  /// `activate(options:completionHandler:)`: a watch that has no route for long-form audio shows the
  /// route picker first (AU5).
  ///
  /// - Parameter done: called on the process's main queue, with nil if the session is active.
  package func activate(_ done: @escaping (AudioFailure?) -> Void) {
    let failure = activateForRoute()
    if failure == .resourceNotAvailable, process.app.isInFront {
      service.showRoutePicker(to: self, done)
    } else {
      process.process.onMain { done(failure) }
    }
  }

  /// Activates the session with the routes that the device has now.
  func activateForRoute() -> AudioFailure? {
    do throws(AudioFailure) {
      perform(try machine.activate(surroundings))
      service.activated(self)
    } catch { return error }
    wasActivatedForRoute = true
    return nil
  }

  /// Reports a finding if a long-form session of a watch is not activated as Apple's documentation
  /// demands it: then the user cannot pick a route (AU5).
  private func checkActivation() {
    guard machine.needsLongFormRoute, machine.state != .active, !machine.isInBackground,
      !wasActivatedForRoute
    else { return }
    process.reportOnce(.longFormActivation)
  }

  /// `setActive(false)`.
  ///
  /// - Parameter notifiesOthers: whether an app that this one interrupted is notified that it can
  ///   resume.
  /// - Throws: `isBusy` if something plays. From iOS 8 on the sounds are paused, and the session
  ///   becomes inactive nevertheless (AU1).
  package func deactivate(notifiesOthers: Bool) throws(AudioFailure) {
    let wasActive = machine.state == .active
    let (failure, actions) = machine.deactivate()
    perform(actions)
    if wasActive, machine.state != .active {
      service.deactivated(self, notifiesOthers: notifiesOthers)
    }
    if let failure { throw failure }
  }

  // MARK: Sounds

  /// A player or recorder of the session, held by the app.
  protocol Sound: AnyObject {
    /// Called when the system pauses the sound. The app receives no callback.
    func pausedBySystem()
    /// Called when the process ends.
    func processEnded()
  }

  func add(_ sound: any Sound) -> Int {
    lastSound += 1
    sounds[lastSound] = WeakSound(sound: sound)
    return lastSound
  }

  func remove(_ number: Int) {
    sounds[number] = nil
    end(number, "released")
  }

  /// Starts a player or recorder.
  func begin(
    _ number: Int, _ kind: AudioSessionMachine.SoundKind, isSilent: Bool = false
  ) throws(AudioFailure) {
    checkActivation()
    let sound = AudioSessionMachine.Sound(number: number, kind: kind, isSilent: isSilent)
    perform(try machine.begin(sound, surroundings))
    post(kind == .playing ? .playing(number) : .recording(number))
    service.activated(self)
    updateRunTime()
  }

  /// Handles a player or recorder that paused, stopped or finished.
  func end(_ number: Int, _ why: String) {
    guard !hasEnded, machine.sounds.contains(where: { $0.number == number }) else { return }
    machine.end(number)
    post(.stopped(number, why))
    updateRunTime()
  }

  func setSilent(_ isSilent: Bool, _ number: Int) {
    machine.setSilent(isSilent, number)
    updateRunTime()
  }

  private var surroundings: AudioSessionMachine.Surroundings {
    .init(
      interruption: service.interruption, isNowPlaying: service.nowPlaying === self,
      isKeptBySession: service.device.keepsRunning(process.app),
      hasLongFormRoute: service.hasLongFormRoute)
  }

  // MARK: Calls of the system

  func interrupt(by interruption: AudioInterruption) {
    perform(machine.interrupt(by: interruption))
  }

  /// Ends an interruption. A suspended app that can resume its audio is resumed for a while, so
  /// that it can do so (AU2).
  func endInterruption(shouldResume: Bool) {
    guard machine.state == .interrupted else { return }
    interrupter = nil
    if shouldResume, !configuration.isMixable { service.nowPlaying = self }
    if shouldResume, process.systemState == .suspended, machine.hasMode {
      process.grantForEvents(.audioEvent, until: service.now + policy.interruptionWake)
    }
    perform(machine.endInterruption(shouldResume: shouldResume))
  }

  /// The system activates the session for a call of the app: it interrupts other apps (CK6).
  package func beginCall() {
    perform(machine.beginCall())
    service.activated(self)
  }

  /// The call has ended or is on hold: other apps can resume their audio.
  package func endCall() {
    perform(machine.endCall())
    service.deactivated(self, notifiesOthers: true)
  }

  func enterBackground() {
    let actions = machine.enterBackground(isKeptBySession: service.device.keepsRunning(process.app))
    isGranted = false
    perform(actions)
  }

  func enterForeground() {
    machine.enterForeground()
    if isGranted { post(.keepsRunning(false)) }
    isGranted = false
    updateRunTime()
  }

  func routeChanged() {
    let actions = machine.routeChanged(hasLongFormRoute: service.hasLongFormRoute)
    if !actions.isEmpty { perform(actions) }
  }

  func suspend() { perform(machine.suspend()) }

  func reset() { perform(machine.reset()) }

  func processEnded() {
    hasEnded = true
    for number in sounds.keys.sorted() { sounds[number]?.sound?.processEnded() }
    sounds = [:]
    if let timeoutAlarm { service.simulation.cancel(timeoutAlarm) }
    timeoutAlarm = nil
    service.reportEnergy()
  }

  /// Whether the session plays or records.
  var hasSound: Bool { !hasEnded && machine.state == .active && !machine.sounds.isEmpty }

  func notify(_ notice: AudioNotice) {
    process.process.onMain { [weak self] in self?.receiver?.received(notice) }
  }

  // MARK: Effects

  private func perform(_ actions: [AudioSessionMachine.Action]) {
    for action in actions {
      switch action {
      case .became(let state): post(.session(state.rawValue))
      case .pause(let numbers):
        for number in numbers {
          post(.stopped(number, "paused by the system"))
          sounds[number]?.sound?.pausedBySystem()
        }
      case .notify(let notice): notify(notice)
      case .report(.noBackgroundMode): process.report(.noAudioMode)
      case .report(.categoryStops(let category)): process.report(.categoryStops(category))
      case .report(.notLongForm): process.reportOnce(.notLongForm)
      }
    }
    updateRunTime()
  }

  /// Grants or revokes background run time, as the machine decides. An app whose audio ended runs a
  /// moment longer, like an app that has just entered the background (AU1, L7).
  private func updateRunTime() {
    watchSilence()
    service.reportEnergy()
    guard process.isInBackground, machine.keepsRunning != isGranted else { return }
    isGranted = machine.keepsRunning
    post(.keepsRunning(isGranted))
    if !isGranted { process.grantGrace() }
    process.grant(.audio, until: isGranted ? .distantFuture : nil)
  }

  /// Reports a finding, once, if silence has kept the app running for too long (AU3).
  private func watchSilence() {
    let isSilent = machine.isKeptByTimeout && !hasReportedTimeout
    guard isSilent != (timeoutAlarm != nil) else { return }
    if let timeoutAlarm { service.simulation.cancel(timeoutAlarm) }
    timeoutAlarm = nil
    guard isSilent else { return }
    timeoutAlarm = service.simulation.schedule(at: service.now + policy.silenceTolerated) {
      [weak self] in
      guard let self else { return }
      timeoutAlarm = nil
      hasReportedTimeout = true
      process.report(.silentKeepAlive(policy))
    }
  }

  private func post(_ event: TraceEvent.AudioEvent) { process.post(.audio(event)) }
}
