import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The CPU monitor of a phone (L11). Location keeps the app running.
@Suite struct ProcessorWorldTests {
  private static func kept(_ phone: Phone, loaded load: Double) async throws -> InstalledApp {
    var app = TestApp().on(.didFinishLaunching) { LocationKeeper($0).start() }
    app.modes = ["location"]
    let installed = try phone.install(app.definition)
    phone.location.setAuthorization(.always, for: installed)
    await phone.open(installed)
    installed.process?.processorLoad = load
    return installed
  }

  @Test func `an app that uses more than 80 % in background is killed, with its code (L10, L11)`()
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await Self.kept(phone, loaded: 1)
      try await minutes(10)
      #expect(phone.world.ends.isEmpty, "in foreground it may")
      await phone.goHome()
      try await minutes(5)
    }
    #expect(world.ends.count == 1)
    guard case .killed(.resourceAbuse, _)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
    let end = try #require(world.momentsOfEnd.first)
    #expect((at(648)...at(648.1)).contains(end), "48 s of CPU in background")
  }

  @Test func `an app that uses exactly 80 % is not killed (L11)`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.kept(phone, loaded: 0.8)
      await phone.goHome()
      try await minutes(20)
    }
    #expect(world.ends.isEmpty)
  }

  @Test func `time suspended or in the foreground does not count (L7, L11)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      app.process?.processorLoad = 1
      await phone.goHome()
      try await minutes(10)
      #expect(app.state == .suspended)
    }
    #expect(world.ends.isEmpty)
    let visits = try await withPhone { phone in
      let app = try await Self.kept(phone, loaded: 1)
      for _ in 1...10 {
        await phone.goHome()
        try await sleep(40)
        await phone.open(app)
        try await sleep(61)
      }
    }
    #expect(visits.ends.isEmpty)
  }
}
