import AndroidFramework
import Testing
import YobanTesting

/// Tests when an app may start a foreground service, with which type, and for how long (AN3 to
/// AN6).
@Suite struct ForegroundServiceWorldTests {
  /// Returns an app that starts a foreground service the given number of seconds after its first
  /// activity, and prints the result.
  private static func starts(
    after delay: Int64, _ types: ForegroundServiceType = .health, target: Int = 36,
    type: Int32? = nil, permissions: [String]? = nil
  ) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService(types, wakeLock: false, target)
    if let permissions {
      appFixture.permissions = ["FOREGROUND_SERVICE", "WAKE_LOCK"] + permissions
    }
    appFixture.created = { activity in
      try activity.holdWakeLock(for: .seconds(delay + 1))
      Handler(Looper.getMainLooper()).postDelayed(
        {
          do { try activity.startForegroundService(activity.work()) } catch {
            print("refused: \(type_(error))")
          }
        }, delay * 1000)
    }
    appFixture.commanded = { service, _, _ in
      do {
        try service.enterForeground(type)
        print("in foreground as \(service.getForegroundServiceType())")
      } catch {
        print("not in foreground: \(type_(error))")
        // Without this call the system would end the app.
        try service.enterForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST)
      }
      return Service.START_NOT_STICKY
    }
    return appFixture
  }

  private static func type_(_ error: any Error) -> String { "\(type(of: error))" }

  // MARK: AN4

  @Test(.world(), arguments: [(30, 36, true), (31, 30, true), (31, 31, false), (36, 36, false)])
  func `from background a foreground service can be started before API 31 only (AN4)`(
    api: Int, target: Int, starts: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      Self.starts(after: 40, target: target), api: api, change: { $0.cachedFreezeAfter = nil })
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(2))
    #expect(world.log.texts.contains { $0.hasPrefix("in foreground") } == starts)
    #expect(
      world.log.texts.contains("refused: ForegroundServiceStartNotAllowedException") == !starts)
    #expect(world.findings.are(starts ? [] : [.androidFgsTypeOrStart.by(.an4)]))
  }

  @Test(.world()) func `just after the app left the screen it may still start a service (AN4)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.starts(after: 9))
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.goHome()
    try await world.pass(.minutes(2))
    #expect(world.log.texts.contains("in foreground as 256"))
  }

  /// An action of the user or the system that allows an app in the background to start a service.
  struct Way: Sendable, CustomStringConvertible {
    let description: String
    var permissions: [String] = []
    var apis = [31, 34, 36]
    let act: @Sendable (AndroidPhone, InstalledApp) -> Void

    static let startsService = PendingIntentDescription(
      .foregroundService, requestCode: 1,
      AndroidIntentDescription(component: "ScriptedService", package: "example.scripted"))

    static let all: [Way] = [
      Way(description: "battery optimization off") { phone, app in
        phone.setIgnoresBatteryOptimizations(true, for: app)
      },
      Way(description: "overlay", permissions: ["SYSTEM_ALERT_WINDOW"]) { phone, app in
        phone.grant("SYSTEM_ALERT_WINDOW", to: app)
        phone.setOverlay(isVisible: true, of: app)
      },
      Way(
        description: "companion device",
        permissions: ["REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND"]
      ) { phone, app in
        phone.bluetooth.associate(app, "00:11:22:33:44:55")
      },
    ]
  }

  @Test(arguments: Way.all)
  func `an exempted app may start a service from background (AN4)`(way: Way) async throws {
    for api in way.apis {
      let permissions =
        way.permissions + ["FOREGROUND_SERVICE_HEALTH", "HIGH_SAMPLING_RATE_SENSORS"]
      let appFixture = Self.starts(after: 40, permissions: permissions)
      let world = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(
          appFixture, api: api, change: { $0.cachedFreezeAfter = nil })
        await phone.open(app)
        await phone.goHome()
        way.act(phone, app)
        try await world.pass(.minutes(2))
        return world
      }
      #expect(world.log.texts.contains("in foreground as 256"), "\(api)")
      #expect(world.findings == [], "\(api)")
    }
  }

  @Test(.world(), arguments: [(34, true), (35, false)])
  func `from API 35 on the app's overlay window must be visible (AN4)`(api: Int, starts: Bool)
    async throws
  {
    let appFixture = Self.starts(
      after: 40,
      permissions: [
        "SYSTEM_ALERT_WINDOW", "FOREGROUND_SERVICE_HEALTH", "HIGH_SAMPLING_RATE_SENSORS",
      ])
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      appFixture, api: api, change: { $0.cachedFreezeAfter = nil })
    phone.grant("SYSTEM_ALERT_WINDOW", to: app)
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(2))
    #expect(world.log.texts.contains("in foreground as 256") == starts)
  }

  @Test(.world(), arguments: [("exact", true), ("while idle", false)])
  func `an exact alarm allows the start of a service, another alarm does not (AN4)`(
    kind: String, starts: Bool
  ) async throws {
    var appFixture = AndroidAppFixture.receiverStarts()
    appFixture.permissions.append("USE_EXACT_ALARM")
    appFixture.created = { activity in
      let operation = try PendingIntent.getBroadcast(
        activity, 1, Intent(activity, ScriptedReceiver.self), PendingIntent.FLAG_IMMUTABLE)
      let alarms = activity.getSystemService(AlarmManager.self)!
      let moment = SystemClock.elapsedRealtime() + 300_000
      if kind == "exact" {
        try alarms.setExactAndAllowWhileIdle(
          AlarmManager.ELAPSED_REALTIME_WAKEUP, moment, operation)
      } else {
        alarms.setAndAllowWhileIdle(AlarmManager.ELAPSED_REALTIME_WAKEUP, moment, operation)
      }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(10))
    #expect(world.timedOutput.contains("300 received "))
    #expect(world.log.texts.contains("in foreground as 256") == starts)
    #expect(
      world.log.texts.contains("refused: ForegroundServiceStartNotAllowedException") == !starts)
  }

  @Test
  func `a tap on a notification, and a high-priority message, allow the start of a service (AN4)`()
    async throws
  {
    let tapped = try await withWorld { world in
      let (phone, app) = try installAndroidApp(AndroidAppFixture.receiverStarts())
      await phone.open(app)
      await phone.lock()
      try await world.pass(.hours(2))
      await phone.tapNotification(of: app, Way.startsService)
      try await world.pass(.minutes(1))
      return world
    }
    #expect(tapped.log.texts.contains("in foreground as 256"))
    let allowed = try await withWorld { world in
      let (phone, app) = try installAndroidApp(AndroidAppFixture.receiverStarts())
      await phone.open(app)
      await phone.lock()
      try await world.pass(.hours(2))
      phone.deliverHighPriorityMessage(to: app, receiver: "ScriptedReceiver")
      try await world.pass(.minutes(1))
      return world
    }
    #expect(allowed.log.texts.contains("in foreground as 256"))
  }

  @Test(.world()) func `a tap on a notification with an activity opens the app (AN4)`() async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    await phone.open(app)
    await phone.goHome()
    let activity = PendingIntentDescription(
      .activity, requestCode: 1,
      AndroidIntentDescription(component: "ScriptedActivity", package: "example.scripted"))
    await phone.tapNotification(of: app, activity)
    #expect(app.importance == .foreground)
    #expect(world.log.texts.filter { $0 == "activity resumed" }.count == 2)
  }

  @Test(.world(), arguments: [true, false])
  func `a refused startForeground counts as a call in time, so the service may stop (AN1)`(
    isRefused: Bool
  ) async throws {
    var appFixture = AndroidAppFixture.foregroundService(
      .health, wakeLock: false, permissions: isRefused ? [] : ["FOREGROUND_SERVICE_HEALTH"])
    appFixture.created = { activity in
      try activity.startForegroundService(activity.work())
    }
    appFixture.commanded = { service, _, _ in
      if isRefused {
        do { try service.enterForeground() } catch { print("refused") }
      }
      service.stopSelf()
      return Service.START_NOT_STICKY
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 36)
    await phone.open(app)
    try await world.pass(.seconds(10))
    #expect(world.log.texts.contains("refused") == isRefused)
    #expect(world.crashes.isEmpty == isRefused)
  }

  // MARK: After a boot

  @Test(
    .world(),
    arguments: [
      (34, ForegroundServiceType.dataSync, true), (35, .dataSync, false),
      (36, .mediaProcessing, true),
      (36, .health, true),
    ])
  func `BOOT_COMPLETED can start a service, from API 35 on not of every type (AN4, AN6, AN20)`(
    api: Int, types: ForegroundServiceType, starts: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture.receiverStarts(types), api: api)
    await phone.open(app)
    try await phone.reboot()
    try await world.pass(.minutes(1))
    #expect(world.log.texts.contains("in foreground as \(types.rawValue)") == starts)
    #expect(
      world.log.texts.contains("not in foreground: ForegroundServiceStartNotAllowedException")
        == !starts)
  }

  @Test(arguments: [(33, true), (34, false)])
  func `a service that the system restarts can enter the foreground before API 34 only (AN4)`(
    api: Int, enters: Bool
  ) async throws {
    for isExempt in [false, true] {
      let world = try await withWorld { world in
        let (phone, app) = try installAndroidApp(.foregroundService(), api: api)
        phone.setIgnoresBatteryOptimizations(isExempt, for: app)
        await phone.open(app)
        await phone.lock()
        try await world.pass(.hours(1))
        phone.jetsam(app)
        try await world.pass(.hours(1))
        return world
      }
      let entered = world.androidEvents.filter {
        $0 == .foreground("ScriptedService", types: "health")
      }
      #expect((entered.count == 2) == (enters || isExempt))
      #expect(world.crashes.isEmpty == (enters || isExempt))
    }
  }

  // MARK: AN3, AN5

  @Test(.world(), arguments: [(28, true), (29, false), (34, false)])
  func `from API 29 on the type of a service must be declared in the manifest (AN3)`(
    api: Int, enters: Bool
  ) async throws {
    let appFixture = Self.starts(
      after: 1, .health, type: ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION)
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: api)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(world.log.texts.contains("not in foreground: IllegalArgumentException") == !enters)
  }

  @Test(.world(), arguments: [(33, 36, true), (34, 33, true), (34, 34, false)])
  func `from API 34 on a service must have a type (AN5)`(
    api: Int, target: Int, enters: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.starts(after: 1, [], target: target), api: api)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(world.log.texts.contains("in foreground as 0") == enters)
    #expect(
      world.log.texts.contains("not in foreground: MissingForegroundServiceTypeException")
        == !enters)
    if enters {
      #expect(world.findings.isEmpty)
    } else {
      let finding = try #require(world.findings.first)
      #expect(finding.matches(.androidFgsTypeOrStart.by(.an5)))
    }
  }

  @Test(
    .world(),
    arguments: [
      (33, ["HIGH_SAMPLING_RATE_SENSORS"], true), (34, ["HIGH_SAMPLING_RATE_SENSORS"], false),
      (34, ["FOREGROUND_SERVICE_HEALTH"], false),
      (34, ["FOREGROUND_SERVICE_HEALTH", "HIGH_SAMPLING_RATE_SENSORS"], true),
      // A runtime permission that was not requested from the user is not granted.
      (34, ["FOREGROUND_SERVICE_HEALTH", "ACTIVITY_RECOGNITION"], false),
    ])
  func `from API 34 on the permissions of the type are checked (AN5)`(
    api: Int, permissions: [String], enters: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(
      Self.starts(after: 1, permissions: permissions), api: api)
    await phone.open(app)
    try await world.pass(.minutes(1))
    #expect(world.log.texts.contains("in foreground as 256") == enters)
    #expect(world.log.texts.contains("not in foreground: SecurityException") == !enters)
  }

  @Test
  func
    `a while-in-use permission does not allow a service that is started in background (AN3, AN4, AN5)`()
    async throws
  {
    for hasAlways in [false, true] {
      var appFixture = Self.starts(
        after: 40, .location,
        permissions: [
          "FOREGROUND_SERVICE_LOCATION", "ACCESS_FINE_LOCATION", "ACCESS_BACKGROUND_LOCATION",
        ])
      appFixture.commanded = AndroidAppFixture.enterOrPrintError
      let world = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(appFixture, change: { $0.cachedFreezeAfter = nil })
        phone.setIgnoresBatteryOptimizations(true, for: app)
        phone.grant("ACCESS_FINE_LOCATION", to: app)
        if hasAlways { phone.grant("ACCESS_BACKGROUND_LOCATION", to: app) }
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.minutes(1))
        return world
      }
      #expect(world.log.texts.contains("in foreground as 8") == hasAlways)
      #expect(world.log.texts.contains("not in foreground: SecurityException") == !hasAlways)
    }
  }

  @Test func `a short service may run for three minutes, then the app gets an ANR (AN5)`()
    async throws
  {
    for stops in [true, false] {
      var appFixture = AndroidAppFixture.foregroundService(.shortService)
      if !stops { appFixture.timedOut = { _, _, _ in } }
      let world = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(appFixture)
        await phone.open(app)
        await phone.lock()
        try await world.pass(.minutes(10))
        return world
      }
      #expect(world.timedOutput.contains("180 timeout 1"))
      #expect(world.timedOutput.contains("180 service destroyed") == stops)
      #expect(world.crashes.first?.hasPrefix("ANR in example.scripted") ?? false == !stops)
    }
  }
}
