import AndroidFramework
import Testing
import YobanTesting

/// Tests that the same seed gives the same trace.
@Suite struct AndroidDeterminismTests {
  private func day(seed: UInt64) async throws -> [TraceEvent] {
    var appFixture = AndroidAppFixture.foregroundService(.dataSync)
    appFixture.applicationCreated = { context in
      WorkManager.getInstance(context).enqueueUniquePeriodicWork(
        "sync", .KEEP, PeriodicWorkRequest.Builder(ScriptedWorker.self, 30, .MINUTES).build())
    }
    let world = try await withWorld(seed: seed) { [appFixture] world in
      let (phone, app) = try installAndroidApp(appFixture, api: 35)
      await phone.open(app)
      await phone.lock()
      try await world.pass(.hours(2))
      phone.jetsam(app)
      try await world.pass(.hours(7))
      phone.power.isCharging = true
      try await phone.reboot()
      try await world.pass(.hours(1))
      await phone.swipeFromRecents(app)
      await phone.open(app)
      try await world.pass(.hours(14))
      return world
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
