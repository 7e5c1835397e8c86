import AndroidFramework
import Testing
import YobanTesting

/// Tests the services of an app, and the ways in which they end (AN1, AN18).
@Suite struct ServiceWorldTests {
  @Test(.world(), arguments: [26, 30, 34, 36])
  func `callbacks are called in Android's order`(api: Int) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture(), api: api)
    await phone.open(app)
    await phone.goHome()
    await phone.open(app)
    #expect(
      world.log.texts == [
        "application created", "activity created", "activity started", "activity resumed",
        "activity paused", "activity stopped", "activity restarted", "activity started",
        "activity resumed",
      ])
  }

  @Test(.world(), arguments: [26, 31, 36])
  func `a background service is stopped a minute after the app left the screen (AN1)`(
    api: Int
  ) async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { try $0.startService($0.work()) }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    try await world.pass(.seconds(300))
    await phone.goHome()
    try await world.pass(.minutes(5))
    #expect(world.timedOutput.contains("360 service destroyed"))
    #expect(world.findings.are([.androidServiceBackground.by(.an1)]))
    #expect(app.terminations == [])
  }

  @Test(.world(), arguments: [26, 31, 36])
  func `a foreground service continues after the app left the screen (AN1)`(api: Int) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), api: api)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(12))
    #expect(!world.log.texts.contains("service destroyed"))
    #expect(world.findings == [])
    #expect(app.terminations == [])
  }

  @Test(
    .world(),
    arguments: [
      (26, 5, "android.app.RemoteServiceException: "),
      (28, 10, "android.app.RemoteServiceException: "),
      (31, 10, "android.app.ForegroundServiceDidNotStartInTimeException: "),
      (36, 30, "android.app.RemoteServiceException$ForegroundServiceDidNotStartInTimeException: "),
    ])
  func `startForegroundService without startForeground ends the app after the limit (AN1)`(
    api: Int, limit: Double, exception: String
  ) async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { try $0.startForegroundService($0.work()) }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    try await world.pass(.seconds(limit - 0.1))
    #expect(app.process != nil)
    try await world.pass(.seconds(0.2))
    #expect(app.process == nil)
    #expect(world.crashes.first?.hasPrefix(exception) == true)
    #expect(world.findings.are([.androidFgsTypeOrStart.by(.an1)]))
  }

  @Test(
    .world(),
    arguments: [
      (26, "IllegalStateException"), (31, "BackgroundServiceStartNotAllowedException"),
    ])
  func `an app that is idle in background cannot start a service (AN1)`(
    api: Int, exception: String
  ) async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      try activity.holdWakeLock(for: .seconds(30))
      Handler(Looper.getMainLooper()).postDelayed(
        {
          do { try activity.startService(activity.work()) } catch let error as IllegalStateException
          {
            print("refused: \(type(of: error))")
          } catch {
            print("other: \(error)")
          }
        }, 70_000)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(3))
    #expect(world.log.texts.contains("refused: \(exception)"))
    #expect(!world.log.texts.contains("service created"))
  }

  @Test(.world())
  func `a sticky service is restarted after a low-memory kill, with a null intent (AN1)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), api: 30)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(1))
    phone.jetsam(app)
    try await world.pass(.hours(1))
    #expect(app.launches == [.user, .component("service ScriptedService")])
    #expect(
      world.log.texts.suffix(3) == ["application created", "service created", "command 1 null 0"])
    #expect(app.terminations == [.jetsam])
  }

  @Test
  func
    `a service that is not sticky is not restarted, and a redelivering one gets its intent again`()
    async throws
  {
    for (result, lines) in [
      (Service.START_NOT_STICKY, 0), (Service.START_REDELIVER_INTENT, 1),
    ] {
      var appFixture = AndroidAppFixture.foregroundService()
      appFixture.commanded = { service, _, _ in
        try service.enterForeground()
        return result
      }
      let (world, app) = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(appFixture, api: 30)
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.minutes(10))
        phone.jetsam(app)
        try await world.pass(.minutes(10))
        return (world, app)
      }
      #expect(world.log.texts.filter { $0 == "command 1 work 1" }.count == lines)
      #expect(app.launches.count == 1 + lines)
    }
  }

  @Test(.world()) func `after two crashes in a row the system does not restart the service`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = { try $0.startService($0.work()) }
    appFixture.commanded = { _, intent, _ in
      if intent?.getStringExtra("what") == nil { throw IllegalStateException("no intent") }
      return Service.START_STICKY
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.minutes(2))
    phone.jetsam(app)
    try await world.pass(.hours(2))
    #expect(
      world.crashes
        == Array(
          repeating:
            "java.lang.RuntimeException: Unable to start service ScriptedService with null: java.lang.IllegalStateException: no intent",
          count: 2))
  }

  @Test(.world()) func `stopSelf stops the service with the latest start number only`() async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = {
      try $0.startService($0.work("one"))
      try $0.startService($0.work("two"))
    }
    appFixture.commanded = { service, _, id in
      print("stops: \(service.stopSelfResult(id))")
      return Service.START_NOT_STICKY
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(
      world.log.texts.filter { !$0.hasPrefix("a") } == [
        "service created", "command 1 one 0", "stops: false", "command 2 two 0", "stops: true",
        "service destroyed",
      ])
  }

  // MARK: Swipes and force stops

  @Test(.world()) func `a swipe in the recents list is not a force stop on a stock phone (AN18)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService())
    await phone.open(app)
    try await world.pass(.minutes(1))
    await phone.swipeFromRecents(app)
    try await world.pass(.hours(1))
    #expect(app.process != nil)
    #expect(world.log.texts.contains("task removed"))
    #expect(world.log.texts.contains("activity destroyed"))
    #expect(app.terminations == [])
  }

  @Test(.world())
  func
    `after a swipe a process without foreground service ends, and a sticky service is restarted (AN18)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = { try $0.startService($0.work()) }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.swipeFromRecents(app)
    try await world.pass(.seconds(20))
    #expect(app.launches == [.user, .component("service ScriptedService")])
    #expect(world.log.texts.last == "command 1 null 0")
  }

  @Test(.world(), arguments: [AndroidModel.stock, .aggressive])
  func `after a force stop nothing is delivered until the user opens the app (AN10, AN18)`(
    model: AndroidModel
  ) async throws {
    var appFixture = AndroidAppFixture.foregroundService()
    appFixture.applicationCreated = { context in
      let alarm = try PendingIntent.getBroadcast(
        context, 1, Intent(context, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      context.getSystemService(AlarmManager.self)!.setAndAllowWhileIdle(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 600_000, alarm)
      let job = try JobInfo.Builder(7, ComponentName(context, ScriptedJobs.self))
        .setMinimumLatency(600_000).build()
      try context.getSystemService(JobScheduler.self)!.schedule(job)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, model: model)
    await phone.open(app)
    try await world.pass(.minutes(1))
    // An aggressive manufacturer treats a swipe as a force stop.
    if model == .stock { phone.forceStop(app) } else { await phone.swipeFromRecents(app) }
    try await world.pass(.hours(6))
    try await phone.reboot()
    try await world.pass(.hours(1))
    #expect(app.process == nil)
    await phone.open(app)
    try await world.pass(.minutes(15))
    #expect(app.launches == [.user, .user])
    #expect(world.log.texts.filter { $0.hasPrefix("received") } == ["received "])
    #expect(world.log.texts.filter { $0.hasPrefix("job") } == ["job 7 started"])
  }

  @Test(.world())
  func
    `after a reboot an app that was opened before gets BOOT_COMPLETED when the phone is unlocked (AN18)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    try await phone.reboot()
    try await world.pass(.minutes(1))
    #expect(app.process == nil)
    await phone.open(app)
    phone.hasPasscode = true
    try await phone.reboot()
    try await world.pass(.minutes(5))
    #expect(app.process == nil)
    phone.unlock()
    try await world.pass(.seconds(1))
    #expect(app.process != nil)
    #expect(world.log.texts.last == "received android.intent.action.BOOT_COMPLETED")
    #expect(app.launches == [.user, .component("receiver ScriptedReceiver")])
  }
}
