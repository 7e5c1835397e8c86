import AndroidFramework
import Testing
import YobanTesting

/// Tests the CPU, wake locks, Doze and alarms (AN7, AN8).
@Suite(.world()) struct PowerWorldTests {
  /// Returns an app that prints a line each minute while the CPU runs.
  private static func ticking(_ appFixture: AndroidAppFixture) -> AndroidAppFixture {
    var appFixture = appFixture
    let commanded = appFixture.commanded
    appFixture.commanded = { service, intent, id in
      Ticker.start()
      return try commanded(service, intent, id)
    }
    return appFixture
  }

  private enum Ticker {
    static func start() {
      print("tick")
      Handler(Looper.getMainLooper()).postDelayed({ start() }, 60_000)
    }
  }

  private func ticks(_ world: World) -> Int { world.log.texts.filter { $0 == "tick" }.count }

  @Test(arguments: [26, 30, 34, 36])
  func `a foreground service with a wake lock runs for twelve hours, on every API level (AN7)`(
    api: Int
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.ticking(.foregroundService()), api: api)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(12))
    #expect(ticks(world) >= 12 * 60)
    #expect(world.findings == [])
  }

  @Test(arguments: [26, 36])
  func `without a wake lock the CPU sleeps although a foreground service runs (AN7)`(
    api: Int
  ) async throws {
    let appFixture = Self.ticking(.foregroundService(wakeLock: false))
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    try await world.pass(.minutes(10))
    await phone.lock()
    try await world.pass(.hours(8))
    #expect(!phone.android.isProcessorAwake)
    #expect(app.state == .suspended)
    phone.wakeScreen()
    try await world.pass(.minutes(1))
    #expect(ticks(world) < 20)
    #expect(world.findings.are([.androidCpuAsleep.by(.an7)]))
    #expect(app.terminations == [])
  }

  @Test func `CPU events alternate between asleep and awake, with any cause of a wake (AN7)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.actions = ["ping"]
    appFixture.created = { activity in
      try activity.startService(activity.work())
      WorkManager.getInstance(activity).enqueueUniquePeriodicWork(
        "sync", .KEEP, PeriodicWorkRequest.Builder(ScriptedWorker.self, 15, .MINUTES).build())
      try activity.getSystemService(AlarmManager.self)!.setRepeating(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 60_000, 600_000,
        PendingIntent.getBroadcast(
          activity, 1, Intent(activity, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE))
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.seconds(30))
    // Killed while its service runs: the system starts it again with the screen off.
    phone.jetsam(app)
    try await world.pass(.minutes(30))
    #expect(!phone.android.isProcessorAwake)
    phone.deliverHighPriorityMessage(to: app, receiver: "ScriptedReceiver")
    try await world.pass(.hours(6))
    let states = world.androidEvents.compactMap { event in
      if case .cpu(let isAwake) = event { isAwake } else { nil }
    }
    #expect(states.count > 20)
    #expect(states.first == false)
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test
  func `a Doze broadcast is sent for each change of its own kind, and for nothing else (AN8)`()
    async throws
  {
    let deep = "android.os.action.DEVICE_IDLE_MODE_CHANGED"
    let light = "android.os.action.LIGHT_DEVICE_IDLE_MODE_CHANGED"
    var appFixture = AndroidAppFixture.foregroundService()
    let created = appFixture.created
    appFixture.created = { activity in
      try created(activity)
      let filter = IntentFilter(deep)
      filter.addAction(light)
      activity.registerReceiver(ScriptedReceiver(), filter)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(61))
    // Light Doze changes at 4, 9, 10, 20, 21, 36, 37, 52 and 53 min; at 60 min light Doze ends and
    // deep Doze begins.
    let broadcasts = world.log.texts.filter { $0.hasPrefix("received") }
    #expect(broadcasts.filter { $0.hasSuffix(light) }.count == 10)
    #expect(broadcasts.filter { $0.hasSuffix(" " + deep) }.count == 1)
  }

  @Test
  func `a wake lock with a timeout ends by itself, and uptime stops while the CPU sleeps (AN7)`()
    async throws
  {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      try activity.holdWakeLock(for: .seconds(600))
      print(SystemClock.elapsedRealtime() - SystemClock.uptimeMillis())
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, change: { $0.cachedFreezeAfter = nil })
    phone.setIgnoresBatteryOptimizations(true, for: app)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(60))
    await phone.touch(app, "Never") { print("touched") }
    phone.wakeScreen()
    try await world.pass(.seconds(1))
    await phone.touch(app, "Read") {
      print((SystemClock.elapsedRealtime() - SystemClock.uptimeMillis()) / 60_000)
    }
    #expect(world.log.texts.first { Int($0) != nil } == "0")
    #expect(!world.log.texts.contains("touched"))
    #expect(world.log.texts.last == "49")
    let cpu = world.moments { if case .cpu = $0 { true } else { false } }
    #expect(cpu.count == 2)
    #expect(cpu.first.map { (600...602).contains($0) } == true)
  }

  @Test func `wake locks are counted, and released when the process ends (AN7)`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { activity in
      let lock = try activity.getSystemService(PowerManager.self)!
        .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "app:counted")
      try lock.acquire()
      try lock.acquire()
      try lock.release()
      print(lock.isHeld())
      try lock.release()
      print(lock.isHeld())
      do { try lock.release() } catch { print(error) }
      try lock.acquire()
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.seconds(30))
    #expect(phone.android.isProcessorAwake)
    phone.jetsam(app)
    try await world.pass(.seconds(3))
    #expect(!phone.android.isProcessorAwake)
    #expect(
      world.log.texts.filter { !$0.hasPrefix("a") } == [
        "true", "false", "java.lang.RuntimeException: WakeLock under-locked app:counted",
      ])
  }

  @Test func `without the permission a wake lock cannot be acquired (AN7)`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.permissions = []
    appFixture.created = { do { try $0.holdWakeLock() } catch { print("\(type(of: error))") } }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    #expect(world.log.texts.contains("SecurityException"))
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `Doze ignores the wake locks of apps without a foreground service (AN7)`(
    isService: Bool, isExempt: Bool
  ) async throws {
    var appFixture = AndroidAppFixture.foregroundService()
    if !isService { appFixture.created = { try $0.holdWakeLock() } }
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      appFixture, change: { $0.idleAppsKeepWakeLocks = true })
    phone.setIgnoresBatteryOptimizations(isExempt, for: app)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(55))
    #expect(phone.android.isProcessorAwake)
    try await world.pass(.minutes(30))
    #expect(phone.android.dozeState == "deep idle")
    #expect(phone.android.isProcessorAwake == (isService || isExempt))
    #expect(app.terminations == [])
  }

  // MARK: Doze

  @Test func `a phone that is not moved enters Doze, with ever rarer maintenance windows (AN8)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(12))
    phone.power.isCharging = true
    #expect(phone.android.dozeState == "active")
    let deep = world.moments { $0 == .doze("deep idle") }
    let windows = world.moments { $0 == .doze("deep maintenance") }
    #expect(deep.first == 3600)
    #expect(windows.map { Int($0) } == [7200, 14_700, 29_400])
    #expect(world.moments { $0 == .doze("light idle") }.first == 240)
  }

  @Test func `movement prevents deep Doze, but not light Doze (AN8)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    phone.isMoving = true
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(6))
    #expect(world.moments { $0 == .doze("deep idle") } == [])
    #expect(world.moments { $0 == .doze("light maintenance") }.count > 10)
  }

  @Test func `movement in deep Doze ends it within a minute (AN8)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(70.5))
    #expect(phone.android.dozeState == "deep idle")
    phone.isMoving = true
    try await world.pass(.minutes(1))
    #expect(phone.android.dozeState == "light idle")
  }

  @Test(arguments: [(false, false), (true, true)])
  func `in Doze only apps with a foreground service can use the network (AN8)`(
    isService: Bool, has: Bool
  ) async throws {
    var appFixture = AndroidAppFixture.foregroundService()
    if !isService { appFixture.created = { _ in } }
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    let process = try #require(app.process)
    #expect(phone.android.mayUseNetwork(process))
    phone.forceDeepDoze()
    #expect(phone.android.mayUseNetwork(process) == has)
    phone.setIgnoresBatteryOptimizations(true, for: app)
    #expect(phone.android.mayUseNetwork(process))
    phone.setIgnoresBatteryOptimizations(false, for: app)
    phone.wakeScreen()
    #expect(phone.android.mayUseNetwork(process))
  }

  /// Returns an app that sets an alarm for 60 s later, and sets it again each time it fires.
  private static func ringing(_ kind: String) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.permissions.append("USE_EXACT_ALARM")
    let set: @Sendable (Context) throws -> Void = { context in
      let operation = try PendingIntent.getBroadcast(
        context, 1, Intent(context, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      let alarms = context.getSystemService(AlarmManager.self)!
      let type = AlarmManager.ELAPSED_REALTIME_WAKEUP
      let moment = SystemClock.elapsedRealtime() + 30_000
      switch kind {
      case "inexact": alarms.set(type, moment, operation)
      case "while idle": alarms.setAndAllowWhileIdle(type, moment, operation)
      case "exact while idle": try alarms.setExactAndAllowWhileIdle(type, moment, operation)
      default: try alarms.setExact(type, moment, operation)
      }
    }
    appFixture.created = set
    appFixture.received = { context, _ in try set(context) }
    return appFixture
  }

  /// The number of alarms in the first hour of deep Doze.
  @Test(arguments: [
    ("inexact", 0...0), ("exact", 0...0), ("while idle", 6...7), ("exact while idle", 71...72),
  ])
  func `in Doze alarms are deferred, except while-idle alarms within their quota (AN8)`(
    kind: String, count: ClosedRange<Int>
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.ringing(kind))
    await phone.open(app)
    await phone.lock()
    phone.forceDeepDoze()
    try await world.pass(.minutes(59.9))
    #expect(phone.android.dozeState == "deep idle")
    #expect(count.contains(world.log.texts.filter { $0.hasPrefix("received") }.count))
  }

  @Test func `an exact alarm for a listener needs no permission and rings at its moment (AN8)`()
    async throws
  {
    final class Listener: AlarmManager.OnAlarmListener {
      func onAlarm() { print("rang") }
    }
    var appFixture = AndroidAppFixture()
    appFixture.created = { context in
      try context.getSystemService(AlarmManager.self)!.setExact(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 30_000, "tag",
        Listener(), nil)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.minutes(1))
    let rang = world.trace.events.filter { $0.kind == .output("rang") }
    let created = try #require(
      world.trace.events.first { if case .launched = $0.kind.app { true } else { false } })
    #expect(rang.map { $0.instant - created.instant } == [.seconds(30)])
  }

  @Test(arguments: [(30, true), (31, true), (33, true), (34, false)])
  func `the permission for exact alarms is granted by default before API 34 (AN8)`(
    api: Int, isGranted: Bool
  ) async throws {
    var appFixture = Self.ringing("exact")
    appFixture.permissions = ["SCHEDULE_EXACT_ALARM"]
    let set = appFixture.created
    appFixture.created = { activity in
      print("may: \(activity.getSystemService(AlarmManager.self)!.canScheduleExactAlarms())")
      do { try set(activity) } catch { print("\(type(of: error))") }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    #expect(world.log.texts.contains("may: \(isGranted)"))
    #expect(world.log.texts.contains("SecurityException") == !isGranted)
  }
}
