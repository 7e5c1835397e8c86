internal import YobanSimulatedApple

/// The app's permission to use the microphone.
///
/// There is one object per simulated process.
open class AVAudioApplication: NSObject, @unchecked SimulationConfined {
  private let system: ServiceHandle<AudioService>

  @nonexhaustive public enum recordPermission: Int, Sendable {
    case undetermined = 0x756E_6474
    case denied = 0x6465_6E79
    case granted = 0x6772_6E74
  }

  private init(_ process: AppProcess) {
    system = ServiceHandle(process.app.appleDevice.audio, of: process, for: "AVAudioApplication")
    super.init()
  }

  /// The object of the simulated process whose code calls.
  open class var shared: AVAudioApplication {
    ofCaller("AVAudioApplication.shared")
  }

  /// - Parameter what: a description of the call.
  private static func ofCaller(_ what: String) -> AVAudioApplication {
    SystemAPI.audioApplication.reportIfTooNew()
    let process = AppProcess.callingOnPhone(what)
    return process.process.resident(AVAudioApplication.self) { AVAudioApplication(process) }
  }

  open var recordPermission: recordPermission {
    switch system.service.microphonePermission(of: system.process.app) {
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
    let system = ofCaller("AVAudioApplication.requestRecordPermission").system
    system("requestRecordPermission") { $0.requestMicrophone(for: system.process, response) }
  }

  /// The asynchronous form of `requestRecordPermission(completionHandler:)`.
  open class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }
}
