import YobanSimulatedDevices

// The faults of apps of Apple's systems.
extension FaultKind {
  public static let backgroundRefreshOff = FaultKind(
    "background-refresh-off", "may not refresh in the background for an hour",
    for: .seconds(3600), traits: [.needsUser], rules: ["L18"],
    .app(
      if: { $0.device is AppleDevice },
      lasting: { app in
        guard let device = app.device as? AppleDevice else { return nil }
        device.setBackgroundRefresh(false, for: app)
        return { device.setBackgroundRefresh(true, for: app) }
      }))
}
