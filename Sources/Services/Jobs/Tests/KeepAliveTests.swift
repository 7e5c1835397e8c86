import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The keep-alive of a VoIP app (BG8).
@Suite struct KeepAliveTests {
  /// Works as S2 describes: the app begins a background task when it enters the background and in
  /// each call of the handler.
  private static func app(_ interval: Double = 600, modes: [String] = ["voip"]) -> JobApp {
    JobApp(
      permitted: nil, registers: [], modes: modes,
      launched: { application in
        let isKept = application.setKeepAliveTimeout(interval) {
          print("alive")
          beginTask()
        }
        print(isKept)
      },
      enteredBackground: { _ in beginTask() })
  }

  private static func beginTask() {
    MainActor.assumeIsolated {
      let application = UIApplication.shared
      // Used on the main queue only.
      nonisolated(unsafe) var task = UIBackgroundTaskIdentifier.invalid
      task = application.beginBackgroundTask { application.endBackgroundTask(task) }
    }
  }

  private static func hours(_ version: SystemVersion, _ app: JobApp) async throws -> World {
    try await withPhone(iOS: version) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(6 * 60 + 1))
    }
  }

  @Test func `on iOS 6 an app can run without end, with a new budget at each call (BG8)`()
    async throws
  {
    let world = try await Self.hours(6, Self.app())
    #expect(world.log.texts.first == "true")
    #expect(world.log.texts.filter { $0 == "alive" }.count == 36, "every ten minutes of six hours")
    #expect(world.ends.isEmpty)
    // The app is suspended for at most the last five seconds of every ten minutes.
    var asleep = Duration.zero
    for (from, to) in zip(world.moments(of: .suspended), world.moments(of: .background).dropFirst())
    {
      asleep += to - from
    }
    #expect(asleep <= .seconds(36 * 5))
  }

  @Test func `on iOS 7 the handler is called, and each background task gives 180 s (BG8)`()
    async throws
  {
    let world = try await Self.hours(7, Self.app())
    #expect(world.log.texts.first == "true")
    #expect(world.log.texts.filter { $0 == "alive" }.count == 36, "every ten minutes of six hours")
    #expect(world.ends.isEmpty)
    // Of every ten minutes the app is suspended for seven, after the 180 s of its task.
    let woken = world.moments(of: .background).dropFirst()
    let frozen = world.moments(of: .suspended).dropFirst()
    #expect(woken.count == 36)
    for (from, to) in zip(woken, frozen) { #expect((175...181).contains((to - from).seconds)) }
  }

  @Test(arguments: [10.0 as SystemVersion, 17])
  func `from iOS 10 on an app cannot set a keep-alive handler (BG8)`(
    _ version: SystemVersion
  ) async throws {
    let world = try await Self.hours(version, Self.app())
    #expect(world.log.texts == ["false"])
    #expect(world.moments(of: .suspended).count == 1)
  }

  @Test func `a keep-alive handler needs the mode and an interval of at least ten minutes (BG8)`()
    async throws
  {
    #expect(try await Self.hours(6, Self.app(modes: [])).log.texts == ["false"])
    #expect(try await Self.hours(6, Self.app(599)).log.texts == ["false"])
  }
}
