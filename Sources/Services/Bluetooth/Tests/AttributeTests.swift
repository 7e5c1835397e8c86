import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@Suite struct AttributeTests {
  /// Runs a scenario with the app in the foreground, connected, and everything discovered.
  @discardableResult
  static func explored(
    iOS version: SystemVersion = 17, prepare: @escaping @Sendable (Accessory) -> Void = { _ in },
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    let app = BluetoothApp.app { central, event in
      Central.explorer(central, event)
      if case .connected = event { central.manager.stopScan() }
    }
    return try await withStrap(iOS: version) { phone, strap in
      prepare(strap)
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      try await scenario(phone, app, strap)
    }
  }

  static let exploration = [
    "state poweredOn", "discovered strap", "connected strap", "services 180D 180F",
    "characteristics 2A37 A001", "characteristics 2A19",
  ]

  @Test func `requests are answered in order, and a read delivers a value (BT20)`() async throws {
    let world = try await Self.explored { phone, app, strap in
      await phone.touch(app, "requests") {
        let central = Central.current
        central.read("2A19")
        central.write(Data([5, 6]), "A001")
        central.read("A001")
        central.subscribe("2A37")
        central.peers[0].discoverDescriptors(for: central.characteristic("2A37"))
      }
      try await sleep(5)
      #expect(strap.value(of: "A001") == Data([5, 6]))
    }
    #expect(
      world.output == Self.exploration + [
        "value 64", "wrote well", "value 0506", "notifying true", "descriptors 2902",
      ])
    #expect(world.kinds == [])
  }

  @Test func `one request is under way at a time (BT20)`() async throws {
    let world = try await Self.explored { strap in
      strap.onRead("2A19") { _ in .after(.seconds(10), .value(Data([9]))) }
    } _: { phone, app, strap in
      await phone.touch(app, "requests") {
        for _ in 0..<3 { Central.current.read("2A19") }
        Central.current.write(Data([1]), "A001")
      }
      try await minutes(2)
    }
    // Each waits for the one before it, and each has its own 30 s.
    let values = world.moments(printed: "value 09")
    #expect(values.count == 3)
    for (first, second) in zip(values, values.dropFirst()) {
      #expect((Duration.seconds(10)...(.milliseconds(10_100))).contains(second - first))
    }
    #expect(world.output.last == "wrote well")
  }

  @Test func `commands without a connection do nothing and report a finding (BT20)`() async throws {
    let world = try await Self.explored { phone, app, strap in
      await phone.touch(app, "cancel and go on") {
        let central = Central.current
        let (peer, value) = (central.peers[0], central.characteristic("A001"))
        central.cancel()
        print("limit \(peer.maximumWriteValueLength(for: .withoutResponse))")
        print("may \(peer.canSendWriteWithoutResponse)")
        peer.discoverServices(nil)
        peer.readValue(for: value)
        peer.writeValue(Data([1]), for: value, type: .withResponse)
        peer.writeValue(Data([1]), for: value, type: .withoutResponse)
        peer.setNotifyValue(true, for: value)
        peer.readRSSI()
      }
      try await sleep(40)
      #expect(strap.value(of: "A001") == Data([1]))
    }
    // The smallest MTU is 23.
    #expect(world.output == Self.exploration + ["limit 20", "may false", "disconnected nil"])
    #expect(world.kinds == Array(repeating: .bleWrongState.by(.bt20), count: 6))
  }

  @Test func `a running request and the waiting ones end with the connection (BT20)`()
    async throws
  {
    let world = try await Self.explored { strap in
      strap.onRead("2A19") { _ in .after(.seconds(10), .value(Data(count: 600))) }
    } _: { phone, app, strap in
      await phone.touch(app, "requests") {
        for _ in 0..<3 { Central.current.read("2A19") }
      }
      // The first response has arrived, and the next part is requested.
      try await sleep(10.05)
      strap.disconnect()
      try await minutes(2)
    }
    #expect(world.output == Self.exploration + ["disconnected C7"])
  }

  // MARK: Faulty accessories

  struct Answer: Sendable {
    var answer: AttributeAnswer
    var lines: [String]
    var takes: ClosedRange<Double>
  }

  @Test(arguments: [
    Answer(answer: .value(Data([1, 2])), lines: ["value 0102"], takes: 0...0.1),
    Answer(answer: .value(Data()), lines: ["value "], takes: 0...0.1),
    Answer(answer: .garbage, lines: ["value A4"], takes: 0...0.1),
    Answer(answer: .error(.unlikelyError), lines: ["value A14"], takes: 0...0.1),
    Answer(
      answer: .after(.seconds(29), .value(Data([1]))), lines: ["value 01"], takes: 29...29.1),
    Answer(
      answer: .after(.seconds(20), .after(.seconds(9), .garbage)), lines: ["value A4"],
      takes: 29...29.1),
    Answer(
      answer: .after(.seconds(31), .value(Data([1]))), lines: ["disconnected C6"], takes: 30...30.1),
    Answer(answer: .noAnswer, lines: ["disconnected C6"], takes: 30...30.1),
    Answer(
      answer: .after(.seconds(5), .noAnswer), lines: ["disconnected C6"], takes: 30...30.1),
  ])
  func `a response may be wrong or late; after 30 s without one the link closes (BT15, BT20)`(
    _ row: Answer
  ) async throws {
    let asked = Moment()
    let world = try await Self.explored { strap in
      strap.onRead("2A19") { _ in row.answer }
    } _: { phone, app, strap in
      asked.instant = phone.world.now
      await phone.touch(app, "read") { Central.current.read("2A19") }
      try await minutes(3)
      #expect(strap.isConnected == (row.lines[0].hasPrefix("value")))
    }
    #expect(world.output == Self.exploration + row.lines)
    let reported = try #require(world.moments(printed: row.lines[0]).last)
    #expect(row.takes.contains((reported - asked.instant).seconds))
  }

  @Test(arguments: [(182, 1), (184, 2), (400, 3), (512, 3), (600, 3)])
  func `a long value is read in parts, and has at most 512 bytes (BT20, BT21)`(
    count: Int, parts: Int
  ) async throws {
    let world = try await Self.explored { strap in
      strap.onRead("2A19") { strap in
        strap.post("asked")
        return .value(Data(count: count))
      }
    } _: { phone, app, strap in
      await phone.touch(app, "read") { Central.current.read("2A19") }
      try await sleep(5)
    }
    #expect(world.output == Self.exploration + ["value \(min(count, 512)) bytes"])
    // A packet carries 184 bytes. A full one may not be the last.
    #expect(world.moments { $0 == .accessory("asked") }.count == parts)
  }

  @Test func `each further part of a long value has its own 30 s (BT20)`() async throws {
    let (asked, isFirst) = (Moment(), Moment())
    let world = try await Self.explored { strap in
      strap.onRead("2A19") { strap in
        guard isFirst.instant == .start else { return .noAnswer }
        isFirst.instant = strap.now
        return .after(.seconds(20), .value(Data(count: 400)))
      }
    } _: { phone, app, strap in
      asked.instant = phone.world.now
      await phone.touch(app, "read") { Central.current.read("2A19") }
      try await minutes(3)
    }
    #expect(world.output == Self.exploration + ["disconnected C6"])
    let reported = try #require(world.moments(printed: "disconnected C6").first)
    #expect((50...50.2).contains((reported - asked.instant).seconds))
  }

  @Test func `an accessory that vanishes during a request is disconnected (BT13, BT20)`()
    async throws
  {
    let world = try await Self.explored { strap in
      strap.onWrite("A001") { strap, _ in
        strap.switchOff()
        return .done
      }
    } _: { phone, app, strap in
      await phone.touch(app, "write") { Central.current.write(Data([1]), "A001") }
      try await minutes(2)
    }
    #expect(world.output == Self.exploration + ["disconnected C6"])
  }

  // MARK: Lengths

  @Test(arguments: [(9.0, 517, 158), (17, 517, 185), (17, 100, 100), (17, 23, 23)])
  func `the MTU limits writes without response and notifications (BT20, BT21)`(
    version: SystemVersion, accessory: Int, mtu: Int
  ) async throws {
    let world = try await Self.explored(iOS: version) { strap in
      strap.maximumTransmissionUnit = accessory
    } _: { phone, app, strap in
      await phone.touch(app, "lengths") {
        let central = Central.current
        let peer = central.peers[0]
        print("limits \(peer.maximumWriteValueLength(for: .withoutResponse))")
        print("and \(peer.maximumWriteValueLength(for: .withResponse))")
        central.send(Data(count: mtu - 2), "A001")
      }
      try await sleep(5)
      #expect(strap.value(of: "A001") == Data([1]))
      await phone.touch(app, "send") {
        Central.current.send(Data(count: mtu - 3), "A001")
        Central.current.subscribe("2A37")
      }
      try await sleep(5)
      #expect(strap.value(of: "A001")?.count == mtu - 3)
      strap.notify("2A37", Data(count: 600))
      try await sleep(5)
    }
    #expect(
      world.output == Self.exploration + [
        "limits \(mtu - 3)", "and 512", "notifying true", "value \(mtu - 3) bytes",
      ])
    #expect(world.kinds == [.bleWriteDropped.by(.bt21)])
  }

  /// Parts of MTU - 5 = 180 bytes are prepared and then executed, each in its own exchange.
  @Test(arguments: [
    (182, "wrote well", 1), (183, "wrote well", 3), (512, "wrote well", 4), (513, "wrote A13", 0),
  ])
  func `a long write has at most 512 bytes (BT21)`(count: Int, line: String, exchanges: Int)
    async throws
  {
    let asked = Moment()
    let world = try await Self.explored { phone, app, strap in
      asked.instant = phone.world.now
      await phone.touch(app, "write") { Central.current.write(Data(count: count), "A001") }
      try await sleep(5)
      #expect(strap.value(of: "A001")?.count == (count <= 512 ? count : 1))
    }
    #expect(world.output == Self.exploration + [line])
    let reported = try #require(world.moments(printed: line).last)
    #expect(reported - asked.instant == .milliseconds(30) * exchanges)
  }

  // MARK: Back-pressure

  @Test func `writes without response beyond the queue are dropped, then ready is reported (BT22)`()
    async throws
  {
    final class Arrived: @unchecked SimulationConfined { var bytes: [UInt8] = [] }
    let arrived = Arrived()
    let world = try await Self.explored { strap in
      strap.onWrite("A001") { _, value in
        arrived.bytes += value
        return .done
      }
    } _: { phone, app, strap in
      let room = phone.profile.bluetooth.packetQueue
      await phone.touch(app, "send") {
        let central = Central.current
        print("may \(central.peers[0].canSendWriteWithoutResponse)")
        for byte in 0..<UInt8(room) { central.send(Data([byte]), "A001") }
        print("may \(central.peers[0].canSendWriteWithoutResponse)")
        central.send(Data([99]), "A001")
      }
      try await sleep(5)
      #expect(arrived.bytes == (0..<UInt8(room)).map { $0 })
      await phone.touch(app, "ask") {
        print("may \(Central.current.peers[0].canSendWriteWithoutResponse)")
      }
    }
    #expect(
      world.output == Self.exploration + ["may true", "may false", "ready to write", "may true"])
    #expect(world.kinds == [.bleWriteDropped.by(.bt22)])
  }

  @Test func `an app whose writes all fit is not notified that the queue is ready (BT22)`()
    async throws
  {
    let world = try await Self.explored { phone, app, _ in
      await phone.touch(app, "send") {
        for _ in 0..<5 { Central.current.send(Data([1]), "A001") }
      }
      try await sleep(5)
    }
    #expect(world.output == Self.exploration)
  }

  @Test func `notifications of an accessory beyond its queue are refused (BT22)`() async throws {
    let world = try await Self.explored { phone, app, strap in
      await phone.touch(app, "subscribe") { Central.current.subscribe("2A37") }
      try await sleep(1)
      let room = phone.profile.bluetooth.packetQueue
      let taken = (0..<room + 3).map { strap.notify("2A37", Data([UInt8($0)])) }
      #expect(taken == Array(repeating: true, count: room) + [false, false, false])
      try await sleep(5)
      #expect(strap.notify("2A37", Data([0xFF])))
      try await sleep(1)
    }
    #expect(world.output.filter { $0.hasPrefix("value") }.count == 13)
    #expect(world.output.last == "value ff")
  }
}
