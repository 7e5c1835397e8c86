import VirtualTime

/// A player of one sound (`AVAudioPlayer`).
///
/// Held by the app's object. Calls of a process that has ended do nothing, with a finding.
public final class AudioPlayback {
  private let session: AudioSession
  public let file: SoundFile
  private var number = 0
  private var clock: PlaybackClock
  private weak var receiver: (any SoundEventReceiver)?
  private var alarm: EventToken?
  /// Whether the file has no sound in it; read at the first play.
  private lazy var fileIsSilent = file.isSilent

  public init(_ file: SoundFile, in session: AudioSession, _ receiver: any SoundEventReceiver) {
    self.session = session
    self.file = file
    self.receiver = receiver
    clock = PlaybackClock(duration: file.duration)
    number = session.add(self)
  }

  /// The object of the app is gone: the sound stops.
  public func close() {
    cancelAlarm()
    session.remove(number)
  }

  private var simulation: Simulation { session.service.simulation }
  private var now: VirtualInstant { simulation.now }

  /// From 0 to 1. At 0 nobody hears the sound (AU3).
  public var volume: Float = 1 {
    didSet { if isPlaying { session.setSilent(isSilent, number) } }
  }

  private var isSilent: Bool { volume <= 0 || fileIsSilent }

  // MARK: Transport

  public var isPlaying: Bool { clock.isPlaying }

  /// Begins or goes on, and activates the session.
  ///
  /// - Parameter delay: how long to wait with the sound. The app counts as playing meanwhile (assumed).
  /// - Returns: false if the sound is empty, or why the session refuses (AU1, AU2).
  public func play(after delay: Duration = .zero) -> Bool {
    guard session.isAlive("AVAudioPlayer.play()"), file.frames > 0 else { return false }
    if isPlaying { return true }
    do throws(AudioFailure) { try session.begin(number, .playing, isSilent: isSilent) } catch {
      return false
    }
    clock.play(from: now + max(.zero, delay))
    setAlarm()
    return true
  }

  /// Gets ready, and activates the session.
  ///
  /// - Returns: false if the sound is empty, or the session refuses (AU1, AU2).
  public func prepare() -> Bool {
    guard file.frames > 0 else { return false }
    do throws(AudioFailure) { try session.activate() } catch { return false }
    return true
  }

  /// Stays at its position.
  public func pause() { halt("paused") }

  /// As `pause`: the position stays, too.
  public func stop() { halt("stopped") }

  private func halt(_ why: String) {
    guard isPlaying else { return }
    clock.pause(at: now)
    cancelAlarm()
    session.end(number, why)
  }

  // MARK: Position

  /// From the beginning of the sound; one outside of it becomes its beginning or its end.
  public var position: Duration {
    get { clock.position(at: now) }
    set {
      clock.seek(to: newValue, at: now)
      setAlarm()
    }
  }

  /// How often the sound begins again after its end; negative: until it is stopped.
  public var loops: Int {
    get { clock.loops }
    set {
      clock.setLoops(newValue, at: now)
      setAlarm()
    }
  }

  /// How fast it plays: 1 is normal. Limited to 0.5 to 2.
  public func setRate(_ rate: Double) {
    clock.setRate(rate, at: now)
    setAlarm()
  }

  /// The clock of the output, which `play(after:)` counts on.
  public var deviceTime: Duration { session.process.app.device.uptime }

  // MARK: The end

  private func setAlarm() {
    cancelAlarm()
    guard let end = clock.end else { return }
    alarm = simulation.schedule(at: max(end, now)) { [weak self] in self?.finished() }
  }

  private func cancelAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
  }

  private func finished() {
    alarm = nil
    clock.finish()
    session.end(number, "finished")
    session.process.process.onMain { [weak self] in self?.receiver?.finished(successfully: true) }
  }
}

extension AudioPlayback: AudioSession.Sound {
  func pausedBySystem() {
    clock.pause(at: now)
    cancelAlarm()
  }

  func processEnded() { cancelAlarm() }
}
