internal import YobanSimulatedApple

/// The app's permission to use the microphone.
///
/// There is one object per simulated process.
open class AVAudioApplication: NSObject, @unchecked SimulationConfined {
  private let process: AppProcess

  @nonexhaustive public enum recordPermission: Int, Sendable {
    case undetermined = 0x756E_6474
    case denied = 0x6465_6E79
    case granted = 0x6772_6E74
  }

  private init(_ process: AppProcess) {
    self.process = process
    super.init()
  }

  /// The object of the simulated process whose code calls.
  open class var shared: AVAudioApplication {
    SystemAPI.audioApplication.reportIfTooNew()
    let process = AppProcess.callingOnPhone("AVAudioApplication.shared")
    return process.process.resident(AVAudioApplication.self) { AVAudioApplication(process) }
  }

  open var recordPermission: recordPermission {
    switch process.app.appleDevice.audio.microphonePermission(of: process.app) {
    case .undetermined: .undetermined
    case .denied: .denied
    case .granted: .granted
    }
  }

  /// Requests the microphone permission from the user, unless the user has decided already. The app
  /// is terminated if Info.plist lacks NSMicrophoneUsageDescription.
  ///
  /// - Parameter response: Called on the main queue.
  open class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    SystemAPI.audioApplication.reportIfTooNew()
    let process = AppProcess.callingOnPhone("AVAudioApplication.requestRecordPermission")
    process.app.appleDevice.audio.requestMicrophone(for: process, response)
  }

  /// The asynchronous form of `requestRecordPermission(completionHandler:)`.
  open class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }
}
