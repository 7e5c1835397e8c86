import AndroidFramework
import Testing
import YobanTesting

/// The causes for which the CPU of an Android phone is awake, and their energy (EN1, EN5).
@Suite(.world()) struct EnergyWorldTests {
  @Test func `a wake lock costs the processor, and without work it is worth advice (EN1)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService())
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(5))
    let start = world.now
    try await world.pass(.hours(2))
    let policy = phone.profile.energy
    let energy = phone.energy(of: app, from: start)
    #expect(abs(energy.milliwattHours - 2 * policy.awake) < 1e-6, "\(energy)")
    #expect(energy.causes.allSatisfy { $0.name.hasPrefix("processor awake: wake lock") })
    #expect(energy.advice.map(\.kind) == [.energyWakeLockIdle])
    #expect(energy.model == "Pixel 7" && energy.battery == policy.pixel7)
  }

  @Test func `without a wake lock the CPU sleeps, and costs its sleep only (EN1)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(wakeLock: false))
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(5))
    let start = world.now
    try await world.pass(.hours(2))
    #expect(!phone.android.isProcessorAwake)
    #expect(phone.energy(of: app, from: start).causes.isEmpty)
    #expect(
      abs(phone.energy(from: start).milliwattHours - 2 * phone.profile.energy.pixelAsleep) < 1e-6)
  }

  @Test func `a lit screen counts for the app in front (EN5)`() async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(AndroidAppFixture())
    await phone.open(app)
    let start = world.now
    try await world.pass(.hours(1))
    let policy = phone.profile.energy
    #expect(
      abs(phone.energy(of: app, from: start).milliwattHours - policy.pixelScreen - policy.awake)
        < 1e-6)
  }
}
