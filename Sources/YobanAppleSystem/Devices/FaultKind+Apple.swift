import YobanSimulatedDevices

// The faults of apps of Apple's systems.
extension FaultKind {
  public static let expiration = FaultKind(
    "expiration", "has its background time taken back by the system", need: .running,
    traits: [.everyday],
    rules: ["FT2"],
    .app(if: { $0.device is AppleDevice }) { ($0.device as? AppleDevice)?.takeBackTime(of: $0) })

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
