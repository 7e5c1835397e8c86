import YobanSimulatedDevices

// The faults of Android phones and their apps.
extension FaultKind {
  public static let standby = FaultKind(
    "standby", "is in the restricted standby bucket for an hour", for: .seconds(3600),
    traits: [.everyday], rules: ["AN9"],
    .app(
      if: { $0.device is AndroidPhone },
      lasting: { app in
        guard let phone = app.device as? AndroidPhone else { return nil }
        phone.setStandbyBucket(.restricted, of: app)
        return { phone.setStandbyBucket(.active, of: app) }
      }))

  public static let doze = FaultKind(
    "doze", "is in deep Doze for an hour", for: .seconds(3600), traits: [.everyday],
    weaker: [.lock],
    rules: ["AN8"],
    .device(
      if: { $0 is AndroidPhone },
      lasting: { device in
        await device.lock()
        (device as? AndroidPhone)?.forceDeepDoze()
        return { device.wakeScreen() }
      }))
}
