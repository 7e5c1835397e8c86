import Chunks
import Foundation
import YobanNightAndroidApp
import Testing
import YobanTesting

/// One night of the sample app on an Android phone, with a collector in memory.
struct RecordingNight: @unchecked SimulationConfined {
  static let rateHz = 2
  static let streams: [(name: String, sensor: MotionSensor)] = [
    ("accelerometer", .accelerometer), ("gyroscope", .gyroscope),
  ]

  let world: World
  let phone: AndroidPhone
  let app: InstalledApp
  let collector: RecordingCollector
  /// The wall time at the start of the simulation, in nanoseconds since 1970.
  let wallAtStart: Int64

  /// Adds a phone and the collector to the test's world, and installs and opens the app.
  static func start(
    api level: Int, model: AndroidModel = .stock, leavingOut leftOut: [String] = [],
    isExempt: Bool = false, batchMilliseconds: Int = 0
  ) async throws -> RecordingNight {
    let world = try World.current
    let collector = RecordingCollector()
    world.gateway = collector
    let phone = try world.addAndroidPhone(api: level, model)
    let settings = InfoPlist([
      "DeviceName": "phone", "CollectorURL": "http://collector", "CollectorToken": "token",
      "RateHz": rateHz, "ChunkSeconds": 600, "LeaveOut": leftOut,
      "MaxReportLatencyMilliseconds": batchMilliseconds,
    ])
    let app = try phone.install(
      .android(NightAndroidApp.manifest(), name: "NightAndroidApp", settings: settings) {
        NightAndroidApp.main()
      })
    let wall = Int64((Date().timeIntervalSince1970 * 1e6).rounded()) * 1_000
    let night = RecordingNight(
      world: world, phone: phone, app: app, collector: collector,
      wallAtStart: wall - world.now.nanoseconds)
    if isExempt { phone.setIgnoresBatteryOptimizations(true, for: app) }
    await phone.open(app)
    return night
  }

  func press(_ button: String, hours: Double = 12) async {
    await phone.touch(app, button) {
      NotificationCenter.default.post(
        name: Foundation.Notification.Name(button), object: nil, userInfo: ["hours": hours])
    }
  }

  /// Starts a recording, locks the phone, and waits.
  func begin(hours: Double) async throws {
    await press("StartNight", hours: hours)
    try await world.pass(.seconds(10))
    await phone.lock()
  }

  func moment(of line: String) -> VirtualInstant? {
    world.trace.events.first { $0.kind == .output(line) }?.instant
  }

  /// Returns the virtual times of the samples that the collector has.
  func moments(_ stream: String) -> [VirtualInstant] {
    collector.times(stream).map { VirtualInstant(nanoseconds: $0 - wallAtStart) }
  }

  /// Checks that everything was stored once, and that the sensed samples are either recorded or in
  /// gaps.
  func expectCompleteAccount(hours: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(collector.problems == [], sourceLocation: sourceLocation)
    guard let start = moment(of: "recording") else {
      Issue.record("the recording did not begin", sourceLocation: sourceLocation)
      return
    }
    let end = start + .nanoseconds(Int64(hours * 3600e9))
    let interval = 1 / Double(Self.rateHz)
    for (stream, sensor) in Self.streams {
      let times = collector.times(stream)
      #expect(collector.missing(stream) == [], "\(stream)", sourceLocation: sourceLocation)
      #expect(
        collector.marks(stream) == ["started", "stopped"], "\(stream)",
        sourceLocation: sourceLocation)
      #expect(
        zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(stream) is not in order",
        sourceLocation: sourceLocation)
      let sensed = phone.motion.sensed(sensor, interval: interval, after: start, before: end)
      let inGaps = collector.gaps(stream).map { gap in
        phone.motion.sensed(
          sensor, interval: interval,
          after: VirtualInstant(nanoseconds: gap.start - wallAtStart),
          before: VirtualInstant(nanoseconds: gap.end - wallAtStart))
      }
      #expect(
        times.count + inGaps.reduce(0, +) == sensed,
        "\(stream): \(times.count) recorded, \(inGaps) in gaps, \(sensed) sensed",
        sourceLocation: sourceLocation)
    }
  }

  /// Returns the total seconds of all gaps of a stream, or of those with the given cause.
  func missing(_ stream: String, because cause: GapCause? = nil) -> Double {
    collector.gaps(stream).filter { cause == nil || $0.cause == cause }
      .map { Double($0.end - $0.start) / 1e9 }.reduce(0, +)
  }
}
