import AndroidFramework
import Foundation
import Testing
import YobanTesting

/// Tests events of the system, and actions of an app itself, that allow the app to start a
/// foreground service from background (AN4).
@Suite struct ExemptionWorldTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let action: String
    let act: @Sendable (AndroidPhone) -> Void

    static let all = [
      Change(testDescription: "the time zone", action: Intent.ACTION_TIMEZONE_CHANGED) {
        $0.setTimeZone(TimeZone(identifier: "Asia/Tokyo")!)
      },
      Change(testDescription: "the time", action: Intent.ACTION_TIME_CHANGED) {
        $0.setClock(by: .seconds(60))
      },
      Change(testDescription: "the language", action: Intent.ACTION_LOCALE_CHANGED) {
        $0.setLocale(Locale(identifier: "ja_JP"))
      },
    ]
  }

  /// Uses a service type that BOOT_COMPLETED may not start from API 35 on (AN6).
  @Test(.world(), arguments: Change.all)
  func `a change of time or language allows the start of a service of any type (AN4, AN6)`(
    _ change: Change
  ) async throws {
    var appFixture = AndroidAppFixture.receiverStarts(.dataSync)
    appFixture.actions = [change.action]
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, api: 36)
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(5))
    change.act(phone)
    try await world.pass(.minutes(1))
    #expect(world.log.texts.contains("received \(change.action)"))
    #expect(world.log.texts.contains("in foreground as 1"))
    #expect(world.findings == [])
  }

  @Test(.world(), arguments: [Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_LOCALE_CHANGED])
  func `an app cannot send broadcasts that are reserved for the system (AN4)`(_ action: String)
    async throws
  {
    var appFixture = AndroidAppFixture.receiverStarts()
    appFixture.actions = [Intent.ACTION_LOCALE_CHANGED]
    appFixture.created = { activity in
      let intent = Intent(activity, ScriptedReceiver.self).setAction(action)
      do { try activity.sendBroadcast(intent) } catch { print("not sent: \(type(of: error))") }
      let operation = try PendingIntent.getBroadcast(
        activity, 1, intent, PendingIntent.FLAG_IMMUTABLE)
      activity.getSystemService(AlarmManager.self)!.setAndAllowWhileIdle(
        AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 300_000, operation)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    await phone.lock()
    try await world.pass(.minutes(30))
    #expect(world.log.texts.contains("not sent: SecurityException"))
    let refusals = world.androidEvents.filter {
      $0 == .refused("sendBroadcast", exception: "SecurityException")
    }
    #expect(refusals.count == 2)
    #expect(!world.log.texts.contains { $0.hasPrefix("received") })
    #expect(!world.log.texts.contains { $0.contains("in foreground") })
  }

  @Test(.world(), arguments: [true, false])
  func `an app with an associated device and the permission may start a service (AN4)`(
    _ hasPermission: Bool
  ) async throws {
    var appFixture = AndroidAppFixture.foregroundService(.health, wakeLock: false)
    if hasPermission {
      appFixture.permissions.append("REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND")
    }
    appFixture.created = { activity in
      let manager = activity.getSystemService(CompanionDeviceManager.self)!
      manager.associate("00:11:22:33:44:55")
      print(manager.getAssociations())
      try activity.holdWakeLock(for: .seconds(60))
      Handler(Looper.getMainLooper()).postDelayed(
        {
          do { try activity.startForegroundService(activity.work()) } catch {
            print("refused: \(type(of: error))")
          }
        }, 40_000)
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture, change: { $0.cachedFreezeAfter = nil })
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(2))
    #expect(world.log.texts.contains(#"["00:11:22:33:44:55"]"#))
    #expect(
      world.log.texts.contains("refused: ForegroundServiceStartNotAllowedException")
        == !hasPermission)
    #expect(
      world.androidEvents.contains(.foreground("ScriptedService", types: "health")) == hasPermission
    )
  }

  @Test func `the presence of an associated device is reported from API 31 on (AN14)`() async throws
  {
    for api in [30, 31] {
      var appFixture = AndroidAppFixture()
      appFixture.permissions.append("REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE")
      appFixture.created = { activity in
        let manager = activity.getSystemService(CompanionDeviceManager.self)!
        manager.associate("00:11:22:33:44:55")
        try manager.startObservingDevicePresence("00:11:22:33:44:55")
        print("observed")
      }
      let world = try await withWorld { [appFixture] world in
        let (phone, app) = try installAndroidApp(appFixture, api: api)
        await phone.open(app)
        return world
      }
      #expect(world.log.texts.contains("observed") == (api == 31))
      #expect(world.crashes.contains { $0.contains("NoSuchMethodError") } == (api == 30))
    }
  }
}
