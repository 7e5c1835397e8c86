import AndroidFramework
import SimulatedOS
import Testing
import VirtualTime

/// Tests the time limits of services of limited types (AN6).
@Suite struct TimedServiceWorldTests {
  @Test(arguments: [
    (34, ForegroundServiceType.dataSync, false), (35, .dataSync, true),
    (36, .mediaProcessing, true), (36, .health, false),
  ])
  func `dataSync and mediaProcessing services have a limit of six hours from API 35 on (AN6)`(
    api: Int, types: ForegroundServiceType, ends: Bool
  ) async throws {
    let world = try await withAndroid(.foregroundService(types), api: api) { phone, app in
      await phone.open(app)
      await phone.lock()
      try await hours(12)
    }
    #expect(world.timedOutput.contains("21600 timeout 1 of type \(types.rawValue)") == ends)
    #expect(world.output.contains("service destroyed") == ends)
    #expect(world.findings.contains("android.fgs.type-or-start AN6") == ends)
    #expect(world.ends == [])
  }

  @Test func `a service that continues after onTimeout is ended (AN6)`() async throws {
    var appFixture = AndroidAppFixture.foregroundService(.dataSync)
    appFixture.timedOut = { _, _, _ in }
    let world = try await withAndroid(appFixture, api: 35) { phone, app in
      await phone.open(app)
      await phone.lock()
      try await hours(6)
      try await seconds(9)
      #expect(app.process != nil)
      try await seconds(2)
    }
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
    let world = try await withAndroid(appFixture, api: 36) { phone, app in
      await phone.open(app)
      await phone.lock()
      try await hours(6.5)
      await phone.open(app)
      await phone.touch(app, "Start") {
        let activity = Application()
        _ = try? activity.startForegroundService(activity.work("again"))
      }
      await phone.lock()
      try await hours(5)
      #expect(phone.android.importance(of: app) == .foregroundService)
    }
    #expect(
      world.output.filter { $0.hasPrefix("refused") } == [
        "refused: android.app.ForegroundServiceStartNotAllowedException: Time limit already exhausted for foreground service type dataSync"
      ])
  }
}
