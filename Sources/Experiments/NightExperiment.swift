import Foundation
import Night
import SimulatedOS
import VirtualTime

extension Experiment {
  /// E5: 12 hours of sensor logging on three platforms, what each part of the recipe is for, and how
  /// a file comes from the watch to the phone (S4; iOS 16 and 17, watchOS, Android).
  static let night = Experiment(
    id: "E5", title: "The night: 12 hours of sensor logging on three platforms", testedSeeds: 2,
    parts: [
      Part("iPhone: the whole recipe", [.iphone], NightRows.whole("iphone")),
      Part(
        "iPhone: no location", [.iphone], without: [.location],
        NightRows.stops("iphone", "suspended", after: .seconds(30)...(.seconds(45)))),
      Part(
        "iPhone: no renewal of the background task", [.iphone], without: [.renewal],
        NightRows.stops("iphone", "suspended", after: .minutes(29)...(.minutes(32)))),
      Part(
        "iPhone: auto-pause left on", [.iphone], without: [.noAutoPause],
        NightRows.stops("iphone", "suspended", after: .minutes(5)...(.minutes(16)))),
      Part("Apple Watch: the whole recipe", [.watch], NightRows.whole("watch")),
      Part(
        "Apple Watch: no session", [.watch], without: [.session],
        NightRows.untilWristDown),
      Part(
        "Apple Watch: the session is not paused", [.watch], without: [.pause],
        NightRows.whole("watch", exercise: true)),
      Part("Android: the whole recipe", [.android], NightRows.whole("android")),
      Part(
        "Android: no foreground service", [.android], without: [.foregroundService],
        NightRows.stops("android", "sensor-off", after: .zero...(.minutes(15)))),
      Part(
        "Android: no wake lock", [.android], without: [.wakeLock],
        NightRows.stops("android", "suspended", after: .zero...(.minutes(1)))),
      Part(
        "Android: a service of type dataSync on API level 35", [.android], without: [.healthType],
        NightRows.stops("android", "sensor-off", after: .minutes(359)...(.minutes(361)))),
      Part(
        "watch to phone, the plain recipe: the phone app is suspended meanwhile", [.watch],
        without: [.relay], NightRows.lost),
      Part(
        "watch to phone, the plain recipe, as it is documented", [.watch], without: [.relay],
        link: .documented, NightRows.whole("watch")),
      Part(
        "watch to phone, the relay: the phone app is suspended, removed from memory, quit, and the phone rebooted",
        [.watch], incidents: NightRows.troubles, NightRows.whole("watch")),
      Part(
        "the whole night on three devices", Set(NightDevice.allCases),
        NightRows.whole("iphone", "watch", "android")),
    ])
}

extension Experiment.Part {
  /// A night of 12 hours, at one sample a second of each sensor: what is measured does not depend on
  /// the rate.
  fileprivate init(
    _ name: String, _ devices: Set<NightDevice>, without leftOut: Set<NightPlan.RecipePart> = [],
    link: WatchLinkPolicy.Mode = .observed, incidents: [NightPlan.Incident] = [],
    _ expected: [ExpectedRow]
  ) {
    self.init(name: name, expected: expected) { seed in
      var plan = NightPlan(
        hours: 12, seed: seed, devices: devices, leftOut: leftOut, incidents: incidents)
      plan.rateHz = 1
      plan.chunkSeconds = 1800
      plan.linkMode = link
      if leftOut.contains(.healthType) { plan.apiLevel = 35 }
      let run = try NightRun(plan, collector: MemoryCollector())
      let summary = try await run.run()
      return Recording(run.world, rows: NightRows.rows(of: summary, run.world))
    }
  }
}

/// The rows of a night: when each device records, stops and goes on, and what came of it.
enum NightRows {
  // MARK: What came

  static func rows(of summary: NightSummary, _ world: World) -> [Row] {
    let end = world.now
    var rows = summary.devices.flatMap { device -> [Row] in
      let start = world.trace.events.first {
        $0.device == device.name && $0.kind == .output("recording")
      }
      var rows = [Row(instant: start?.instant ?? end, text: "\(device.name) records")]
      for gap in device.gaps where gap.stream == "accelerometer" {
        rows.append(Row(instant: .start + gap.from, text: "\(device.name) stops: \(gap.cause)"))
      }
      return rows
    }
    let isShort = summary.devices.contains { $0.recorded > $0.stored }
    if isShort, let lost = world.trace.events.first(where: { $0.kind.isLostFile }) {
      rows.append(Row(instant: lost.instant, text: "a file is lost, and nobody is told"))
    }
    rows.sort { $0.instant < $1.instant }
    for device in summary.devices {
      rows += account(device, device.recorded > device.stored).map { Row(instant: end, text: $0) }
    }
    return rows
  }

  private static func account(
    _ device: NightSummary.DeviceAccount, _ lost: Bool
  ) -> [String] {
    var texts: [String] = []
    if device.exerciseMinutes >= 60 { texts.append("\(device.name): hours of exercise credited") }
    let isAccounted = device.unaccounted == 0
    texts.append(
      "\(device.name): sensed = recorded + in gaps: \(isAccounted ? "yes" : "no, \(device.unaccounted)")"
    )
    texts.append("\(device.name): recorded = on the server: \(lost ? "no" : "yes")")
    texts.append("\(device.name): duplicates on the server: \(device.duplicates)")
    return texts
  }

  // MARK: What must come

  private static func complete(_ device: String, exercise: Bool = false) -> [ExpectedRow] {
    (exercise ? [ExpectedRow("\(device): hours of exercise credited")] : []) + [
      ExpectedRow("\(device): sensed = recorded + in gaps: yes"),
      ExpectedRow("\(device): recorded = on the server: yes"),
      ExpectedRow("\(device): duplicates on the server: 0"),
    ]
  }

  /// Nothing in gaps, everything on the server.
  static func whole(_ devices: String..., exercise: Bool = false) -> [ExpectedRow] {
    devices.map { ExpectedRow("\($0) records") }
      + devices.flatMap { complete($0, exercise: exercise) }
  }

  /// It stops after a while for the rest of the night; what it recorded is on the server.
  ///
  /// - Parameter cause: `suspended` if its code did not run, `sensor-off` if it ran and the system
  ///   withheld the sensors (AN2).
  static func stops(
    _ device: String, _ cause: String, after delay: ClosedRange<Duration>
  ) -> [ExpectedRow] {
    [
      ExpectedRow("\(device) records"),
      ExpectedRow("\(device) stops: \(cause)", after: delay),
    ] + complete(device)
  }

  /// Suspended soon after the wrist went down; 2 min later it is told that it is not frontmost any
  /// more, and suspended again (WK1).
  static let untilWristDown: [ExpectedRow] = [
    ExpectedRow("watch records"),
    ExpectedRow("watch stops: suspended", after: .seconds(10)...(.minutes(1))),
    ExpectedRow("watch stops: suspended", after: .seconds(60)...(.seconds(125))),
  ] + complete("watch")

  static let lost: [ExpectedRow] = [
    ExpectedRow("watch records"),
    ExpectedRow("a file is lost, and nobody is told", after: .minutes(719)...(.minutes(800))),
    ExpectedRow("watch: sensed = recorded + in gaps: yes"),
    ExpectedRow("watch: recorded = on the server: no"),
    ExpectedRow("watch: duplicates on the server: 0"),
  ]

  /// What happens to the phone while the watch records.
  static let troubles: [NightPlan.Incident] = [
    .init(.jetsam(reopenedAfter: nil), after: .minutes(120)),
    .init(.forceQuit(reopenedAfter: .minutes(30)), after: .minutes(240)),
    .init(.reboot(reopenedAfter: .minutes(45)), after: .minutes(360)),
    .init(.outOfReach(for: .minutes(90)), after: .minutes(480)),
  ]
}

extension Duration {
  fileprivate static func minutes(_ minutes: Int) -> Duration { .seconds(60 * minutes) }
}

extension TraceEvent.Kind {
  fileprivate var isLostFile: Bool {
    if case .watchLink(.lost(.file, _)) = self { true } else { false }
  }
}
