import AndroidFramework
import Testing
import YobanTesting

/// An app that notes, under a foreground service, whether a lock is near.
///
/// The faulty app scans without a filter. After some minutes the system finds nothing more for such a
/// scan, without a callback. The mended app scans with a filter.
private final class LockActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    _ = try startForegroundService(Intent(self, LockService.self))
  }
}

private final class LockService: Service, @unchecked SimulationConfined {
  override func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32
  {
    getSystemService(NotificationManager.self)?.createNotificationChannel(
      NotificationChannel("lock", "Lock", NotificationManager.IMPORTANCE_LOW))
    do {
      try startForeground(
        1, Notification.Builder(self, "lock").setContentTitle("Looks for the lock").build(),
        ServiceInfo.FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE)
    } catch {
      // The system may start the service again, but not let it enter the foreground.
      stopSelf()
      return Service.START_NOT_STICKY
    }
    let isFiltered = (getApplicationContext() as! LockApplication).variant == .mended
    let filters =
      isFiltered
      ? [
        ScanFilter.Builder().setServiceUuid(
          try .fromString("0000180d-0000-1000-8000-00805f9b34fb")
        ).build()
      ] : []
    try getSystemService(BluetoothManager.self)?.getAdapter().getBluetoothLeScanner()?.startScan(
      // Wrong in the faulty form: a scan without filters does not last.
      filters, ScanSettings.Builder().setScanMode(ScanSettings.SCAN_MODE_LOW_POWER).build(),
      LockFinder())
    return Service.START_STICKY
  }
}

private final class LockFinder: ScanCallback, @unchecked SimulationConfined {
  private var last: Int64 = -60_000
  override func onScanResult(_ callbackType: Int32, _ result: ScanResult) {
    guard SystemClock.elapsedRealtime() - last >= 60_000 else { return }
    last = SystemClock.elapsedRealtime()
    print("near")
  }
}

private final class LockApplication: Application, @unchecked SimulationConfined {
  let variant: Variant

  init(_ variant: Variant) {
    self.variant = variant
    super.init()
  }
  required init() { fatalError("the app is made with its form") }
}

extension KnownBug {
  static let unfilteredScan = KnownBug(
    name: "UnfilteredScan", thread: "https://github.com/don/cordova-plugin-ble-central/issues/724",
    clue: "android.scan.downgraded",
    property: .eventually(within: .minutes(5), "a lock that is near is found") { stage in
      let launch = stage.app.launches.count
      let last = stage.app.log.last { $0.text == "near" && $0.launch == launch }
      guard let last, stage.accessory!.isOn, stage.app.state != .notRunning else { return true }
      return stage.world.now - last.instant < .minutes(2)
    },
    build: { world, variant in
      let lock = try world.addAccessory("lock", advertising: Advertising(services: ["180D"]))
      lock.switchOn()
      let phone = try world.addAndroidPhone()
      let app = try phone.install(
        AndroidManifest(
          package: "com.example.lock", targetSdkVersion: 34,
          permissions: [
            "BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "ACCESS_FINE_LOCATION", "FOREGROUND_SERVICE",
            "FOREGROUND_SERVICE_CONNECTED_DEVICE", "POST_NOTIFICATIONS",
          ],
          components: [
            .activity("LockActivity"),
            .service("LockService", foregroundServiceType: .connectedDevice),
          ]),
        name: "UnfilteredScan", application: { LockApplication(variant) },
        components: [LockActivity.self, LockService.self])
      for permission in [
        "BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "ACCESS_FINE_LOCATION", "POST_NOTIFICATIONS",
      ] { phone.grant(permission, to: app) }
      var stage = Stage(world: world, android: phone, app: app)
      stage.accessory = lock
      return stage
    },
    scenario: { stage in
      await stage.android!.open(stage.app)
      try await stage.world.pass(.minutes(1))
      await stage.android!.goHome()
      try await stage.world.pass(.hours(2))
    })
}

@Suite struct UnfilteredScanTests {
  @Test func `a scan without a filter falls silent, one with a filter goes on`() async throws {
    try await expectShown(
      .unfilteredScan, findings: [.androidScanDowngraded.by(.an11)],
      by: KnownBug.unfilteredScan.scenario)
  }
}
