import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@Suite struct CentralRestorationTests {
  private static let relaunch = LaunchCause.bluetooth(centrals: ["keep"], peripherals: [])

  /// Runs an app with a reaction until it is removed from memory, then the scenario.
  private static func killed(
    modes: [String] = ["bluetooth-central"], restore: String? = "keep",
    _ react: @escaping Central.Reaction = Central.subscriber,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    try await killed(BluetoothApp.app(modes: modes, restore: restore, react), scenario)
  }

  private static func killed(
    _ app: AppFixture,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      await phone.goHome()
      try await minutes(1)
      phone.jetsam(app)
      try await minutes(1)
      try await scenario(phone, app, strap)
    }
  }

  // MARK: Order and content

  @Test func `a launch delivers the restored state, poweredOn, then the event (BT25, BT26, L13)`()
    async throws
  {
    let app = BluetoothApp.bare {
      print("launched \(AppProcess.current!.app.state)")
      Central(restore: "keep", Central.subscriber)
    }
    let world = try await Self.killed(app) { _, app, strap in
      #expect(strap.isConnected)
      strap.notify("2A37", Data([7]))
      try await sleep(5)
      #expect(app.state == .background)
      try await minutes(1)
      #expect(app.state == .suspended)
    }
    let second = world.output[try #require(world.output.lastIndex(of: "launched background"))...]
    // Connected, two services, subscriptions to 2A37 and A001, and the scan is still active.
    #expect(
      Array(second.prefix(4)) == [
        "launched background", "restore strap:connected:2:2 scan 180D", "state poweredOn",
        "value 07",
      ])
    #expect(world.launches == [.user, Self.relaunch])
    #expect(world.output.filter { $0.hasPrefix("launched") }.count == 2)
    #expect(world.kinds == [])
    // The wake lasts 8 to 9 s after the event.
    let received = try #require(world.moments(printed: "value 07").first)
    let frozen = try #require(world.moments(of: .suspended).last)
    #expect((Duration.seconds(8)...(.seconds(9))).contains(frozen - received))
  }

  /// The peripheral was connected when the system terminated the app, so it is restored.
  @Test func `the end of a connection relaunches the app, which receives it (BT25, BT26, BT27)`()
    async throws
  {
    let world = try await Self.killed { _, _, strap in
      strap.disconnect()
      try await minutes(1)
    }
    #expect(world.launches == [.user, Self.relaunch])
    let restored = try #require(
      world.output.firstIndex(of: "restore strap:ended:0:0 scan 180D"), "\(world.output)")
    #expect(
      Array(world.output[restored...].dropFirst().prefix(2)) == [
        "state poweredOn", "disconnected C7",
      ])
    #expect(world.kinds == [])
  }

  @Test func `restored services and subscriptions can be used at once (BT26)`() async throws {
    let world = try await Self.killed { _, app, strap in
      strap.notify("2A37", Data([7]))
      try await sleep(2)
      await app.device.touch(app, "read") { Central.current.read("2A19") }
      try await sleep(2)
    }
    #expect(Array(world.output.suffix(2)) == ["value 07", "value 64"])
  }

  @Test func `the user may open the app before an event is delivered (BT26)`() async throws {
    let world = try await Self.killed { phone, app, strap in
      await phone.open(app)
      try await sleep(5)
      #expect(strap.isConnected)
      strap.notify("2A37", Data([7]))
      try await sleep(1)
    }
    #expect(world.launches == [.user, .user])
    #expect(
      Array(world.output.suffix(3)).first == "restore strap:connected:2:2 scan 180D")
    #expect(world.output.last == "value 07")
  }

  @Test(arguments: [true, false])
  func `a manager that is created late misses its event, with a finding (BT25)`(isLate: Bool)
    async throws
  {
    let app = BluetoothApp.bare {
      let isRelaunched = AppProcess.current!.cause != .user
      guard isLate, isRelaunched else {
        Central(restore: "keep", Central.subscriber)
        return
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        Central(restore: "keep", Central.subscriber)
      }
    }
    let world = try await Self.killed(app) { _, _, strap in
      strap.notify("2A37", Data([7]))
      try await minutes(1)
    }
    #expect(world.output.contains("value 07") == !isLate)
    #expect(world.output.contains("restore strap:connected:2:2 scan 180D"))
    #expect(world.kinds == (isLate ? [.bleRestoreMissingOrLate.by(.bt25)] : []))
  }

  @Test func `an app that creates no manager is launched for each event, and misses all (BT25)`()
    async throws
  {
    let app = BluetoothApp.bare {
      if AppProcess.current!.cause == .user { Central(restore: "keep", Central.subscriber) }
    }
    let world = try await Self.killed(app) { phone, app, strap in
      for _ in 0..<2 {
        strap.notify("2A37", Data([7]))
        try await minutes(1)
        strap.notify("2A37", Data([8]))  // The process already exists.
        try await minutes(1)
        phone.jetsam(app)
      }
    }
    #expect(world.launches == [.user, Self.relaunch, Self.relaunch])
    #expect(!world.output.contains { $0.hasPrefix("value") })
    #expect(
      world.kinds == Array(repeating: .bleRestoreMissingOrLate.by(.bt25), count: 2))
  }

  @Test func `the launch names all preserved managers (BT25)`() async throws {
    let app = BluetoothApp.bare(modes: ["bluetooth-central", "bluetooth-peripheral"]) {
      Central(restore: "keep", Central.subscriber)
      Publisher(restore: "serve")
    }
    let world = try await Self.killed(app) { _, _, strap in
      strap.notify("2A37", Data([7]))
      try await minutes(1)
    }
    #expect(world.launches.last == .bluetooth(centrals: ["keep"], peripherals: ["serve"]))
    #expect(world.output.contains("value 07"))
    #expect(world.output.contains("restore 1 services, 0 subscribed, advertising true"))
    #expect(world.kinds == [])
  }

  // MARK: Requirements

  @Test func `a restore identifier without the mode ends the app (BT24)`() async throws {
    let app = BluetoothApp.app(modes: ["bluetooth-peripheral"], restore: "keep", Central.scanner)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await minutes(5)
      #expect(app.state == .notRunning && app.launchCount == 1)
    }
    #expect(world.output == [])
    #expect(world.kinds == [.bleRestoreMissingOrLate.by(.bt24)])
    guard case .crash(let why)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
    #expect(why.contains("bluetooth-central"))
  }

  @Test func `without a restore identifier all state is lost with the process (BT28)`()
    async throws
  {
    let world = try await Self.killed(restore: nil) { _, app, strap in
      #expect(!strap.isConnected)
      strap.switchOff()
      strap.switchOn()
      try await minutes(5)
      #expect(app.launchCount == 1)
      #expect(!strap.isConnected)
    }
    #expect(world.launches == [.user])
  }

  @Test func `a manager with another identifier does not restore the state (BT24)`() async throws {
    let app = BluetoothApp.bare {
      Central(
        restore: AppProcess.current!.cause == .user ? "keep" : "other", Central.subscriber)
    }
    let world = try await Self.killed(app) { _, _, strap in
      strap.notify("2A37", Data([7]))
      try await minutes(1)
    }
    #expect(world.launches.count == 2)
    #expect(!world.output.contains { $0.hasPrefix("restore") || $0.hasPrefix("value") })
    #expect(world.kinds == [.bleRestoreMissingOrLate.by(.bt25)])
  }

  @Test func `a force-quit with a pending operation is a finding (BT27, L16)`() async throws {
    let app = BluetoothApp.app(restore: "keep", Central.subscriber)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      await phone.swipeAway(app)
      #expect(!strap.isConnected)
      try await minutes(10)
      #expect(app.launchCount == 1)
    }
    #expect(world.kinds == [.relaunchAfterForceQuit.by(.bt27)])
  }

  // MARK: Events that relaunch

  enum Event: String, Sendable, CaseIterable {
    case nothing, notification, disconnection, connection, discovery, exit
  }

  @Test(arguments: Event.allCases)
  func `an app is relaunched only for an event of a pending operation (BT27)`(
    _ event: Event
  ) async throws {
    let wants: Central.Reaction = { central, received in
      switch event {
      case .nothing: if received.isPoweredOn { central.scan(nil) }
      case .notification, .disconnection, .exit: Central.subscriber(central, received)
      case .discovery: Central.scanner(central, received)
      case .connection:
        Central.scanner(central, received)
        guard let peer = received.peer else { return }
        central.manager.stopScan()
        central.connect(peer, [CBConnectPeripheralOptionStartDelayKey: 90])
      }
    }
    let world = try await Self.killed(restore: "keep", wants) { phone, app, strap in
      let other = try phone.world.strap("other")
      switch event {
      case .connection: break
      case .notification, .exit: strap.notify("2A37", Data([7]))
      case .disconnection: strap.switchOff()
      case .nothing, .discovery: other.switchOn()
      }
      try await minutes(2)
      #expect(app.launchCount == (event == .nothing ? 1 : 2))
      if event == .nothing { await phone.open(app) }  // Nothing is restored.
      guard event == .exit else { return }
      await phone.open(app)
      await phone.touch(app, "crash") { exit(1) }
      #expect(app.state == .notRunning)
      strap.notify("2A37", Data([8]))
      try await minutes(1)
      #expect(app.launchCount == 3)
    }
    let last: [Event: String] = [
      .notification: "value 07", .disconnection: "disconnected C6", .connection: "connected strap",
      .discovery: "discovered other", .exit: "value 08",
    ]
    if let line = last[event] { #expect(world.output.contains(line)) }
    #expect(world.output.contains { $0.hasPrefix("restore") } == (event != .nothing))
    #expect(
      world.kinds == (event == .nothing ? [.bleScanBackgroundNilServices.by(.bt5)] : []))
  }

  @Test func `subscriptions to removed services are not restored (BT20, BT26)`()
    async throws
  {
    let app = BluetoothApp.app(restore: "keep", Central.subscriber)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      strap.replaceServices([GATTService("180F", [GATTCharacteristic("2A19", [.read])])])
      try await sleep(1)
      phone.jetsam(app)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output.contains("restore strap:connected:0:0 scan 180D"))
  }

  @Test func `the phone stays connected for an app that may be relaunched (BT26, BT28)`()
    async throws
  {
    let other = BluetoothApp.app(named: "Other", Central.connector)
    let world = try await Self.killed { phone, app, strap in
      #expect(strap.isConnected)
      await phone.open(try phone.installAllowed(other))
      await phone.touch(phone.apps[1], "ask") {
        for services in [["180D"], ["180A"]] {
          let peers = Central.current.manager.retrieveConnectedPeripherals(
            withServices: services.uuids)
          print("kept \(peers.map { "\($0.name ?? "?") \($0.state == .connected)" })")
        }
      }
      phone.delete(app)
      #expect(!strap.isConnected)
    }
    // Connected to the phone, but not yet to this app.
    #expect(world.output.filter { $0.hasPrefix("kept") } == ["kept [\"strap false\"]", "kept []"])
  }
}
