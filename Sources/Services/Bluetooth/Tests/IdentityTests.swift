import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct IdentityTests {
  /// The identifiers that two phones have for one strap and for each other.
  private static func names(seed: UInt64, withAnother: Bool = false) async throws -> [UUID] {
    let world = try World(seed: seed)
    return try await world.run {
      let phones = try ["one", "two"].map { try world.addPhone($0, .iPhone(iOS: 17)) }
      if withAnother { _ = try world.strap("another") }
      let strap = try world.strap()
      return phones.map { $0.bluetooth.stack.identifier(of: strap.peer) }
        + [
          phones[0].bluetooth.stack.identifier(of: phones[1].bluetooth.role),
          phones[1].bluetooth.stack.identifier(of: phones[0].bluetooth.role),
        ]
    }
  }

  @Test func `a peer has a different identifier on each phone, the same for each seed (BT19)`()
    async throws
  {
    let first = try await Self.names(seed: 1)
    #expect(Set(first).count == first.count)
    #expect(try await Self.names(seed: 1) == first)
    #expect(try await Self.names(seed: 1, withAnother: true) == first)
    #expect(Set(try await Self.names(seed: 2)).isDisjoint(with: first))
    for name in first {
      #expect(name.uuid.6 >> 4 == 4 && name.uuid.8 >> 6 == 2)  // A random UUID, RFC 9562.
    }
  }

  @Test func `a stored identifier retrieves a known peripheral in a later launch (BT19)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      Central.scanner(central, event)
      guard event.isPoweredOn else { return }
      let stranger = UUID(uuidString: "00000000-0000-4000-8000-000000000000")!
      if let text = UserDefaults.standard.string(forKey: "peer") {
        let known = central.manager.retrievePeripherals(
          withIdentifiers: [stranger, UUID(uuidString: text)!])
        print("known \(known.map { "\($0.name ?? "?") \($0.state == .connected)" })")
        central.manager.stopScan()
        central.keep(known[0])
        central.connect(known[0])
      }
    }
    let world = try await withStrap { phone, strap in
      let app = try phone.installAllowed(app)
      strap.switchOn()
      await phone.open(app)
      try await sleep(5)
      await phone.touch(app, "keep") {
        UserDefaults.standard.set(
          Central.current.peers[0].identifier.uuidString, forKey: "peer")
      }
      for _ in 0..<2 {
        phone.jetsam(app)
        await phone.open(app)
        try await sleep(5)
        #expect(strap.isConnected)
      }
    }
    // The name was learned in the connection before.
    #expect(
      world.output.filter { $0.hasPrefix("known") } == [
        "known [\"? false\"]", "known [\"strap false\"]",
      ])
    #expect(world.output.filter { $0 == "connected strap" }.count == 2)
  }

  /// The identifiers that a phone has for another one that advertises, every minute for an hour.
  private static func names(afterConnection: Bool) async throws -> [UUID] {
    let world = try World(seed: 5)
    return try await world.run {
      let phones = try ["one", "two"].map { try world.addPhone($0, .iPhone(iOS: 17)) }
      let peer = phones[1].bluetooth.role
      if afterConnection {
        phones[0].bluetooth.stack.wasConnected(phones[0].bluetooth.stack.identifier(of: peer))
      }
      var names: [UUID] = []
      for _ in 0..<60 {
        names.append(phones[0].bluetooth.stack.identifier(of: peer))
        try await sleep(60)
      }
      return names
    }
  }

  @Test func `a phone that only advertises gets a new identifier every 15 to 20 min (BT19)`()
    async throws
  {
    let names = try await Self.names(afterConnection: false)
    let runs = names.reduce(into: [(name: UUID, minutes: Int)]()) { runs, name in
      if runs.last?.name == name {
        runs[runs.count - 1].minutes += 1
      } else {
        runs.append((name, 1))
      }
    }
    #expect((3...4).contains(runs.count), "an hour holds three or four addresses")
    #expect(Set(runs.map(\.name)).count == runs.count, "none comes back")
    for run in runs.dropFirst().dropLast() { #expect((15...20).contains(run.minutes)) }
  }

  @Test func `a phone that was connected once keeps its identifier (BT19)`() async throws {
    #expect(Set(try await Self.names(afterConnection: true)).count == 1)
  }

  @Test func `a peripheral that is connected to the phone still needs a connect by the app (BT19)`()
    async throws
  {
    let other = BluetoothApp.app(named: "Other")
    let first = BluetoothApp.app(named: "First", Central.connector)
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      await phone.open(try phone.installAllowed(first))
      try await sleep(5)
      let app = try phone.installAllowed(other)
      await phone.open(app)
      try await sleep(1)
      await phone.touch(app, "retrieve") {
        let central = Central.current
        let peer = central.manager.retrieveConnectedPeripherals(withServices: ["180D"].uuids)[0]
        peer.discoverServices(nil)
        central.keep(peer)
        central.connect(peer)
      }
      // The strap does not advertise. The app joins the existing link.
      try await sleep(1)
    }
    #expect(world.output.filter { $0 == "connected strap" }.count == 2)
    #expect(world.kinds == [.bleWrongState.by(.bt20)])
  }
}
