import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// Tests the presence of companion devices (AN14, AN24).
@Suite struct CompanionServiceTests {
  private static func appFixture() -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService(.connectedDevice)
    appFixture.hasCompanionService = true
    appFixture.permissions += [
      "FOREGROUND_SERVICE_CONNECTED_DEVICE", "CHANGE_NETWORK_STATE",
      "REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND",
      "REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE",
    ]
    appFixture.created = { activity in
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    return appFixture
  }

  private static func strap(in world: World) throws -> Accessory {
    try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"), services: [])
  }

  /// Associates the app with the device and observes it, with a request from API 36 on.
  private static func observe(_ phone: AndroidPhone, _ app: InstalledApp, _ strap: Accessory) async
  {
    let address = phone.bluetooth.address(of: strap)
    let level = phone.profile.version.major
    await phone.touch(app, "associate") {
      let manager = ActivityContext.current.getSystemService(CompanionDeviceManager.self)!
      do {
        manager.associate(address)
        guard level >= 36 else { return try manager.startObservingDevicePresence(address) }
        let association = manager.getMyAssociations()[0]
        print(association.getDeviceMacAddress()!.toString() == address.lowercased())
        try manager.startObservingDevicePresence(
          ObservingDevicePresenceRequest.Builder().setAssociationId(association.getId()).build())
      } catch { print("not observed: \(type(of: error))") }
    }
    await phone.goHome()
  }

  private static let callbacks: [Int: [String]] = [
    31: ["device appeared"], 33: ["association 1 appeared", "device appeared"],
    36: ["event 0 of 1", "association 1 appeared", "device appeared"],
  ]

  @Test(arguments: [31, 33, 36])
  func `a device that comes near launches the app, which may start a service (AN14, AN24)`(
    api: Int
  ) async throws {
    var appFixture = Self.appFixture()
    appFixture.appeared = { try $0.startForegroundService($0.work()) }
    let world = try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture, api: api)
      let strap = try Self.strap(in: world)
      await phone.open(app)
      await Self.observe(phone, app, strap)
      phone.jetsam(app)
      try await world.pass(.minutes(10))
      #expect(app.process == nil)
      strap.switchOn()
      try await world.pass(.minutes(1))
      #expect(app.importance == .foregroundService)
      #expect(app.launches.last == .component("service ScriptedCompanion"))
      return world
    }
    let calls = world.log.texts.filter {
      $0.contains("appeared") || $0.hasPrefix("event") || $0.hasPrefix("companion")
    }
    #expect(calls == ["companion service created"] + Self.callbacks[api]!)
    #expect(world.log.texts.contains("true") == (api == 36))
    #expect(world.crashes == [])
    #expect(world.findings == [])
  }

  @Test(.world())
  func `the service is bound as long as the device is near, also after a kill (AN24)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: 36)
    let strap = try Self.strap(in: world)
    strap.switchOn()
    await phone.open(app)
    await Self.observe(phone, app, strap)
    try await world.pass(.minutes(30))
    #expect(app.importance == .service, "not cached")
    phone.jetsam(app)
    try await world.pass(.seconds(9))
    #expect(app.process == nil)
    try await world.pass(.seconds(2))
    #expect(app.importance == .service)
    #expect(world.log.texts.filter { $0 == "companion service created" }.count == 2)
    #expect(world.log.texts.filter { $0 == "device appeared" }.count == 1)
    strap.switchOff()
    try await world.pass(.minutes(2))
    #expect(app.importance == .cached)
    #expect(
      world.log.texts.suffix(3) == [
        "event 1 of 1", "device disappeared", "companion service destroyed",
      ])
  }

  private enum End: CaseIterable { case update, taskManager, forceStop, maker }

  @Test(arguments: End.allCases)
  private func `the service is bound again, unless only the user may start the app (AN24)`(
    _ end: End
  ) async throws {
    var appFixture = Self.appFixture()
    // The Task Manager lists the app, and the maker ends it, because of this service.
    appFixture.appeared = { try $0.startForegroundService($0.work()) }
    try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(
        appFixture, api: 36, model: end == .maker ? .aggressive : .stock)
      let strap = try Self.strap(in: world)
      strap.switchOn()
      await phone.open(app)
      await Self.observe(phone, app, strap)
      try await world.pass(.minutes(1))
      #expect(app.importance == .foregroundService)
      switch end {
      case .update: try phone.update(app)
      case .taskManager: phone.stopInTaskManager(app)
      case .forceStop: phone.forceStop(app)
      case .maker: try await world.pass(.minutes(61))
      }
      #expect(app.process == nil)
      try await world.pass(.minutes(5))
      let isBound = end == .update || end == .taskManager
      #expect(app.importance == (isBound ? .service : .gone))
      #expect(app.launchCount == (isBound ? 2 : 1))
      await phone.open(app)
      try await world.pass(.minutes(1))
      let count = world.log.texts.filter { $0 == "device appeared" }.count
      #expect(count == (isBound ? 1 : 2))
    }
  }

  @Test(.world(), arguments: [false, true])
  func `a maker's phone that does not start the app binds it when the user opens it (AN10, AN24)`(
    isProtected: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: 36, model: .vivo)
    phone.setProtectedFromMaker(isProtected, for: app)
    let strap = try Self.strap(in: world)
    await phone.open(app)
    await Self.observe(phone, app, strap)
    phone.jetsam(app)
    try await world.pass(.minutes(1))
    #expect(world.findings == [], "the device is not near")
    strap.switchOn()
    try await world.pass(.minutes(10))
    #expect((app.process != nil) == isProtected)
    #expect(world.findings.are(isProtected ? [] : [.androidMakerKilled.by(.an10)]))
    await phone.open(app)
    try await world.pass(.minutes(1))
    await phone.goHome()
    try await world.pass(.minutes(1))
    #expect(app.importance == .service)
    #expect(world.log.texts.filter { $0 == "device appeared" }.count == 1)
  }

  @Test(.world()) func `after a reboot the device is reported again (AN24)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: 36)
    let strap = try Self.strap(in: world)
    strap.switchOn()
    await phone.open(app)
    await Self.observe(phone, app, strap)
    try await phone.reboot()
    try await world.pass(.minutes(2))
    #expect(world.log.texts.filter { $0 == "device appeared" }.count == 2)
    #expect(app.importance == .service)
  }

  @Test(arguments: [true, false])
  func `without the service, or without the permission, an app receives no event (AN24)`(
    hasPermission: Bool
  ) async throws {
    var appFixture = Self.appFixture()
    appFixture.hasCompanionService = false
    if !hasPermission { appFixture.permissions.removeAll { $0.contains("OBSERVE") } }
    let world = try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture, api: 36)
      let strap = try Self.strap(in: world)
      strap.switchOn()
      await phone.open(app)
      await Self.observe(phone, app, strap)
      try await world.pass(.minutes(1))
      return world
    }
    #expect(world.log.texts.contains("not observed: SecurityException") == !hasPermission)
    #expect(
      world.findings.are(hasPermission ? [.androidCompanionNoService.by(.an24)] : []))
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `a companion app may be exempt from battery optimization (AN24)`(
    isAssociated: Bool, hasPermission: Bool
  ) async throws {
    var appFixture = AndroidAppFixture()
    if hasPermission { appFixture.permissions.append("REQUEST_COMPANION_RUN_IN_BACKGROUND") }
    appFixture.created = { activity in
      if isAssociated {
        activity.getSystemService(CompanionDeviceManager.self)!.associate("00:11:22:33:44:55")
      }
      let power = activity.getSystemService(PowerManager.self)!
      print("exempt \(power.isIgnoringBatteryOptimizations(activity.getPackageName()))")
    }
    try await withWorld { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture)
      await phone.open(app)
      await phone.goHome()
      try await world.pass(.minutes(1))
      let isExempt = isAssociated && hasPermission
      #expect(world.log.texts.contains("exempt \(isExempt)"))
      #expect((app.standbyBucket == .exempted) == isExempt)
    }
  }
}
