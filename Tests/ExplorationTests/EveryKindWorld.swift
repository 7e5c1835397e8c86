import CoreBluetooth
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting

@testable import YobanExploration

/// A world with something that each kind of fault can change: a phone with an app that uses everything, its
/// watch, a strap, a server, and an Android phone with an app that does nothing and one with a foreground service.
struct EveryKindWorld: Sendable {
  let world: World
  let phone: Phone
  let app: InstalledApp
  let strap: Accessory
  let android: AndroidPhone

  /// The name of an app of a phone, a device or an accessory, as the target of a fault.
  static func target(_ kind: FaultKind) -> String {
    switch (kind, kind.target) {
    case (.standby, _), (.unused, _): "pixel/Small"
    case (.taskManagerStop, _): "pixel/Busy"
    case (.doze, _): "pixel"
    case (_, .app): "phone/Every"
    case (_, .device): "phone"
    case (_, .accessory): "strap"
    }
  }

  /// The version of iOS on which a kind happens.
  static func version(for kind: FaultKind) -> SystemVersion {
    kind == .connectionsUpdatedInLoop ? 26 : 17
  }

  init(_ world: World, iOS version: SystemVersion = 17) async throws {
    self.world = world
    let server = try world.addServer("every.example.com")
    server.respond(to: "GET", "/ping") { _ in .text("pong") }
    strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [
        GATTService(
          "180D",
          [
            GATTCharacteristic("2A38", [.read], value: Data([0, 0x48])),
            GATTCharacteristic(
              "2A39", [.read], permissions: [.readEncryptionRequired], value: Data([1])),
            GATTCharacteristic("2A2B", [.read]),
            GATTCharacteristic("A001", [.writeWithoutResponse]),
          ])
      ])
    strap.onRead("2A2B") { .value(Data([UInt8(truncatingIfNeeded: $0.clock.components.seconds)])) }
    strap.switchOn()
    phone = try world.addPhone(iOS: version)
    phone.hasPasscode = true
    app = try phone.install(
      .making {
        EveryApp()
      }, infoPlist: EveryApp.infoPlist, bundleIdentifier: "com.example.every")
    let watch = try world.addWatch(pairedWith: phone)
    let watchApp = try watch.install(
      .making { EveryWatchApp() },
      infoPlist: InfoPlist([
        "CFBundleName": "EveryWatch", "WKCompanionAppBundleIdentifier": "com.example.every",
      ]), bundleIdentifier: "com.example.every.watch")
    android = try world.addAndroidPhone("pixel")
    let small = try android.install(
      AndroidManifest(
        package: "com.example.small", targetSdkVersion: 34, permissions: ["POST_NOTIFICATIONS"],
        components: []),
      name: "Small", components: [])
    let busy = try android.install(
      AndroidManifest(
        package: "com.example.busy", targetSdkVersion: 33, permissions: ["FOREGROUND_SERVICE"],
        components: [.activity("BusyActivity"), .service("BusyService")]),
      name: "Busy", components: [BusyActivity.self, BusyService.self])
    phone.location.setAuthorization(.always, for: app)
    phone.motion.setAuthorization(.authorized, for: app)
    phone.audio.setMicrophonePermission(.granted, for: app)
    phone.setNotifications(true, for: app)
    phone.health.setSharing(true, for: app)
    android.grant("POST_NOTIFICATIONS", to: small)
    await watch.open(watchApp)
    await phone.open(app)
    await android.open(busy)
    await android.open(small)
    try await world.pass(.seconds(25))
  }

  /// Brings the app into the state that a kind needs.
  func prepare(for kind: FaultKind) async throws {
    switch kind {
    case .prewarm: phone.jetsam(app)
    case .powerLoss, .kernelPanic: world.simulatesPowerLoss = true
    case .standby, .unused: await android.goHome()
    case .suspension, .visit: await phone.goHome()
    case .expiration:
      await phone.touch(app, "ask for time") { (app: EveryApp) in app.wantsTime = true }
      await phone.goHome()
    default: break
    }
  }
}

/// An app that uses Bluetooth, a server, its watch and background tasks, and prints what it notices.
private final class EveryApp: UIResponder, UIApplicationDelegate, WCSessionDelegate {
  nonisolated static let infoPlist = InfoPlist([
    "CFBundleName": "Every", "UIBackgroundModes": ["fetch"],
    "NSBluetoothAlwaysUsageDescription": "The app reads the strap.",
    "NSMotionUsageDescription": "The app counts steps.",
    "NSMicrophoneUsageDescription": "The app records.",
  ])
  private var central: CBCentralManager?
  private var strap: CBPeripheral?
  private var waitsForRoom = false
  private var task = UIBackgroundTaskIdentifier.invalid
  var wantsTime = false

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(delegate: self, queue: nil)
    WCSession.default.delegate = self
    WCSession.default.activate()
    Task {
      while true {
        try await Task.sleep(for: .seconds(10))
        await ping()
        readStrap()
        store()
        WCSession.default.transferUserInfo(["number": 1])
      }
    }
    return true
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { print("memory is low") }
  func applicationSignificantTimeChange(_ application: UIApplication) { print("time changed") }

  func applicationDidEnterBackground(_ application: UIApplication) {
    guard wantsTime else { return }
    task = application.beginBackgroundTask { application.endBackgroundTask(self.task) }
  }

  private func ping() async {
    let url = URL(string: "https://every.example.com/ping")!
    do {
      let (_, response) = try await URLSession.shared.data(from: url)
      print("answer", (response as? HTTPURLResponse)?.statusCode ?? 0)
    } catch {
      print("no answer", (error as? URLError)?.errorCode ?? 0)
    }
  }

  private func store() {
    do {
      try Data().write(to: .documentsDirectory.appending(path: "\(UUID())"))
    } catch { print("not stored", (error as NSError).code) }
  }

  private func readStrap() {
    guard let strap, strap.state == .connected else { return }
    for characteristic in strap.services?.flatMap({ $0.characteristics ?? [] }) ?? [] {
      if characteristic.properties.contains(.read) {
        strap.readValue(for: characteristic)
      } else {
        if waitsForRoom { print("waits for room") }
        while strap.canSendWriteWithoutResponse {
          strap.writeValue(Data([1]), for: characteristic, type: .withoutResponse)
        }
        waitsForRoom = true
      }
    }
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
  nonisolated func sessionDidDeactivate(_ session: WCSession) {}
}

extension EveryApp: @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn {
      central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    strap = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    central.connect(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    central.connect(peripheral)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {}

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
    waitsForRoom = false
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidated: [CBService]) {
    print("services changed")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    let bytes = characteristic.value.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "none"
    print("read", characteristic.uuid, error.map { "\(($0 as NSError).code)" } ?? "<\(bytes)>")
  }
}

private final class EveryWatchApp: NSObject, WKApplicationDelegate, WCSessionDelegate {
  func applicationDidFinishLaunching() {
    WCSession.default.delegate = self
    WCSession.default.activate()
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  nonisolated func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
    print("user info")
  }
}
