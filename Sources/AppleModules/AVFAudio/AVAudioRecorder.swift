internal import SimulatedOS
internal import VirtualTime

/// A recorder of the microphone to a file: WAV or CAF with linear PCM.
///
/// The simulated microphone hears a short tone and then silence. Recording ends when the recorder is
/// released.
///
/// Sendable: it belongs to one simulated process, which runs one thing at a time.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
  private let recording: AudioRecording
  private let receiver = SoundReceiver()
  private let location: URL
  private let values: [String: Any]

  /// Leaves the disk alone until `prepareToRecord()`.
  ///
  /// - Parameters:
  ///   - url: a file that ends in `wav` or `caf`; one that exists is overwritten.
  ///   - settings: linear PCM of 16, 24 or 32 bits. Default: 44,100 Hz, 16 bits, one channel.
  /// - Throws: an error of the domain `NSOSStatusErrorDomain`: 1954115647 for another kind of file,
  ///   1718449215 for settings that cannot be recorded.
  public init(url: URL, settings: [String: Any]) throws {
    let format: SoundFormat
    do throws(SoundFileError) { format = try SoundFormat(settings, for: url) } catch {
      throw error.apple
    }
    location = url
    values = settings
    recording = AudioRecording(
      to: url, format, in: AVAudioSession.sharedInstance().session, receiver)
    super.init()
    receiver.finished = { [weak self] isSuccessful in
      guard let self else { return }
      delegate?.audioRecorderDidFinishRecording(self, successfully: isSuccessful)
    }
  }

  deinit { recording.close() }

  // MARK: Recording

  /// Creates the file. Returns false if that fails.
  @discardableResult open func prepareToRecord() -> Bool { recording.prepare() }

  /// Records, or goes on after a pause. Returns false without permission for the microphone, if the
  /// file cannot be written, or if the app may not record now. Without NSMicrophoneUsageDescription
  /// the app ends.
  @discardableResult open func record() -> Bool { recording.record(for: nil) }

  /// As `record()`, and stops after so many seconds more.
  @discardableResult open func record(forDuration duration: TimeInterval) -> Bool {
    recording.record(for: .nanoseconds(nanoseconds(duration)))
  }

  open func pause() { recording.pause() }
  /// Completes the file; the delegate is notified.
  open func stop() { recording.stop() }
  /// Deletes the file. Returns false while the recorder is not stopped, or if there is none.
  @discardableResult open func deleteRecording() -> Bool { recording.delete() }

  // MARK: State

  open var isRecording: Bool { recording.isRecording }
  /// Seconds recorded; 0 after it was stopped.
  open var currentTime: TimeInterval { recording.length.seconds }
  open var url: URL { location }
  open var settings: [String: Any] { values }
  open weak var delegate: (any AVAudioRecorderDelegate)?
}

/// The receiver of a recorder's end. Called on the main queue. Both methods are optional at Apple.
public protocol AVAudioRecorderDelegate: NSObjectProtocol, Sendable {
  /// The recording was stopped, or has its duration. Not called when it was interrupted.
  ///
  /// - Parameter flag: false if the file could not be written.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  /// Never called here: there are no errors in the middle of linear PCM.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {}
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}
