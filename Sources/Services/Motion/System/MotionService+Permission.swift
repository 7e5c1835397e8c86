import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// `CMAuthorizationStatus`.
public enum MotionAuthorization: String, Sendable, Hashable {
  case notDetermined, restricted, denied, authorized
}

/// The permission Motion & Fitness, for recorded and batched motion and for the altimeter.
extension MotionService {
  static let usageDescriptionKey = "NSMotionUsageDescription"

  package func authorization(of app: InstalledApp) -> MotionAuthorization {
    app.answers["motion"].flatMap(MotionAuthorization.init(rawValue:)) ?? .notDetermined
  }

  /// Changes an app's Motion & Fitness setting, as the user does.
  public func setAuthorization(_ answer: MotionAuthorization, for app: InstalledApp) {
    guard authorization(of: app) != answer else { return }
    app.answers["motion"] = answer.rawValue
    device.post(.user("answers \(answer.rawValue) for Motion & Fitness of \(app.definition.name)"))
  }

  /// Returns whether the app may use data that needs the permission. At the first use the user is
  /// asked and answers at once (assumed). Without a usage description in Info.plist the process is
  /// terminated (documented).
  ///
  /// - Parameter finding: reported if the usage description is missing.
  func mayUseMotion(
    _ process: AppProcess, withoutKey finding: Finding = .missingMotionUsageDescription
  ) -> Bool {
    let app = process.app
    guard app.definition.infoPlist.text(Self.usageDescriptionKey) != nil else {
      process.report(finding)
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

extension InstalledApp {
  /// The authorization for Motion & Fitness that the app reads (MO4).
  public var motionAuthorization: MotionAuthorization {
    if device.profile.platform == .android {
      Misuse.report("\(definition.name) runs on Android: read grantedPermissions instead.")
    }
    return device.motion.authorization(of: self)
  }
}
