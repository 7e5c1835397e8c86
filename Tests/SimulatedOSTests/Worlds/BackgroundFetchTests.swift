import Dispatch
import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct BackgroundFetchTests {
  private static func fetching(
    modes: [String] = ["fetch"], completesAfter seconds: Double?
  ) -> TestApp {
    var app = TestApp()
    app.modes = modes
    app.onFetch = { launch, completion in
      print("fetch")
      guard let seconds else { return }
      nonisolated(unsafe) let completion = completion  // Called on its own queue.
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
        print("done")
        completion()
      }
    }
    return app
  }

  @Test func `a fetch launches an app in background and ends with its handler (L12, L13)`()
    async throws
  {
    let app = Self.fetching(completesAfter: 5)
    let world = try await withPhone { phone in
      let installed = try phone.install(app.definition)
      phone.performBackgroundFetch(installed)
      try await minutes(5)
      #expect(installed.state == .suspended)
    }
    #expect(world.launches == [.backgroundFetch])
    #expect(world.output == ["fetch", "done"])
    #expect(world.states == [.background, .suspended])
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect((Duration.seconds(5)...(.milliseconds(5_001))).contains(suspended - .start))
  }

  @Test func `an app that never ends its fetch is killed after 30 s with 0x2182bad4 (FT1)`()
    async throws
  {
    let app = Self.fetching(completesAfter: nil)
    let world = try await withPhone { phone in
      let installed = try phone.install(app.definition)
      await phone.open(installed)
      await phone.goHome()
      try await minutes(1)
      phone.performBackgroundFetch(installed)
      try await minutes(5)
    }
    #expect(world.launches == [.user])  // The suspended process is used.
    #expect(world.moments(of: .suspended).count == 1)
    guard case .killed(let code, _)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
    #expect(code.hexadecimal == "0x2182bad4")
    #expect(
      world.moments { if case .terminated = $0.app { true } else { false } } == [
        .start + .seconds(90)
      ])
  }

  @Test func `no fetch without the background mode, and none for the app in the foreground`()
    async throws
  {
    let world = try await withPhone { phone in
      let without = try phone.install(Self.fetching(modes: [], completesAfter: 1).definition)
      phone.performBackgroundFetch(without)
      await phone.open(without)
      phone.performBackgroundFetch(without)
      try await minutes(1)
    }
    #expect(world.output == [])
    #expect(world.launches == [.user])
  }
}
