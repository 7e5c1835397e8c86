import YobanVirtualTime

/// A player of one sound (`AVAudioPlayer`).
///
/// Held by the app's object.
package final class AudioPlayback {
  package let session: AudioSession
  package let file: SoundFile
  private var number = 0
  private var clock: PlaybackClock
  private weak var receiver: (any SoundEventReceiver)?
  private var alarm: EventToken?
  /// Whether all samples of the file are silent; read when it is first played.
  private lazy var fileIsSilent = file.isSilent

  package init(_ file: SoundFile, in session: AudioSession, _ receiver: any SoundEventReceiver) {
    self.session = session
    self.file = file
    self.receiver = receiver
    clock = PlaybackClock(duration: file.duration)
    number = session.add(self)
  }

  /// Stops the sound, because the app's object was released.
  package func close() {
    cancelAlarm()
    session.remove(number)
  }

  private var simulation: Simulation { session.service.simulation }
  private var now: VirtualInstant { simulation.now }

  /// The volume, from 0 to 1. At 0 the sound counts as silent (AU3).
  package var volume: Float = 1 {
    didSet { if isPlaying { session.setSilent(isSilent, number) } }
  }

  private var isSilent: Bool { volume <= 0 || fileIsSilent }

  // MARK: Transport

  package var isPlaying: Bool { clock.isPlaying }

  /// Starts or continues playing, and activates the session.
  ///
  /// - Parameter delay: the time to wait before the sound starts. The app counts as playing
  ///   meanwhile (assumed).
  /// - Returns: False if the sound is empty, or if the session refuses (AU1, AU2).
  package func play(after delay: Duration = .zero) -> Bool {
    guard file.frames > 0 else { return false }
    if isPlaying { return true }
    do throws(AudioFailure) { try session.begin(number, .playing, isSilent: isSilent) } catch {
      return false
    }
    clock.play(from: now + max(.zero, delay))
    setAlarm()
    return true
  }

  /// Prepares the sound, and activates the session.
  ///
  /// - Returns: False if the sound is empty, or if the session refuses (AU1, AU2).
  package func prepare() -> Bool {
    guard file.frames > 0 else { return false }
    do throws(AudioFailure) { try session.activate() } catch { return false }
    return true
  }

  /// Pauses and keeps the position.
  package func pause() { halt("paused") }

  /// Stops and keeps the position, like `pause`.
  package func stop() { halt("stopped") }

  private func halt(_ why: String) {
    guard isPlaying else { return }
    clock.pause(at: now)
    cancelAlarm()
    session.end(number, why)
  }

  // MARK: Position

  /// The time from the beginning of the sound, limited to the range of the sound.
  package var position: Duration {
    get { clock.position(at: now) }
    set {
      clock.seek(to: newValue, at: now)
      setAlarm()
    }
  }

  /// The number of times that the sound is repeated after its end; negative: until it is stopped.
  package var loops: Int {
    get { clock.loops }
    set {
      clock.setLoops(newValue, at: now)
      setAlarm()
    }
  }

  /// Sets the speed, limited to 0.5 to 2; 1 is normal.
  package func setRate(_ rate: Double) {
    clock.setRate(rate, at: now)
    setAlarm()
  }

  /// The clock of the output, on which the times of `play(after:)` are based.
  package var deviceTime: Duration { session.process.app.device.uptime }

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
