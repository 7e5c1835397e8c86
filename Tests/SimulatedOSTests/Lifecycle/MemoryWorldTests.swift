import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Low memory (L8).
@Suite struct MemoryWorldTests {
  private static func app(_ name: String, modes: [String] = []) -> AppDefinition {
    var app = TestApp(name: name, modes: modes)
    if modes.contains("location") {
      app = app.on(.didFinishLaunching) { LocationKeeper($0).start() }
    }
    app.onEvent = { _, event in print("\(name) \(event)") }
    return app.definition
  }

  @Test func `a memory warning reaches running apps, not suspended ones (L8)`() async throws {
    let world = try await withPhone { phone in
      let asleep = try phone.install(Self.app("Asleep"))
      let front = try phone.install(Self.app("Front"))
      await phone.open(asleep)
      await phone.goHome()
      try await sleep(10)
      await phone.open(front)
      phone.warnOfLowMemory()
      try await sleep(1)
      await phone.open(asleep)
      try await sleep(1)
    }
    #expect(world.output == ["Front memoryWarning"])
    #expect(world.callbacks.filter { $0 == .didReceiveMemoryWarning }.count == 1)
    #expect(world.ends.isEmpty)
  }

  @Test(arguments: 0...4)
  func `suspended apps end first, the foreground app last, without a callback (L8)`(_ count: Int)
    async throws
  {
    let world = try await withPhone { phone in
      let front = try phone.install(Self.app("Front"))
      let kept = try phone.install(Self.app("Kept", modes: ["location"]))
      let asleep = try phone.install(Self.app("Asleep"))
      phone.location.setAuthorization(.always, for: kept)
      for app in [asleep, kept, front] {
        await phone.open(app)
        try await sleep(10)
      }
      #expect([front, kept, asleep].map(\.state) == [.active, .background, .suspended])
      phone.memoryPressure(removing: count)
      let removed = [asleep, kept, front].filter { $0.process == nil }
      #expect(removed.count == min(3, count))
      #expect([asleep, kept, front].starts(with: removed) { $0 === $1 })
      try await sleep(1)
    }
    let ends = [TerminationReason](repeating: .jetsam, count: min(3, count))
    #expect(world.ends == ends)
    #expect(!world.callbacks.contains(.applicationWillTerminate))
  }

  @Test func `an app that was removed from memory may still be launched (L8)`() async throws {
    var app = TestApp(modes: ["fetch"])
    app.onFetch = { _, done in done() }
    let definition = app.definition
    let world = try await withPhone { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      await phone.goHome()
      phone.memoryPressure(removing: 1)
      phone.performBackgroundFetch(app)
      try await sleep(5)
    }
    #expect(world.launches == [.user, .backgroundFetch])
  }
}
