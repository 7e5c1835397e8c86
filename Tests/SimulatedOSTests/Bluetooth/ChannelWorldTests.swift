import Foundation
import Testing
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct ChannelWorldTests {
  /// An app that opens a channel to the strap as soon as it is connected, and prints what it reads.
  private static let opener: Central.Reaction = { central, event in
    Central.connector(central, event)
    if case .connected(let peer, _) = event {
      central.client.stopScan()
      central.client.openChannel(0x80, peer)
    }
    guard case .peer(_, .channel(let channel?, _)) = event else { return }
    central.launch.kept.append(channel)
    channel.onChange = { [unowned channel] in
      let data = channel.read(.max)
      if !data.isEmpty { print("got \(data.words)") }
      if !channel.isOpen { print("closed") }
    }
  }

  /// The strap's end of the channel.
  private final class End: @unchecked SimulationConfined {
    var channel: L2CAPChannel?
    var received = Data()
  }

  @discardableResult
  private static func open(
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory, End) async throws -> Void
  ) async throws -> World {
    let app = BluetoothApp.app(opener)
    return try await withStrap { phone, strap in
      let end = End()
      strap.onChannel(0x80) { _, channel in
        end.channel = channel
        channel.onChange = { [unowned channel] in end.received += channel.read(.max) }
      }
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      try await scenario(phone, app, strap, end)
    }
  }

  private static func current() -> L2CAPChannel {
    TestLaunch.current.kept.lazy.compactMap { $0 as? L2CAPChannel }.first!
  }

  @Test func `bytes arrive in order, both ways, and a write takes as many as there is room for`()
    async throws
  {
    let sent = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let world = try await Self.open { phone, app, strap, end in
      await phone.touch(app, "write") {
        let taken = Self.current().write(sent)
        print("taken \(taken), room \(Self.current().room)")
      }
      try await sleep(60)
      await phone.touch(app, "write the rest") {
        print("taken \(Self.current().write(sent.dropFirst(65_535)))")
      }
      try await sleep(60)
      #expect(end.received == sent)
      #expect(end.channel?.write(Data([1, 2])) == 2)
      #expect(end.channel?.write(Data([3])) == 1)
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("taken") } == ["taken 65535, room 0", "taken 34465"])
    #expect(Array(world.output.suffix(2)) == ["got 0102", "got 03"])
  }

  @Test func `data keeps its order and is not lost during a short absence`()
    async throws
  {
    let parts = [5_000, 10, 2_500, 1, 999].map { Data(count: $0) }
    let all = parts.enumerated().flatMap { number, part in part.map { _ in UInt8(number) } }
    try await Self.open { phone, app, strap, end in
      await phone.touch(app, "write") {
        for (number, part) in parts.enumerated() {
          #expect(Self.current().write(Data(part.map { _ in UInt8(number) })) == part.count)
        }
      }
      try await sleep(0.1)
      strap.place = farAway
      try await sleep(0.6)
      #expect(end.received.isEmpty)
      strap.place = .origin
      try await sleep(5)
      #expect(strap.isConnected)
      #expect([UInt8](end.received) == all)
    }
  }

  @Test func `bytes wake a suspended app (BT9)`() async throws {
    let world = try await Self.open { phone, app, _, end in
      await phone.goHome()
      try await minutes(1)
      #expect(app.state == .suspended)
      _ = end.channel?.write(Data([9]))
      try await sleep(1)
      #expect(app.state == .background)
      try await minutes(1)
      #expect(app.state == .suspended)
    }
    #expect(world.output.last == "got 09")
  }

  enum Close: String, Sendable, CaseIterable { case near, far, link, power }

  @Test(arguments: Close.allCases)
  func `a closed channel accepts no more data at either end`(_ close: Close) async throws {
    let world = try await Self.open { phone, app, strap, end in
      switch close {
      case .near: await phone.touch(app, "close") { Self.current().close() }
      case .far: end.channel?.close()
      case .link: strap.disconnect()
      case .power: phone.bluetooth.switchOff(by: .settings)
      }
      try await sleep(1)
      #expect(end.channel?.isOpen == false)
      #expect(end.channel?.write(Data([1])) == 0)
      await phone.touch(app, "write") { print("taken \(Self.current().write(Data([1])))") }
      try await sleep(1)
      #expect(end.received.isEmpty)
    }
    #expect(world.output.filter { $0 == "closed" }.count == 1)
    #expect(world.output.contains("taken 0"))
    #expect(!world.output.contains { $0.hasPrefix("got") })
  }

  @Test func `a channel with an unknown number is not opened (BT14)`() async throws {
    let world = try await AttributeWorldTests.explored { phone, app, _ in
      await phone.touch(app, "open") {
        Central.current.client.openChannel(0x99, Central.current.peers[0])
      }
      try await sleep(1)
    }
    #expect(world.output == AttributeWorldTests.exploration + ["channel C13"])
  }
}
