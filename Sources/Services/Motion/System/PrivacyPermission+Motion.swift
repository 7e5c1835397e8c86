import YobanSimulatedDevices

extension PrivacyPermission {
  public static let motion = PrivacyPermission(
    "motion", endsApp: true, androidNames: ["ACTIVITY_RECOGNITION"],
    usageKeys: [MotionService.usageDescriptionKey])
}

extension MotionService: PermissionKeeper {
  package var permission: PrivacyPermission { .motion }

  package func isPermitted(_ app: InstalledApp) -> Bool { authorization(of: app) == .authorized }

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    setAuthorization(isPermitted ? .authorized : .denied, for: app)
  }
}

extension FaultKind {
  public static let motionWithdrawn = withdrawal(
    of: .motion, "motion-withdrawn", for: "motion", weaker: [.jetsam])
}
