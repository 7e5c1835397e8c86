import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The CPU monitor of a phone (L11). `ProcessorMonitorTests` has its computation.
@Suite(.world()) struct ProcessorLimitTests {
  /// Opens an app that location keeps running, with a load of the processor.
  private static func kept(loaded load: Double) async throws -> WorldFixture {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.installWithLocation(.keptByLocation())
    await phone.open(app)
    app.process?.processorLoad = load
    return WorldFixture(world: world, phone: phone, app: app)
  }

  @Test func `an app that uses more than 80 % in background is killed, with its code (L10, L11)`()
    async throws
  {
    let f = try await Self.kept(loaded: 1)
    try await f.world.pass(.minutes(10))
    #expect(f.app.terminations.isEmpty, "in foreground it may")
    await f.phone.goHome()
    try await f.world.pass(.minutes(5))
    guard case .killed(.resourceAbuse, _)? = f.app.terminations.first else {
      Issue.record("ended as \(f.app.terminations)")
      return
    }
    #expect(f.world.momentsOfEnd.count == 1)
    let end = try #require(f.world.momentsOfEnd.first)
    #expect((at(648)...at(648.1)).contains(end), "48 s of CPU in background")
  }

  @Test func `an app that uses exactly 80 % is not killed (L11)`() async throws {
    let f = try await Self.kept(loaded: 0.8)
    await f.phone.goHome()
    try await f.world.pass(.minutes(20))
    #expect(f.app.state == .background && f.app.terminations.isEmpty)
  }

  @Test func `time in the foreground does not count (L11)`() async throws {
    let f = try await Self.kept(loaded: 1)
    for _ in 1...10 {
      await f.phone.goHome()
      try await f.world.pass(.seconds(40))
      await f.phone.open(f.app)
      try await f.world.pass(.seconds(61))
    }
    #expect(f.app.terminations.isEmpty)
  }

  @Test func `time suspended does not count (L7, L11)`() async throws {
    let f = try await startApp(AppFixture())
    f.app.process?.processorLoad = 1
    await f.phone.goHome()
    try await f.world.pass(.minutes(10))
    #expect(f.app.state == .suspended && f.app.terminations.isEmpty)
  }
}
