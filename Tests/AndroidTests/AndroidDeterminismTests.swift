import AndroidFramework
import SimulatedOS
import Testing
import VirtualTime

/// Tests that the same seed gives the same trace.
@Suite struct AndroidDeterminismTests {
  private func day(seed: UInt64) async throws -> [TraceEvent] {
    var appFixture = AndroidAppFixture.foregroundService(.dataSync)
    appFixture.applicationCreated = { context in
      WorkManager.getInstance(context).enqueueUniquePeriodicWork(
        "sync", .KEEP, PeriodicWorkRequest.Builder(ScriptedWorker.self, 30, .MINUTES).build())
    }
    let world = try await withAndroid(appFixture, api: 35, seed: seed) { phone, app in
      await phone.open(app)
      await phone.lock()
      try await hours(2)
      phone.jetsam(app)
      try await hours(7)
      phone.power.isCharging = true
      try await phone.reboot()
      try await hours(1)
      await phone.swipeFromRecents(app)
      await phone.open(app)
      try await hours(14)
    }
    return world.trace.events
  }

  @Test func `the same seed gives the same trace of a day on an Android phone`() async throws {
    let (first, second) = (try await day(seed: 3), try await day(seed: 3))
    #expect(first.count > 50)
    for (a, b) in zip(first, second) {
      try #require(a == b)
    }
    #expect(first.count == second.count)
  }
}
