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

  public static let taskManagerStop = FaultKind(
    "task-manager-stop", "is stopped by the user in the Task Manager", need: .process,
    traits: [.needsUser, .endsProcess], weaker: [.suspension, .jetsam], rules: ["AN22"],
    .app(
      if: { $0.faultRecord.map { $0.policy.hasTaskManager && $0.mayBeActive } ?? false },
      when: { app in app.faultRecord.map { app.androidPhone.android.isActiveApp($0) } ?? false },
      inCall: {
        $0.androidPhone.stopInTaskManager($0)
        return .init(.proceed)
      }, { $0.androidPhone.stopInTaskManager($0) }))

  public static let unused = FaultKind(
    "unused", "is treated as unused for months", need: .notInFront,
    traits: [.needsUser, .optional], weaker: [.suspension, .jetsam, .forceQuit], rules: ["AN23"],
    .app(
      if: { $0.faultRecord.map { $0.isResetUnused && $0.mayBePaused } ?? false },
      when: { app in app.faultRecord.map { app.androidPhone.android.mayPause($0) } ?? false },
      { $0.androidPhone.treatAsUnused($0) }))

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

extension InstalledApp {
  /// The record of an app on an Android phone; nil for other apps.
  fileprivate var faultRecord: AndroidRecord? {
    (device as? AndroidPhone)?.android.record(of: self)
  }
}
