import AndroidFramework
import Testing
import YobanTesting

/// Tests what the makers of phones add to Android (AN10).
@Suite struct MakerWorldTests {
  /// Copied by hand from the details of AN10.
  private static let swipeStops: Set<AndroidModel> = [.aggressive, .oneplus, .xiaomi]
  private static let darkStops: Set<AndroidModel> = [.asus, .oppo]
  private static let needAutostart: Set<AndroidModel> = [
    .asus, .huawei, .oneplus, .oppo, .vivo, .xiaomi,
  ]

  /// Returns an app with a foreground service and an alarm after two hours.
  private static func appFixture() -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService()
    let start = appFixture.created
    appFixture.created = { activity in
      try start(activity)
      let alarm = try PendingIntent.getBroadcast(
        activity, 1, Intent(activity, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      activity.getSystemService(AlarmManager.self)!.setAndAllowWhileIdle(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 7_200_000, alarm)
    }
    return appFixture
  }

  @Test(arguments: AndroidModel.allCases, [false, true])
  func `on some makers' phones a swipe is a force stop (AN10)`(
    _ model: AndroidModel, isProtected: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture(), model: model)
      phone.setProtectedFromMaker(isProtected, for: app)
      await phone.open(app)
      await phone.swipeFromRecents(app)
      try await world.pass(.seconds(30))
      let stops = Self.swipeStops.contains(model) && !isProtected
      #expect((app.process == nil) == stops)
      #expect(app.terminations == (stops ? [.forceQuit] : []))
    }
  }

  @Test(arguments: AndroidModel.allCases, [false, true])
  func `on some makers' phones the dark screen ends the apps in background (AN10)`(
    _ model: AndroidModel, isProtected: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture(), model: model)
      phone.setProtectedFromMaker(isProtected, for: app)
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(5))
      #expect(app.process != nil)
      await phone.lock()
      try await world.pass(.minutes(50))
      let ends = Self.darkStops.contains(model) && !isProtected
      #expect(app.terminations == (ends ? [.system(.makersPowerSaving)] : []))
      #expect(world.findings.are(ends ? [.androidMakerKilled.by(.an10)] : []))
    }
  }

  @Test(arguments: [(27, true), (28, false)])
  func `a Nokia with Android 8 ends apps after 20 minutes in the dark (AN10)`(
    api: Int, ends: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture(), api: api, model: .nokia)
      // No setting helps.
      phone.setProtectedFromMaker(true, for: app)
      await phone.open(app)
      await phone.lock()
      try await world.pass(.minutes(19))
      #expect(app.process != nil)
      phone.wakeScreen()
      await phone.lock()
      try await world.pass(.minutes(19))
      #expect(app.process != nil, "the screen was on")
      try await world.pass(.minutes(2))
      #expect((app.process == nil) == ends)
      try await world.pass(.hours(3))
      #expect(world.log.texts.contains("received ") == !ends, "its alarm")
    }
  }

  @Test(arguments: [false, true])
  func `on Huawei's phones a service ends after an hour, whatever the user sets (AN10)`(
    isProtected: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.appFixture(), model: .huawei)
      phone.setProtectedFromMaker(isProtected, for: app)
      await phone.open(app)
      await phone.lock()
      try await world.pass(.minutes(59))
      #expect(app.process != nil)
      try await world.pass(.minutes(2))
      #expect(app.terminations == [.system(.makersPowerSaving)])
    }
  }

  @Test(arguments: AndroidModel.allCases, [false, true])
  func `an app without the permission for autostart is started by the user only (AN10)`(
    _ model: AndroidModel, isProtected: Bool
  ) async throws {
    var appFixture = Self.appFixture()
    let create = appFixture.created
    appFixture.created = { activity in
      try create(activity)
      let job = try JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
        .setMinimumLatency(1_800_000).setPersisted(true).build()
      try activity.getSystemService(JobScheduler.self)!.schedule(job)
    }
    try await withWorld { [appFixture] world in
      // Up to this level a service that is restarted may enter the foreground.
      let (phone, app) = try installAndroidApp(appFixture, api: 33, model: model)
      phone.power.isCharging = true
      phone.setProtectedFromMaker(isProtected, for: app)
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(1))
      phone.jetsam(app)
      try await world.pass(.minutes(10))
      // The process of a sticky service is up again.
      let needs = Self.needAutostart.contains(model) && !isProtected
      #expect((app.process == nil) == needs)
      try await phone.reboot()
      try await world.pass(.minutes(40))
      #expect((app.launchCount == 1) == needs)
      #expect(world.log.texts.contains("received \(Intent.ACTION_BOOT_COMPLETED)") == !needs)
      #expect(world.log.texts.contains("job 7 started") == !needs)
      #expect(world.findings.are(needs ? [.androidMakerKilled.by(.an10)] : []))
    }
  }

  @Test(.world()) func `a job waits until the user opens an app that is not started (AN10)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.applicationCreated = { context in
      let job = try JobInfo.Builder(7, ComponentName(context, ScriptedJobs.self))
        .setMinimumLatency(600_000).build()
      guard context.getSystemService(JobScheduler.self)!.getAllPendingJobs().isEmpty else { return }
      try context.getSystemService(JobScheduler.self)!.schedule(job)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, model: .vivo)
    await phone.open(app)
    await phone.goHome()
    phone.jetsam(app)
    try await world.pass(.hours(1))
    #expect(!world.log.texts.contains("job 7 started"))
    #expect(world.findings.are([.androidMakerKilled.by(.an10)]))
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(world.timedOutput.contains("3600 job 7 started"))
  }

  @Test(arguments: [(29, false), (30, true), (33, true), (34, false)], [false, true])
  func `a Samsung with Android 11 ignores wake locks in the dark (AN10)`(
    version: (api: Int, ignores: Bool), isProtected: Bool
  ) async throws {
    try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        .foregroundService(), api: version.api, model: .samsung)
      phone.setProtectedFromMaker(isProtected, for: app)
      await phone.open(app)
      await phone.lock()
      try await world.pass(.minutes(10))
      let ignores = version.ignores && !isProtected
      #expect(phone.android.isProcessorAwake == !ignores)
      #expect(world.findings.are(ignores ? [.androidMakerKilled.by(.an10)] : []))
    }
  }

  @Test(.world()) func `an app that was not opened for 16 days sleeps deeply on a Samsung (AN10)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), model: .samsung)
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.hours(16 * 24 - 1))
    #expect(app.process != nil)
    try await world.pass(.hours(2))
    #expect(app.terminations == [.system(.makersPowerSaving)])
  }
}
