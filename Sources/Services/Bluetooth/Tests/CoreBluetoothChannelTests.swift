import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CoreBluetoothChannelTests {
  /// A delegate that opens and retains a channel, and prints the events of its streams.
  private final class Opener: NSObject, CBPeripheralDelegate, StreamDelegate {
    var channel: CBL2CAPChannel?
    var taken = Data()
    var readsAtMost = 4096
    var opens = true

    func peripheral(
      _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) {
      print(
        "open \(channel.map { "\($0.psm) \($0.peer === peripheral)" } ?? "nil") \(words(error))")
      guard let channel else { return }
      self.channel = channel
      for stream in [channel.inputStream, channel.outputStream] as [Stream] {
        stream.delegate = self
        stream.schedule(in: .current, forMode: .default)
        if opens { stream.open() }
      }
    }

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
      let name = aStream is InputStream ? "in" : "out"
      switch eventCode {
      case .openCompleted: print("\(name) opened \(Thread.isMainThread)")
      case .hasBytesAvailable:
        var buffer = [UInt8](repeating: 0, count: readsAtMost)
        let count = channel!.inputStream.read(&buffer, maxLength: buffer.count)
        taken += buffer.prefix(count)
        print("in bytes \(count)")
      case .hasSpaceAvailable: print("out space")
      case .endEncountered: print("\(name) end \(aStream.streamStatus == .atEnd)")
      default: print("\(name) error")
      }
    }
  }

  private func openChannel(
    psm: UInt16 = 0x80, opens: Bool = true
  ) async throws -> (WorldFixture, Accessory) {
    let (fixture, lamp) = try await startCentral(.connection)
    lamp.onChannel(0x80) { lamp, channel in
      channel.onChange = { [weak channel] in
        guard let channel, !channel.received.isEmpty else { return }
        _ = channel.write(channel.read(channel.received.count))  // echo
      }
    }
    await fixture.use { listener in
      let opener = Opener()
      opener.opens = opens
      Kept.of("opener", opener)
      listener.peripheral!.delegate = opener
      listener.peripheral!.openL2CAPChannel(psm)
    }
    try await fixture.world.pass(.seconds(1))
    return (fixture, lamp)
  }

  @MainActor private static var opener: Opener { Kept.get("opener")! }

  @Test func `bytes are sent and received, with the streams' events on the main queue`()
    async throws
  {
    let (fixture, _) = try await openChannel()
    await fixture.touch {
      let output = Self.opener.channel!.outputStream!
      #expect(output.hasSpaceAvailable && output.streamStatus == .open)
      #expect(output.write([1, 2, 3], maxLength: 3) == 3)
      #expect(!Self.opener.channel!.inputStream.hasBytesAvailable)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { #expect(Self.opener.taken == Data([1, 2, 3])) }
    #expect(
      fixture.world.log.texts.suffix(6) == [
        "open 128 true -", "in opened true", "out opened true", "out space", "out space",
        "in bytes 3",
      ])
  }

  @Test func `bytes that were not read cause another event`() async throws {
    let (fixture, _) = try await openChannel()
    await fixture.touch {
      Self.opener.readsAtMost = 2
      _ = Self.opener.channel!.outputStream.write([1, 2, 3, 4, 5], maxLength: 5)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { #expect(Self.opener.taken == Data([1, 2, 3, 4, 5])) }
    #expect(fixture.world.log.texts.suffix(3) == ["in bytes 2", "in bytes 2", "in bytes 1"])
  }

  @Test
  func `a stream accepts no more bytes than it has space for, and reports when it has space again`()
    async throws
  {
    let (fixture, _) = try await openChannel()
    await fixture.touch {
      let bytes = [UInt8](repeating: 9, count: 100_000)
      let output = Self.opener.channel!.outputStream!
      let count = output.write(bytes, maxLength: bytes.count)
      #expect(count > 0 && count < bytes.count && !output.hasSpaceAvailable)
      #expect(output.write(bytes, maxLength: 1) == 0)
      print("full")
    }
    try await fixture.world.pass(.seconds(60))
    let full = fixture.world.log.texts.firstIndex(of: "full")!
    #expect(fixture.world.log.texts[full...].filter { $0 == "out space" }.count == 1)
  }

  @Test func `opening a PSM that is not published gives an error and no channel`() async throws {
    let (fixture, _) = try await openChannel(psm: 0x99)
    #expect(fixture.world.log.texts.last == "open nil CBErrorDomain 13")
  }

  @Test func `no event is delivered before open, and reading without bytes returns at once`()
    async throws
  {
    let (fixture, _) = try await openChannel(opens: false)
    await fixture.touch {
      let channel = Self.opener.channel!
      var buffer = [UInt8](repeating: 0, count: 8)
      #expect(channel.inputStream.streamStatus == .notOpen)
      #expect(channel.inputStream.read(&buffer, maxLength: 8) == -1)
      #expect(channel.outputStream.write(buffer, maxLength: 8) == -1)
      channel.inputStream.open()
      #expect(channel.inputStream.read(&buffer, maxLength: 8) == -1)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.suffix(2) == ["open 128 true -", "in opened true"])
  }

  /// Opens a channel and returns its end at the accessory.
  private func openFar() async throws -> (WorldFixture, Accessory, L2CAPChannel) {
    nonisolated(unsafe) var far: L2CAPChannel?
    let (fixture, lamp) = try await startCentral(.connection)
    lamp.onChannel(0x80) { _, channel in far = channel }
    await fixture.use { listener in
      Kept.of("opener", Opener())
      listener.peripheral!.delegate = Self.opener
      listener.peripheral!.openL2CAPChannel(0x80)
    }
    try await fixture.world.pass(.seconds(1))
    defer { far = nil }
    return (fixture, lamp, far!)
  }

  @Test func `data keeps its order and is not lost during a short absence`() async throws {
    let (fixture, lamp, far) = try await openFar()
    let parts = [5_000, 10, 2_500, 1, 999].enumerated().map { number, count in
      [UInt8](repeating: UInt8(number), count: count)
    }
    await fixture.touch {
      for part in parts {
        #expect(Self.opener.channel!.outputStream.write(part, maxLength: part.count) == part.count)
      }
    }
    try await fixture.world.pass(.milliseconds(100))
    lamp.place = farAway
    try await fixture.world.pass(.milliseconds(600))
    #expect(far.received.isEmpty)
    lamp.place = .origin
    try await fixture.world.pass(.seconds(5))
    #expect(lamp.isConnected)
    #expect([UInt8](far.read(.max)) == parts.flatMap { $0 })
  }

  @Test func `bytes wake a suspended app (BT9)`() async throws {
    let (fixture, _, far) = try await openFar()
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    _ = far.write(Data([9]))
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .background)
    #expect(fixture.world.log.texts.last == "in bytes 1")
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
  }

  enum Close: String, Sendable, CaseIterable { case far, link, power }

  @Test(arguments: Close.allCases)
  func `a channel that does not end in the app ends both of its streams`(_ close: Close)
    async throws
  {
    let (fixture, lamp, far) = try await openFar()
    switch close {
    case .far: far.close()
    case .link: lamp.disconnect()
    case .power: fixture.phone.bluetooth.switchOff(by: .settings)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(!far.isOpen && far.write(Data([1])) == 0)
    await fixture.touch {
      var buffer = [UInt8](repeating: 0, count: 8)
      #expect(Self.opener.channel!.inputStream.read(&buffer, maxLength: 8) == 0)
      #expect(!Self.opener.channel!.outputStream.hasSpaceAvailable)
    }
    #expect(
      Set(fixture.world.log.texts.filter { $0.contains(" end ") }) == [
        "in end true", "out end true",
      ])
    #expect(far.received.isEmpty)
  }

  static let endings: [(@MainActor @Sendable (CBL2CAPChannel) -> Void, isOpen: Bool)] = [
    ({ $0.inputStream.close() }, true),
    (
      {
        $0.inputStream.close()
        $0.outputStream.close()
      }, false
    ),
    ({ _ in opener.channel = nil }, false),
  ]

  @Test(arguments: endings.indices)
  func `a channel ends when both streams are closed or its object is released`(_ row: Int)
    async throws
  {
    let (end, isOpen) = Self.endings[row]
    let (fixture, _, far) = try await openFar()
    #expect(far.isOpen)
    await fixture.touch { end(Self.opener.channel!) }
    try await fixture.world.pass(.seconds(1))
    #expect(far.isOpen == isOpen)
  }
}
