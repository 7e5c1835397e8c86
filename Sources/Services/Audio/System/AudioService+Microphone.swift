import YobanSimulatedDevices
import YobanVirtualTime

/// The permission for the microphone (AU4).
extension AudioService {
  static let microphoneTextKey = "NSMicrophoneUsageDescription"

  package func microphonePermission(of app: InstalledApp) -> MicrophonePermission {
    guard policy.asksForMicrophone else { return .granted }
    return app.answers["microphone"].flatMap(MicrophonePermission.init(rawValue:)) ?? .undetermined
  }

  /// Changes the setting Microphone of an app, as the user does.
  public func setMicrophonePermission(_ permission: MicrophonePermission, for app: InstalledApp) {
    guard microphonePermission(of: app) != permission else { return }
    app.answers["microphone"] = permission.rawValue
    device.post(
      .audio(.microphone(permission.rawValue)), process: app.nameInTraces)
  }

  /// Requests permission for the microphone. The user is asked once, while the app is in front; the
  /// request of an app in the background waits until then.
  ///
  /// Without NSMicrophoneUsageDescription the process is terminated, and `done` is not called
  /// (AU4).
  ///
  /// - Parameter done: called on the process's main queue with whether the app may record.
  package func requestMicrophone(for process: AppProcess, _ done: @escaping (Bool) -> Void) {
    guard mayAskForMicrophone(process) else { return }
    switch microphonePermission(of: process.app) {
    case .granted: process.process.onMain { done(true) }
    case .denied: process.process.onMain { done(false) }
    case .undetermined:
      microphoneQuestions.append((process, done))
      askForMicrophone(process)
    }
  }

  /// Terminates a process that uses the microphone without a usage description.
  ///
  /// - Returns: Whether the process continues.
  func mayAskForMicrophone(_ process: AppProcess) -> Bool {
    guard policy.needsMicrophoneText,
      process.app.definition.infoPlist.text(Self.microphoneTextKey) == nil
    else { return true }
    process.report(.missingMicrophoneText)
    process.kill(
      .crash(
        "privacy violation: the app used the microphone without \(Self.microphoneTextKey) in its Info.plist"
      ))
    return false
  }

  /// Shows the permission alert if a request of the app waits for it and the app is in front.
  func askForMicrophone(_ process: AppProcess) {
    guard process.app.isInFront, microphoneQuestions.contains(where: { $0.process === process })
    else { return }
    simulation.schedule(at: now + policy.microphoneAnswerDelay) { [weak self] in
      self?.answerForMicrophone(process)
    }
  }

  private func answerForMicrophone(_ process: AppProcess) {
    let asked = microphoneQuestions.filter { $0.process === process }
    guard !asked.isEmpty, process.app.isInFront else { return }
    microphoneQuestions.removeAll { $0.process === process }
    if microphonePermission(of: process.app) == .undetermined {
      let isGranted = plannedMicrophoneAnswers[process.app] ?? true
      setMicrophonePermission(isGranted ? .granted : .denied, for: process.app)
    }
    let isGranted = microphonePermission(of: process.app) == .granted
    for question in asked { process.process.onMain { question.done(isGranted) } }
  }
}

extension AudioService {
  /// Plans what the user answers when the app asks for the microphone. Default: yes (AU4).
  public func answerMicrophone(_ isAllowed: Bool, for app: InstalledApp) {
    plannedMicrophoneAnswers[app] = isAllowed
  }

  @available(*, deprecated, message: "give the app: answerMicrophone(_:for:)")
  public var microphoneAnswers: [String: Bool] {
    get { plannedMicrophoneAnswers.byName }
    set { plannedMicrophoneAnswers.byName = newValue }
  }
}

extension InstalledApp {
  /// The permission for the microphone that the app reads (AU4).
  public var microphonePermission: MicrophonePermission {
    onApple("a permission for the microphone", otherwise: .undetermined) {
      $0.audio.microphonePermission(of: self)
    }
  }
}
