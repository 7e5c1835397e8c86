import AndroidFramework
import Testing
import YobanTesting

extension JobService {
  /// Gives the job a notification.
  func show(_ params: JobParameters) throws {
    getSystemService(NotificationManager.self)?.createNotificationChannel(
      NotificationChannel("work", "Work", NotificationManager.IMPORTANCE_LOW))
    try setNotification(
      params, 2, Notification.Builder(self, "work").build(),
      JobService.JOB_END_NOTIFICATION_POLICY_REMOVE)
  }
}

/// Tests user-initiated data transfer jobs (AN21).
@Suite struct UserInitiatedJobTests {
  /// Schedules job 7, and prints the result.
  @Sendable private static func schedule(
    _ context: Context, isUserInitiated: Bool = true, isPersisted: Bool = false
  ) {
    do {
      let builder = JobInfo.Builder(7, ComponentName(context, ScriptedJobs.self))
        .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).setPersisted(isPersisted)
      if isUserInitiated { builder.setUserInitiated(true) }
      let result = try context.getSystemService(JobScheduler.self)!.schedule(builder.build())
      print("scheduled \(result)")
    } catch { print("not scheduled: \(type(of: error))") }
  }

  /// Returns an app that schedules a job when it is created. The job takes the given number of seconds.
  private static func appFixture(
    taking time: Int64, shows: Bool = true, isUserInitiated: Bool = true, isPersisted: Bool = false
  ) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.permissions.append("RUN_USER_INITIATED_JOBS")
    appFixture.created = {
      schedule($0, isUserInitiated: isUserInitiated, isPersisted: isPersisted)
    }
    appFixture.jobStarted = { service, params in
      if shows { try service.show(params) }
      Handler(Looper.getMainLooper()).postDelayed(
        {
          print("transferred")
          service.jobFinished(params, false)
        }, time * 1000)
      return true
    }
    return appFixture
  }

  @Test(arguments: [true, false])
  func `a user-initiated job starts at once, also in Doze and in the restricted bucket (AN21)`(
    isUserInitiated: Bool
  ) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        Self.appFixture(taking: 7_200, isUserInitiated: isUserInitiated))
      await phone.open(app)
      await phone.lock()
      phone.setStandbyBucket(.restricted, of: app)
      phone.forceDeepDoze()
      try await world.pass(.seconds(30))
      #expect(phone.android.isProcessorAwake == isUserInitiated)
      try await world.pass(.hours(4))
      return world
    }
    #expect(world.timedOutput.contains("0 job 7 started"))
    #expect(world.timedOutput.contains("7200 transferred") == isUserInitiated)
    #expect(world.log.texts.contains("job 7 stopped for 4") == !isUserInitiated)
    #expect(world.findings == [])
  }

  private enum Way: CaseIterable {
    case visible, justLeft, service, background, noPermission, overlay, companion
    case batteryOptimizationOff
  }

  @Test(arguments: Way.allCases)
  private func `who may schedule a user-initiated job (AN21)`(_ way: Way) async throws {
    var appFixture = way == .service ? AndroidAppFixture.foregroundService() : AndroidAppFixture()
    let created = appFixture.created
    appFixture.permissions += ["SYSTEM_ALERT_WINDOW"]
    if way != .noPermission { appFixture.permissions.append("RUN_USER_INITIATED_JOBS") }
    let isLater = way != .visible && way != .noPermission
    appFixture.created = { activity in
      try created(activity)
      guard isLater else { return Self.schedule(activity) }
      if way == .companion {
        activity.getSystemService(CompanionDeviceManager.self)!.associate("00:11:22:33:44:55")
      }
      try activity.holdWakeLock(for: .seconds(60))
      Handler(Looper.getMainLooper()).postDelayed(
        { Self.schedule(activity) }, way == .justLeft ? 4_000 : 40_000)
    }
    let world = try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(
        appFixture, change: { $0.cachedFreezeAfter = nil })
      if way == .overlay { phone.grant("SYSTEM_ALERT_WINDOW", to: app) }
      if way == .batteryOptimizationOff { phone.setIgnoresBatteryOptimizations(true, for: app) }
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(1))
      return world
    }
    let expected =
      switch way {
      case .visible, .justLeft, .service, .overlay, .companion: "scheduled 1"
      case .background, .batteryOptimizationOff: "scheduled 0"
      case .noPermission: "not scheduled: SecurityException"
      }
    #expect(world.log.texts.filter { $0.contains("scheduled") } == [expected])
    #expect(world.log.texts.contains("job 7 started") == (expected == "scheduled 1"))
    #expect(
      world.findings.are(
        expected == "scheduled 0" ? [.androidJobUserInitiated.by(.an21)] : []))
  }

  @Test(.world()) func `what a user-initiated job may not have is refused (AN21)`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      func build(_ change: (JobInfo.Builder) -> Void) {
        let builder = JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
          .setUserInitiated(true).setRequiredNetworkType(JobInfo.NETWORK_TYPE_UNMETERED)
        change(builder)
        do {
          let job = try builder.build()
          print("built \(job.isUserInitiated())")
        } catch { print("\(error)".split(separator: ": ").last ?? "") }
      }
      build { $0.setMinimumLatency(1) }
      build { $0.setOverrideDeadline(60_000) }
      build { $0.setPeriodic(3_600_000) }
      build { $0.setRequiresDeviceIdle(true) }
      build { $0.setRequiredNetworkType(JobInfo.NETWORK_TYPE_NONE) }
      build { $0.setRequiresCharging(true).setPersisted(true) }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    #expect(
      world.log.texts.filter { $0.hasPrefix("A user-initiated") || $0.hasPrefix("built") } == [
        "A user-initiated job cannot have a time delay",
        "A user-initiated job cannot have a deadline",
        "A user-initiated job cannot be periodic",
        "A user-initiated job cannot have a device-idle constraint",
        "A user-initiated data transfer job must specify a valid network type", "built true",
      ])
  }

  @Test(arguments: [(5, false, false), (60, true, false), (60, false, true)])
  func `a job without a notification after ten seconds ends its app (AN21)`(
    time: Int, shows: Bool, ends: Bool
  ) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        Self.appFixture(taking: Int64(time), shows: shows))
      await phone.open(app)
      try await world.pass(.seconds(9))
      #expect(world.crashes == [])
      try await world.pass(.seconds(2))
      return world
    }
    #expect(
      world.crashes
        == (ends ? ["ANR in example.scripted: required notification not provided"] : []))
    #expect(world.findings.are(ends ? [.androidJobUserInitiated.by(.an21)] : []))
  }

  @Test(.world()) func `a job that is due when its app is ended starts once (AN21)`() async throws {
    var appFixture = Self.appFixture(taking: 60, shows: false)
    appFixture.created = { activity in
      Self.schedule(activity)
      let job = try JobInfo.Builder(8, ComponentName(activity, ScriptedJobs.self))
        .setMinimumLatency(10_000).build()
      try activity.getSystemService(JobScheduler.self)!.schedule(job)
    }
    let start = appFixture.jobStarted
    appFixture.jobStarted = { service, params in
      guard params.getJobId() == 7 else { return false }
      return try start(service, params)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(!world.crashes.isEmpty)
    #expect(world.log.texts.filter { $0 == "job 8 started" }.count == 1)
  }

  @Test(arguments: [33, 34], [false, true])
  func `an app can ask whether a job is user-initiated from API 34 on (AN21)`(
    api: Int, inJob: Bool
  ) async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      let job = try JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self)).build()
      if !inJob { print("initiated \(job.isUserInitiated())") }
      try activity.getSystemService(JobScheduler.self)!.schedule(job)
    }
    appFixture.jobStarted = { _, params in
      if inJob { print("initiated \(params.isUserInitiatedJob())") }
      return false
    }
    let world = try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture, api: api)
      await phone.open(app)
      try await world.pass(.seconds(1))
      return world
    }
    #expect(world.crashes.count == (api == 33 ? 1 : 0))
    #expect(world.log.texts.contains("initiated false") == (api == 34))
  }

  @Test(.world()) func `a user-initiated job is stopped after twelve hours (AN21)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(taking: 13 * 3600))
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(12.1))
    #expect(world.timedOutput.contains("43200 job 7 stopped for 3"))
  }

  @Test(.world()) func `a user-initiated job waits for the network that it lost (AN21)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(taking: 600))
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(5))
    phone.network.path = .offline
    try await world.pass(.minutes(5))
    phone.network.path = .cellular
    try await world.pass(.minutes(1))
    let starts = world.timedOutput.filter { $0.hasSuffix("job 7 started") }
    #expect(starts == ["0 job 7 started", "600 job 7 started"])
    #expect(world.timedOutput.contains("300 job 7 stopped for 5"))
  }

  @Test(arguments: [false, true])
  func `a job is tried again after a kill, and after a reboot if it is persisted (AN21)`(
    isPersisted: Bool
  ) async throws {
    let world = try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        Self.appFixture(taking: 3_600, isPersisted: isPersisted))
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(1))
      phone.jetsam(app)
      try await world.pass(.minutes(4))
      try await phone.reboot()
      try await world.pass(.minutes(5))
      return world
    }
    // The backoff is 30 s, and twice as long after the second end.
    let starts = world.timedOutput.filter { $0.hasSuffix("job 7 started") }
    #expect(starts.prefix(2) == ["0 job 7 started", "90 job 7 started"])
    #expect(starts.count == (isPersisted ? 3 : 2))
    #expect(!world.log.texts.contains { $0.hasPrefix("job 7 stopped") })
  }

  @Test(.world()) func `user-initiated jobs exist from API 34 on (AN21)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(taking: 5), api: 33)
    await phone.open(app)
    #expect(world.crashes.count == 1)
    #expect(world.crashes.first?.hasPrefix("java.lang.NoSuchMethodError") == true)
  }
}
