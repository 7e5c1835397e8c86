import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// Whatever happens to the phone or the link: the whole night is at the collector, and nothing is
/// left on the way.
@Suite struct RelayTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Until when everything must have arrived, minutes after the start of a night of ten.
    var settled = 40.0
    var gaps: [String] = []
    var script = RelayScript()
    /// Runs beside the recording, from its start on.
    var happens: @Sendable (RelayStage) async throws -> Void
    var testDescription: String { name }
  }

  static let table: [Row] = [
    Row(name: "the phone's app is suspended") { _ in },
    Row(name: "the phone's app is terminated") { stage in
      stage.phone.jetsam(stage.phoneApp)
    },
    Row(name: "the phone's app is killed every minute") { stage in
      for _ in 0..<10 {
        try await stage.wait(minutes: 1)
        stage.phone.jetsam(stage.phoneApp)
      }
    },
    Row(name: "the phone's app is swiped away") { stage in
      try await stage.wait(minutes: 3)
      await stage.phone.swipeAway(stage.phoneApp)
    },
    Row(name: "the phone is away for hours", settled: 300) { stage in
      stage.phone.place = Place(x: 5_000)
      stage.phone.network.path = .cellular
      try await stage.wait(minutes: 240)
      stage.phone.place = .origin
      stage.phone.network.path = .wifi
    },
    Row(name: "the phone's app is reinstalled", settled: 60) { stage in
      try await stage.wait(minutes: 4)
      try stage.reinstallPhone()
      await stage.phone.open(stage.phoneApp)
      await stage.phone.goHome()
    },
    Row(name: "the phone reboots in the night", settled: 200) { stage in
      try await stage.wait(minutes: 4)
      try await stage.phone.reboot()
      try await stage.wait(minutes: 90)
      stage.phone.unlock()
    },
    Row(name: "the phone is offline for an hour", settled: 240) { stage in
      stage.phone.network.path = .offline
      try await stage.wait(minutes: 60)
      stage.phone.network.path = .wifi
    },
    Row(name: "the collector is down for an hour", settled: 240) { stage in
      stage.collector.isUp = false
      try await stage.wait(minutes: 60)
      stage.collector.isUp = true
    },
    Row(name: "the link drops in the middle of files", settled: 120, script: slowScript) { stage in
      for _ in 0..<20 {
        try await Task.sleep(for: .seconds(20))
        stage.phone.place = Place(x: 5_000)
        stage.phone.network.path = .cellular
        try await Task.sleep(for: .seconds(11))
        stage.phone.place = .origin
        stage.phone.network.path = .wifi
      }
    },
    Row(name: "the watch's app is killed", settled: 60, gaps: ["killed"]) { stage in
      try await stage.wait(minutes: 3)
      stage.watch.jetsam(stage.watchApp)
    },
    Row(
      name: "the watch's app is killed again and again", settled: 90,
      gaps: ["killed", "killed", "killed"]
    ) { stage in
      for _ in 0..<3 {
        try await stage.wait(minutes: 2)
        stage.watch.jetsam(stage.watchApp)
      }
    },
  ]

  /// Some seconds for each piece.
  static let slowScript: RelayScript = {
    var script = RelayScript()
    script.bytesPerSecond = 1_000
    return script
  }()

  @Test func `the same seed gives the same night, whatever runs beside it`() async throws {
    let nights = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let stage = try await play(Self.slowScript, minutes: 5, seed: 7) { stage in
            try await stage.wait(minutes: 2)
            stage.phone.jetsam(stage.phoneApp)
            try await stage.wait(minutes: 20)
          }
          try expectWholeNight(stage.collector, minutes: 5)
          return stage.world.trace.events.map { "\($0)" }
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

  /// Receipts that are stored at one moment go back together.
  @Test func `receipts of a moment share one user info (WC3)`() async throws {
    let stage = try await play { stage in
      stage.phone.network.path = .offline
      try await stage.wait(minutes: 15)
      stage.phone.network.path = .wifi
      try await stage.wait(minutes: 60)
    }
    try expectWholeNight(stage.collector, minutes: 10)
    let infos = stage.world.trace.events.count {
      if case .watchLink(.queued(.userInfo, _, _)) = $0.kind { true } else { false }
    }
    #expect((1..<40).contains(infos))
  }

  @Test(arguments: table, WatchLinkPolicy.Mode.allCases)
  func `the whole night arrives, and nothing is left (WC2, WC3, WC4, WC5, WK2)`(
    row: Row, mode: WatchLinkPolicy.Mode
  ) async throws {
    var script = row.script
    script.mode = mode
    let stage = try await play(script) { stage in
      let incident = Task { try await row.happens(stage) }
      try await stage.wait(minutes: row.settled)
      try await incident.value
      // The person looks at the watch in the morning.
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 15)
      await stage.useWatch { recording in
        let progress = recording.relayProgress
        if recording.isDelivered, progress.waiting + progress.onTheLink + progress.handedOver == 0 {
          print("delivered")
        }
      }
    }
    #expect(stage.lines(stage.watch).contains("delivered"))
    try expectWholeNight(stage.collector, gaps: row.gaps, minutes: 10)
    #expect(stage.chunks(stage.watchApp) == [])
    #expect(stage.chunks(stage.phoneApp) == [])
    #expect(stage.collector.conflictCount == 0)
    #expect(!stage.findings.contains { $0.hasPrefix("wc.file-not-moved") })
  }
}
