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
    let stage = try await play { stage in
      let counter = Counter()
      for device in [stage.watch, stage.phone] {
        device.watchLink.fault = { message in
          guard message.item == row.item else { return nil }
          counter.count += 1
          guard counter.count % row.every == 0 else { return nil }
          counter.struck += 1
          return row.fault
        }
      }
      try await stage.wait(minutes: 20)
      for device in [stage.watch, stage.phone] { device.watchLink.fault = nil }
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 50)
      #expect(counter.struck > 0)
    }
    try expectWholeNight(stage.collector, minutes: 10)
    #expect(stage.chunks(stage.watchApp) == [])
    #expect(stage.chunks(stage.phoneApp) == [])
    #expect(stage.collector.conflictCount == 0)
  }

  /// Touched only by the holder of the simulation's baton. Sendable: for the same reason.
  private final class Counter: @unchecked Sendable {
    var count = 0
    var struck = 0
  }

  @Test func `a receipt that never comes back keeps its piece on the watch`() async throws {
    let stage = try await play { stage in
      stage.phone.watchLink.fault = { $0.item == .userInfo ? .lost : nil }
      try await stage.wait(minutes: 300)
    }
    // Ten minutes in pieces of half a minute, of two streams; all are at the collector.
    #expect(stage.collector.stored.count == 40)
    #expect(stage.chunks(stage.watchApp).count == 40)
    #expect(stage.chunks(stage.phoneApp) == [])
    #expect(stage.lines(stage.phone).contains { $0.hasPrefix("repeated ") })
  }

  // MARK: What the parts are for

  @Test(arguments: WatchLinkPolicy.Mode.allCases)
  func
    `unless the phone is woken a file for a suspended app is lost, where that was observed (WC5)`(
      mode: WatchLinkPolicy.Mode
    ) async throws
  {
    var script = RelayScript()
    script.mode = mode
    script.relay.wakesPhone = false
    let stage = try await play(script) { try await $0.wait(minutes: 30) }
    switch mode {
    case .observed:
      #expect(stage.collector.stored.isEmpty)
      #expect(stage.chunks(stage.watchApp).count == 40)
    case .documented: try expectWholeNight(stage.collector, minutes: 10)
    }
  }

  @Test func `a piece that is deleted at didFinish is lost with a suspended app (WC5)`()
    async throws
  {
    var script = RelayScript()
    script.relay.shortcuts = [.deletesAtDidFinish]
    script.relay.wakesPhone = false
    let stage = try await play(script) { try await $0.wait(minutes: 60) }
    #expect(stage.collector.stored.isEmpty)
    #expect(stage.chunks(stage.watchApp) == [])
  }

  @Test func `held back, nothing is sent before the recording has ended`() async throws {
    var script = RelayScript()
    script.relay.shortcuts = [.sendsAfterRecording]
    let stage = try await play(script) { stage in
      try await stage.wait(minutes: 9)
      #expect(stage.collector.stored.isEmpty)
      try await stage.wait(minutes: 10)
    }
    try expectWholeNight(stage.collector, minutes: 10)
  }
}
