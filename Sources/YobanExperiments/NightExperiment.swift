import YobanNight
import YobanSimulatedOS
import YobanVirtualTime

extension Experiment {
  /// E5: 12 hours of sensor logging on three platforms, the effect of each part of the recipe, and
  /// the transfer of a file from the watch to the phone (S4; iOS 16 and 17, watchOS, Android).
  ///
  /// One sample per second of each sensor, with an in-memory collector: the measured results do not
  /// depend on the sample rate.
  static let night = night(NightConditions(rateHz: 1, chunkSeconds: 1800) { MemoryCollector() })

  /// Returns E5 with another sample rate or another collector.
  public static func night(_ conditions: NightConditions) -> Experiment {
    Experiment(
      id: "E5", title: "The night: 12 hours of sensor logging on three platforms", testedSeeds: 2,
      parts: parts.map { $0.part(conditions) })
  }

  private static let parts: [NightPart] = [
    NightPart("iPhone: the whole recipe", [.iphone], NightRows.whole("iphone")),
    NightPart(
      "iPhone: no location", [.iphone], without: [.location],
      NightRows.stops("iphone", "suspended", after: .seconds(30)...(.seconds(45)))),
    NightPart(
      "iPhone: no renewal of the background task", [.iphone], without: [.renewal],
      NightRows.stops("iphone", "suspended", after: .minutes(29)...(.minutes(32)))),
    NightPart(
      "iPhone: auto-pause left on", [.iphone], without: [.noAutoPause],
      NightRows.stops("iphone", "suspended", after: .minutes(10)...(.minutes(21)))),
    NightPart("Apple Watch: the whole recipe", [.watch], NightRows.whole("watch")),
    NightPart(
      "Apple Watch: no session", [.watch], without: [.session],
      NightRows.stops("watch", "suspended", after: .seconds(1)...(.minutes(10)))),
    NightPart(
      "Apple Watch: the session is not paused", [.watch], without: [.pause],
      NightRows.whole("watch", exercise: true)),
    NightPart("Android: the whole recipe", [.android], NightRows.whole("android")),
    NightPart(
      "Android: no foreground service", [.android], without: [.foregroundService],
      NightRows.stops("android", "suspended", after: .zero...(.minutes(15)))),
    NightPart(
      "Android: no wake lock", [.android], without: [.wakeLock],
      NightRows.stops("android", "suspended", after: .zero...(.minutes(1)))),
    NightPart(
      "Android: a service of type dataSync on API level 35", [.android], without: [.healthType],
      NightRows.stops(
        "android", "suspended", after: .minutes(359)...(.minutes(362)),
        (.documented, "AN6"))),
    NightPart(
      "watch to phone, the plain recipe: the phone app is suspended meanwhile", [.watch],
      without: [.relay], NightRows.lost),
    NightPart(
      "watch to phone, the article's solution: plain files, the phone app kept running by location",
      [.iphone, .watch], without: [.relay], stopsPhoneLast: true,
      NightRows.whole("iphone", "watch")),
    NightPart(
      "watch to phone, the plain recipe, as it is documented", [.watch], without: [.relay],
      link: .documented, NightRows.whole("watch", as: .documented)),
    NightPart(
      "watch to phone, the relay: the phone app is suspended, removed from memory, quit, and the phone rebooted",
      [.watch], incidents: NightRows.incidents, NightRows.whole("watch", as: .assumed)),
    NightPart(
      "the whole night on three devices", Set(NightDevice.allCases),
      NightRows.whole("iphone", "watch", "android")),
    NightPart(
      "iOS 16 with watchOS 9: the whole recipe", [.iphone, .watch], iOS: 16.4, watchOS: 9,
      NightRows.whole("iphone", "watch")),
    NightPart(
      "iOS 16: no renewal of the background task", [.iphone], without: [.renewal], iOS: 16.4,
      NightRows.stops("iphone", "suspended", after: .minutes(29)...(.minutes(32)))),
    NightPart(
      "iOS 16 with watchOS 9, the plain recipe: the phone app is suspended meanwhile", [.watch],
      without: [.relay], iOS: 16.4, watchOS: 9, NightRows.lost),
  ]
}

/// The settings that all nights of E5 share.
public struct NightConditions: Sendable {
  /// Samples of each motion sensor per second, 1 to 100.
  public let rateHz: Int
  /// The length of one upload, in seconds.
  public let chunkSeconds: Int
  /// Creates the collector of one night, which must be empty; called once for each part and seed.
  public let makeCollector: @Sendable () throws -> any NightCollector

  public init(
    rateHz: Int, chunkSeconds: Int,
    makeCollector: @escaping @Sendable () throws -> any NightCollector
  ) {
    self.rateHz = rateHz
    self.chunkSeconds = chunkSeconds
    self.makeCollector = makeCollector
  }
}

/// A night of 12 hours and its expected rows.
private struct NightPart {
  let name: String
  /// The plan without sample rate and seed.
  var plan: NightPlan
  let expected: [ExpectedRow]

  init(
    _ name: String, _ devices: Set<NightDevice>, without leftOut: Set<NightPlan.RecipePart> = [],
    link: WatchLinkPolicy.Mode = .observed, incidents: [NightPlan.Incident] = [],
    stopsPhoneLast: Bool = false, iOS: SystemVersion = 17, watchOS: SystemVersion = 10,
    _ expected: [ExpectedRow]
  ) {
    self.name = name
    self.expected = expected
    plan = NightPlan(hours: 12, devices: devices, leftOut: leftOut, incidents: incidents)
    plan.linkMode = link
    plan.stopsPhoneLast = stopsPhoneLast
    plan.systemVersion = iOS
    plan.watchVersion = watchOS
    if leftOut.contains(.healthType) { plan.apiLevel = 35 }
  }

  func part(_ conditions: NightConditions) -> Experiment.Part {
    Experiment.Part(name: name, expected: expected) { [plan] seed in
      var plan = plan
      plan.seed = seed
      plan.rateHz = conditions.rateHz
      plan.chunkSeconds = conditions.chunkSeconds
      let run = try NightRun(plan, collector: conditions.makeCollector())
      let summary = try await run.run()
      return Recording(run.world, rows: NightRows.rows(of: summary, run.world))
    }
  }
}

extension Duration {
  fileprivate static func minutes(_ minutes: Int) -> Duration { .seconds(60 * minutes) }
}
