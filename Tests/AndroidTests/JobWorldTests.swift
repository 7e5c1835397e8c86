import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// Tests jobs, WorkManager and standby buckets (AN8, AN9, AN17), and restrictions by manufacturers
/// (AN10).
@Suite struct JobWorldTests {
  /// The number of the job run that is currently active.
  private final class Run: @unchecked SimulationConfined { var number = 0 }

  /// Returns an app that schedules a job when its activity is created. The job takes the given
  /// number of seconds.
  private static func job(
    taking time: Int64 = 0, _ build: @escaping @Sendable (JobInfo.Builder) -> Void
  ) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      let builder = JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
      build(builder)
      try activity.getSystemService(JobScheduler.self)!.schedule(builder.build())
    }
    let run = Run()
    appFixture.jobStopped = { run.number += 1 }
    appFixture.jobStarted = { service, parameters in
      guard time > 0 else { return false }
      let mine = run.number
      Handler(Looper.getMainLooper()).postDelayed(
        { if run.number == mine { service.jobFinished(parameters, false) } }, time * 1000)
      return true
    }
    return appFixture
  }

  /// Returns the number of broadcasts that the app has received.
  private static func received(_ world: World) -> Int {
    world.log.texts.filter { $0.hasPrefix("received") }.count
  }

  private func starts(_ world: World) -> [Int] {
    world.timedOutput.filter { $0.hasSuffix("job 7 started") }
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
  }

  @Test(.world())
  func `the shortest period of a job is 15 min, even if the app requests less (AN17)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.job { $0.setPeriodic(60_000) })
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.hours(2))
    let moments = starts(world)
    #expect(moments.count == 8)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 == 900 })
  }

  @Test(arguments: [(30, 600), (36, 1_800)])
  func
    `a job runs for ten minutes at most, from API 31 on for thirty, and keeps the CPU awake (AN17)`(
      api: Int, limit: Int
    ) async throws
  {
    for time in [540, 7200] as [Int64] {
      let world = try await withWorld { world in
        let (phone, app) = try installAndroidApp(
          Self.job(taking: time) { $0.setMinimumLatency(10_000) }, api: api)
        phone.power.isCharging = true
        await phone.open(app)
        await phone.lock()
        try await world.pass(.minutes(9))
        #expect(phone.android.isProcessorAwake)
        try await world.pass(.seconds(Double(limit) - 510))
        return world
      }
      #expect(starts(world) == [10])
      #expect(world.timedOutput.contains("\(limit + 10) job 7 stopped for 3") == (time == 7200))
    }
  }

  @Test(.world()) func `in Doze jobs wait for a maintenance window (AN8, AN17)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.job { $0.setMinimumLatency(300_000) })
    await phone.open(app)
    await phone.lock()
    phone.forceDeepDoze()
    try await world.pass(.hours(3))
    #expect(starts(world) == [3600])
  }

  @Test func `a job waits for its constraints, or for its deadline (AN17)`() async throws {
    let charged = try await withWorld { world in
      let (phone, app) = try installAndroidApp(Self.job { $0.setRequiresCharging(true) })
      await phone.open(app)
      try await world.pass(.minutes(10))
      phone.power.isCharging = true
      try await world.pass(.minutes(1))
      return world
    }
    #expect(starts(charged) == [600])
    let late = try await withWorld { world in
      let (phone, app) = try installAndroidApp(
        Self.job { $0.setRequiresCharging(true).setOverrideDeadline(1_800_000) })
      await phone.open(app)
      try await world.pass(.hours(1))
      return world
    }
    #expect(starts(late) == [1800])
  }

  @Test(arguments: [
    (StandbyBucket.active, 25...25), (.workingSet, 10...14), (.frequent, 4...4), (.rare, 4...4),
  ])
  func `on battery a bucket limits the run time of jobs (AN9)`(
    bucket: StandbyBucket, runs: ClosedRange<Int>
  ) async throws {
    // Each run takes 3 min, once in 15 min, for a bit more than 6 h: 25 runs. With a limit of 10
    // min in 2 h, the fourth run is stopped in its second minute; 6 h have three such periods.
    for isCharging in [false, true] {
      let appFixture = Self.job(taking: 180) { $0.setPeriodic(900_000) }
      let world = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(
          appFixture, change: { $0.lightDozeAfter = .seconds(1_000_000) })
        await phone.open(app)
        await phone.goHome()
        phone.setStandbyBucket(bucket, of: app)
        phone.power.isCharging = isCharging
        try await world.pass(.minutes(6 * 60 + 2))
        return world
      }
      let count = starts(world).count
      #expect((isCharging ? 25...25 : runs).contains(count))
      let early = starts(world).filter { $0 < 7_200 }.count
      #expect(early == (isCharging || bucket == .active ? 8 : 4))
    }
  }

  @Test(.world()) func `in the restricted bucket there is one job a day (AN9)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.job(taking: 10) { $0.setPeriodic(3_600_000) })
    await phone.open(app)
    try await world.pass(.minutes(1))
    await phone.goHome()
    phone.setStandbyBucket(.restricted, of: app)
    try await world.pass(.hours(72))
    // The first job ran while the app was in the foreground, then one ran each day.
    #expect(starts(world).count == 3 || starts(world).count == 4)
    #expect(zip(starts(world), starts(world).dropFirst()).allSatisfy { $1 - $0 >= 24 * 3600 })
  }

  @Test(.world(), arguments: [(StandbyBucket.workingSet, 10), (.frequent, 2)])
  func `a bucket limits the number of alarms in an hour (AN9)`(
    bucket: StandbyBucket, count: Int
  ) async throws {
    var appFixture = AndroidAppFixture()
    let set: @Sendable (Context) throws -> Void = { context in
      let operation = try PendingIntent.getBroadcast(
        context, 1, Intent(context, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      context.getSystemService(AlarmManager.self)!.set(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 60_000, operation)
    }
    appFixture.created = set
    appFixture.received = { context, _ in try set(context) }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.goHome()
    phone.setStandbyBucket(bucket, of: app)
    try await world.pass(.minutes(60))
    #expect(Self.received(phone.world) == count)
    phone.power.isCharging = true
    try await world.pass(.minutes(30))
    // While charging there is no limit: one alarm a minute.
    #expect(Self.received(world) >= count + 28)
  }

  @Test func `an app that is not used moves to lower standby buckets, since API 28 (AN9)`()
    async throws
  {
    for (api, buckets) in [
      (27, []), (28, ["working set", "frequent", "rare"]),
      (31, ["working set", "frequent", "rare"]),
      (33, ["working set", "frequent", "rare", "restricted"]),
    ] {
      let world = try await withWorld { world in
        let (phone, app) = try installAndroidApp(AndroidAppFixture(), api: api)
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.hours(10 * 24))
        return world
      }
      let posted = world.androidEvents.compactMap {
        if case .standbyBucket(let what) = $0 { what } else { nil }
      }
      #expect(posted == buckets.map { "Scripted \($0)" })
    }
  }

  // MARK: WorkManager

  private static func work(_ minutes: Int64) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      WorkManager.getInstance(activity).enqueueUniquePeriodicWork(
        "sync", .KEEP,
        PeriodicWorkRequest.Builder(ScriptedWorker.self, minutes, .MINUTES)
          .setConstraints(Constraints.Builder().setRequiredNetworkType(.CONNECTED).build())
          .build())
    }
    return appFixture
  }

  @Test(.world())
  func `periodic work continues after the process has ended and after a reboot (AN17)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.work(60))
    phone.power.isCharging = true
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(5))
    phone.jetsam(app)
    try await world.pass(.minutes(60))
    try await phone.reboot()
    try await world.pass(.minutes(70))
    #expect(world.log.texts.filter { $0 == "working" }.count == 3)
    #expect(app.launches.contains(.component("job SystemJobService")))
  }

  @Test(.world()) func `work that must be retried waits longer each time (AN17)`() async throws {
    var appFixture = Self.work(24 * 60)
    appFixture.worked = { _ in .retry() }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    phone.power.isCharging = true
    await phone.open(app)
    try await world.pass(.minutes(10))
    let moments = world.timedOutput.filter { $0.hasSuffix("working") }
    #expect(moments == ["0 working", "30 working", "90 working", "210 working", "450 working"])
  }

  @Test(.world()) func `work with a network constraint waits for a network (AN17)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.work(60))
    phone.network.path = .offline
    await phone.open(app)
    try await world.pass(.minutes(10))
    phone.network.path = .cellular
    try await world.pass(.minutes(1))
    #expect(world.timedOutput.filter { $0.hasSuffix("working") } == ["600 working"])
  }

  @Test(.world()) func `work outlasts a force stop, a job does not (AN17, AN18)`() async throws {
    var appFixture = Self.work(60)
    let enqueue = appFixture.created
    appFixture.created = { activity in
      // Only in the first launch.
      let mark = activity.getFilesDir().getPath() + "/once"
      guard !FileManager.default.fileExists(atPath: mark) else { return }
      _ = FileManager.default.createFile(atPath: mark, contents: nil)
      try enqueue(activity)
      let job = JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
        .setPeriodic(3_600_000)
      try activity.getSystemService(JobScheduler.self)!.schedule(job.build())
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    phone.power.isCharging = true
    await phone.open(app)
    try await world.pass(.minutes(1))
    phone.forceStop(app)
    try await world.pass(.hours(5))
    #expect(phone.world.log.texts.filter { $0 == "working" }.count == 1, "held")
    #expect(app.process == nil)
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.hours(1.5))
    #expect(world.log.texts.filter { $0 == "working" }.count == 3)
    #expect(world.log.texts.filter { $0 == "job 7 started" }.count == 1)
  }

  @Test(.world()) func `each work request without a name is separate work (AN17)`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      for _ in 1...3 {
        WorkManager.getInstance(activity).enqueue(
          OneTimeWorkRequest.Builder(ScriptedWorker.self).build())
      }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(world.log.texts.filter { $0 == "working" }.count == 3)
  }

  @Test(.world(), arguments: [false, true])
  func `the service of a job is destroyed after the run, unless it was started (AN17)`(
    isStarted: Bool
  ) async throws {
    var appFixture = Self.job(taking: 5) { $0.setMinimumLatency(1_000) }
    let schedule = appFixture.created
    appFixture.created = { activity in
      try schedule(activity)
      if isStarted { try activity.startService(Intent(activity, ScriptedJobs.self)) }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.seconds(10))
    let ends = world.timedOutput.filter { $0.hasSuffix("destroyed after jobs") }
    #expect(ends == (isStarted ? [] : ["6 destroyed after jobs"]))
    #expect(world.log.texts.filter { $0 == "created for jobs" }.count == 1)
  }

  // MARK: Manufacturers

  @Test(.world())
  func `the end of a manufacturer's protection takes effect at once if the hour has passed (AN10)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), model: .aggressive)
    phone.setProtectedFromMaker(true, for: app)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(3))
    #expect(app.process != nil)
    phone.setProtectedFromMaker(false, for: app)
    try await world.pass(.seconds(1))
    #expect(app.process == nil)
    #expect(app.terminations == [.system(.makersPowerSaving)])
  }

  @Test(.world())
  func `a manufacturer's limit of one hour begins when the app leaves the screen (AN10)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), model: .aggressive)
    await phone.open(app)
    try await world.pass(.hours(2))
    await phone.goHome()
    try await world.pass(.minutes(59))
    #expect(app.process != nil)
    try await world.pass(.minutes(2))
    #expect(app.process == nil)
  }

  @Test(.world(), arguments: [false, true])
  func `an aggressive manufacturer ends foreground services after an hour (AN10)`(
    isProtected: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(), model: .aggressive)
    phone.setProtectedFromMaker(isProtected, for: app)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(59))
    #expect(app.process != nil)
    try await world.pass(.hours(6))
    #expect((app.process != nil) == isProtected)
    #expect(world.findings.are(isProtected ? [] : [.androidMakerKilled.by(.an10)]))
  }

  @Test func `an app that was not opened for three days is put to sleep (AN10)`() async throws {
    for model in [AndroidModel.stock, .aggressive] {
      let world = try await withWorld { world in
        let (phone, app) = try installAndroidApp(Self.work(60), model: model)
        phone.power.isCharging = true
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.hours(100))
        return world
      }
      let last = world.timedOutput.filter { $0.hasSuffix("working") }.last
        .flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      #expect(last.map { $0 > 73 * 3600 } == (model == .stock))
    }
  }
}
