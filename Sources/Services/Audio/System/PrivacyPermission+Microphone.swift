import YobanSimulatedDevices

extension PrivacyPermission {
  public static let microphone = PrivacyPermission(
    "microphone", endsApp: true, androidNames: ["RECORD_AUDIO"],
    usageKeys: [AudioService.microphoneTextKey])
}

extension AudioService: PermissionKeeper {
  package var permission: PrivacyPermission { .microphone }

  package func isPermitted(_ app: InstalledApp) -> Bool {
    app.answers["microphone"] != nil && microphonePermission(of: app) == .granted
  }

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    setMicrophonePermission(isPermitted ? .granted : .denied, for: app)
  }
}

extension FaultKind {
  public static let microphoneWithdrawn = withdrawal(
    of: .microphone, "microphone-withdrawn", for: "the microphone", weaker: [.jetsam])
}
