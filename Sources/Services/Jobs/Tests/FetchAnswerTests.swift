import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The end of a background fetch (FT1).
@Suite struct FetchAnswerTests {
  private static func fetching(
    modes: [String] = ["fetch"], completesAfter seconds: Double?
  ) -> JobApp {
    JobApp(
      permitted: nil, registers: [], modes: modes,
      onFetch: { done in
        print("fetch")
        JobApp.answer(after: seconds)(JobApp.saying(done))
      })
  }

  @Test func `a fetch launches an app in background and ends with its handler (L12, L13)`()
    async throws
  {
    let app = Self.fetching(completesAfter: 5)
    let world = try await withPhone { phone in
      let installed = try phone.install(app)
      phone.performBackgroundFetch(installed)
      try await phone.world.pass(.minutes(5))
      #expect(installed.state == .suspended)
    }
    #expect(world.launches == [.backgroundFetch])
    #expect(world.log.texts == ["fetch", "answers"])
    #expect(world.moments(of: .background) == [.start])
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect((Duration.seconds(5)...(.milliseconds(5_001))).contains(suspended - .start))
  }

  @Test func `an app that never ends its fetch is killed after 30 s with 0x2182bad4 (FT1)`()
    async throws
  {
    let app = Self.fetching(completesAfter: nil)
    let world = try await withPhone { phone in
      let installed = try phone.install(app)
      await phone.open(installed)
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
      phone.performBackgroundFetch(installed)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.launches == [.user])  // The suspended process is used.
    #expect(world.moments(of: .suspended).count == 1)
    guard case .killed(let code, _)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
    #expect(code.hexadecimal == "0x2182bad4")
    #expect(world.momentsOfEnd == [at(90)])
  }

  @Test func `no fetch without the background mode, and none for the app in the foreground`()
    async throws
  {
    let world = try await withPhone { phone in
      let without = try phone.install(Self.fetching(modes: [], completesAfter: 1))
      phone.performBackgroundFetch(without)
      await phone.open(without)
      phone.performBackgroundFetch(without)
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.log.texts == [])
    #expect(world.launches == [.user])
  }
}
