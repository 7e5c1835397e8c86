import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanSimulatedRadio

/// The behavior of radios and clocks of the field, against the documentation or by nature.
@Suite struct RadioFaultTests {
  // MARK: Connects without an answer

  @Test func `a connect without an answer stays pending until the app cancels it (RA3)`()
    async throws
  {
    let world = try await withStrap { phone, strap in
      strap.ignoreConnections(2)
      strap.switchOn()
      let app = try phone.installAllowed(BluetoothApp.app(Central.connector))
      await phone.open(app)
      try await minutes(60)
      #expect(!strap.isConnected)
      for isConnected in [false, true] {
        await phone.touch(app, "try again") {
          #expect(Central.current.peers[0].state == .connecting)
          Central.current.cancel()
          Central.current.connect()
        }
        try await minutes(10)
        #expect(strap.isConnected == isConnected)
      }
    }
    let posts = world.trace.events.compactMap(\.kind.accessory)
    #expect(posts.filter { $0 == "does not answer a connect" }.count == 2)
    #expect(world.output.filter { $0.hasPrefix("connected") } == ["connected strap"])
    #expect(!world.output.contains { $0.hasPrefix("failed") })
  }

  @Test func `a restart of Bluetooth makes a connect without an answer a new attempt (RA3)`()
    async throws
  {
    let world = try await withStrap { phone, strap in
      strap.ignoreConnections(1)
      strap.switchOn()
      let app = try phone.installAllowed(BluetoothApp.app(Central.connector))
      await phone.open(app)
      try await minutes(1)
      phone.bluetooth.reset()
      try await minutes(1)
      #expect(strap.isConnected)
    }
    #expect(world.output.last == "connected strap")
  }

  // MARK: Parameters in a loop

  @Test func `iOS 26 loses each connection whose parameters it updates in a loop (BT31)`()
    async throws
  {
    let moments = Moments()
    let world = try await ConnectionTests.connected(iOS: 26, reconnects: true) { phone, _, strap in
      let policy = phone.profile.bluetooth
      #expect(policy.mayUpdateParametersInLoop)
      strap.onConnection { strap, isConnected in
        moments.all.append((strap.now, isConnected))
      }
      let begin = strap.now
      phone.bluetooth.updatesParametersInLoop = true
      try await sleep(3 + 0.72 - 0.01)
      // The strap has dropped the connection, and the phone does not know it yet.
      #expect(moments.all.map(\.isConnected) == [false])
      #expect(moments.all[0].instant == begin + policy.parameterLoopLength)
      #expect(!strap.isConnected && phone.world.output.last == "connected strap")
      try await sleep(0.02)
      #expect(phone.world.output.last == "disconnected C6 reconnecting")
      try await sleep(20)
      phone.bluetooth.updatesParametersInLoop = false
      try await minutes(10)
      #expect(strap.isConnected)
    }
    // The connections between last as long as the first one did.
    for (made, lost) in zip(moments.all.dropFirst(), moments.all.dropFirst(2))
    where made.isConnected {
      #expect(lost.instant - made.instant == .seconds(3))
    }
    let losses = moments.all.filter { !$0.isConnected }.count
    // Each connection takes 3 s, 0.72 s until the phone notices its end, and up to 0.6 s until the next one.
    #expect((5...6).contains(losses), "\(losses)")
    #expect(moments.all.count == 2 * losses)
    let posts = world.trace.events.compactMap(\.kind.accessory)
    #expect(posts.filter { $0 == "drops a connection: instant passed (0x28)" }.count == losses)
  }

  @Test(arguments: [(SystemVersion(18), false), (26, true), ("26.5", true)])
  func `only iOS 26 updates parameters in a loop (BT31)`(version: SystemVersion, may: Bool) {
    #expect(BluetoothPolicy(iOS: version).mayUpdateParametersInLoop == may)
  }

  // MARK: Writes without response

  @Test(arguments: [false, true])
  func `the call that a full queue has room may be missing, and the property says it (BT32)`(
    isUnreported: Bool
  ) async throws {
    let world = try await AttributeTests.explored { phone, app, _ in
      phone.bluetooth.leavesRoomUnreported = isUnreported
      let room = phone.profile.bluetooth.packetQueue
      await phone.touch(app, "send") {
        for byte in 0..<UInt8(room) { Central.current.send(Data([byte]), "A001") }
        print("may \(Central.current.peers[0].canSendWriteWithoutResponse)")
      }
      try await sleep(5)
      await phone.touch(app, "ask") {
        print("may \(Central.current.peers[0].canSendWriteWithoutResponse)")
      }
    }
    let ready = isUnreported ? [] : ["ready to write"]
    #expect(world.output == AttributeTests.exploration + ["may false"] + ready + ["may true"])
  }

  // MARK: Clocks

  @Test func `an accessory's code reads a clock that runs fast or slow (RA4)`() async throws {
    try await withStrap { phone, strap in
      try await minutes(10)
      #expect(strap.clock == .seconds(600) && strap.clockDrift == 0)
      strap.clockDrift = 27.8
      try await minutes(24 * 60)
      #expect(strap.clock == .seconds(600 + 86_400) + .microseconds(2_401_920))
      strap.setClock(.seconds(7))
      strap.clockDrift = -20
      try await minutes(24 * 60)
      #expect(strap.clock == .seconds(7 + 86_400) - .milliseconds(1_728))
    }
  }

  @Test(arguments: [true, false])
  func `a clock goes on while the accessory is off, or begins again (RA4)`(keeps: Bool)
    async throws
  {
    try await withStrap { phone, strap in
      strap.keepsClockWhenOff = keeps
      strap.switchOn()
      try await minutes(5)
      strap.switchOff()
      try await minutes(5)
      strap.switchOn()
      try await minutes(1)
      #expect(strap.clock == .seconds(keeps ? 660 : 60))
    }
  }

  @Test func `a drift that no clock has is a mistake of the test, and changes nothing`()
    async throws
  {
    try await withStrap { _, strap in
      strap.clockDrift = 5
      withKnownIssue {
        strap.clockDrift = 100_001
      } matching: {
        "\($0)".contains("-100,000 to 100,000 ppm")
      }
      withKnownIssue { strap.clockDrift = .nan }
      #expect(strap.clockDrift == 5)
    }
  }

  private final class Moments: @unchecked SimulationConfined {
    var all: [(instant: VirtualInstant, isConnected: Bool)] = []
  }
}
