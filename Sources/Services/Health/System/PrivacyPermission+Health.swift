import YobanAppleSystem
import YobanSimulatedDevices

extension PrivacyPermission {
  public static let health = PrivacyPermission(
    "health", endsApp: false,
    androidNames: [
      "BODY_SENSORS", "BODY_SENSORS_BACKGROUND", "health.READ_HEART_RATE",
      "health.READ_SKIN_TEMPERATURE", "health.READ_OXYGEN_SATURATION",
      "health.READ_HEALTH_DATA_IN_BACKGROUND",
    ],
    usageKeys: ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"])
}

extension HealthService: PermissionKeeper {
  package var permission: PrivacyPermission { .health }

  package func isPermitted(_ app: InstalledApp) -> Bool {
    authorization(toShare: HealthService.workoutType, of: app) == .sharingAuthorized
  }

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    setSharing(isPermitted, for: app)
  }
}

extension FaultKind {
  public static let healthWithdrawn = withdrawal(
    of: .health, "health-withdrawn", for: "health data")
}

extension InstalledApp {
  /// The result of `authorizationStatus(for:)` of a type, given by its identifier.
  public func healthAuthorization(toShare type: String) -> HealthAuthorization {
    onApple("a permission for Health", otherwise: .notDetermined) {
      $0.health.authorization(toShare: type, of: self)
    }
  }
}
