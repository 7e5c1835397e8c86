import YobanExperiments
import Foundation
import YobanNight
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// iPhone, Apple Watch and Android phone in one night, with a real collector (E5).
@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct ThreeDeviceTests {
  private static let everyone = Set(NightDevice.allCases)

  /// Returns a plan of a night with all three devices at a low rate. The result is the same at 50
  /// Hz, which takes longer.
  private static func plan(
    hours: Double, without leftOut: Set<NightPlan.RecipePart> = [],
    incidents: [NightPlan.Incident] = []
  ) -> NightPlan {
    var plan = NightPlan(hours: hours, devices: everyone, leftOut: leftOut, incidents: incidents)
    plan.rateHz = 5
    return plan
  }

  @Test func `for 12 hours on three devices all sample counts agree, in observed mode (E5)`()
    async throws
  {
    var plan = Self.plan(hours: 12)
    plan.rateHz = 1
    let (summary, run) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    #expect(summary.devices.map(\.kind) == [.iphone, .watch, .android])
    for device in summary.devices {
      #expect(device.sensed >= 2 * (12 * 3600 - 60), "\(device.name)")
      #expect(device.recorded == device.sensed)
      #expect(device.stored == device.recorded)
      #expect(device.gaps.isEmpty)
      #expect(device.exerciseMinutes == 0)
    }
    #expect(summary.sensed == summary.devices.reduce(0) { $0 + $1.sensed })
    #expect(run.world.trace.findings.isEmpty, "\(run.world.trace.findings)")
    #expect(run.world.simulation.escapes.isEmpty)
    // The batteries discharged.
    for device in summary.devices { #expect((0.05..<0.95).contains(device.battery)) }
  }

  @Test func `the whole night of E5 at its real rate of 50 Hz, stored by the server itself (E5)`()
    async throws
  {
    let server = try TemporaryCollector()
    defer { server.stop() }
    let experiment = Experiment.night(
      NightConditions(rateHz: 50, chunkSeconds: 300) { [collector = server.collector] in collector }
    )
    let part = try #require(
      experiment.parts.first { $0.name == "the whole night on three devices" })
    let outcome = try await part.run(seed: 1)
    #expect(outcome.difference == nil, "\(outcome.difference ?? "")")
    // Counts by the server: two streams of each device, three values per sample. The watch and the
    // Android phone start 15 s and 30 s after the iPhone.
    for (i, device) in NightDevice.allCases.enumerated() {
      let stored = try server.collector.streams(of: device.rawValue).map(\.samples)
      #expect(stored == [50 * (12 * 3600 - 15 * i), 50 * (12 * 3600 - 15 * i)], "\(device)")
    }
  }

  @Test(.enabled(if: NightTests.haveRecordings, "no recordings in ../shared/data"))
  func `recordings of real phones, played on all three devices, are stored completely`()
    async throws
  {
    var plan = Self.plan(hours: 0.3)
    plan.rateHz = 50
    plan.motion = .recorded(NightTests.recordings)
    let (summary, _) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    // Where the sensor itself omitted a sample, there is a gap without samples.
    #expect(summary.inGaps == 0)
    // 50.2 Hz of an iPhone, 58.9 Hz of a Galaxy S25; each device is started 15 s after the previous
    // one.
    let expected: [(NightDevice, ClosedRange<Double>)] = [
      (.iphone, 50.0...50.5), (.watch, 50.0...50.5), (.android, 58.5...59.5),
    ]
    for (i, (kind, rates)) in expected.enumerated() {
      let device = try #require(summary.device(kind))
      let rate = Double(device.sensed) / 2 / Double(1080 - 15 * i)
      #expect(rates.contains(rate), "\(kind): \(rate)")
    }
  }

  @Test
  func `the simple recipe loses files without an error, and the sample counts show it (WC5, E5)`()
    async throws
  {
    // More files than the link transfers before the phone's app is suspended.
    var plan = Self.plan(hours: 0.5, without: [.relay])
    plan.rateHz = 50
    let (summary, run) = try await night(plan)
    #expect(!summary.isComplete)
    let watch = try #require(summary.device(.watch))
    #expect(watch.recorded > watch.stored)
    #expect(watch.unaccounted == 0)  // it was recorded, and then lost
    for kind in [NightDevice.iphone, .android] {
      #expect(try #require(summary.device(kind)).isComplete)
    }
    let lost = run.world.trace.events.count {
      if case .lost(.file, _) = $0.kind.watchLink { true } else { false }
    }
    #expect(lost > 0)
    #expect(run.world.trace.findings.contains { $0.name == "wc.file-lost" })
  }

  @Test func `the simple recipe loses nothing if the link works as documented (WC5)`() async throws
  {
    var plan = Self.plan(hours: 0.5, without: [.relay])
    plan.rateHz = 50
    plan.linkMode = .documented
    let (summary, _) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
  }

  @Test func `packed chunks have the same samples in less than a third of the bytes`() async throws
  {
    var plan = Self.plan(hours: 1)
    plan.rateHz = 50
    let (packed, _) = try await night(plan)
    plan.leftOut = [.packing]
    let (plain, _) = try await night(plan)
    #expect(packed.isComplete && plain.isComplete)
    #expect(packed.stored == plain.stored)
    for (packed, plain) in zip(packed.devices, plain.devices) {
      #expect(packed.recorded == plain.recorded)
      #expect(packed.bytes * 3 < plain.bytes, "\(packed.name)")
    }
  }

  /// A part that is left out, the time when its device then stops, and the causes of its gaps.
  struct LeftOut: CustomTestStringConvertible, Sendable {
    var part: NightPlan.RecipePart
    /// Seconds since the start of the night.
    var stop: ClosedRange<Double>
    var causes: Set<String>
    var testDescription: String { "without \(part.rawValue)" }
  }

  static let recipe: [LeftOut] = [
    LeftOut(part: .session, stop: 0...360, causes: ["suspended"]),
    LeftOut(part: .foregroundService, stop: 0...960, causes: ["sensor-off", "suspended"]),
    LeftOut(part: .wakeLock, stop: 0...120, causes: ["suspended"]),
  ]

  @Test(arguments: recipe)
  func `leaving out a part stops its device as E5 says, while the others continue`(_ row: LeftOut)
    async throws
  {
    let (summary, _) = try await night(Self.plan(hours: 2, without: [row.part]))
    #expect(summary.isComplete, "\(summary.json())")
    for device in summary.devices {
      let gaps = device.gaps.filter { $0.samples > 0 }
      if device.kind == row.part.device {
        let first = try #require(gaps.first)
        #expect(row.stop.contains(first.from.seconds), "stopped at \(first.from.seconds) s")
        #expect(device.inGaps > device.sensed / 2)
        #expect(Set(gaps.map(\.cause)).isSubset(of: row.causes), "\(gaps.map(\.cause))")
      } else {
        #expect(gaps.isEmpty, "\(device.name)")
      }
    }
  }

  @Test func `a session that is not paused is credited as hours of exercise (WK3, E5)`()
    async throws
  {
    let (summary, _) = try await night(Self.plan(hours: 2, without: [.pause]))
    #expect(summary.isComplete, "\(summary.json())")
    #expect((115...125).contains(summary.device(.watch)?.exerciseMinutes ?? 0))
  }

  @Test func `a watch without a recording iPhone still uses its iPhone as a relay`() async throws {
    var plan = Self.plan(hours: 0.5)
    plan.devices = [.watch]
    let (summary, run) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    #expect(summary.devices.map(\.kind) == [.watch])
    #expect(run.world.devices.map(\.name) == ["iphone", "watch"])
  }

  /// An incident in the night, and the causes of the gaps of the affected device.
  struct IncidentRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var incidents: [NightPlan.Incident]
    var causes: [NightDevice: Set<String>] = [:]
  }

  private static let minute = Duration.seconds(60)

  static let incidentRows: [IncidentRow] = [
    IncidentRow(
      testDescription: "the phone's app is removed from memory, and nobody opens it",
      // The watch's chunks launch the app in the background, where it records until it is suspended
      // again.
      incidents: [.init(.jetsam(reopenedAfter: nil), after: minute * 10)],
      causes: [.iphone: ["killed", "suspended"]]),
    IncidentRow(
      testDescription: "the phone reboots in the night",
      incidents: [.init(.reboot(reopenedAfter: minute * 20), after: minute * 10)],
      causes: [.iphone: ["rebooted", "suspended"]]),
    IncidentRow(
      testDescription: "the phone is away for an hour",
      incidents: [.init(.outOfReach(for: minute * 60), after: minute * 10)]),
    IncidentRow(
      testDescription: "the watch reboots",
      incidents: [.init(.reboot(reopenedAfter: minute * 5), of: .watch, after: minute * 10)],
      causes: [.watch: ["rebooted"]]),
    IncidentRow(
      testDescription: "the watch's app crashes, and is recovered by its session (WK2)",
      incidents: [.init(.jetsam(reopenedAfter: nil), of: .watch, after: minute * 10)],
      causes: [.watch: ["killed"]]),
    IncidentRow(
      testDescription: "the Android app is force-stopped (AN18)",
      incidents: [.init(.forceQuit(reopenedAfter: minute * 5), of: .android, after: minute * 10)],
      causes: [.android: ["killed", "terminated"]]),
    IncidentRow(
      testDescription: "the Android phone reboots",
      incidents: [.init(.reboot(reopenedAfter: minute * 5), of: .android, after: minute * 10)],
      causes: [.android: ["rebooted"]]),
    IncidentRow(
      testDescription: "the collector is killed and restarted",
      incidents: [.init(.collectorKilled(restartedAfter: minute * 10), after: minute * 10)]),
  ]

  @Test(arguments: incidentRows)
  func `after any incident nothing is lost and every gap has its true cause`(_ row: IncidentRow)
    async throws
  {
    let (summary, _) = try await night(Self.plan(hours: 1.5, incidents: row.incidents))
    #expect(summary.isComplete, "\(summary.json())")
    for device in summary.devices {
      let causes = Set(device.gaps.filter { $0.samples > 0 }.map(\.cause))
      let allowed = row.causes[device.kind] ?? []
      #expect(causes.isSubset(of: allowed), "\(device.name): \(causes)")
      #expect(causes.isEmpty == allowed.isEmpty, "\(device.name)")
    }
  }
}
