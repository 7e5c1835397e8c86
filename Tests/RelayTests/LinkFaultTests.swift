import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// Messages, files and receipts that are lost, doubled or late.
@Suite struct LinkFaultTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var item: TraceEvent.WatchLinkEvent.Item
    var fault: WatchLinkFault
    /// Every so many-th item is struck.
    var every: Int
    var testDescription: String { "\(item.rawValue) \(fault), every \(every)" }
  }

  static let table: [Row] = [
    Row(item: .userInfo, fault: .lost, every: 1), Row(item: .userInfo, fault: .lost, every: 2),
    Row(item: .userInfo, fault: .doubled, every: 1),
    Row(item: .userInfo, fault: .delayed(.seconds(1_500)), every: 2),
    Row(item: .file, fault: .lost, every: 2), Row(item: .file, fault: .doubled, every: 1),
    Row(item: .file, fault: .delayed(.seconds(900)), every: 3),
    Row(item: .file, fault: .finishNotTold, every: 1),
    Row(item: .message, fault: .lost, every: 2), Row(item: .message, fault: .doubled, every: 1),
    Row(item: .message, fault: .delayed(.seconds(45)), every: 2),
  ]

  /// The faults last for twenty minutes, longer than the night.
  @Test(arguments: table)
  func `what is lost, doubled or late on the link costs nothing but time (WC2, WC3, WC5)`(
    row: Row
  ) async throws {
    let fixture = try await play { fixture in
      let counter = Counter()
      for device in [fixture.watch, fixture.phone] {
        device.watchLink.fault = { message in
          guard message.item == row.item else { return nil }
          counter.count += 1
          guard counter.count % row.every == 0 else { return nil }
          counter.struck += 1
          return row.fault
        }
      }
      try await fixture.wait(minutes: 20)
      for device in [fixture.watch, fixture.phone] { device.watchLink.fault = nil }
      await fixture.watch.raiseWrist()
      await fixture.watch.open(fixture.watchApp)
      try await fixture.wait(minutes: 50)
      #expect(counter.struck > 0)
    }
    try expectWholeNight(fixture.collector, minutes: 10)
    #expect(fixture.chunks(fixture.watchApp) == [])
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.collector.conflictCount == 0)
  }

  /// Touched only by the holder of the simulation's baton. Sendable: for the same reason.
  private final class Counter: @unchecked Sendable {
    var count = 0
    var struck = 0
  }

  @Test func `a receipt that never comes back keeps its chunk on the watch`() async throws {
    let fixture = try await play { fixture in
      fixture.phone.watchLink.fault = { $0.item == .userInfo ? .lost : nil }
      try await fixture.wait(minutes: 300)
    }
    // Ten minutes in chunks of half a minute, of two streams; all are at the collector.
    #expect(fixture.collector.stored.count == 40)
    #expect(fixture.chunks(fixture.watchApp).count == 40)
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.lines(fixture.phone).contains { $0.hasPrefix("repeated ") })
  }

  // MARK: What the parts are for

  @Test(arguments: WatchLinkPolicy.Mode.allCases)
  func
    `unless the phone is woken a file for a suspended app is lost, where that was observed (WC5)`(
      mode: WatchLinkPolicy.Mode
    ) async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.mode = mode
    appFixture.relay.wakesPhone = false
    let fixture = try await play(appFixture) { try await $0.wait(minutes: 30) }
    switch mode {
    case .observed:
      #expect(fixture.collector.stored.isEmpty)
      #expect(fixture.chunks(fixture.watchApp).count == 40)
    case .documented: try expectWholeNight(fixture.collector, minutes: 10)
    }
  }

  @Test func `a chunk that is deleted at didFinish is lost with a suspended app (WC5)`()
    async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.relay.shortcuts = [.deletesAtDidFinish]
    appFixture.relay.wakesPhone = false
    let fixture = try await play(appFixture) { try await $0.wait(minutes: 60) }
    #expect(fixture.collector.stored.isEmpty)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test func `held back, nothing is sent before the recording has ended`() async throws {
    var appFixture = RelayAppFixture()
    appFixture.relay.shortcuts = [.sendsAfterRecording]
    let fixture = try await play(appFixture) { fixture in
      try await fixture.wait(minutes: 9)
      #expect(fixture.collector.stored.isEmpty)
      try await fixture.wait(minutes: 10)
    }
    try expectWholeNight(fixture.collector, minutes: 10)
  }
}
