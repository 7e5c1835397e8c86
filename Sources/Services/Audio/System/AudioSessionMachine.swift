import YobanPlatformProfiles

/// The state machine of one process's audio session: whether it may play or record, and whether
/// that keeps the process running in the background (AU1, AU2, AU5).
///
/// It has no side effects and does not depend on the time. The state of the rest of the device is
/// passed in as `Surroundings`.
struct AudioSessionMachine: Equatable {
  enum State: String, Equatable, CaseIterable {
    case inactive
    case active
    /// The system interrupted the session; the app must activate it again.
    case interrupted
  }

  /// The activity of a player or a recorder.
  enum SoundKind: String, Equatable, CaseIterable {
    case playing, recording
  }

  /// A player that is playing, or a recorder that is recording.
  struct Sound: Equatable {
    let number: Int
    let kind: SoundKind
    /// Whether the sound is inaudible: volume 0, or only zero samples.
    var isSilent = false
  }

  /// The state outside of the session that decides about an activation.
  struct Surroundings: Equatable {
    /// The current interruption of the device's audio; nil if there is none.
    var interruption: AudioInterruption?
    /// Whether the app was the last one to play audio that does not mix.
    var isNowPlaying = false
    /// Whether another session, such as a workout, keeps the app running in the background (AU5).
    var isKeptBySession = false
    /// Whether the device has a route for long-form audio (AU5).
    var hasLongFormRoute = true
  }

  enum Action: Equatable {
    case became(State)
    /// The system pauses these sounds. Their owners receive no callback.
    case pause([Int])
    case notify(AudioNotice)
    case report(Problem)
  }

  /// A mistake in the audio that was playing when the app entered the background.
  enum Problem: Equatable {
    /// The category continues in the background, but the app has no background mode.
    case noBackgroundMode
    /// The app has the background mode, but the category does not continue in the background.
    case categoryStops(AudioCategory)
    /// The audio goes on, which watchOS promises for long-form audio and in workouts only (AU5).
    case notLongForm
  }

  let policy: AudioPolicy
  /// Whether UIBackgroundModes of Info.plist contains `audio`.
  let hasMode: Bool
  /// Whether the rules of watchOS hold: a session is activated in the foreground (AU1), and long-form
  /// audio needs a route (AU5).
  private let isOnWatch: Bool
  private(set) var isInBackground: Bool
  /// Whether the system has activated the session for a call (CK6).
  private(set) var isInCall = false
  private(set) var state = State.inactive
  private(set) var configuration = AudioConfiguration()
  /// The active sounds, in the order in which they began. Empty unless the session is active.
  private(set) var sounds: [Sound] = []

  init(
    policy: AudioPolicy, hasMode: Bool, isOnWatch: Bool = false, isInBackground: Bool
  ) {
    self.policy = policy
    self.hasMode = hasMode
    self.isOnWatch = isOnWatch
    self.isInBackground = isInBackground
  }

  // MARK: Derived values

  private var worksInBackground: Bool {
    (hasMode || isInCall) && configuration.category.worksInBackground
  }

  /// Whether the session is active only while the watch has a route for long-form audio (AU5).
  var needsLongFormRoute: Bool { isOnWatch && configuration.routePolicy.isLongForm }

  /// Whether audio keeps the process running now (AU1).
  var keepsRunning: Bool {
    isInBackground && worksInBackground && state == .active && !sounds.isEmpty
  }

  /// Whether only silence keeps the process running (AU3).
  var isKeptByTimeout: Bool {
    keepsRunning && sounds.allSatisfy { $0.kind == .playing && $0.isSilent }
  }

  // MARK: Calls of the app

  /// `setCategory`. Pauses the sounds that the new category does not allow.
  mutating func configure(_ new: AudioConfiguration) throws(AudioFailure) -> [Action] {
    guard new.isValid else { throw .badParameter }
    configuration = new
    let mayPlay = new.category.plays && (worksInBackground || !isInBackground)
    let mayRecord = new.category.records && (worksInBackground || !isInBackground)
    return pause { $0.kind == .playing ? !mayPlay : !mayRecord }
  }

  /// `setActive(true)`; also called before a player or recorder begins.
  mutating func activate(_ around: Surroundings) throws(AudioFailure) -> [Action] {
    guard state != .active else { return [] }
    switch around.interruption {
    case .call, .alarm: throw .insufficientPriority
    case .otherPlayback, nil: break
    }
    if isInBackground {
      guard worksInBackground, mayStartInBackground(around) else { throw .cannotStartPlaying }
      guard configuration.isMixable || around.isNowPlaying else { throw .cannotInterruptOthers }
    }
    guard !needsLongFormRoute || around.hasLongFormRoute else { throw .resourceNotAvailable }
    return become(.active)
  }

  /// Whether the app may activate a session in the background at all. On a watch it must have begun in
  /// front (AU1), unless a workout keeps the app running, or its long-form audio was the last (AU5).
  private func mayStartInBackground(_ around: Surroundings) -> Bool {
    !isOnWatch || around.isKeptBySession || needsLongFormRoute && around.isNowPlaying
  }

  /// `setActive(false)`. With the failure `isBusy`, the sounds are paused and the session becomes
  /// inactive nevertheless, from iOS 8 on.
  mutating func deactivate() -> (failure: AudioFailure?, actions: [Action]) {
    let failure: AudioFailure? = sounds.isEmpty ? nil : .isBusy
    if failure != nil, !policy.deactivatesWhileBusy { return (failure, []) }
    return (failure, pause { _ in true } + become(.inactive))
  }

  /// Starts a player or a recorder; activates the session if needed.
  mutating func begin(_ sound: Sound, _ around: Surroundings) throws(AudioFailure) -> [Action] {
    let category = configuration.category
    guard sound.kind == .playing ? category.plays : category.records else {
      throw .incompatibleCategory
    }
    if isInBackground {
      guard worksInBackground else { throw .cannotStartPlaying }
      guard sound.kind == .playing || !configuration.isMixable else { throw .cannotStartRecording }
    }
    let actions = try activate(around)
    end(sound.number)
    sounds.append(sound)
    return actions
  }

  /// Handles a player or a recorder that paused, stopped or reached its end.
  mutating func end(_ number: Int) { sounds.removeAll { $0.number == number } }

  /// Handles a player that became silent or audible.
  mutating func setSilent(_ isSilent: Bool, _ number: Int) {
    for i in sounds.indices where sounds[i].number == number { sounds[i].isSilent = isSilent }
  }

  // MARK: Calls of the system

  /// Interrupts the session (AU2). A session that mixes continues during another app's playback.
  mutating func interrupt(by interruption: AudioInterruption) -> [Action] {
    guard state == .active else { return [] }
    if interruption == .otherPlayback, configuration.isMixable { return [] }
    return pause { _ in true } + become(.interrupted) + [notice(of: .default)]
  }

  /// Ends the interruption. The session stays inactive until the app activates it.
  mutating func endInterruption(shouldResume: Bool) -> [Action] {
    guard state == .interrupted else { return [] }
    return become(.inactive) + [.notify(.interruptionEnded(shouldResume: shouldResume))]
  }

  /// Activates the session for a call of the app, also in the background (CK6).
  mutating func beginCall() -> [Action] {
    isInCall = true
    return become(.active)
  }

  /// Deactivates the session at the end of a call, or while it is on hold.
  mutating func endCall() -> [Action] {
    isInCall = false
    return pause { _ in true } + become(.inactive)
  }

  /// Handles a change of the route, or of what it is allowed to play (AU5).
  mutating func routeChanged(hasLongFormRoute: Bool) -> [Action] {
    guard needsLongFormRoute, !hasLongFormRoute, state == .active else { return [] }
    let actions = pause { _ in true } + become(.inactive)
    return actions + (policy.reportsLostRoute ? [notice(of: .routeDisconnected)] : [])
  }

  /// Handles that the app entered the background (AU1).
  ///
  /// - Parameter isKeptBySession: whether another session, such as a workout, keeps it running (AU5).
  mutating func enterBackground(isKeptBySession: Bool = false) -> [Action] {
    isInBackground = true
    guard !sounds.isEmpty else { return [] }
    let category = configuration.category
    guard !worksInBackground else {
      let isPromised =
        !isOnWatch || isKeptBySession || needsLongFormRoute || category.records
      return isPromised ? [] : [.report(.notLongForm)]
    }
    let paused = pause { _ in true }
    if hasMode { return paused + [.report(.categoryStops(category))] }
    return paused + (category.worksInBackground ? [.report(.noBackgroundMode)] : [])
  }

  mutating func enterForeground() { isInBackground = false }

  /// Handles that the process was suspended (AU1).
  mutating func suspend() -> [Action] {
    guard policy.deactivatesOnSuspension, state == .active else { return [] }
    let actions = pause { _ in true } + become(.inactive)
    return actions + (policy.reportsSuspension ? [notice(of: .appWasSuspended)] : [])
  }

  /// Handles a restart of the media server: the session is reset to its defaults.
  mutating func reset() -> [Action] {
    let actions = pause { _ in true } + become(.inactive)
    configuration = AudioConfiguration()
    return actions + [.notify(.mediaServicesWereLost), .notify(.mediaServicesWereReset)]
  }

  // MARK: Helpers

  private func notice(of reason: AudioInterruptionReason) -> Action {
    .notify(.interruptionBegan(reason, tellsReason: policy.tellsInterruptionReason))
  }

  private mutating func pause(_ isPaused: (Sound) -> Bool) -> [Action] {
    let paused = sounds.filter(isPaused).map(\.number)
    sounds.removeAll { paused.contains($0.number) }
    return paused.isEmpty ? [] : [.pause(paused)]
  }

  private mutating func become(_ new: State) -> [Action] {
    guard state != new else { return [] }
    state = new
    return [.became(new)]
  }
}
