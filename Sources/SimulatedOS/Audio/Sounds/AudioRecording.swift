import Foundation
import VirtualTime

/// A recorder to one file (`AVAudioRecorder`).
///
/// Held by the app's object. Calls of a process that has ended do nothing, with a finding. The file
/// has a short tone and then silence; only silence if the app may not use the microphone.
public final class AudioRecording {
  private let session: AudioSession
  private let writer: SoundFileWriter
  private var number = 0
  private var clock = RecordingClock()
  private weak var receiver: (any SoundEventReceiver)?
  private var alarm: EventToken?
  /// Whether the file is there and has no final header.
  private var isOpen = false
  private var isAudible = false

  /// - Parameter format: one that is writable.
  public init(
    to url: URL, _ format: SoundFormat, in session: AudioSession, _ receiver: any SoundEventReceiver
  ) {
    self.session = session
    writer = SoundFileWriter(url: url, format: format)
    self.receiver = receiver
    number = session.add(self)
  }

  /// The object of the app is gone: the recording ends, without a callback.
  public func close() {
    _ = end("released")
    session.remove(number)
  }

  private var service: AudioService { session.service }
  private var now: VirtualInstant { service.now }

  public var isRecording: Bool { clock.isRecording }
  /// How much is recorded; zero after it was stopped.
  public var length: Duration { clock.length(at: now) }

  /// Creates the file, or empties it.
  ///
  /// - Returns: false if that fails.
  public func prepare() -> Bool {
    guard session.isAlive("AVAudioRecorder.prepareToRecord()") else { return false }
    if !isOpen { isOpen = writer.create() }
    return isOpen
  }

  /// Begins, or goes on after a pause; asks for the microphone if the user was not asked (AU4).
  ///
  /// - Parameter duration: how much more to record until it stops by itself; nil: no limit.
  /// - Returns: false without permission, if the file cannot be written, or if the session refuses
  ///   (AU1, AU2).
  public func record(for duration: Duration?) -> Bool {
    guard session.isAlive("AVAudioRecorder.record()"),
      service.mayAskForMicrophone(session.process)
    else { return false }
    let permission = service.microphonePermission(of: session.process.app)
    guard permission != .denied, prepare() else { return false }
    if permission == .undetermined { service.requestMicrophone(for: session.process) { _ in } }
    if !isRecording {
      do throws(AudioFailure) { try session.begin(number, .recording) } catch { return false }
    }
    if permission == .granted { isAudible = true }
    clock.record(for: duration, at: now)
    setAlarm()
    return true
  }

  public func pause() {
    guard isRecording else { return }
    clock.pause(at: now)
    cancelAlarm()
    session.end(number, "paused")
  }

  /// Stops and writes the file. Does nothing if nothing was prepared.
  public func stop() {
    guard session.isAlive("AVAudioRecorder.stop()"), isOpen else { return }
    finish("stopped")
  }

  /// Deletes the file of a recorder that is stopped.
  ///
  /// - Returns: false while it records, or if there is no file.
  public func delete() -> Bool {
    guard !isOpen else { return false }
    return (try? FileManager.default.removeItem(at: writer.url)) != nil
  }

  // MARK: The end

  private func finish(_ why: String) {
    let isWritten = end(why)
    session.process.process.onMain { [weak self] in
      self?.receiver?.finished(successfully: isWritten)
    }
  }

  /// - Returns: whether the file is complete.
  private func end(_ why: String) -> Bool {
    cancelAlarm()
    let frames = writer.format.frames(in: clock.stop(at: now))
    session.end(number, why)
    guard isOpen else { return false }
    isOpen = false
    defer { isAudible = false }
    return writer.close(frames, isAudible: isAudible)
  }

  private func setAlarm() {
    cancelAlarm()
    guard let end = clock.end else { return }
    alarm = service.simulation.schedule(at: max(end, now)) { [weak self] in
      self?.alarm = nil
      self?.finish("finished")
    }
  }

  private func cancelAlarm() {
    if let alarm { service.simulation.cancel(alarm) }
    alarm = nil
  }
}

extension AudioRecording: AudioSession.Sound {
  func pausedBySystem() {
    clock.pause(at: now)
    cancelAlarm()
  }

  /// What was recorded stays, under the header of a recording that is not complete.
  func processEnded() {
    cancelAlarm()
    guard isOpen else { return }
    isOpen = false
    _ = writer.write(writer.format.frames(in: clock.stop(at: now)), isAudible: isAudible)
  }
}
