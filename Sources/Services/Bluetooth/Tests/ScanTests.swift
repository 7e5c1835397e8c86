import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@Suite struct ScanTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var services: [String]?
    var hasMode = true
    var duplicates = false
    var finds: Bool
    var findings: [Finding.Kind] = []
    var testDescription: String {
      "services \(services?.description ?? "nil"), mode \(hasMode), duplicates \(duplicates)"
    }
  }

  @Test(arguments: [
    Row(services: ["180D"], finds: true),
    Row(services: ["180F"], finds: false),
    Row(services: nil, finds: false, findings: [.bleScanBackgroundNilServices.by(.bt5)]),
    Row(services: [], finds: false, findings: [.bleScanBackgroundNilServices.by(.bt5)]),
    Row(
      services: ["180D"], duplicates: true, finds: true,
      findings: [.bleScanDuplicatesIgnored.by(.bt5)]),
    Row(
      services: ["180D"], hasMode: false, finds: false,
      findings: [.bleScanBackgroundWithoutMode.by(.bt8)]),
  ])
  func `in background a scan needs the mode and named services, and reports once (BT5, BT6, BT8)`(
    _ row: Row
  ) async throws {
    let app = BluetoothApp.app(modes: row.hasMode ? ["bluetooth-central"] : []) { central, event in
      if event.isPoweredOn { central.scan(row.services, duplicates: row.duplicates) }
    }
    let world = try await withStrap { phone, strap in
      await phone.open(try phone.installAllowed(app))
      try await sleep(1)
      await phone.goHome()
      try await sleep(10)
      strap.switchOn()
      try await minutes(10)
    }
    #expect(world.output.filter { $0 == "discovered strap" }.count == (row.finds ? 1 : 0))
    #expect(world.kinds == row.findings)
    guard row.finds else { return }
    let on = try #require(world.moments { $0 == .accessory("switched on") }.first)
    let found = try #require(world.moments(printed: "discovered strap").first)
    // The limit includes the interval and the controller's random delay.
    #expect((Duration.seconds(1)...(.milliseconds(30_163))).contains(found - on))
  }

  @Test func `a scan without the mode continues when the app is in foreground again (BT8)`()
    async throws
  {
    let app = BluetoothApp.app(modes: [], Central.scanner)
    let world = try await withStrap { phone, strap in
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(1)
      await phone.goHome()
      strap.switchOn()
      try await minutes(10)
      #expect(app.state == .suspended)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output == ["state poweredOn", "discovered strap"])
  }

  @Test func `with duplicates a foreground scan reports every advertisement (BT5, BT6)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      if event.isPoweredOn { central.scan(nil, duplicates: true) }
    }
    let world = try await withStrap { phone, strap in
      await phone.open(try phone.installAllowed(app))
      try await sleep(1)
      strap.switchOn()
      try await sleep(60)
    }
    // One every 152.5 ms, none missed.
    #expect((380...394).contains(world.discoveries))
  }

  @Test func `without duplicates each peripheral is reported once per scan (BT6)`() async throws {
    let app = BluetoothApp.app(Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let other = try phone.world.strap("other")
      other.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(60)
      #expect(phone.world.discoveries == 2)
      await phone.touch(app, "scan again") { Central.current.scan() }
      try await sleep(60)
    }
    #expect(world.discoveries == 4)
    let first = try #require(world.moments(printed: "discovered strap").first)
    let began = try #require(world.moments(printed: "state poweredOn").first)
    #expect(first - began <= .milliseconds(163))
  }

  @Test func `in background only a connection makes a peripheral new, not a new scan (BT6)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      switch event {
      case .state(.poweredOn): central.scan()
      case .discovered where AppProcess.current!.app.state == .background:
        central.manager.stopScan()
        central.scan()
      default: break
      }
    }
    let world = try await withStrap { phone, strap in
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(1)
      await phone.goHome()
      strap.switchOn()
      try await minutes(10)
      #expect(phone.world.discoveries == 1)
      await phone.open(app)
      try await sleep(5)
      // The new scan started in the background: the strap is not reported again in the foreground.
      #expect(phone.world.discoveries == 1)
      await phone.touch(app, "connect") { Central.current.connect() }
      try await sleep(5)
      await phone.goHome()
      strap.disconnect()
      try await minutes(2)
    }
    #expect(world.discoveries == 2)
  }

  @Test func `after power-off every peripheral is reported again, also in background (BT2, BT6)`()
    async throws
  {
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(BluetoothApp.app(Central.scanner)))
      try await sleep(5)
      await phone.goHome()
      try await minutes(1)
      phone.bluetooth.switchOff(by: .settings)
      phone.bluetooth.switchOn()
      try await minutes(1)
    }
    let round = ["state poweredOn", "discovered strap"]
    #expect(world.output == round + ["state poweredOff"] + round)
  }

  // MARK: Names

  @Test func `in background a name in the scan response is missing (BT11)`() async throws {
    let app = BluetoothApp.app(Central.connector)
    let world = try await withPhone { phone in
      func tag(_ name: String) throws -> Accessory {
        try phone.world.addAccessory(
          name, advertising: Advertising(services: ["180D"], scanResponseName: "Response"))
      }
      let (first, second) = (try tag("tag one"), try tag("tag two"))
      await phone.open(try phone.installAllowed(app))
      first.gapName = "Cached"
      first.switchOn()
      try await sleep(5)
      await phone.goHome()
      try await sleep(20)
      second.switchOn()
      try await minutes(2)
      first.disconnect()
      try await minutes(2)
    }
    #expect(
      world.output.filter { $0.hasPrefix("discovered") || $0.hasPrefix("connected") } == [
        "discovered Response", "connected Cached", "discovered ?", "connected Response",
        "discovered Cached", "connected Cached",
      ])
  }

  // MARK: Released objects

  @Test func `releasing an idle peripheral is allowed (BT7)`() async throws {
    let app = BluetoothApp.app { central, event in
      Central.scanner(central, event)
      if let peer = event.peer { central.release(peer) }
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(5)
    }
    #expect(world.kinds == [])
    #expect(world.output == ["state poweredOn", "discovered strap"])
  }

  @Test func `Core Bluetooth scans do not show beacons`() async throws {
    let app = BluetoothApp.app { central, event in
      if event.isPoweredOn { central.scan(nil, duplicates: true) }
    }
    let world = try await withPhone { phone in
      let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
      let door = try phone.world.addBeacon("door", uuid: uuid, major: 1, minor: 1)
      let mixed = try phone.world.addBeacon("mixed", uuid: uuid, major: 3, minor: 3)
      mixed.advertising.data.services = ["180D"]
      door.switchOn()
      mixed.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
    }
    #expect(world.discoveries > 0)
    let names = world.bluetoothEvents.compactMap {
      if case .discovered(let peer, _) = $0 { peer } else { nil }
    }
    #expect(names.allSatisfy { $0 == "mixed" })
  }
}
