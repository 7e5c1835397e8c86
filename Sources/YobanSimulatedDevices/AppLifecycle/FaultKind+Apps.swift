// The faults of every app.
extension FaultKind {
  public static let memoryWarning = FaultKind(
    "memory-warning", "receives a memory warning", need: .running, traits: [.everyday],
    rules: ["L8", "AN19"],
    .app { $0.process?.warnOfLowMemory() })

  public static let suspension = FaultKind(
    "suspension", "is suspended as early as possible", need: .background, traits: [.everyday],
    rules: ["L7"], .app { $0.platform?.suspendEarly($0) })

  public static let jetsam = FaultKind(
    "jetsam", "is removed from memory", need: .process, moments: .both,
    traits: [.everyday, .endsProcess, .ofExtensions],
    weaker: [.suspension, .memoryWarning], rules: ["L8", "AN19"],
    .app(inCall: { _ in .init(.kill(.jetsam, .before)) }) { $0.device.jetsam($0) })

  public static let crash = FaultKind(
    "crash", "crashes", need: .running, traits: [.optional, .endsProcess, .ofExtensions],
    weaker: [.suspension, .jetsam],
    .app(inCall: { _ in .init(.kill(.crash(reason), .before)) }) {
      $0.process?.kill(.crash(reason))
    })

  public static let forceQuit = FaultKind(
    "force-quit", "is swiped away by the user", traits: [.everyday, .needsUser, .endsProcess],
    weaker: [.suspension, .jetsam], rules: ["L16", "AN18"],
    .app(
      inCall: {
        $0.platform?.endAsUserAtOnce($0)
        return .init(.proceed)
      }, { await $0.platform?.endAsUser($0) }))

  public static let watchdog = FaultKind(
    "watchdog", "is killed by the watchdog", need: .process, traits: [.optional, .endsProcess],
    weaker: [.suspension, .jetsam], rules: ["L10"],
    .app(inCall: { _ in .init(.kill(.watchdog(reason), .before)) }) {
      $0.process?.kill(.watchdog(reason))
    })

  public static let prewarm = FaultKind(
    "prewarm", "is launched by the system without the user", need: .launchable, traits: [.everyday],
    rules: ["L15"],
    .app(if: {
      $0.device.profile.platform == .iOS && $0.device.policy(LifecyclePolicy.self).prewarms
    }) {
      $0.device.prewarm($0)
    })

  public static let visit = FaultKind(
    "visit", "is opened by the user for 5 seconds", need: .notInFront, traits: [.everyday],
    rules: ["L3"], .app { await $0.beVisited(for: .seconds(5)) })

  public static let update = FaultKind(
    "update", "is updated, and its container moves", traits: [.needsUser], weaker: [.jetsam],
    rules: ["DP10"], .app { try? $0.device.update($0) })

  public static let reinstall = FaultKind(
    "reinstall", "is deleted and installed again", traits: [.optional, .needsUser],
    weaker: [.jetsam, .update], rules: ["DP9"], .app { try? $0.device.reinstall($0) })
}

extension InstalledApp {
  /// The user opens the app, looks at it, and leaves it as the device was before. If the scenario opens the
  /// app meanwhile, its user stays there.
  fileprivate func beVisited(for length: Duration) async {
    let wasDark = !device.isScreenOn
    await device.open(self)
    let opened = lastOpened
    try? await Task.sleep(for: length)
    guard device.isUp, isFrontmost, lastOpened == opened else { return }
    if wasDark { await device.lock() } else { await device.goHome() }
  }
}
