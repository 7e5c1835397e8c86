import AndroidFramework
import Testing
import YobanTesting

/// Tests the Stop button of the Task Manager (AN22) and apps that nobody uses (AN23).
@Suite struct UnusedAppTests {
  // MARK: The Task Manager

  /// Returns an app with a sticky foreground service, an alarm after 10 minutes and a job after 20.
  private static func busyApp() -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService()
    let start = appFixture.created
    appFixture.created = { activity in
      try start(activity)
      let exits = activity.getSystemService(ActivityManager.self)!
        .getHistoricalProcessExitReasons(nil, 0, 0)
      print("reasons \(exits.map { $0.getReason() })")
      guard exits.isEmpty else { return }
      let alarm = try PendingIntent.getBroadcast(
        activity, 1, Intent(activity, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      activity.getSystemService(AlarmManager.self)!.setAndAllowWhileIdle(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 600_000, alarm)
      let job = try JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
        .setMinimumLatency(1_200_000).build()
      try activity.getSystemService(JobScheduler.self)!.schedule(job)
    }
    return appFixture
  }

  @Test(.world())
  func `Stop ends the whole app without a callback, and its alarms and jobs stay (AN22)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.busyApp())
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(5))
    let before = world.log.texts.count
    phone.stopInTaskManager(app)
    #expect(app.process == nil)
    #expect(app.terminations == [.system(.taskManager)])
    try await world.pass(.minutes(4))
    #expect(app.process == nil, "a sticky service does not come back")
    #expect(world.log.texts.count == before, "no callback")
    try await world.pass(.minutes(15))
    #expect(world.timedOutput.contains("600 received "))
    #expect(world.timedOutput.contains("1200 job 7 started"))
    await phone.open(app)
    #expect(world.log.texts.contains { $0.hasPrefix("reasons [10") })
  }

  @Test(.world()) func `a user-initiated job that ran is not tried again after Stop (AN22)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.permissions.append("RUN_USER_INITIATED_JOBS")
    appFixture.created = { activity in
      for (id, waits) in [(7, false), (8, true), (9, false)] as [(Int32, Bool)] {
        let builder = JobInfo.Builder(id, ComponentName(activity, ScriptedJobs.self))
          .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).setRequiresCharging(waits)
        if id != 9 { builder.setUserInitiated(true) }
        try activity.getSystemService(JobScheduler.self)!.schedule(builder.build())
      }
    }
    appFixture.jobStarted = { service, params in
      if params.isUserInitiatedJob() { try service.show(params) }
      return true
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(1))
    phone.stopInTaskManager(app)
    try await world.pass(.minutes(5))
    phone.power.isCharging = true
    try await world.pass(.minutes(5))
    let jobs = world.timedOutput.filter { $0.contains(" job ") }
    #expect(
      jobs == [
        "0 job 7 started", "0 job 9 started", "90 job 9 started", "360 job 8 started",
      ])
  }

  @Test(arguments: [(32, true), (33, false)])
  func `the Task Manager lists active apps from API 33 on (AN22)`(api: Int, isActive: Bool)
    async throws
  {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        isActive ? .foregroundService() : AndroidAppFixture(), api: api)
      await phone.open(app)
      withKnownIssue { phone.stopInTaskManager(app) }
      #expect(app.terminations.isEmpty)
    }
  }

  // MARK: Unused apps

  /// Returns an app for a target with a daily job.
  private static func dailyJob(_ target: Int) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.targetSdkVersion = target
    appFixture.permissions += ["CAMERA", "SYSTEM_ALERT_WINDOW"]
    appFixture.applicationCreated = { context in
      guard context.getSystemService(JobScheduler.self)!.getAllPendingJobs().isEmpty else { return }
      let job = try JobInfo.Builder(7, ComponentName(context, ScriptedJobs.self))
        .setPeriodic(86_400_000).setPersisted(true).build()
      try context.getSystemService(JobScheduler.self)!.schedule(job)
    }
    return appFixture
  }

  /// Nine days are enough for a test, instead of 90.
  private static func shorten(_ policy: inout AndroidPolicy) {
    if policy.unusedAfter != nil { policy.unusedAfter = .seconds(9 * 86_400) }
  }

  @Test(arguments: [
    (29, 36, true, false, false), (30, 36, true, true, false), (31, 29, true, false, false),
    (31, 30, true, true, false), (31, 31, true, true, true), (37, 36, true, true, true),
    (37, 36, false, false, false),
  ])
  func
    `after months without use an app loses its permissions, and from API 31 on it hibernates (AN23)`(
      api: Int, target: Int, mayPause: Bool, isReset: Bool, hibernates: Bool
    ) async throws
  {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        Self.dailyJob(target), api: api, change: Self.shorten)
      phone.power.isCharging = true
      phone.setPausesIfUnused(mayPause, for: app)
      for permission in ["CAMERA", "SYSTEM_ALERT_WINDOW"] { phone.grant(permission, to: app) }
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.hours(8 * 24 + 20))
      #expect(app.grantedPermissions.contains("CAMERA"))
      try await world.pass(.hours(4 * 24))
      #expect(app.grantedPermissions.contains("CAMERA") == !isReset)
      #expect(app.grantedPermissions.contains("SYSTEM_ALERT_WINDOW"))
      await phone.open(app)
      try await world.pass(.seconds(1))
      return world
    }
    let starts = world.timedOutput.filter { $0.hasSuffix("job 7 started") }
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      .filter { $0 < 12 * 86_400 }
    let last = starts.max().map { $0 / 86_400 } ?? 0
    #expect(hibernates ? last < 9 : last >= 11, "the last job ran on day \(last)")
    let boots = world.log.texts.filter { $0 == "received \(Intent.ACTION_BOOT_COMPLETED)" }
    #expect(boots.count == (hibernates ? 1 : 0))
    #expect(world.findings.are(isReset ? [.androidAppUnused.by(.an23)] : []))
  }

  @Test(.world()) func `use of an app begins the months again (AN23)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      Self.dailyJob(36), api: 36, change: Self.shorten)
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.hours(6 * 24))
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.hours(8 * 24))
    #expect(world.findings == [])
    try await world.pass(.hours(2 * 24))
    #expect(world.findings.are([.androidAppUnused.by(.an23)]))
  }

  @Test(.world())
  func `a test lets an app hibernate at once; work of WorkManager comes back (AN23)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      print("exempt \(activity.getPackageManager().isAutoRevokeWhitelisted())")
      WorkManager.getInstance(activity).enqueueUniquePeriodicWork(
        "work", .KEEP, PeriodicWorkRequest.Builder(ScriptedWorker.self, 1, .HOURS).build())
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 36)
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    phone.setPausesIfUnused(false, for: app)
    phone.treatAsUnused(app)
    #expect(app.terminations == [])
    phone.setPausesIfUnused(true, for: app)
    phone.treatAsUnused(app)
    #expect(app.terminations == [.system(.hibernation)])
    let before = world.log.texts.filter { $0 == "working" }.count
    try await world.pass(.hours(5))
    #expect(world.log.texts.filter { $0 == "working" }.count == before)
    await phone.open(app)
    try await world.pass(.hours(2.5))
    #expect(world.log.texts.filter { $0 == "working" }.count > before)
    #expect(world.log.texts.filter { $0.hasPrefix("exempt") } == ["exempt false", "exempt false"])
  }
}
