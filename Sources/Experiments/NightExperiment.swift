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
        NightRows.stops("watch", "suspended", after: .seconds(1)...(.minutes(10)))),
      Part(
        "Apple Watch: the session is not paused", [.watch], without: [.pause],
        NightRows.whole("watch", exercise: true)),
      Part("Android: the whole recipe", [.android], NightRows.whole("android")),
      Part(
        "Android: no foreground service", [.android], without: [.foregroundService],
        NightRows.stops("android", "suspended", after: .zero...(.minutes(15)))),
      Part(
        "Android: no wake lock", [.android], without: [.wakeLock],
        NightRows.stops("android", "suspended", after: .zero...(.minutes(1)))),
      Part(
        "Android: a service of type dataSync on API level 35", [.android], without: [.healthType],
        NightRows.stops("android", "suspended", after: .minutes(359)...(.minutes(362)),
          (.documented, "AN6"))),
      Part(
        "watch to phone, the plain recipe: the phone app is suspended meanwhile", [.watch],
        without: [.relay], NightRows.lost),
      Part(
        "watch to phone, the article's cure: plain files, the phone app kept running by location",
        [.iphone, .watch], without: [.relay], stopsPhoneLast: true,
        NightRows.whole("iphone", "watch")),
      Part(
        "watch to phone, the plain recipe, as it is documented", [.watch], without: [.relay],
        link: .documented, NightRows.whole("watch", as: .documented)),
      Part(
        "watch to phone, the relay: the phone app is suspended, removed from memory, quit, and the phone rebooted",
        [.watch], incidents: NightRows.troubles, NightRows.whole("watch", as: .assumed)),
      Part(
        "the whole night on three devices", Set(NightDevice.allCases),
        NightRows.whole("iphone", "watch", "android")),
      Part(
        "iOS 16 with watchOS 9: the whole recipe", [.iphone, .watch], iOS: 16.4, watchOS: 9,
        NightRows.whole("iphone", "watch")),
      Part(
        "iOS 16: no renewal of the background task", [.iphone], without: [.renewal], iOS: 16.4,
        NightRows.stops("iphone", "suspended", after: .minutes(29)...(.minutes(32)))),
      Part(
        "iOS 16 with watchOS 9, the plain recipe: the phone app is suspended meanwhile", [.watch],
        without: [.relay], iOS: 16.4, watchOS: 9, NightRows.lost),
    ])
}

extension Experiment.Part {
  /// A night of 12 hours, at one sample a second of each sensor: what is measured does not depend on
  /// the rate.
  fileprivate init(
    _ name: String, _ devices: Set<NightDevice>, without leftOut: Set<NightPlan.RecipePart> = [],
    link: WatchLinkPolicy.Mode = .observed, incidents: [NightPlan.Incident] = [],
    stopsPhoneLast: Bool = false, iOS: SystemVersion = 17, watchOS: SystemVersion = 10,
    _ expected: [ExpectedRow]
  ) {
    self.init(name: name, expected: expected) { seed in
      var plan = NightPlan(
        hours: 12, seed: seed, devices: devices, leftOut: leftOut, incidents: incidents)
      plan.rateHz = 1
      plan.chunkSeconds = 1800
      plan.linkMode = link
      plan.stopsPhoneLast = stopsPhoneLast
      plan.systemVersion = iOS
      plan.watchVersion = watchOS
      if leftOut.contains(.healthType) { plan.apiLevel = 35 }
      let run = try NightRun(plan, collector: MemoryCollector())
      let summary = try await run.run()
      return Recording(run.world, rows: NightRows.rows(of: summary, run.world))
    }
  }
}

extension Duration {
  fileprivate static func minutes(_ minutes: Int) -> Duration { .seconds(60 * minutes) }
}
