import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@Suite struct CentralStateTests {
  @Test(arguments: UInt64(1)...10)
  func `the first state is delivered later, without a request (BT1)`(_ seed: UInt64) async throws {
    let app = BluetoothApp.bare {
      Central()
      print("made")
    }
    let world = try await withPhone(seed: seed) { phone in
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(60)
    }
    #expect(world.output == ["made", "state poweredOn"])
    let made = try #require(world.moments(printed: "made").first)
    let reported = try #require(world.moments(printed: "state poweredOn").first)
    #expect(reported > made)
    #expect(reported - made <= .milliseconds(25))
  }

  @Test(arguments: [(12.0, 0.0...0.1), (13.0, 2.0...2.1), (26.0, 2.0...2.1)])
  func `from iOS 13 on the first state waits for the user's answer (BT1, BT3)`(
    version: SystemVersion, seconds: ClosedRange<Double>
  ) async throws {
    let app = BluetoothApp.app()
    let world = try await withPhone(iOS: version) { phone in
      await phone.open(try phone.install(app))
      try await sleep(60)
    }
    #expect(world.output == ["state poweredOn"])
    let launched = try #require(world.moments { $0 == .launched(.user) }.first)
    let reported = try #require(world.moments(printed: "state poweredOn").first)
    #expect(seconds.contains((reported - launched).seconds))
  }

  // MARK: Power

  @Test func `power-off ends everything without didDisconnect, power-on allows a new start (BT2)`()
    async throws
  {
    let app = BluetoothApp.app(Central.connector)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      #expect(strap.isConnected)
      phone.bluetooth.switchOff(by: .settings)
      #expect(!strap.isConnected)
      try await sleep(10)
      await phone.touch(app, "scan") { Central.current.scan() }
      phone.bluetooth.switchOn()
      try await sleep(10)
    }
    let round = ["state poweredOn", "discovered strap", "connected strap"]
    #expect(world.output == round + ["state poweredOff"] + round)
    #expect(world.kinds == [.bleWrongState.by(.bt1)])
  }

  @Test func `a pending connect ends with power-off (BT2)`() async throws {
    let app = BluetoothApp.app(Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      strap.switchOff()
      await phone.touch(app, "connect") { Central.current.connect() }
      phone.bluetooth.switchOff(by: .controlCenter)
      phone.bluetooth.switchOn()
      strap.switchOn()
      try await sleep(60)
      #expect(!strap.isConnected)
    }
    #expect(!world.output.contains { $0.hasPrefix("connected") || $0.hasPrefix("disconnected") })
  }

  @Test func `a crash of the daemon changes the state to resetting, then to poweredOn (BT1, BT2)`()
    async throws
  {
    let app = BluetoothApp.app(Central.connector)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      phone.bluetooth.reset(for: .seconds(3))
      try await sleep(60)
      #expect(strap.isConnected)
    }
    let round = ["state poweredOn", "discovered strap", "connected strap"]
    #expect(world.output == round + ["state resetting"] + round)
    let reset = try #require(world.moments { $0 == .bluetooth(.power(.resetting)) }.first)
    let back = try #require(world.moments { $0 == .bluetooth(.power(.poweredOn)) }.first)
    #expect(back - reset == .seconds(3))
  }

  @Test func `the user can switch Bluetooth off during a reset, and it stays off (BT2)`()
    async throws
  {
    let world = try await withPhone { phone in
      await phone.open(try phone.installAllowed(BluetoothApp.app()))
      try await sleep(1)
      phone.bluetooth.reset(for: .seconds(3))
      try await sleep(1)
      phone.bluetooth.switchOff(by: .settings)
      phone.bluetooth.reset()
      try await sleep(60)
      #expect(phone.bluetooth.state == .poweredOff)
      phone.bluetooth.switchOn()
      try await sleep(1)
    }
    #expect(
      world.output == ["state poweredOn", "state resetting", "state poweredOff", "state poweredOn"])
  }

  @Test(arguments: [true, false])
  func `a manager shows an alert that Bluetooth is off only if the app requests it (BT1)`(
    asks: Bool
  ) async throws {
    let app = BluetoothApp.bare {
      Central(showsPowerAlert: asks)
    }
    let world = try await withPhone { phone in
      phone.bluetooth.switchOff(by: .settings)
      await phone.open(try phone.installAllowed(app))
      try await sleep(5)
    }
    #expect(world.output == ["state poweredOff"])
    #expect(world.alerts.count == (asks ? 1 : 0))
  }

  // MARK: Permission

  struct Key: Sendable {
    var iOS: SystemVersion
    var keys: [String]
    var survives: Bool
  }

  @Test(arguments: [
    Key(iOS: 9, keys: [], survives: true), Key(iOS: 10, keys: [], survives: false),
    Key(iOS: 12, keys: ["Always"], survives: false),
    Key(iOS: 12, keys: ["Peripheral"], survives: true),
    Key(iOS: 13, keys: ["Peripheral"], survives: false), Key(iOS: 15, keys: [], survives: false),
    Key(iOS: 15, keys: ["Always"], survives: true), Key(iOS: 26, keys: ["Always"], survives: true),
    Key(iOS: 26, keys: ["Peripheral"], survives: false),
  ])
  func `without its usage text the first use of Bluetooth ends the app (BT3)`(
    _ row: Key
  ) async throws {
    var app = BluetoothApp.app()
    app.plist = InfoPlist(
      Dictionary(
        uniqueKeysWithValues: row.keys.map { ("NSBluetooth\($0)UsageDescription", "To test.") }))
    let definition = app
    let world = try await withPhone(iOS: row.iOS) { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      try await sleep(10)
      #expect(app.state == (row.survives ? .active : .notRunning))
    }
    #expect(world.output == (row.survives ? ["state poweredOn"] : []))
    #expect(world.kinds == (row.survives ? [] : [.plistMissingKey.by(.bt3)]))
    #expect(world.ends.count == (row.survives ? 0 : 1))
    if case .crash(let why)? = world.ends.first {
      #expect(why.contains("UsageDescription"))
    } else {
      #expect(row.survives)
    }
  }

  @Test func `a denied permission is kept as unauthorized until the user changes it (BT3)`()
    async throws
  {
    let app = BluetoothApp.app(Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.install(app)
      phone.bluetooth.answer(.denied, for: app)
      await phone.open(app)
      try await sleep(10)
      await phone.touch(app, "scan") { Central.current.scan() }
      phone.jetsam(app)
      phone.bluetooth.answer(.allowedAlways, for: app)  // The user is not asked a second time.
      await phone.open(app)
      try await sleep(10)
      #expect(app.bluetoothAuthorization == .denied)
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      try await sleep(10)
    }
    #expect(
      world.output == [
        "state unauthorized", "state unauthorized", "state poweredOn", "discovered strap",
      ])
    #expect(world.kinds == [.bleWrongState.by(.bt1)])
  }
}
