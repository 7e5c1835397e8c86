import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// Two phones whose apps search for each other, as proximity apps do (BT6, BT20, BT29).
@Suite struct PhonesMeetTests {
  /// Scans for the publisher's service in the background.
  private static let looker = BluetoothApp.app { central, event in
    if event.isPoweredOn { central.scan(["A100"]) }
  }

  /// Runs a scenario after both apps were opened, far apart, and both phones were locked.
  private static func apart(
    publisher version: SystemVersion = 17,
    _ scenario: @escaping @Sendable (InstalledApp, InstalledApp) async throws -> Void
  ) async throws -> World {
    let world = try World(seed: 3)
    try await world.run {
      let one = try world.addPhone("publisher", .iPhone(iOS: version))
      let other = try world.addPhone("central", .iPhone(iOS: 17))
      one.place = farAway
      let (first, second) = (
        try one.installAllowed(Publisher.app()), try other.installAllowed(looker)
      )
      await one.open(first)
      await other.open(second)
      try await sleep(5)
      await one.lock()
      await other.lock()
      try await sleep(60)
      try await scenario(first, second)
    }
    return world
  }

  @Test func `two phones with dark screens discover each other only when one screen is lit (BT6)`()
    async throws
  {
    let world = try await Self.apart { publisher, looker in
      publisher.device.place = .origin
      try await sleep(3600)
      #expect(!publisher.device.world.output(of: "central").contains("discovered nil"))
      looker.device.wakeScreen()
      try await sleep(60)
    }
    let found = world.output(of: "central").filter { $0.hasPrefix("discovered") }
    #expect(found.count == 1)
    let lit = try #require(
      world.trace.events.first { $0.device == "central" && $0.kind == .screen(isOn: true) })
    let moment = try #require(
      world.trace.events.first { event in
        guard case .discovered = event.kind.bluetooth else { return false }
        return event.device == "central"
      })
    #expect(moment.instant >= lit.instant)
    #expect(world.kinds.filter { $0 == .bleScanOverflowDark.by(.bt6) }.count == 1)
  }

  @Test func `the screen of the phone that advertises does not matter (BT6)`() async throws {
    let world = try await Self.apart { publisher, _ in
      publisher.device.place = .origin
      publisher.device.wakeScreen()
      try await sleep(600)
    }
    #expect(!world.output(of: "central").contains { $0.hasPrefix("discovered") })
  }

  @Test func `a scan in foreground receives the overflow area (BT6, BT29)`() async throws {
    let world = try await Self.apart { publisher, looker in
      publisher.device.place = .origin
      await looker.device.open(looker)
      try await sleep(10)
    }
    #expect(world.output(of: "central").filter { $0.hasPrefix("discovered") }.count == 1)
  }

  /// An app that begins to advertise when it is touched.
  private static let late = Publisher.app { publisher, event in
    if event.isPoweredOn { publisher.add(Publisher.service()) }
  }

  private static let advertise: @MainActor @Sendable () -> Void = {
    Publisher.current.advertise(["A100"])
  }

  @Test(arguments: zip([13, 14, 17] as [SystemVersion], [true, false, false]))
  func `from iOS 14 on an app cannot begin to advertise in background (BT29)`(
    _ version: SystemVersion, _ isSent: Bool
  ) async throws {
    let world = try World(seed: 3)
    try await world.run {
      let one = try world.addPhone("publisher", .iPhone(iOS: version))
      let other = try world.addPhone("central", .iPhone(iOS: 17))
      let (first, second) = (
        try one.installAllowed(Self.late), try other.installAllowed(Self.looker)
      )
      await one.open(first)
      await other.open(second)
      try await sleep(2)
      await one.goHome()
      await one.touch(first, "advertise", Self.advertise)
      try await sleep(60)
      let count = { world.output(of: "central").filter { $0.hasPrefix("discovered") }.count }
      #expect(count() == (isSent ? 1 : 0))
      // After a visit to the foreground the advertisement continues in the background.
      await one.open(first)
      await one.goHome()
      try await sleep(60)
      #expect(count() == 1)
    }
    #expect(world.kinds.contains(.bleAdvertisingFromBackground.by(.bt29)) == !isSent)
  }

  @Test func `adding a service notifies connected centrals with an empty list (BT20)`()
    async throws
  {
    let world = try World(seed: 3)
    try await world.run {
      let one = try world.addPhone("publisher", .iPhone(iOS: 17))
      let other = try world.addPhone("central", .iPhone(iOS: 17))
      let first = try one.installAllowed(Publisher.app())
      let second = try other.installAllowed(
        BluetoothApp.app { central, event in
          if event.isPoweredOn { central.scan(["A100"]) }
          switch event {
          case .discovered(let peer, _): central.connect(peer)
          case .connected(let peer), .modified(let peer): peer.discoverServices(nil)
          default: break
          }
        })
      await one.open(first)
      await other.open(second)
      try await sleep(5)
      await one.touch(first, "add") {
        Publisher.current.add(Publisher.service("B100", "B101"))
      }
      try await sleep(5)
    }
    let lines = world.output(of: "central").filter { $0.hasPrefix("services") }
    #expect(lines.count == 2 && lines[0].contains("A100") && !lines[0].contains("B100"))
    #expect(lines[1].contains("A100") && lines[1].contains("B100"))
  }

  // MARK: Range and failures

  /// At a range where a connection would be lost at once a connect waits, even if single packets
  /// arrive.
  @Test func `a connect needs a signal strong enough to keep the connection (RA1, BT12)`()
    async throws
  {
    let app = BluetoothApp.app(Central.connector)
    let world = try await withStrap { phone, strap in
      let model = phone.world.radio.model
      // Half a dB out of range: some packets are received, but no connection holds.
      var distance = 1.0
      while model.holdsConnection(model.meanPower(0, distance: distance)) { distance += 0.1 }
      #expect(model.mayReceive(model.meanPower(0, distance: distance)))
      strap.place = Place(x: distance)
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(3600)
      #expect(!strap.isConnected)
      strap.place = Place(x: distance - 1)
      try await sleep(10)
      #expect(strap.isConnected)
    }
    #expect(world.output.filter { $0 == "connected strap" }.count == 1)
    #expect(!world.output.contains { $0.hasPrefix("disconnected") })
  }

  @Test func `radio failures happen only if the world enables them (RA2)`() {
    for model in [RadioModel.openField, .indoors, .worn] {
      #expect(model.failedReadsPercent == 0 && model.missedConnectsPercent == 0)
    }
  }

  @Test func `some reads fail with code 6, and the connection remains (RA2)`() async throws {
    let app = BluetoothApp.app { central, event in
      Central.explorer(central, event)
    }
    let world = try await withStrap { phone, strap in
      phone.world.radio.model.failedReadsPercent = 20
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      for _ in 0..<500 {
        await phone.touch(app, "read") { Central.current.read("2A19") }
        try await sleep(1)
      }
      #expect(strap.isConnected)
    }
    let failed = world.output.filter { $0 == "value C6" }.count
    // A fifth of 500, with a bound of six standard deviations.
    #expect((46...154).contains(failed), "\(failed) of 500")
  }

  @Test func `an app may not be notified of a connection (RA2)`() async throws {
    let app = BluetoothApp.app(Central.connector)
    let world = try await withStrap { phone, strap in
      phone.world.radio.model.missedConnectsPercent = 100
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      #expect(strap.isConnected)
    }
    #expect(!world.output.contains { $0.hasPrefix("connected") })
  }
}
