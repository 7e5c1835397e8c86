import AndroidFramework
import Testing
import YobanTesting

/// Tests the time limits of services of limited types (AN6).
@Suite(.world()) struct TimedServiceWorldTests {
  @Test(arguments: [
    (34, ForegroundServiceType.dataSync, false), (35, .dataSync, true),
    (36, .mediaProcessing, true), (36, .health, false),
  ])
  func `dataSync and mediaProcessing services have a limit of six hours from API 35 on (AN6)`(
    api: Int, types: ForegroundServiceType, ends: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try installAndroidApp(.foregroundService(types), api: api)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(12))
    #expect(world.timedOutput.contains("21600 timeout 1 of type \(types.rawValue)") == ends)
    #expect(world.log.texts.contains("service destroyed") == ends)
    #expect(world.findings.contains { $0.matches(.androidFgsTypeOrStart.by(.an6)) } == ends)
    #expect(app.terminations == [])
  }

  @Test func `a service that continues after onTimeout is ended (AN6)`() async throws {
    var appFixture = AndroidAppFixture.foregroundService(.dataSync)
    appFixture.timedOut = { _, _, _ in }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 35)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(6))
    try await world.pass(.seconds(9))
    #expect(app.process != nil)
    try await world.pass(.seconds(2))
    #expect(
      world.crashes.first?.hasPrefix(
        "android.app.RemoteServiceException$ForegroundServiceDidNotStopInTimeException: A foreground service of type dataSync did not stop"
      ) == true)
  }

  @Test func `the time stays used up until the user opens the app (AN6)`() async throws {
    var appFixture = AndroidAppFixture.foregroundService(.dataSync)
    appFixture.commanded = { service, _, _ in
      do { try service.enterForeground() } catch { print("refused: \(error)") }
      try service.holdWakeLock()
      return Service.START_NOT_STICKY
    }
    appFixture.timedOut = { service, _, _ in
      service.stopForeground(Service.STOP_FOREGROUND_REMOVE)
      do { try service.enterForeground() } catch { print("refused: \(error)") }
      service.stopSelf()
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 36)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.hours(6.5))
    await phone.open(app)
    await phone.touch(app, "Start") {
      let activity = Application()
      _ = try? activity.startForegroundService(activity.work("again"))
    }
    await phone.lock()
    try await world.pass(.hours(5))
    #expect(app.importance == .foregroundService)
    #expect(
      world.log.texts.filter { $0.hasPrefix("refused") } == [
        "refused: android.app.ForegroundServiceStartNotAllowedException: Time limit already exhausted for foreground service type dataSync"
      ])
  }
}
