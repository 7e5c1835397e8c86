internal import YobanSimulatedApple
internal import YobanVirtualTime

/// A recorder of the microphone to a file: WAV or CAF with linear PCM.
///
/// The simulated microphone receives a short tone and then silence. Recording ends when the
/// recorder is released.
open class AVAudioRecorder: NSObject, @unchecked SimulationConfined {
  private let recording: AudioRecording
  private let receiver = SoundReceiver()
  private let location: URL
  private let values: [String: Any]

  /// A recorder without a file, which cannot record.
  public override init() {
    location = URL(fileURLWithPath: "/")
    values = [:]
    recording = AudioRecording(
      to: location, .empty, in: AVAudioSession.sharedInstance().session, receiver)
    super.init()
  }

  /// Creates a recorder. Does not write to the disk before `prepareToRecord()`.
  ///
  /// - Parameters:
  ///   - url: A file that ends in `wav` or `caf`. An existing file is overwritten.
  ///   - settings: Linear PCM of 16, 24 or 32 bits. Default: 44,100 Hz, 16 bits, one channel.
  /// - Throws: An error of the domain `NSOSStatusErrorDomain`: 1954115647 for an unsupported file
  ///   type, 1718449215 for settings that cannot be recorded.
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

  private var system: ServiceHandle<AudioService> {
    recording.session.handle(for: "AVAudioRecorder")
  }

  // MARK: Recording

  /// Creates the file. Returns false if this fails.
  @discardableResult open func prepareToRecord() -> Bool {
    system("prepareToRecord()") { _ in recording.prepare() } ?? false
  }

  /// Starts recording, or continues after a pause. Returns false without permission for the
  /// microphone, if the file cannot be written, or if the app may not record now. The app is
  /// terminated if Info.plist lacks NSMicrophoneUsageDescription.
  @discardableResult open func record() -> Bool {
    system("record()") { _ in recording.record(for: nil) } ?? false
  }

  /// As `record()`, but stops after the given number of additional seconds.
  @discardableResult open func record(forDuration duration: TimeInterval) -> Bool {
    let duration = Duration.nanoseconds(nanoseconds(duration))
    return system("record(forDuration:)") { _ in recording.record(for: duration) } ?? false
  }

  open func pause() { recording.pause() }
  /// Stops recording and completes the file. The delegate is notified.
  open func stop() { system("stop()") { _ in recording.stop() } }
  /// Deletes the file. Returns false if the recorder is not stopped or there is no file.
  @discardableResult open func deleteRecording() -> Bool { recording.delete() }

  // MARK: State

  open var isRecording: Bool { recording.isRecording }
  /// The recorded length in seconds; 0 after the recorder was stopped.
  open var currentTime: TimeInterval { recording.length.seconds }
  open var url: URL { location }
  open var settings: [String: Any] { values }
  open weak var delegate: (any AVAudioRecorderDelegate)?
}

/// Receives the end of a recorder, on the main queue. At Apple, both methods are optional.
public protocol AVAudioRecorderDelegate: NSObjectProtocol, Sendable {
  /// Called when the recording was stopped or has reached its duration. Not called when it was
  /// interrupted.
  ///
  /// - Parameter flag: False if the file could not be written.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  /// Never called here, because linear PCM has no encoding errors.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
  public func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {}
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}
