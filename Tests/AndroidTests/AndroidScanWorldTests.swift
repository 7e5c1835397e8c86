import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// A scan callback that prints the first result of each device, and counts all results.
private final class Finder: ScanCallback, @unchecked SimulationConfined {
  private(set) var count = 0
  private(set) var last = Int64.min

  override func onScanResult(_ callbackType: Int32, _ result: ScanResult) {
    if count == 0 { print("found \(result.getScanRecord().getDeviceName() ?? "no name")") }
    count += 1
    last = result.getTimestampNanos()
  }
  override func onScanFailed(_ errorCode: Int32) { print("failed \(errorCode)") }

  static var current: Finder { AppProcess.current!.process.resident(Finder.self) { Finder() } }
}

/// Tests the Bluetooth scans of Android apps.
@Suite(.world()) struct AndroidScanWorldTests {
  private static let permissions = [
    "BLUETOOTH_SCAN", "BLUETOOTH_SCAN.neverForLocation", "BLUETOOTH_ADMIN", "ACCESS_FINE_LOCATION",
  ]

  private static func appFixture(_ permissions: [String] = permissions) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService(.connectedDevice)
    appFixture.permissions +=
      permissions + ["FOREGROUND_SERVICE_CONNECTED_DEVICE", "BLUETOOTH_CONNECT"]
    let then = appFixture.created
    appFixture.created = { activity in
      try then(activity)
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    return appFixture
  }

  private static func allow(_ phone: AndroidPhone, _ app: InstalledApp) {
    for permission in ["BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "ACCESS_FINE_LOCATION"] {
      phone.grant(permission, to: app)
    }
  }

  private static func strap(in world: World) throws -> Accessory {
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"))
    strap.switchOn()
    return strap
  }

  private static func start(
    _ phone: AndroidPhone, _ app: InstalledApp, filtered: Bool,
    mode: Int32 = ScanSettings.SCAN_MODE_LOW_LATENCY
  ) async {
    await phone.touch(app, "scan") {
      let scanner = ActivityContext.current.getSystemService(BluetoothManager.self)!
        .getAdapter().getBluetoothLeScanner()!
      do {
        let filters =
          filtered
          ? [
            ScanFilter.Builder().setServiceUuid(
              try .fromString("0000180d-0000-1000-8000-00805f9b34fb")
            ).build()
          ] : []
        try scanner.startScan(
          filters, ScanSettings.Builder().setScanMode(mode).build(), Finder.current)
      } catch { print(error) }
    }
  }

  private static func stop(_ phone: AndroidPhone, _ app: InstalledApp) async {
    await phone.touch(app, "stop") {
      ActivityContext.current.getSystemService(BluetoothManager.self)!
        .getAdapter().getBluetoothLeScanner()!.stopScan(Finder.current)
    }
  }

  private static func count(_ phone: AndroidPhone, _ app: InstalledApp) async {
    await phone.touch(app, "count") { print("count \(Finder.current.count)") }
  }

  private static func counts(_ world: World) -> [Int] {
    world.log.texts.compactMap { $0.hasPrefix("count ") ? Int($0.dropFirst(6)) : nil }
  }

  @Test func `the sixth start in 30 s finds nothing, without a callback (AN11)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    Self.allow(phone, app)
    await phone.open(app)
    for _ in 0..<5 {
      await Self.start(phone, app, filtered: true)
      await Self.stop(phone, app)
    }
    _ = try Self.strap(in: phone.world)
    await Self.start(phone, app, filtered: true)
    try await world.pass(.seconds(20))
    await Self.count(phone, app)
    try await world.pass(.seconds(11))
    await Self.start(phone, app, filtered: true)
    try await world.pass(.seconds(10))
    await Self.count(phone, app)
    let counts = Self.counts(world)
    #expect(counts[0] == 0 && counts[1] > 0)
    #expect(!world.log.texts.contains { $0.hasPrefix("failed") })
    #expect(world.findings.filter { $0.matches(.androidScanThrottled.by(.an11)) }.count == 1)
  }

  @Test(arguments: [true, false])
  func `a scan without filters pauses and continues with the screen (AN12)`(
    _ filtered: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    Self.allow(phone, app)
    _ = try Self.strap(in: phone.world)
    await phone.open(app)
    await Self.start(phone, app, filtered: filtered)
    try await world.pass(.seconds(10))
    await Self.count(phone, app)
    await phone.lock()
    try await world.pass(.seconds(0.5))
    await Self.count(phone, app)
    try await world.pass(.seconds(60))
    await Self.count(phone, app)
    phone.wakeScreen()
    try await world.pass(.seconds(10))
    await Self.count(phone, app)
    let counts = Self.counts(world)
    #expect(counts[0] > 0)
    #expect(filtered ? counts[2] > counts[1] + 100 : counts[2] == counts[1])
    #expect(counts[3] > counts[2])
    #expect(
      world.findings.contains { $0.matches(.androidScanUnfilteredScreenOff.by(.an12)) }
        == !filtered)
  }

  /// API levels, and whether a scan without filters pauses while location is off. Below API 28 it goes on, but finds
  /// nothing without the location (AN15); the app says neverForLocation, which exists from API 31 on.
  @Test(.world(), arguments: [(28, true), (30, true), (31, false), (36, false)])
  func `a scan without filters pauses while location is off (AN12)`(
    api: Int, pauses: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: api)
    Self.allow(phone, app)
    _ = try Self.strap(in: phone.world)
    phone.setLocation(isOn: false)
    await phone.open(app)
    await Self.start(phone, app, filtered: false)
    try await world.pass(.seconds(10))
    await Self.count(phone, app)
    phone.setLocation(isOn: true)
    try await world.pass(.seconds(10))
    await Self.count(phone, app)
    let counts = Self.counts(world)
    #expect((counts[0] == 0) == pauses && counts[1] > 0)
  }

  /// API level, whether the scan has a filter, and whether it still finds a strap that comes after 31 minutes.
  static let longScans: [(api: Int, isFiltered: Bool, finds: Bool)] = [
    (32, false, false), (34, false, false), (28, true, true), (34, true, true),
  ]

  @Test(arguments: longScans)
  func `a long scan without a filter finds no new device by itself, one with a filter does (AN11)`(
    _ row: (api: Int, isFiltered: Bool, finds: Bool)
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: row.api)
    Self.allow(phone, app)
    await phone.open(app)
    await Self.start(phone, app, filtered: row.isFiltered, mode: ScanSettings.SCAN_MODE_LOW_LATENCY)
    try await world.pass(.minutes(31))
    _ = try Self.strap(in: phone.world)
    try await world.pass(.minutes(10))
    await Self.count(phone, app)
    #expect(Self.counts(world).map { $0 > 0 } == [row.finds])
    // The strap sends a packet every 152.5 ms; low power listens for a tenth of the time.
    if row.api == 34, row.isFiltered { #expect(try #require(Self.counts(world).first) < 1_000) }
    let isDowngraded = !row.isFiltered || row.api >= 34
    #expect(
      world.findings.map(\.kind) == (isDowngraded ? [.androidScanDowngraded] : []))
  }

  /// API level, scan mode, and the percentage of the advertisements that the phone receives (AN13).
  static let duties: [(api: Int, mode: Int32, percent: ClosedRange<Double>)] = [
    (32, ScanSettings.SCAN_MODE_LOW_POWER, 7...13),
    (32, ScanSettings.SCAN_MODE_LOW_LATENCY, 95...101),
    (34, ScanSettings.SCAN_MODE_LOW_POWER, 7...13), (34, ScanSettings.SCAN_MODE_BALANCED, 21...29),
    (34, ScanSettings.SCAN_MODE_LOW_LATENCY, 95...101),
  ]

  @Test(arguments: duties)
  func `a scan receives the share of advertisements that matches its duty cycle (AN13)`(
    _ row: (api: Int, mode: Int32, percent: ClosedRange<Double>)
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture(), api: row.api)
    Self.allow(phone, app)
    _ = try Self.strap(in: phone.world)
    await phone.open(app)
    await Self.start(phone, app, filtered: true, mode: row.mode)
    try await world.pass(.minutes(10))
    await Self.count(phone, app)
    // An advertisement every 152.5 ms: the requested interval, and 5 ms that the controller adds on
    // average.
    let share = Double(try #require(Self.counts(world).first)) / (600 / 0.1525) * 100
    #expect(row.percent.contains(share), "\(share) %")
  }

  @Test
  func
    `a scan with a PendingIntent continues after the process has ended, and starts the app (AN14)`()
    async throws
  {
    var appFixture = Self.appFixture()
    appFixture.created = { activity in
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    appFixture.received = { _, intent in
      if let result = ScanResult(intent) { print("result \(result.getDevice().getName() ?? "")") }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    Self.allow(phone, app)
    await phone.open(app)
    await phone.touch(app, "scan") {
      let context = ActivityContext.current
      do {
        let intent = try PendingIntent.getBroadcast(
          context, 1, Intent(context, ScriptedReceiver.self), PendingIntent.FLAG_MUTABLE)
        let filter = ScanFilter.Builder().setServiceUuid(
          try .fromString("0000180d-0000-1000-8000-00805f9b34fb")
        ).build()
        try context.getSystemService(BluetoothManager.self)!.getAdapter()
          .getBluetoothLeScanner()!.startScan([filter], nil, intent)
      } catch { print(error) }
    }
    app.process?.kill(.jetsam)
    try await world.pass(.minutes(5))
    #expect(app.process == nil)
    _ = try Self.strap(in: phone.world)
    try await world.pass(.seconds(30))
    phone.forceStop(app)
    let launches = app.launchCount
    try await world.pass(.minutes(5))
    #expect(app.launchCount == launches)
    #expect(world.log.texts.contains("result Strap"))
    #expect(app.launches.contains(.component("receiver ScriptedReceiver")))
  }

  static let access: [(api: Int, permissions: [String], grants: Bool, line: String?)] = [
    (34, ["ACCESS_FINE_LOCATION"], true, "SecurityException"),
    (34, ["BLUETOOTH_SCAN"], true, nil),
    (34, ["BLUETOOTH_SCAN", "BLUETOOTH_SCAN.neverForLocation"], true, "found Strap"),
    (34, ["BLUETOOTH_SCAN", "ACCESS_FINE_LOCATION"], true, "found Strap"),
    (34, ["BLUETOOTH_SCAN", "ACCESS_FINE_LOCATION"], false, "SecurityException"),
    (30, ["BLUETOOTH_ADMIN", "ACCESS_FINE_LOCATION"], true, "found Strap"),
    (30, ["BLUETOOTH_ADMIN", "ACCESS_FINE_LOCATION"], false, nil),
  ]

  @Test(arguments: access.indices)
  func `scan results are delivered only with the permissions of the API level (AN15)`(_ row: Int)
    async throws
  {
    let row = Self.access[row]
    var appFixture = Self.appFixture(row.permissions)
    appFixture.created = { activity in
      _ = AppProcess.current!.process.resident(ActivityContext.Held.self) {
        ActivityContext.Held(activity)
      }
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: row.api)
    if row.grants { Self.allow(phone, app) }
    _ = try Self.strap(in: phone.world)
    await phone.open(app)
    await Self.start(phone, app, filtered: true)
    try await world.pass(.seconds(30))
    let found = world.log.texts.filter { $0.hasPrefix("found") || $0.contains("Exception") }
    #expect(found.count == (row.line == nil ? 0 : 1), "\(found)")
    #expect(row.line.map { found.first?.contains($0) == true } ?? true, "\(found)")
    #expect(
      world.findings.contains { $0.matches(.androidScanNoPermission.by(.an15)) }
        == (row.line == nil))
  }

  @Test func `a second start with the same callback fails`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(Self.appFixture())
    Self.allow(phone, app)
    await phone.open(app)
    await Self.start(phone, app, filtered: true)
    await Self.start(phone, app, filtered: true)
    #expect(world.log.texts.last == "failed 1")
  }
}
