/// The audio session of one process: whether it may sound, and whether that keeps the process
/// running in background (AU1, AU2).
///
/// Pure. Nothing in it depends on the time; what the rest of the device does comes in as
/// `Surroundings`.
struct AudioSessionMachine: Equatable {
  enum State: String, Equatable, CaseIterable {
    case inactive
    case active
    /// The system took the audio away; the app has to activate its session again.
    case interrupted
  }

  /// What a player or a recorder does.
  enum SoundKind: String, Equatable, CaseIterable {
    case playing, recording
  }

  /// A player that plays, or a recorder that records.
  struct Sound: Equatable {
    let number: Int
    let kind: SoundKind
    /// Whether nobody could hear it: volume 0, or only zero samples.
    var isSilent = false
  }

  /// What else decides about an activation.
  struct Surroundings: Equatable {
    /// What holds the device's audio, if anything does.
    var interruption: AudioInterruption?
    /// Whether the app played audio that does not mix last.
    var isNowPlaying = false
  }

  enum Action: Equatable {
    case became(State)
    /// The system pauses these sounds. Their owners receive no callback.
    case pause([Int])
    case notify(AudioNotice)
    case report(Problem)
  }

  /// Why audio stopped on the way to background.
  enum Problem: Equatable {
    /// The category would play on, but the app has no background mode.
    case noBackgroundMode
    /// The app has the background mode, but the category does not play on.
    case categoryStops(AudioCategory)
  }

  let policy: AudioPolicy
  /// Whether UIBackgroundModes of Info.plist contains `audio`.
  let hasMode: Bool
  private(set) var isInBackground: Bool
  private(set) var state = State.inactive
  private(set) var configuration = AudioConfiguration()
  /// What sounds now, in the order of its beginning. Empty unless the session is active.
  private(set) var sounds: [Sound] = []

  init(policy: AudioPolicy, hasMode: Bool, isInBackground: Bool) {
    self.policy = policy
    self.hasMode = hasMode
    self.isInBackground = isInBackground
  }

  // MARK: What follows from the state

  private var worksInBackground: Bool { hasMode && configuration.category.worksInBackground }

  /// Whether audio keeps the process running now (AU1).
  var keepsRunning: Bool {
    isInBackground && worksInBackground && state == .active && !sounds.isEmpty
  }

  /// Whether nothing but silence keeps it running (AU3).
  var isKeptByTimeout: Bool {
    keepsRunning && sounds.allSatisfy { $0.kind == .playing && $0.isSilent }
  }

  // MARK: The app's calls

  /// `setCategory`. Pauses what the new category does not allow.
  mutating func configure(_ new: AudioConfiguration) throws(AudioFailure) -> [Action] {
    guard new.isValid else { throw .badParameter }
    configuration = new
    let mayPlay = new.category.plays && (worksInBackground || !isInBackground)
    let mayRecord = new.category.records && (worksInBackground || !isInBackground)
    return pause { $0.kind == .playing ? !mayPlay : !mayRecord }
  }

  /// `setActive(true)`, and what a player or recorder does before it begins.
  mutating func activate(_ around: Surroundings) throws(AudioFailure) -> [Action] {
    guard state != .active else { return [] }
    switch around.interruption {
    case .call, .alarm: throw .insufficientPriority
    case .otherPlayback, nil: break
    }
    if isInBackground {
      guard worksInBackground else { throw .cannotStartPlaying }
      guard configuration.isMixable || around.isNowPlaying else { throw .cannotInterruptOthers }
    }
    return become(.active)
  }

  /// `setActive(false)`. The failure `isBusy` does not mean that nothing happened: from iOS 8 on
  /// sounds are paused and the session is inactive.
  mutating func deactivate() -> (failure: AudioFailure?, actions: [Action]) {
    let failure: AudioFailure? = sounds.isEmpty ? nil : .isBusy
    if failure != nil, !policy.deactivatesWhileBusy { return (failure, []) }
    return (failure, pause { _ in true } + become(.inactive))
  }

  /// A player or a recorder begins; activates the session if needed.
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

  /// A player or a recorder paused, stopped or reached its end.
  mutating func end(_ number: Int) { sounds.removeAll { $0.number == number } }

  /// A player became silent, or is not any more.
  mutating func setSilent(_ isSilent: Bool, _ number: Int) {
    for i in sounds.indices where sounds[i].number == number { sounds[i].isSilent = isSilent }
  }

  // MARK: The system

  /// Something else takes the audio (AU2). A session that mixes goes on beside another app.
  mutating func interrupt(by interruption: AudioInterruption) -> [Action] {
    guard state == .active else { return [] }
    if interruption == .otherPlayback, configuration.isMixable { return [] }
    return pause { _ in true } + become(.interrupted) + [notice(of: .default)]
  }

  /// What interrupted the session has ended. The session stays inactive until the app activates it.
  mutating func endInterruption(shouldResume: Bool) -> [Action] {
    guard state == .interrupted else { return [] }
    return become(.inactive) + [.notify(.interruptionEnded(shouldResume: shouldResume))]
  }

  /// The app entered the background (AU1).
  mutating func enterBackground() -> [Action] {
    isInBackground = true
    guard !worksInBackground, !sounds.isEmpty else { return [] }
    let category = configuration.category
    let paused = pause { _ in true }
    if hasMode { return paused + [.report(.categoryStops(category))] }
    return paused + (category.worksInBackground ? [.report(.noBackgroundMode)] : [])
  }

  mutating func enterForeground() { isInBackground = false }

  /// The process was suspended (AU1).
  mutating func suspend() -> [Action] {
    guard policy.deactivatesOnSuspension, state == .active else { return [] }
    let actions = pause { _ in true } + become(.inactive)
    return actions + (policy.reportsSuspension ? [notice(of: .appWasSuspended)] : [])
  }

  /// The media server restarted: the session has its defaults again.
  mutating func reset() -> [Action] {
    let actions = pause { _ in true } + become(.inactive)
    configuration = AudioConfiguration()
    return actions + [.notify(.mediaServicesWereLost), .notify(.mediaServicesWereReset)]
  }

  // MARK: Inside

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
