import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Background fetch, scheduled by the system (FT1).
@Suite struct FetchTests {
  /// An app that sets its fetch interval at launch. With `answers` it answers each fetch.
  private static func app(
    minimum: Double? = 3600, modes: [String] = ["fetch"], permitted: [String]? = nil,
    answers: Bool = true
  ) -> JobApp {
    JobApp(
      permitted: permitted, registers: [], modes: modes,
      launched: { application in
        if let minimum { application.setMinimumBackgroundFetchInterval(minimum) }
      },
      onFetch: { done in
        print("fetch")
        if answers { done(.newData) }
      })
  }

  private static func day(
    _ app: JobApp, iOS version: SystemVersion = 12, seed: UInt64 = 1,
    _ meanwhile: @escaping @Sendable (Phone, InstalledApp) async throws -> Void = { _, _ in }
  ) async throws -> World {
    try await withPhone(seed: seed, iOS: version) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.goHome()
      try await meanwhile(phone, app)
      try await phone.world.pass(.minutes(24 * 60))
    }
  }

  @Test func `an app that is removed from memory in the foreground gets later fetches (L8, FT1)`()
    async throws
  {
    let world = try await withPhone(iOS: 12) { phone in
      let app = try phone.install(Self.app())
      await phone.open(app)
      phone.jetsam(app)
      try await phone.world.pass(.minutes(121))
    }
    #expect(world.launches == [.user, .backgroundFetch])
  }

  @Test(arguments: 1...10)
  func `a fetch runs no sooner than the minimum interval, when the system chooses (FT1)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.day(Self.app(), seed: seed)
    let moments = world.moments(of: .performFetch)
    // Apple guarantees only the minimum and says that the system chooses when to fetch.
    let waits = zip([.start] + moments, moments).map { $1 - $0 }
    #expect(waits.count > 1)
    #expect(waits.allSatisfy { $0 >= .seconds(3600) })
    #expect(Set(waits).count > 1, "the system chooses the moment")
    #expect(world.launches == [.user])
    #expect(world.log.texts.count == moments.count)
  }

  @Test func `an app that does not set an interval gets no fetch (FT1)`() async throws {
    #expect(try await Self.day(Self.app(minimum: nil)).moments(of: .performFetch).isEmpty)
  }

  @Test(arguments: [(6.0 as SystemVersion, 0), (7, 1), (12, 1), (17, 1)])
  func `fetches exist from iOS 7 on (FT1)`(_ version: SystemVersion, _ expected: Int) async throws {
    let world = try await Self.day(Self.app(), iOS: version)
    #expect(min(1, world.moments(of: .performFetch).count) == expected)
  }

  @Test(arguments: [(12.0 as SystemVersion, true), (13, false), (17, false)])
  func `permitted task identifiers disable fetches from iOS 13 on (FT1)`(
    _ version: SystemVersion, _ isFetched: Bool
  ) async throws {
    let world = try await Self.day(Self.app(permitted: ["a"]), iOS: version) { phone, app in
      phone.performBackgroundFetch(app)
    }
    #expect(world.moments(of: .performFetch).isEmpty != isFetched)
    #expect(world.kinds == (isFetched ? [] : [.fetchDisabled.by(.ft1)]))
  }

  @Test func `without the background mode there is no fetch, and a finding is reported (FT1)`()
    async throws
  {
    let world = try await Self.day(Self.app(modes: []))
    #expect(world.moments(of: .performFetch).isEmpty)
    #expect(world.kinds == [.plistMissingKey.by(.ft1)])
  }

  @Test func `an app that was removed from memory is launched for a fetch (FT1, L8)`()
    async throws
  {
    let world = try await Self.day(Self.app()) { phone, app in phone.jetsam(app) }
    #expect(world.launches.prefix(2) == [.user, .backgroundFetch])
  }

  @Test func `a handler that is never called gets the app killed after 30 s (FT1, L10)`()
    async throws
  {
    let world = try await Self.day(Self.app(answers: false))
    let fetch = try #require(world.moments(of: .performFetch).first)
    #expect(world.momentsOfEnd.first == fetch + .seconds(30))
    guard case .killed(.backgroundFetch, _)? = world.ends.first else {
      Issue.record("ended as \(world.ends)")
      return
    }
    #expect(world.launches.count > 1, "and is launched for the next one")
  }

  @Test func `no fetch after a force-quit, in Low Power Mode, or with refresh off (L16, L18, L19)`()
    async throws
  {
    let forceQuit = try await Self.day(Self.app()) { phone, app in await phone.swipeAway(app) }
    #expect(forceQuit.moments(of: .performFetch).isEmpty)
    let lowPower = try await Self.day(Self.app()) { phone, _ in phone.power.isLowPowerMode = true }
    #expect(lowPower.moments(of: .performFetch).isEmpty)
    let denied = try await Self.day(Self.app()) { phone, app in
      phone.setBackgroundRefresh(false, for: app)
    }
    #expect(denied.moments(of: .performFetch).isEmpty)
  }

  @Test func `a force-quit app gets fetches again after the user has opened it (L16)`() async throws
  {
    let world = try await Self.day(Self.app()) { phone, app in
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(300))
      await phone.open(app)
      await phone.goHome()
    }
    #expect(world.moments(of: .performFetch).first.map { $0 >= at(300 * 60) } == true)
  }

  @Test func `the fetch interval survives a reboot (FT1)`() async throws {
    var once = Self.app(minimum: nil)
    once.becameActive = { $0.setMinimumBackgroundFetchInterval(3600) }
    let world = try await Self.day(once) { phone, _ in try await phone.reboot() }
    #expect(world.launches.prefix(2) == [.user, .backgroundFetch])
  }
}
