import Foundation

/// `CMAuthorizationStatus`.
public enum MotionAuthorization: String, Sendable, Hashable {
  case notDetermined, restricted, denied, authorized
}

/// Motion & Fitness: what the user lets apps use beyond the sensors themselves.
extension MotionService {
  static let usageDescriptionKey = "NSMotionUsageDescription"

  public func authorization(of app: InstalledApp) -> MotionAuthorization {
    app.answers["motion"].flatMap(MotionAuthorization.init(rawValue:)) ?? .notDetermined
  }

  /// The user changes the setting Motion & Fitness of an app.
  public func setAuthorization(_ answer: MotionAuthorization, for app: InstalledApp) {
    guard authorization(of: app) != answer else { return }
    app.answers["motion"] = answer.rawValue
    device.post(.user("answers \(answer.rawValue) for Motion & Fitness of \(app.definition.name)"))
  }

  /// Checks what every first use needs, and asks the user the first time; the dialogue is answered
  /// at once (assumed). Without a text for the dialogue in Info.plist the process ends (documented).
  func mayUseMotion(_ process: AppProcess) -> Bool {
    let app = process.app
    guard app.definition.infoPlist.text(Self.usageDescriptionKey) != nil else {
      process.report(.missingMotionUsageDescription)
      process.kill(
        .crash(
          "privacy violation: the app accessed motion data without \(Self.usageDescriptionKey) in its Info.plist"
        ))
      return false
    }
    if authorization(of: app) == .notDetermined {
      setAuthorization(allowsMotionWhenAsked ? .authorized : .denied, for: app)
    }
    return authorization(of: app) == .authorized
  }
}
