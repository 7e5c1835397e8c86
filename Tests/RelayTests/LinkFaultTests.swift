import Foundation
import Testing
import YobanTesting

@_spi(Effects) @testable import Yoban

/// Tests messages, files and receipts that are lost, duplicated or delayed.
@Suite(.world()) struct LinkFaultTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var item: TraceEvent.WatchLinkEvent.Item
    var fault: WatchLinkFault
    /// The fault affects every n-th item.
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

  /// The faults continue for twenty minutes, which is longer than the night.
  @Test(arguments: table)
  func `items that are lost, duplicated or late on the link only cost time (WC2, WC3, WC5)`(
    row: Row
  ) async throws {
    let fixture = try await startRelay()
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
    try await fixture.world.pass(.minutes(20))
    for device in [fixture.watch, fixture.phone] { device.watchLink.fault = nil }
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(50))
    #expect(counter.struck > 0)
    try expectWholeNight(fixture.collector, minutes: 10)
    #expect(fixture.chunks(fixture.watchApp) == [])
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.collector.conflictCount == 0)
  }

  private final class Counter: @unchecked SimulationConfined {
    var count = 0
    var struck = 0
  }

  @Test func `a receipt that never reaches the watch keeps its chunk there`() async throws {
    let fixture = try await startRelay()
    fixture.phone.watchLink.fault = { $0.item == .userInfo ? .lost : nil }
    try await fixture.world.pass(.minutes(300))
    // Ten minutes of two streams in chunks of half a minute; all are stored at the collector.
    #expect(fixture.collector.stored.count == 40)
    #expect(fixture.chunks(fixture.watchApp).count == 40)
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.phoneApp.log.texts.contains { $0.hasPrefix("repeated ") })
  }

  // MARK: The purpose of each part

  @Test(arguments: WatchLinkPolicy.Mode.allCases)
  func
    `in observed mode, a file for a suspended phone app is lost unless the app is woken first (WC5)`(
      mode: WatchLinkPolicy.Mode
    ) async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.mode = mode
    appFixture.relay.wakesPhone = false
    let fixture = try await startRelay(appFixture)
    try await fixture.world.pass(.minutes(30))
    switch mode {
    case .observed:
      #expect(fixture.collector.stored.isEmpty)
      #expect(fixture.chunks(fixture.watchApp).count == 40)
    case .documented: try expectWholeNight(fixture.collector, minutes: 10)
    }
  }

  @Test func `a chunk that is deleted in didFinish is lost if the phone app is suspended (WC5)`()
    async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.relayFaults = [.deletesAtDidFinish]
    appFixture.relay.wakesPhone = false
    let fixture = try await startRelay(appFixture)
    try await fixture.world.pass(.minutes(60))
    #expect(fixture.collector.stored.isEmpty)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test func `with sendsAfterRecording, nothing is sent before the recording has ended`()
    async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.relay.sendsAfterRecording = true
    let fixture = try await startRelay(appFixture)
    try await fixture.world.pass(.minutes(9))
    #expect(fixture.collector.stored.isEmpty)
    try await fixture.world.pass(.minutes(10))
    try expectWholeNight(fixture.collector, minutes: 10)
  }
}
