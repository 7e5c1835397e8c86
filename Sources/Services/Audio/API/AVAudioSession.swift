internal import YobanSimulatedApple

/// The audio session of the app: its use of audio, and whether the use is allowed.
///
/// There is one per simulated process. It may be used on any thread. A call returns when it has
/// taken effect. Notifications of interruptions and routes are posted on the main queue.
open class AVAudioSession: NSObject, @unchecked SimulationConfined {
  let session: AudioSession
  private let system: ServiceHandle<AudioService>
  private let receiver = AudioSessionReceiver()

  private init(_ process: AppProcess) {
    session = process.app.appleDevice.audio.session(of: process)
    system = session.handle(for: "AVAudioSession")
    super.init()
    receiver.owner = self
    session.attach(receiver)
  }

  /// The session of the simulated process whose code calls.
  open class func sharedInstance() -> AVAudioSession {
    let process = AppProcess.callingOnPhone("AVAudioSession.sharedInstance()")
    return process.process.resident(AVAudioSession.self) { AVAudioSession(process) }
  }

  // MARK: Category and mode

  /// The category that the app set last; `soloAmbient` by default.
  open var category: AVAudioSession.Category { Category(session.configuration.category) }
  open var mode: AVAudioSession.Mode { Mode(rawValue: session.configuration.mode) }
  open var categoryOptions: AVAudioSession.CategoryOptions {
    CategoryOptions(rawValue: session.configuration.options.rawValue)
  }

  /// The policy that the app set last; `default` by default.
  open var routeSharingPolicy: AVAudioSession.RouteSharingPolicy {
    RouteSharingPolicy(session.configuration.routePolicy)
  }

  /// Sets the category, with the default mode and without options.
  ///
  /// - Throws: `AVAudioSession.ErrorCode.badParam` for a category that does not exist.
  open func setCategory(_ category: AVAudioSession.Category) throws {
    try setCategory(category, mode: .default, options: [])
  }

  /// Sets the category and its options, with the default mode.
  open func setCategory(
    _ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions = []
  ) throws {
    try setCategory(category, mode: .default, options: options)
  }

  /// Sets the category, its mode and its options. Pauses playing sounds if the category cannot
  /// play.
  ///
  /// - Throws: `AVAudioSession.ErrorCode.badParam` if the category does not support the options.
  open func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions = []
  ) throws {
    guard let known = AudioCategory(category) else { throw ErrorCode.badParam.error }
    try configure(
      AudioConfiguration(
        known, mode: mode.rawValue, options: AudioOptions(rawValue: options.rawValue)))
  }

  /// Sets the category, its mode, the route sharing policy and the options.
  ///
  /// A long-form policy is valid only with the category `playback`, the modes `default`,
  /// `moviePlayback` and `spokenAudio`, and without options (AU5). The other forms of `setCategory`
  /// set the policy `default`.
  ///
  /// - Throws: `AVAudioSession.ErrorCode.badParam` if the category does not support the options, or
  ///   the policy does not support the rest. Nothing has changed then.
  open func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions = []
  ) throws {
    if policy == .longFormVideo { SystemAPI.longFormVideo.reportIfTooNew() }
    guard let known = AudioCategory(category),
      let routePolicy = AudioRoutePolicy(rawValue: policy.rawValue)
    else { throw ErrorCode.badParam.error }
    try configure(
      AudioConfiguration(
        known, mode: mode.rawValue, routePolicy: routePolicy,
        options: AudioOptions(rawValue: options.rawValue)))
  }

  open func setMode(_ mode: AVAudioSession.Mode) throws {
    var configuration = session.configuration
    configuration.mode = mode.rawValue
    try configure(configuration)
  }

  private func configure(_ configuration: AudioConfiguration) throws {
    try attempt("setCategory") { session throws(AudioFailure) in
      try session.configure(configuration)
    }
  }

  // MARK: Activation

  /// Activates or deactivates the session. Activation interrupts other apps, unless the session
  /// mixes with them.
  ///
  /// - Throws: `cannotStartPlaying` or `cannotInterruptOthers` for an app in the background,
  ///   `insufficientPriority` during a call, `isBusy` if the session is deactivated during
  ///   playback. A watch without a route for long-form audio throws `resourceNotAvailable` (AU5).
  open func setActive(
    _ active: Bool, options: AVAudioSession.SetActiveOptions = []
  ) throws {
    try attempt("setActive") { session throws(AudioFailure) in
      if active {
        try session.activate()
      } else {
        try session.deactivate(notifiesOthers: options.contains(.notifyOthersOnDeactivation))
      }
    }
  }

  /// Activates the session asynchronously. Only in this way a watch can show the route picker if it
  /// has no route for long-form audio (AU5).
  ///
  /// - Parameter handler: called on the main queue with true when the session is active, or with
  ///   false and an error of `setActive`. If the user closes the picker, the error is
  ///   `resourceNotAvailable`.
  open func activate(
    options: AVAudioSessionActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    SystemAPI.audioActivation.reportIfTooNew()
    system("activate") { _ in
      session.activate { failure in handler(failure == nil, failure?.apple) }
    }
  }

  /// The asynchronous form of `activate(options:completionHandler:)`.
  ///
  /// - Returns: True.
  /// - Throws: The error of the completion handler.
  @discardableResult
  open func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      activate(options: options) { isActive, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isActive)
        }
      }
    }
  }

  /// Makes a call that the system can refuse.
  private func attempt(
    _ call: String, _ body: (AudioSession) throws(AudioFailure) -> Void
  ) throws {
    do throws(AudioFailure) {
      try system(call) { _ throws(AudioFailure) in try body(session) }
    } catch { throw error.apple }
  }

  // MARK: Other apps and hardware

  /// Whether another app plays audio.
  open var isOtherAudioPlaying: Bool { session.isOtherAudioPlaying }
  /// Whether another app plays audio that does not mix.
  open var secondaryAudioShouldBeSilencedHint: Bool { session.secondaryAudioShouldBeSilenced }
  /// The volume of the device, from 0 to 1. It can be observed while the session is active.
  open var outputVolume: Float { system.service.outputVolume }
  open var isInputAvailable: Bool { true }
  /// The output of sound and, if the category records, its input.
  open var currentRoute: AVAudioSessionRouteDescription {
    routeDescription(of: system.service.route)
  }

  func routeDescription(of route: AudioRoute) -> AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(
      route, session.configuration.category, isOnWatch: session.isOnWatch)
  }

  // MARK: Microphone

  open var recordPermission: AVAudioSession.RecordPermission {
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
  open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    system("requestRecordPermission") { $0.requestMicrophone(for: system.process, response) }
  }
}

/// Posts the system's events as notifications of the session.
private final class AudioSessionReceiver: AudioEventReceiver {
  weak var owner: AVAudioSession?

  func received(_ notice: AudioNotice) {
    guard let owner else { return }
    keyValuesChanged(of: owner)
    guard let (name, info) = owner.notification(of: notice) else { return }
    NotificationCenter.default.post(name: name, object: owner, userInfo: info)
  }
}
