import AndroidFramework
import Testing
import YobanTesting

/// Tests that calls from a process that has ended have no effect on the next launch.
@Suite struct EndedLaunchTests {
  /// References to system objects from the app's first launch.
  private final class FirstLaunch: @unchecked SimulationConfined {
    var client: AndroidClient?
    var lock: WakeLock?
  }

  static let listener = PendingIntentDescription(
    .broadcast, requestCode: 1,
    AndroidIntentDescription(component: "ScriptedReceiver", package: "example.scripted"))

  static let calls: [(name: String, call: @Sendable (AndroidClient, WakeLock) -> Void)] = [
    ("requestPermissions", { client, _ in client.requestPermissions(["CAMERA"], 1) }),
    ("registerReceiver", { client, _ in _ = client.registerReceiver(["any"]) }),
    (
      "unregisterReceiver",
      { client, _ in
        let wasThere = client.unregisterReceiver(1)
        #expect(!wasThere)
      }
    ),
    (
      "onStartCommand's return",
      { client, _ in client.commandReturned("ScriptedService", startId: 1, 2) }
    ),
    ("AlarmManager.cancel", { client, _ in client.cancelAlarm(listener) }),
    ("AlarmManager.cancel", { client, _ in client.cancelAlarm(listener: 1) }),
    ("JobScheduler.cancel", { client, _ in client.cancelJob(7) }),
    ("JobScheduler.cancelAll", { client, _ in client.cancelJobs() }),
    ("jobFinished", { client, _ in client.jobFinished(8, wantsReschedule: false) }),
    ("WakeLock.setReferenceCounted", { client, lock in client.setReferenceCounted(lock, false) }),
  ]

  @Test(.world(), arguments: calls.indices)
  func `a call of an earlier launch has no effect, and a finding says so (AN1)`(_ row: Int)
    async throws
  {
    let (name, call) = Self.calls[row]
    let first = FirstLaunch()
    var appFixture = AndroidAppFixture()
    appFixture.permissions += ["CAMERA"]
    appFixture.created = { activity in
      let client = AndroidClient.calling("the test")
      if first.client == nil {
        first.client = client
        first.lock = client.makeWakeLock("first")
      }
      _ = client.registerReceiver(["custom"])
      try client.setAlarm(Self.listener, .inexact, after: .seconds(60), wakes: true)
      for id in [7, 8] as [Int32] {
        var job = JobDescription(id: id, service: "ScriptedJobs")
        job.minimumLatencyMillis = id == 7 ? 600_000 : 1_000
        client.schedule(job)
      }
    }
    appFixture.jobStarted = { _, _ in true }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 34)
    await phone.open(app)
    try await world.pass(.seconds(1))
    app.process?.kill(.jetsam)
    try await world.pass(.seconds(1))
    await phone.open(app)
    try await world.pass(.seconds(5))
    call(first.client!, first.lock!)
    try await world.pass(.seconds(100))
    await phone.touch(app, "Look") {
      print(AndroidClient.calling("the test").pendingJobs.map(\.id).sorted())
      print(AndroidClient.calling("the test").unregisterReceiver(2))
    }
    #expect(world.log.texts.contains("[7, 8]"), "both jobs must be pending")
    #expect(world.log.texts.contains("true"), "the receiver must be registered")
    #expect(world.log.texts.contains { $0.hasPrefix("received") }, "the alarm must ring")
    #expect(!world.log.texts.contains { $0.hasPrefix("permissions") })
    #expect(world.trace.findings.contains { $0.what.contains(name) })
  }

  // MARK: How launches end

  @Test(.world())
  func `the reason why a launch ended is reported with Android's constants (AN10, AN18)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.permissions += ["CAMERA"]
    appFixture.created = { activity in
      let exits = activity.getSystemService(ActivityManager.self)!
        .getHistoricalProcessExitReasons(nil, 0, 0)
      print("reasons \(exits.map { $0.getReason() })")
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 34)
    await phone.open(app)
    await phone.goHome()
    await phone.swipeFromRecents(app)
    try await world.pass(.seconds(1))
    phone.grant("CAMERA", to: app)
    await phone.open(app)
    phone.refuse("CAMERA", to: app)
    try await world.pass(.seconds(1))
    await phone.open(app)
    #expect(app.terminations == [.system(.taskRemoved), .system(.permissionChange("CAMERA"))])
    #expect(
      world.log.texts.last { $0.hasPrefix("reasons") } == "reasons [8, 10]")
  }

  // MARK: Permissions

  @Test(arguments: [28, 29])
  func `location in background has its own permission from API 29 on (AN3)`(api: Int)
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.permissions += ["ACCESS_BACKGROUND_LOCATION"]
    try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture, api: api)
      #expect(phone.android.holds("ACCESS_BACKGROUND_LOCATION", app) == (api == 28))
    }
    // The option of the profile decides, not the API level.
    try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(
        appFixture, api: api, change: { $0.separatesBackgroundLocation.toggle() })
      #expect(phone.android.holds("ACCESS_BACKGROUND_LOCATION", app) == (api == 29))
    }
  }
}
