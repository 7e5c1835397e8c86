import Testing
import YobanNight
import YobanSimulatedOS

/// The estimate of energy in a night (EN1, EN6).
@Suite struct NightEnergyTests {
  @Test
  func `each device's night costs its sleep and its awake processor, and a little more (EN1)`()
    async throws
  {
    var plan = NightPlan(hours: 1, seed: 1, devices: [.iphone, .watch, .android])
    plan.rateHz = 50
    let run = try NightRun(plan, collector: MemoryCollector())
    let summary = try await run.run()
    let causes: [NightDevice: String] = [
      .iphone: "processor awake: location", .watch: "processor awake: workout session",
      .android: "processor awake: wake lock",
    ]
    for account in summary.devices {
      let energy = try #require(account.energy)
      let policy = run.world.devices.first { $0.name == account.name }!.profile.energy
      let (asleep, awake) =
        switch account.kind {
        case .iphone: (policy.phoneAsleep, policy.awake)
        case .watch: (policy.watchAsleep, policy.watchAwake)
        case .android: (policy.pixelAsleep, policy.awake)
        }
      let hours = energy.duration.seconds / 3600
      #expect(abs(energy.milliwattHours(of: "the device itself") - asleep * hours) < 1e-6)
      let kept = energy.milliwattHours(of: causes[account.kind]!)
      #expect(kept > 0.9 * awake && kept < awake * hours, "\(energy)")
      #expect(energy.milliwattHours < 2.5 * (asleep + awake) * hours, "\(energy)")
      #expect(summary.json().contains("\"percent\""))
    }
    #expect(summary.devices.count == 3)
  }
}
