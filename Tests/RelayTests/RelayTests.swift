import Foundation
import Testing
import YobanTesting

@testable import Yoban

/// Tests that with any incident on the phone or the link, the whole night arrives at the collector
/// and no chunk remains on the devices.
@Suite struct RelayTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The time by which everything must have arrived, in minutes after the start of a night of ten
    /// minutes.
    var minutes = 40.0
    var gaps: [String] = []
    var appFixture = RelayAppFixture()
    /// The incident, which runs in parallel to the recording, from its start on.
    var happens: @Sendable (RelayFixture) async throws -> Void
    var testDescription: String { name }
  }

  static let table: [Row] = [
    Row(name: "the phone's app is suspended") { _ in },
    Row(name: "the phone's app is terminated") { fixture in
      fixture.phone.jetsam(fixture.phoneApp)
    },
    Row(name: "the phone's app is killed every minute") { fixture in
      for _ in 0..<10 {
        try await fixture.world.pass(.minutes(1))
        fixture.phone.jetsam(fixture.phoneApp)
      }
    },
    Row(name: "the phone's app is swiped away") { fixture in
      try await fixture.world.pass(.minutes(3))
      await fixture.phone.swipeAway(fixture.phoneApp)
    },
    Row(name: "the phone is away for hours", minutes: 300) { fixture in
      fixture.phone.place = Place(x: 5_000)
      fixture.phone.network.path = .cellular
      try await fixture.world.pass(.minutes(240))
      fixture.phone.place = .origin
      fixture.phone.network.path = .wifi
    },
    Row(name: "the phone's app is reinstalled", minutes: 60) { fixture in
      try await fixture.world.pass(.minutes(4))
      try fixture.reinstallPhone()
      await fixture.phone.open(fixture.phoneApp)
      await fixture.phone.goHome()
    },
    Row(name: "the phone reboots in the night", minutes: 200) { fixture in
      try await fixture.world.pass(.minutes(4))
      try await fixture.phone.reboot()
      try await fixture.world.pass(.minutes(90))
      fixture.phone.unlock()
    },
    Row(name: "the phone is offline for an hour", minutes: 240) { fixture in
      fixture.phone.network.path = .offline
      try await fixture.world.pass(.minutes(60))
      fixture.phone.network.path = .wifi
    },
    Row(name: "the collector is down for an hour", minutes: 240) { fixture in
      fixture.collector.isUp = false
      try await fixture.world.pass(.minutes(60))
      fixture.collector.isUp = true
    },
    Row(name: "the link drops in the middle of files", minutes: 120, appFixture: slowScript) {
      fixture in
      for _ in 0..<20 {
        try await fixture.world.pass(.seconds(20))
        fixture.phone.place = Place(x: 5_000)
        fixture.phone.network.path = .cellular
        try await fixture.world.pass(.seconds(11))
        fixture.phone.place = .origin
        fixture.phone.network.path = .wifi
      }
    },
    Row(name: "the watch's app is killed", minutes: 60, gaps: ["killed"]) { fixture in
      try await fixture.world.pass(.minutes(3))
      fixture.watch.jetsam(fixture.watchApp)
    },
    Row(
      name: "the watch's app is killed again and again", minutes: 90,
      gaps: ["killed", "killed", "killed"]
    ) { fixture in
      for _ in 0..<3 {
        try await fixture.world.pass(.minutes(2))
        fixture.watch.jetsam(fixture.watchApp)
      }
    },
  ]

  /// The transfer of each chunk takes some seconds.
  static let slowScript: RelayAppFixture = {
    var appFixture = RelayAppFixture()
    appFixture.bytesPerSecond = 1_000
    return appFixture
  }()

  @Test func `the same seed gives the same night, also while other simulations run`() async throws {
    let nights = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let fixture = try await withWorld(seed: 7) { _ in
            let fixture = try await startRelay(Self.slowScript, minutes: 5)
            try await fixture.world.pass(.minutes(2))
            fixture.phone.jetsam(fixture.phoneApp)
            try await fixture.world.pass(.minutes(20))
            return fixture
          }
          try expectWholeNight(fixture.collector, minutes: 5)
          return fixture.world.trace.events.map { "\($0)" }
        }
      }
      return try await group.reduce(into: [[String]]()) { $0.append($1) }
    }
    for night in nights.dropFirst() {
      #expect(night.count == nights[0].count)
      let difference = zip(night, nights[0]).first { $0 != $1 }.map { "\($0), not \($1)" }
      #expect(difference == nil)
    }
  }

  /// Receipts that are stored at the same moment are returned together.
  @Test(.world()) func `receipts of the same moment are sent in one user info transfer (WC3)`()
    async throws
  {
    let fixture = try await startRelay()
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.minutes(15))
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.minutes(60))
    try expectWholeNight(fixture.collector, minutes: 10)
    let infos = fixture.world.trace.events.count {
      if case .queued(.userInfo, _, _) = $0.kind.watchLink { true } else { false }
    }
    #expect((1..<40).contains(infos))
  }

  @Test(.world(), arguments: table, WatchLinkPolicy.Mode.allCases)
  func `the whole night arrives, and no chunk remains on the devices (WC2, WC3, WC4, WC5, WK2)`(
    row: Row, mode: WatchLinkPolicy.Mode
  ) async throws {
    var appFixture = row.appFixture
    appFixture.mode = mode
    let fixture = try await startRelay(appFixture)
    let incident = Task { try await row.happens(fixture) }
    try await fixture.world.pass(.minutes(row.minutes))
    try await incident.value
    // The user looks at the watch in the morning.
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(15))
    await fixture.useWatch { recording in
      let progress = recording.relayProgress
      if recording.isDelivered, progress.waiting + progress.onTheLink + progress.handedOver == 0 {
        print("delivered")
      }
    }
    #expect(fixture.watchApp.log.texts.contains("delivered"))
    try expectWholeNight(fixture.collector, gaps: row.gaps, minutes: 10)
    #expect(fixture.chunks(fixture.watchApp) == [])
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.collector.conflictCount == 0)
    #expect(!fixture.world.findings.contains { $0.name.hasPrefix("wc.file-not-moved") })
  }
}
