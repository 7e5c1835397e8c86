import Chunks
import Foundation
import Testing
import YobanTesting

@_spi(Effects) @testable import Yoban

/// Tests regions and jobs as streams of a night's recording.
@Suite struct StreamTests {
  /// One stream of a recording, read from the disk after its end.
  private struct Recording {
    /// In nanoseconds since 1970.
    var times: [Int64] = []
    var values: [Double] = []
    var gaps: [Gap] = []

    init(_ stream: String, in folder: URL) throws {
      let folder = folder.appending(path: "streams/\(stream)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      func sequence(_ name: String) -> Int { Int(name.prefix { $0 != "." }) ?? 0 }
      for name in names.sorted(by: { sequence($0) < sequence($1) }) {
        var reader = try ChunkReader(Array(Data(contentsOf: folder.appending(path: name))))
        while let block = try reader.next() {
          switch block {
          case .samples(let block):
            times += block.times
            values += block.values
          case .gap(let gap): gaps.append(gap)
          case .mark: break
          }
        }
      }
    }

    /// Returns the values without repetitions, and when each began, in whole seconds of the
    /// recording.
    func changes(since start: Int64) -> [Change] {
      var changes: [Change] = []
      for (time, value) in zip(times, values) where changes.last?.value != value {
        changes.append(Change(value: value, second: Int((time - start) / 1_000_000_000)))
      }
      return changes
    }

    struct Change: Equatable {
      var value: Double
      var second: Int
    }

    /// The cause and the length in whole seconds of each gap.
    var gapLengths: [(cause: GapCause, seconds: Int64)] {
      gaps.map { ($0.cause, ($0.end - $0.start) / 1_000_000_000) }
    }
  }

  /// The data that a recording left on the disk.
  private struct Night {
    var folder: URL
    var start: Int64
    var fixture: RuntimeFixture
    /// The number of values that the recorder reports as stored in its last launch, by stream.
    var stored: [String: Int]

    func stream(_ name: String) throws -> Recording { try Recording(name, in: folder) }
  }

  private final class Kept: @unchecked SimulationConfined {
    var night: PhoneRecording?
    var stored: [String: Int] = [:]
    var start: Int64 = 0
  }

  private static func configuration(
    _ folder: URL, _ sources: [any SampleSource]
  ) -> PhoneRecording.Configuration {
    var configuration = PhoneRecording.Configuration(
      device: "phone", sources: sources, collector: URL(string: "https://collector.example")!,
      token: "token")
    configuration.keepAlive.usesLocation = false
    configuration.keepAlive.renewsTask = false
    configuration.folder = folder
    return configuration
  }

  /// Plays a night that begins after 5 s and ends after the scenario.
  private func record(
    _ appFixture: RegionAppFixture = RegionAppFixture(),
    sources: @escaping @MainActor @Sendable (RegionWatch) throws -> [any SampleSource],
    _ scenario: @escaping @Sendable (RuntimeFixture) async throws -> Void,
    then check: (Night) throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let kept = Kept()
    var appFixture = appFixture
    appFixture.launched = { watch in
      do {
        kept.night = try PhoneRecording(Self.configuration(folder, try sources(watch)))
        kept.night?.applicationDidFinishLaunching()
      } catch {
        Issue.record(error)
      }
    }
    let fixture = try await withWorld(findings: []) { [appFixture] _ in
      let fixture = try await startRegionApp(appFixture)
      try await fixture.world.pass(.seconds(20))
      await fixture.use { _ in
        kept.start = Int64(Date().timeIntervalSince1970 * 1e9)
        do { try kept.night?.start(for: .seconds(12 * 3_600)) } catch { Issue.record(error) }
      }
      try await scenario(fixture)
      await fixture.phone.open(fixture.app)
      await fixture.use { _ in kept.night?.stop() }
      try await fixture.world.pass(.seconds(5))
      await fixture.use { _ in
        for stream in kept.night?.recordingProgress.streams ?? [] {
          kept.stored[stream.name] = stream.counts.stored
        }
        kept.night = nil
      }
      return fixture
    }
    try check(
      Night(folder: folder, start: kept.start, fixture: fixture, stored: kept.stored))
  }

  private static let presence: @MainActor @Sendable (RegionWatch) throws -> [any SampleSource] = {
    [try RegionSource.presence($0, "door")]
  }

  @Test
  func `presence is recorded with the time of the event, also while the app is suspended (BC3)`()
    async throws
  {
    try await record(sources: Self.presence) { fixture in
      await fixture.phone.goHome()
      try await fixture.world.pass(.seconds(100))
      fixture.beacon.switchOn()
      try await fixture.world.pass(.seconds(600))
      fixture.beacon.switchOff()
      try await fixture.world.pass(.seconds(600))
    } then: { night in
      let stream = try night.stream("region-door")
      let changes = stream.changes(since: night.start)
      #expect(changes.map(\.value) == [0, 1, 0])
      #expect((100...102).contains(changes[1].second))
      // The system waits 30 to 45 s (BC4); the 20 s in which the watch holds back the exit do not
      // count.
      #expect((729...746).contains(changes[2].second))
      #expect(stream.gaps.isEmpty)
      #expect(stream.times == stream.times.sorted())
      #expect(stream.values.count == night.stored["region-door"])
    }
  }

  @Test func `in foreground the value is repeated once a minute`() async throws {
    try await record(sources: Self.presence) { fixture in
      try await fixture.world.pass(.seconds(3_600))
    } then: { night in
      let stream = try night.stream("region-door")
      #expect((60...62).contains(stream.values.count))
      #expect(stream.values.allSatisfy { $0 == 0 })
      #expect(stream.gaps.isEmpty)
      #expect(stream.values.count == night.stored["region-door"])
    }
  }

  @Test func `a kill causes a gap from the last known value until the relaunch (L8, BC9)`()
    async throws
  {
    try await record(sources: Self.presence) { fixture in
      try await fixture.world.pass(.seconds(600))
      fixture.phone.jetsam(fixture.app)
      try await fixture.world.pass(.seconds(600))
      fixture.beacon.switchOn()
      try await fixture.world.pass(.seconds(60))
    } then: { night in
      let stream = try night.stream("region-door")
      #expect(stream.changes(since: night.start).map(\.value) == [0, 1])
      #expect(stream.gapLengths.map(\.cause) == [.killed])
      // The value was repeated within the minute before the kill.
      #expect((599...662).contains(try #require(stream.gapLengths.first).seconds))
    }
  }

  @Test(arguments: [false, true])
  func `without permission there is a gap with its cause (BC12)`(servicesOff: Bool) async throws {
    try await record(sources: Self.presence) { fixture in
      fixture.beacon.switchOn()
      try await fixture.world.pass(.seconds(100))
      if servicesOff {
        fixture.phone.location.setEnabled(false)
      } else {
        fixture.phone.location.setAuthorization(.denied, for: fixture.app)
      }
      try await fixture.world.pass(.seconds(300))
      fixture.phone.location.setEnabled(true)
      fixture.phone.location.setAuthorization(.always, for: fixture.app)
      try await fixture.world.pass(.seconds(100))
    } then: { night in
      let stream = try night.stream("region-door")
      #expect(stream.gapLengths.map(\.cause) == [servicesOff ? .sensorOff : .notAuthorized])
      // From the last repetition until the state is known again.
      let gap = try #require(stream.gaps.first)
      #expect((300...361).contains((gap.end - gap.start) / 1_000_000_000))
      #expect(stream.values.count == night.stored["region-door"])
      #expect(!stream.times.contains { gap.start < $0 && $0 < gap.end })
    }
  }

  @Test func `a recording that starts without permission begins with a gap with this cause (BC12)`()
    async throws
  {
    var appFixture = RegionAppFixture()
    appFixture.authorization = .denied
    try await record(appFixture, sources: Self.presence) { fixture in
      try await fixture.world.pass(.seconds(100))
      fixture.phone.location.setAuthorization(.always, for: fixture.app)
      try await fixture.world.pass(.seconds(100))
    } then: { night in
      let stream = try night.stream("region-door")
      #expect(stream.gapLengths.map(\.cause) == [.notAuthorized])
      #expect(try #require(stream.gaps.first).start <= night.start + 1_000_000_000)
      #expect((100...111).contains(try #require(stream.gapLengths.first).seconds))
      #expect(stream.values.last == 0)
    }
  }

  @Test func `proximity is recorded while the process runs, and a suspension is a gap (BC8)`()
    async throws
  {
    var appFixture = RegionAppFixture()
    appFixture.place = Place(x: 0.2)
    try await record(appFixture) {
      [try RegionSource.presence($0, "door"), try RegionSource.proximity($0, "door")]
    } _: { fixture in
      fixture.beacon.switchOn()
      try await fixture.world.pass(.seconds(300))
      await fixture.phone.goHome()
      try await fixture.world.pass(.seconds(600))
      await fixture.phone.open(fixture.app)
      try await fixture.world.pass(.seconds(60))
      fixture.beacon.switchOff()
      try await fixture.world.pass(.seconds(100))
    } then: { night in
      let stream = try night.stream("proximity-door")
      let changes = stream.changes(since: night.start)
      #expect(changes.map(\.value) == [0, 1, 0], "\(changes)")
      #expect(stream.gapLengths.map(\.cause) == [.suspended])
      #expect((585...615).contains(try #require(stream.gapLengths.first).seconds))
      #expect(try night.stream("region-door").gaps.isEmpty)
      #expect(stream.values.count == night.stored["proximity-door"])
    }
  }

  @Test func `the source of the documentation records the battery level once a minute`()
    async throws
  {
    try await record { _ in
      [try BatterySource()]
    } _: { fixture in
      try await fixture.world.pass(.seconds(600))
    } then: { night in
      let stream = try night.stream("battery")
      #expect((9...10).contains(stream.values.count))
      #expect(stream.values.allSatisfy { (0...1).contains($0) })
      #expect(zip(stream.times, stream.times.dropFirst()).allSatisfy { $1 - $0 == 60_000_000_000 })
      // The time before the first sample and a rest at the end are shorter than 90 s.
      #expect(stream.gaps.isEmpty)
      #expect(stream.values.count == night.stored["battery"])
    }
  }

  @Test func `the states of a job are recorded in their order`() async throws {
    try await record { _ in
      let job = BackgroundJob("export", over: .assertion) { context in
        try await context.wait(for: .seconds(130))
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 120) {
        MainActor.assumeIsolated { job.start() }
      }
      return [try JobSource(job)]
    } _: { fixture in
      try await fixture.world.pass(.seconds(600))
    } then: { night in
      let stream = try night.stream("job-export")
      let changes = stream.changes(since: night.start)
      #expect(
        changes == [
          .init(value: 0, second: 0), .init(value: 1, second: 100),
          .init(value: 3, second: 230),
        ])
      #expect(stream.gaps.isEmpty)
      #expect(stream.values.count == night.stored["job-export"])
    }
  }

  @Test func `the jobs of a schedule are recorded, and a refusal is a gap (L18)`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let kept = Kept()
    let appFixture = RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: ["refresh"]) { app in
      do {
        let schedule = BackgroundJobSchedule("refresh", .refresh, every: .seconds(600)) { context in
          try await context.wait(for: .seconds(10))
        }
        try schedule.register()
        try schedule.start()
        app.keep(schedule)
        kept.night = try PhoneRecording(Self.configuration(folder, [try JobSource(schedule)]))
        kept.night?.applicationDidFinishLaunching()
      } catch { Issue.record(error) }
    }
    try await withWorld(findings: []) { _ in
      let fixture = try await startApp(appFixture)
      try await fixture.world.pass(.seconds(5))
      await fixture.use { _ in
        kept.start = Int64(Date().timeIntervalSince1970 * 1e9)
        do { try kept.night?.start(for: .seconds(12 * 3_600)) } catch { Issue.record(error) }
      }
      await fixture.phone.goHome()
      try await fixture.world.pass(.seconds(60))
      #expect(fixture.phone.runScheduledTask(fixture.app, "refresh"))
      try await fixture.world.pass(.seconds(60))
      fixture.phone.setBackgroundRefresh(false, for: fixture.app)
      await fixture.phone.open(fixture.app)
      await fixture.use { app in
        app.last(BackgroundJobSchedule.self).stop()
        try? app.last(BackgroundJobSchedule.self).start()
      }
      try await fixture.world.pass(.seconds(300))
      fixture.phone.setBackgroundRefresh(true, for: fixture.app)
      try await fixture.world.pass(.seconds(100))
      await fixture.use { _ in kept.night?.stop() }
      try await fixture.world.pass(.seconds(5))
      await fixture.use { _ in kept.night = nil }
    }
    let stream = try Recording("job-refresh", in: folder)
    #expect(stream.changes(since: kept.start).map(\.value) == [0, 1, 3, 0])
    #expect(stream.gapLengths.map(\.cause) == [.notAuthorized])
    #expect((300...365).contains(try #require(stream.gapLengths.first).seconds))
  }

  @Test(.world(findings: []))
  func `a region name that is not allowed as a stream name is an error`() async throws {
    let fixture = try await startRegionApp()
    await fixture.use { kept in
      let watch = kept.last(RegionWatch.self)
      #expect(throws: ChunkError.self) { _ = try RegionSource.presence(watch, "front door") }
      let job = BackgroundJob("front door", over: .nothing) { _ in }
      #expect(throws: ChunkError.self) { _ = try JobSource(job) }
      #expect((try? JobSource(job, name: "front-door"))?.stream.name == "job-front-door")
    }
  }
}
