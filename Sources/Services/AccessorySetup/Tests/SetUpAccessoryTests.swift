import AccessorySetupKit
import CoreBluetooth
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The accessories that are set up, and Core Bluetooth with them (AS7 to AS9, BT33).
@Suite struct SetUpAccessoryTests {
  // MARK: Core Bluetooth

  @Test func `without an accessory a manager is off, and nobody is asked (BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      try phone.world.strap()
      let app = try phone.install(
        SetupApp.app {
          SetupApp.startCentral()
          print("authorization \(CBManager.authorization.rawValue)")
        })
      await phone.open(app)
      try await sleep(10)
      await phone.touch(app, "scan") {
        SetupApp.central!.manager.scanForPeripherals(withServices: nil)
      }
      try await sleep(10)
      #expect(phone.bluetooth.state == .poweredOn)
    }
    // No usage description, and no answer of the user.
    #expect(world.output == ["authorization 0", "activated", "state 4"])
    #expect(world.kinds == [.bleAccessoryNotSetUp.by(.bt33)])
    #expect(world.ends == [])
  }

  @Test func `a manager reports off and on, and connects (BT33, AS4)`()
    async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      try await sleep(1)
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      await phone.touch(app, "start") {
        SetupApp.startCentral()
        print("authorization \(CBManager.authorization.rawValue)")
      }
      try await sleep(5)
      #expect(strap.isConnected)
    }
    #expect(
      world.output.suffix(4) == ["authorization 3", "state 4", "state 5", "connected Strap"])
    #expect(world.kinds == [])
  }

  @Test func `a manager from before is switched on by the first accessory (BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app { SetupApp.startCentral() })
      await phone.open(app)
      try await sleep(1)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      try await sleep(1)
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      #expect(strap.isConnected)
    }
    #expect(
      world.output == [
        "activated", "state 4", "pickerDidPresent", "state 5", "accessoryAdded Chest strap 20",
        "connected Strap", "pickerDidDismiss", "picker done",
      ])
  }

  @Test func `only what is set up is found, retrieved and connected (BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let world = phone.world
      let mine = try world.strap("mine", "Mine")
      let other = try world.strap("other", "Other")
      let app = try phone.install(SetupApp.app())
      let second = try phone.install(SetupApp.secondApp)
      phone.accessorySetup.setUp(mine, for: app, named: "Mine")
      // Another app, which has the permission, makes the phone know both.
      phone.bluetooth.setAuthorization(.allowedAlways, for: second)
      await phone.open(second)
      try await sleep(5)
      await phone.open(app)
      await phone.touch(app, "start") { SetupApp.startCentral() }
      try await sleep(2)
      mine.switchOff()
      mine.switchOn()
      await phone.touch(app, "scan") {
        let manager = SetupApp.central!.manager!
        manager.scanForPeripherals(withServices: [CBUUID(string: "180D")])
      }
      try await sleep(10)
      #expect(!other.isConnected)
    }
    #expect(world.output.contains("found Mine"))
    #expect(!world.output.contains("found Other"))
    #expect(world.output.contains("second found Other"))
    #expect(world.kinds == [.bleAccessoryNotSetUp.by(.bt33)])
  }

  @Test func `a peripheral from before the first accessory is not connected (BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let old = try phone.world.strap("old", "Old")
      let app = try phone.install(
        SetupApp.app(["NSBluetoothAlwaysUsageDescription": "Finds your strap."]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      await phone.touch(app, "start") { SetupApp.startCentral() }
      try await sleep(1)
      await phone.touch(app, "scan") {
        SetupApp.central!.manager.scanForPeripherals(withServices: nil)
      }
      try await sleep(2)
      await phone.touch(app, "retrieve") {
        let manager = SetupApp.central!.manager!
        manager.stopScan()
        let found: UUID = Kept.get("found")!
        Kept.of("old", manager.retrievePeripherals(withIdentifiers: [found])[0])
      }
      phone.accessorySetup.setUp(try phone.world.strap("mine", "Mine"), for: app)
      try await sleep(1)
      await phone.touch(app, "connect") {
        let old: CBPeripheral = Kept.get("old")!
        SetupApp.central!.manager.connect(old)
      }
      try await sleep(10)
      #expect(!old.isConnected)
    }
    #expect(world.kinds == [.bleAccessoryNotSetUp.by(.bt33)])
  }

  @Test func `a test cannot take the permission away from an app with accessories (BT33)`()
    async throws
  {
    _ = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app { SetupApp.startCentral() })
      phone.accessorySetup.setUp(strap, for: app)
      await phone.open(app)
      try await sleep(5)
      withKnownIssue { phone.bluetooth.setAuthorization(.denied, for: app) }
      try await sleep(1)
      #expect(strap.isConnected)
    }
  }

  @Test func `the peripheral role is not available (BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(
        SetupApp.app { Kept.of("peripheral", CBPeripheralManager(delegate: nil, queue: nil)) })
      phone.accessorySetup.setUp(strap, for: app)
      await phone.open(app)
      try await sleep(1)
      await phone.touch(app, "advertise") {
        let manager: CBPeripheralManager = Kept.get("peripheral")!
        print("state \(manager.state.rawValue)")
        manager.startAdvertising(nil)
      }
    }
    #expect(world.output.last == "state 4")
    #expect(world.kinds == [.bleAccessoryNotSetUp.by(.bt33)])
  }

  @Test(arguments: [17, 18] as [SystemVersion])
  func `before iOS 18 the same app is asked (BT3, BT33)`(_ version: SystemVersion) async throws {
    var fixture = AppFixture { _ in SetupApp.startCentralAlone() }
    fixture.plist = InfoPlist(SetupApp.plist)
    let app = fixture
    let world = try await withPhone(iOS: version) { phone in
      await phone.open(try phone.install(app))
      try await sleep(5)
    }
    #expect(world.kinds == (version < 18 ? [.plistMissingKey.by(.bt3)] : []))
    #expect(world.ends.count == (version < 18 ? 1 : 0))
  }

  // MARK: Lifetime

  @Test func `an accessory stays until it is removed, or the app is deleted (AS8)`() async throws {
    _ = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app { SetupApp.startCentral() })
      phone.accessorySetup.setUp(strap, for: app, named: "Chest strap")
      await phone.open(app)
      try await sleep(5)
      #expect(strap.isConnected)
      phone.jetsam(app)
      try await phone.reboot()
      await phone.open(app)
      try await sleep(5)
      #expect(strap.isConnected)
      #expect(phone.accessorySetup.accessories(of: app).map(\.name) == ["Chest strap"])
      phone.delete(app)
      #expect(phone.accessorySetup.accessories(of: app) == [])
    }
  }

  @Test func `the user renames and removes an accessory in Settings (AS8, BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app { SetupApp.startCentral() })
      phone.accessorySetup.setUp(strap, for: app, named: "Chest strap")
      await phone.open(app)
      try await sleep(5)
      phone.renameSetUpAccessory("Chest strap", to: "Left", of: app)
      try await sleep(1)
      phone.removeSetUpAccessory("Left", of: app)
      try await sleep(5)
      #expect(!strap.isConnected)
    }
    #expect(world.output.contains("accessoryChanged Left 20"))
    #expect(world.output.contains("accessoryRemoved Left 0"))
    #expect(
      world.output.filter { !$0.hasPrefix("accessory") } == [
        "activated", "state 4", "state 5", "connected Strap", "disconnected -", "state 4",
      ])
  }

  @Test func `the app renames, updates and removes an accessory (AS8, AS9)`() async throws {
    let world = try await withPhone(iOS: 26) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      phone.accessorySetup.setUp(strap, for: app, named: "Chest strap")
      await phone.open(app)
      await phone.touch(app, "rename") { SetupApp.rename() }
      phone.accessorySetup.answerRename("Left", for: app)
      await phone.touch(app, "rename again") { SetupApp.rename() }
      await phone.touch(app, "update and remove") {
        Task {
          let session = SetupApp.session
          let descriptor = SetupApp.item { $0.bluetoothNameSubstring = "Strap" }.descriptor
          try await session.updateAuthorization(
            for: session.accessories[0], descriptor: descriptor)
          print("name \(session.accessories[0].descriptor.bluetoothNameSubstring ?? "-")")
          let accessory = session.accessories[0]
          try await session.removeAccessory(accessory)
          print("left \(session.accessories.count)")
          do {
            try await session.removeAccessory(accessory)
          } catch {
            print(SetupApp.outcome(error))
          }
        }
      }
      try await sleep(1)
    }
    #expect(
      world.output == [
        "activated", "renamed ASErrorDomain 700", "accessoryChanged Left 20", "renamed done",
        "accessoryChanged Left 20", "name Strap", "accessoryRemoved Left 0", "left 0",
        "ASErrorDomain 450",
      ])
  }

  // MARK: Migration

  @Test func `a known peripheral is migrated, and the permission ends (AS7, BT33)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(
        SetupApp.app(["NSBluetoothAlwaysUsageDescription": "Finds your strap."]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      await phone.touch(app, "scan") { SetupApp.startCentral() }
      try await sleep(1)
      await phone.touch(app, "scan") {
        SetupApp.central!.manager.scanForPeripherals(withServices: nil)
      }
      try await sleep(2)
      await phone.touch(app, "migrate") {
        SetupApp.central!.manager.stopScan()
        Kept.release("central")
        SetupApp.showPicker([
          SetupApp.migration("My strap", Kept.get("found")), SetupApp.migration("Lost", nil),
        ])
      }
      try await sleep(5)
      #expect(phone.accessorySetup.accessories(of: app).map(\.name) == ["My strap"])
      await phone.touch(app, "start") { SetupApp.startCentral() }
      try await sleep(5)
      #expect(strap.isConnected)
    }
    #expect(
      world.output == [
        "activated", "state 5", "found Strap", "pickerDidPresent", "accessoryAdded My strap 20",
        "migrationComplete", "pickerDidDismiss", "picker done", "state 4", "state 5",
        "connected Strap",
      ])
    #expect(world.kinds == [.accessoryMigrationUnknown.by(.as7)])
  }

  @Test func `with other items the migration follows a new accessory (AS7)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let old = try phone.world.strap("old", "Old")
      try phone.world.strap("new", "New")
      let app = try phone.install(SetupApp.app())
      let identifier = phone.bluetooth.stack.identifier(of: old.peer)
      phone.bluetooth.stack.met(old.peer, identifier)
      await phone.open(app)
      await phone.touch(app, "add") {
        SetupApp.showPicker([
          SetupApp.item { $0.bluetoothNameSubstring = "New" },
          SetupApp.migration("Old strap", identifier),
        ])
      }
      try await sleep(10)
      #expect(phone.accessorySetup.accessories(of: app) == [])
      phone.pickAccessory("Chest strap")
      try await sleep(5)
    }
    #expect(
      world.output == [
        "activated", "pickerDidPresent", "accessoryAdded Chest strap 20",
        "accessoryAdded Old strap 20", "migrationComplete", "pickerDidDismiss", "picker done",
      ])
  }
}

extension SetupApp {
  /// An app with the permission that scans for straps.
  nonisolated static var secondApp: AppFixture {
    var app = AppFixture { _ in Kept.of("scanner", Scanner()) }
    app.name = "Second"
    app.bundleIdentifier = "example.second"
    app.plist = InfoPlist(["NSBluetoothAlwaysUsageDescription": "To test."])
    return app
  }

  static func rename() {
    session.renameAccessory(session.accessories[0]) {
      print("renamed \($0.map(outcome) ?? "done")")
    }
  }

  /// A manager of an app that has no session.
  static func startCentralAlone() {
    Kept.of("central", CBCentralManager(delegate: nil, queue: nil))
  }
}

@MainActor private final class Scanner: NSObject, @preconcurrency CBCentralManagerDelegate {
  private var manager: CBCentralManager!
  private var count = 0

  override init() {
    super.init()
    manager = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    print("second found \(advertisementData[CBAdvertisementDataLocalNameKey] ?? "-")")
    count += 1
    if count == 2 { central.stopScan() }
  }
}
