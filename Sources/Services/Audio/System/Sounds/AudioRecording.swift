import Foundation
import YobanVirtualTime

/// A recorder to one file (`AVAudioRecorder`).
///
/// Held by the app's object. The file contains a short tone and then silence, or only silence if the app
/// may not use the microphone.
package final class AudioRecording {
  package let session: AudioSession
  private let writer: SoundFileWriter
  private var number = 0
  private var clock = RecordingClock()
  private weak var receiver: (any SoundEventReceiver)?
  private var alarm: EventToken?
  /// Whether the file exists and has no final header.
  private var isOpen = false
  private var isAudible = false

  /// - Parameter format: a writable format.
  package init(
    to url: URL, _ format: SoundFormat, in session: AudioSession, _ receiver: any SoundEventReceiver
  ) {
    self.session = session
    writer = SoundFileWriter(url: url, format: format)
    self.receiver = receiver
    number = session.add(self)
  }

  /// Ends the recording without a callback, because the app's object was released.
  package func close() {
    _ = end("released")
    session.remove(number)
  }

  private var service: AudioService { session.service }
  private var now: VirtualInstant { service.now }

  package var isRecording: Bool { clock.isRecording }
  /// The recorded length; zero after the recording was stopped.
  package var length: Duration { clock.length(at: now) }

  /// Creates the file, or empties it.
  ///
  /// - Returns: False if that fails.
  package func prepare() -> Bool {
    if !isOpen { isOpen = writer.create() }
    return isOpen
  }

  /// Starts recording, or continues after a pause. Requests the microphone permission if the user
  /// was not asked (AU4).
  ///
  /// - Parameter duration: the additional length to record before the recording stops; nil: no
  ///   limit.
  /// - Returns: False without permission, if the file cannot be written, or if the session refuses
  ///   (AU1, AU2).
  package func record(for duration: Duration?) -> Bool {
    guard service.mayAskForMicrophone(session.process) else { return false }
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

  package func pause() {
    guard isRecording else { return }
    clock.pause(at: now)
    cancelAlarm()
    session.end(number, "paused")
  }

  /// Stops and completes the file. Does nothing if no recording was prepared.
  package func stop() {
    guard isOpen else { return }
    finish("stopped")
  }

  /// Deletes the file of a recorder that is stopped.
  ///
  /// - Returns: False while the recorder records, or if there is no file.
  package func delete() -> Bool {
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

  /// - Returns: Whether the file is complete.
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

  /// Keeps the recorded samples, with the header of an incomplete recording.
  func processEnded() {
    cancelAlarm()
    guard isOpen else { return }
    isOpen = false
    _ = writer.write(writer.format.frames(in: clock.stop(at: now)), isAudible: isAudible)
  }
}
