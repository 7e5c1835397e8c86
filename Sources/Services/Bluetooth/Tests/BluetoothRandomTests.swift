import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

/// Random sequences of users, accessories and apps over simulated hours.
@Suite struct BluetoothRandomTests {
  /// Does something random at each event: reads, writes, cancels or scans again.
  private static func restless(_ seed: UInt64) -> Central.Reaction {
    { central, event in
      Central.subscriber(central, event)
      // A new stream for every event, which depends only on the current moment.
      var random = RandomStream(seed: seed, name: "\(Simulation.current!.now.nanoseconds)")
      guard central.manager?.state == .poweredOn, let peer = central.peers.last else { return }
      switch random.next(below: 10) {
      case 0: central.manager.cancelPeripheralConnection(peer)
      case 1: central.connect(peer, [CBConnectPeripheralOptionEnableAutoReconnect: true])
      case 2: peer.readRSSI()
      case 3: central.release(peer)
      case 4: central.scan()
      case 5: peer.discoverServices(nil)
      case 6: peer.openL2CAPChannel(0x80)
      case 7 where random.chance(1, in: 8): central.manager = nil
      default: break
      }
      if case .characteristics(let service) = event {
        for characteristic in service.characteristics ?? [] {
          peer.readValue(for: characteristic)
          peer.writeValue(Data(count: 300), for: characteristic, type: .withResponse)
          peer.writeValue(Data([1]), for: characteristic, type: .withoutResponse)
        }
      }
    }
  }

  private static func makeStraps(_ world: World) throws -> [Accessory] {
    try (0..<4).map { number in
      let strap = try world.strap("strap \(number)", interval: .milliseconds(100 + 200 * number))
      strap.advertisesWhileConnected = number == 0
      strap.onRead("2A19") { strap in
        // The response depends on the moment, as that of real firmware may.
        let answers: [AttributeAnswer] = [
          .value(Data(count: 400)), .after(.seconds(8), .value(Data([1]))), .garbage, .noAnswer,
          .error(.unlikelyError),
        ]
        return answers[Int(strap.now.nanoseconds / 1000 % 5)]
      }
      if number == 3 { Self.encrypt(strap) }
      strap.onChannel(0x80) { _, channel in _ = channel.write(Data(count: 10_000)) }
      return strap
    }
  }

  private static func encrypt(_ strap: Accessory) {
    strap.replaceServices([
      GATTService(
        "180D",
        [
          GATTCharacteristic("2A37", [.notifyEncryptionRequired]),
          GATTCharacteristic("A001", [.read], permissions: [.readEncryptionRequired]),
        ])
    ])
  }

  /// Two phones, three apps, four accessories and a hundred random steps.
  private static func history(
    seed: UInt64, check: @escaping @Sendable (World) -> Void = { _ in }
  ) async throws -> World {
    let world = try World(seed: seed)
    let apps = [
      BluetoothApp.app(named: "Kept", restore: "kept", restless(seed)),
      BluetoothApp.app(named: "Modeless", modes: [], restless(seed + 1)),
      Publisher.app(restore: "server"),
    ]
    try await world.run {
      let straps = try makeStraps(world)
      let phones = try ["one", "two"].map { try world.addPhone($0, .iPhone(iOS: 17)) }
      for phone in phones {
        for app in apps { await phone.open(try phone.installAllowed(app)) }
      }
      var random = RandomStream(seed: seed, name: "history")
      for _ in 0..<100 {
        try await Task.sleep(for: random.duration(in: .milliseconds(10)...(.seconds(200))))
        let (phone, strap) = (random.pick(phones), random.pick(straps))
        let app = random.pick(phone.apps)
        switch random.next(below: 20) {
        case 0: phone.jetsam(app)
        case 1: await phone.swipeAway(app)
        case 2, 3: await phone.goHome()
        case 4: phone.bluetooth.switchOff(by: random.pick([.settings, .controlCenter]))
        case 5, 6: phone.bluetooth.switchOn()
        case 7: phone.bluetooth.reset()
        case 8: strap.switchOff()
        case 9, 10: strap.switchOn()
        case 11: strap.place = random.pick([.origin, Place(x: 20), farAway])
        case 12: strap.disconnect()
        case 13: for beat in 0..<30 { strap.notify("2A37", Data([UInt8(beat)])) }
        case 14: strap.replaceServices(strap.database.services)
        case 15 where random.chance(1, in: 4): try await phone.reboot()
        case 16:
          phone.bluetooth.setAuthorization(random.pick([.denied, .allowedAlways]), for: app)
        case 17: phone.bluetooth.acceptsPairing.toggle()
        case 18 where random.chance(1, in: 4): strap.forgetBonds()
        default: await phone.open(app)
        }
        check(world)
      }
      checkConnections(world, seed)
    }
    return world
  }

  @Test(arguments: UInt64(1)...40)
  func `a random sequence keeps the invariants`(_ seed: UInt64) async throws {
    let world = try await Self.history(seed: seed) { world in
      for case let phone as Phone in world.devices { Self.check(phone.bluetooth, seed) }
      for strap in world.accessories {
        #expect(strap.isOn || strap.links.isEmpty, "seed \(seed)")
        for link in strap.links { #expect(link.isOpen, "seed \(seed)") }
      }
    }
    Self.check(world.trace, seed)
  }

  /// Connections and links agree, and nothing remains of those that ended.
  private static func check(_ service: BluetoothService, _ seed: UInt64) {
    let connections = service.centrals.flatMap(\.connections)
    for connection in connections {
      #expect(connection.isConnected == (connection.connection.link != nil), "seed \(seed)")
      if let link = connection.connection.link {
        #expect(link.isOpen && link.users.contains { $0 === connection.connection }, "seed \(seed)")
        #expect(service.stack.links.contains { $0 === link }, "seed \(seed)")
      }
    }
    for link in service.stack.links {
      #expect(link.isOpen && !link.users.isEmpty, "seed \(seed)")
      for user in link.users {
        #expect(connections.contains { $0.connection === user }, "seed \(seed)")
      }
    }
    #expect(
      Set(service.stack.links.map(\.identifier)).count == service.stack.links.count, "seed \(seed)")
    #expect(service.stack.links.count <= service.policy.connectionLimit, "seed \(seed)")
    if !service.isListening { #expect(service.stack.links.isEmpty, "seed \(seed)") }
    for session in service.sessions {
      if let process = session.process {
        #expect(process.process.state != .dead, "seed \(seed)")
      } else {
        #expect(session.restoreIdentifier != nil, "seed \(seed)")
      }
    }
  }

  private static func check(_ trace: Trace, _ seed: UInt64) {
    var states: [String: AppState] = [:]
    var last = VirtualInstant.start
    for event in trace.events {
      #expect(event.instant >= last, "seed \(seed)")
      last = event.instant
      guard let name = event.process else { continue }
      let process = "\(event.device)/\(name)"
      let state = states[process]
      switch event.kind.payload {
      case TraceEvent.AppEvent.state(let new):
        // Only the user resumes an app without the mode (BT8).
        let isResumed = state == .suspended && new == .background
        #expect(!(isResumed && name.hasPrefix("Modeless")), "seed \(seed): \(event)")
        states[process] = new
      case let output as TraceEvent.Output:
        #expect(state != .suspended && state != .notRunning, "seed \(seed): \(output.text)")
      default: break
      }
    }
  }

  /// The trace contains the beginning and the end of every connection.
  private static func checkConnections(_ world: World, _ seed: UInt64) {
    var reported: Set<[String]> = []
    for event in world.trace.events {
      guard let what = event.kind.bluetooth, let process = event.process else { continue }
      let app = String(process.prefix { $0 != "#" })
      switch what {
      case .connected(let peer):
        #expect(reported.insert([event.device, app, peer]).inserted, "seed \(seed): \(event)")
      case .disconnected(let peer, _): reported.remove([event.device, app, peer])
      default: break
      }
    }
    let connected = world.devices.compactMap { $0 as? Phone }.flatMap { phone in
      phone.bluetooth.centrals.flatMap(\.connections).filter(\.isConnected).map { connection in
        [phone.name, connection.session.app.definition.name, connection.peer.radioName]
      }
    }
    #expect(reported == Set(connected), "seed \(seed)")
  }

  // MARK: Determinism

  @Test(arguments: UInt64(1)...4)
  func `the same seed gives the same trace, another seed another`(_ seed: UInt64) async throws {
    async let concurrent = Self.history(seed: seed)
    let again = try await Self.history(seed: seed)
    let first = try await concurrent
    let difference = zip(first.trace.events, again.trace.events).first { $0 != $1 }
    #expect(difference == nil)
    #expect(first.trace.events.count == again.trace.events.count)
    #expect(first.trace.digest == again.trace.digest)
    #expect(try await Self.history(seed: seed + 100).trace.digest != first.trace.digest)
  }

  @Test func `the random sequences together produce every kind of Bluetooth event`() async throws {
    var names: Set<String> = []
    for seed in UInt64(1)...10 {
      for event in try await Self.history(seed: seed).bluetoothEvents {
        names.insert(TraceEvent.Kind.bluetooth(event).parts.name)
      }
    }
    #expect(
      names.isSuperset(of: [
        "power", "authorization", "scan-started", "scan-stopped", "discovered", "connecting",
        "connected", "disconnected", "attribute", "advertising-started", "advertising-stopped",
        "restored",
      ]))
  }

  // MARK: Cost

  /// A suspended app with 100 accessories in range for 12 hours: nothing happens, so nothing is
  /// simulated.
  @Test(arguments: [true, false])
  func `a night of a suspended app among 100 accessories costs few events`(connects: Bool)
    async throws
  {
    let app = BluetoothApp.app(connects ? Central.connector : Central.scanner)
    let world = try await withPhone { phone in
      let straps = try (0..<100).map { try phone.world.strap("strap \($0)") }
      await phone.open(try phone.installAllowed(app))
      try await sleep(1)
      await phone.goHome()
      for strap in straps { strap.switchOn() }
      try await minutes(12 * 60)
      #expect(phone.apps[0].state == .suspended)
      #expect(phone.bluetooth.stack.links.count == (connects ? 12 : 0))
    }
    // Each accessory is switched on, discovered and printed. Each connect is requested, made or
    // refused, and printed.
    let perStrap = connects ? 6 : 3
    #expect(world.trace.events.count < 100 * perStrap + 50)
    #expect(world.discoveries == 100)
  }
}
