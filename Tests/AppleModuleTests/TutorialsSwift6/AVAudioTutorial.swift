import AVFoundation

/// A voice recorder in the current style.
@MainActor
public final class VoiceRecorder: NSObject {
  private var recorder: AVAudioRecorder?
  private let session = AVAudioSession.sharedInstance()

  public override init() { super.init() }

  public func start(_ url: URL) async throws -> Bool {
    switch AVAudioApplication.shared.recordPermission {
    case .granted: break
    case .denied: return false
    case .undetermined:
      guard await AVAudioApplication.requestRecordPermission() else { return false }
    @unknown default: return false
    }
    try session.setCategory(.playAndRecord, mode: .default, options: [.defaultToSpeaker])
    try session.setActive(true)
    let settings: [String: Any] = [
      AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 12_000,
      AVNumberOfChannelsKey: 1, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
    ]
    let recorder = try AVAudioRecorder(url: url, settings: settings)
    recorder.delegate = self
    self.recorder = recorder
    return recorder.record()
  }

  public func finish() {
    recorder?.stop()
    try? session.setActive(false, options: .notifyOthersOnDeactivation)
  }
}

extension VoiceRecorder: AVAudioRecorderDelegate {
  public nonisolated func audioRecorderDidFinishRecording(
    _ recorder: AVAudioRecorder, successfully flag: Bool
  ) {
    let url = recorder.url
    Task { @MainActor in print("recorded", flag, url.lastPathComponent) }
  }
}
