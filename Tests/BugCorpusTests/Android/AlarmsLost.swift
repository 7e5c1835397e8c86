import AndroidFramework
import Testing
import YobanTesting

/// A clock for old people, which they only hear: an alarm in each hour of the day.
///
/// A reboot cancels all alarms. The faulty app sets them only when its user opens it. The mended app also
/// sets them when the phone has started.
private final class ClockActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws { try setAlarms(self) }
}

private final class AlarmReceiver: BroadcastReceiver, @unchecked SimulationConfined {
  override func onReceive(_ context: Context, _ intent: Intent) throws {
    if intent.getAction() == Intent.ACTION_BOOT_COMPLETED {
      try setAlarms(context)
    } else {
      print("rings")
    }
  }
}

/// Sets the alarms of the next 24 hours.
private func setAlarms(_ context: Context) throws {
  for hour in 1...24 {
    let operation = try PendingIntent.getBroadcast(
      context, Int32(hour), Intent(context, AlarmReceiver.self), PendingIntent.FLAG_IMMUTABLE)
    try context.getSystemService(AlarmManager.self)?.setExactAndAllowWhileIdle(
      AlarmManager.ELAPSED_REALTIME_WAKEUP,
      SystemClock.elapsedRealtime() + Int64(hour) * 3_600_000, operation)
  }
}

extension AndroidManifest {
  fileprivate static func clock(_ name: String, receiving actions: [String]) -> AndroidManifest {
    AndroidManifest(
      package: "com.example.\(name.lowercased())", targetSdkVersion: 34,
      permissions: ["USE_EXACT_ALARM", "RECEIVE_BOOT_COMPLETED"],
      components: [.activity("ClockActivity"), .receiver("AlarmReceiver", actions: actions)])
  }
}

extension KnownBug {
  private static func clock(
    _ name: String, thread: String, clue: String?,
    receives: @escaping @Sendable (Variant) -> [String]
  ) -> KnownBug {
    KnownBug(
      name: name, thread: thread, clue: clue,
      property: .eventually(within: .hours(2), "an alarm rings in each hour") { stage in
        guard let opened = stage.app.lastOpened, !stage.app.isForceQuit else { return true }
        let last = stage.app.log.last { $0.text == "rings" }?.instant ?? opened
        return stage.world.now - max(last, opened) < .minutes(125)
      },
      build: { world, variant in
        let phone = try world.addAndroidPhone()
        let app = try phone.install(
          .clock(name, receiving: receives(variant)), name: name,
          components: [ClockActivity.self, AlarmReceiver.self])
        return Stage(world: world, android: phone, app: app)
      },
      scenario: { stage in
        await stage.android!.open(stage.app)
        try await stage.world.pass(.minutes(1))
        await stage.android!.goHome()
        try await stage.world.pass(.hours(5))
      })
  }

  static let alarmsLost = clock(
    "AlarmsLost", thread: "https://github.com/1hyok/SlowClock/issues/127",
    clue: "the reboot cancels 24 alarms"
  ) { $0 == .faulty ? [] : [Intent.ACTION_BOOT_COMPLETED] }

  /// A control. Its thread says that an update of the app cancels alarms; in Android's source it does not.
  static let alarmsAfterUpdate = clock(
    "AlarmsAfterUpdate", thread: "https://github.com/johannesjo/super-productivity/pull/7254",
    clue: nil
  ) { _ in [Intent.ACTION_BOOT_COMPLETED] }
}

@Suite struct AlarmsLostTests {
  @Test func `after a reboot no alarm of the faulty app rings`() async throws {
    try await expectShown(.alarmsLost) { stage in
      await stage.android!.open(stage.app)
      await stage.android!.goHome()
      try await stage.android!.reboot()
      try await stage.world.pass(.hours(3))
    }
  }

  @Test func `an update of the app cancels no alarm`() async throws {
    let verdict = try await play(.alarmsAfterUpdate, .faulty) { stage in
      await stage.android!.open(stage.app)
      await stage.android!.goHome()
      try stage.android!.update(stage.app)
      try await stage.world.pass(.hours(3))
    }
    #expect(verdict.brokenSince == nil, "\(verdict.log)")
    #expect(verdict.log.lines(containing: "rings").count >= 3)
  }
}
