import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// FT7: a task created in the background waits 60, 120, 240 s…, longer with each resume.
@Suite struct RateLimiterTests {
  private static let bytes = 2_000  // One second.
  private static let length = SlowUplink.time(of: bytes)

  /// Uploads one chunk after the other: the next task is created when the one before has ended.
  private static let oneAtATime = uploadingApp(then: { $0.upload(bytes: bytes) })

  private static func begin(_ phone: Phone, _ app: AppFixture = oneAtATime) async throws
    -> InstalledApp
  {
    let app = try await phone.start(app)
    await phone.upload(app, bytes: bytes)
    return app
  }

  /// The time that each transfer after the first waited before it began.
  private static func waits(_ gateway: FakeGateway) -> [Duration] {
    zip(gateway.moments, gateway.moments.dropFirst()).map { $1 - $0 - length }
  }

  @Test func `in foreground tasks do not wait`() async throws {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      _ = try await Self.begin(phone)
      try await phone.world.pass(.seconds(60))
    }
    #expect(Set(Self.waits(gateway)) == [.zero])
  }

  @Test(arguments: [true, false])
  func `for tasks created one at a time in background the waits double with each resume (FT7)`(
    _ isKilled: Bool
  ) async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.path = .offline
      let app = try await Self.begin(phone)
      if isKilled { phone.jetsam(app) } else { await phone.goHome() }
      try await phone.world.pass(.seconds(60))
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(35))
    }
    #expect(Self.waits(gateway) == [60, 120, 240, 480, 960].map { .seconds($0) })
    #expect(world.log.texts.filter { $0 == "events uploads" }.count == gateway.requests.count)
  }

  @Test(arguments: [false, true])
  func `a visit to foreground resets the wait, even by a cold launch (FT7)`(
    _ isKilled: Bool
  ) async throws {
    let gateway = FakeGateway(body: "")
    // Tasks 2 and 3 are created in the background, then 4 in the foreground, 5 and 6 in the
    // background again.
    let app = uploadingApp(then: {
      if ![3, 6].contains(gateway.requests.count) { $0.upload(bytes: Self.bytes) }
    })
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.path = .offline
      let app = try await Self.begin(phone, app)
      await phone.goHome()
      try await phone.world.pass(.seconds(60))
      phone.network.path = .wifi
      // The third wait of 240 s has not passed, so it is not reset.
      try await phone.world.pass(.seconds(200))
      #expect(gateway.requests.count == 3)
      if isKilled { phone.jetsam(app) }
      phone.network.uplinkBytesPerSecond = 200  // It ends after the suspension.
      await phone.open(app)
      await phone.upload(app, bytes: Self.bytes)
      await phone.goHome()
      try await phone.world.pass(.milliseconds(10_500))
      phone.network.uplinkBytesPerSecond = 2_000
      try await phone.world.pass(.minutes(10))
    }
    let visit = try #require(world.moments(of: .active).last)
    let waits = Self.waits(gateway)
    #expect(waits.prefix(2) == [.seconds(60), .seconds(120)])
    #expect(gateway.moments[3] == visit + .seconds(10) + .milliseconds(40))
    #expect(waits.suffix(2) == [.seconds(60), .seconds(120)])
  }

  @Test(arguments: [(second: 30, wait: 120), (second: 400, wait: 60)])
  func `a wait that passes without a new task is reset at the next resume (FT7)`(
    _ second: Int, _ wait: Int
  ) async throws {
    let gateway = FakeGateway(body: "")
    // Two sessions: the end of the first task resumes the app, which creates no task. The end of
    // the second task resumes it again, and then a task is created.
    var app = uploadingApp()
    app.launched = { _, _ in
      _ = Uploader()
      _ = Uploader("second", then: { $0.upload(bytes: 1) })
    }
    try await withPhone(gateway: gateway) { [app] phone in
      let app = try await phone.start(app)
      phone.network.uplinkBytesPerSecond = 1_000
      phone.network.latency = .zero
      await phone.touch(app, "upload") {
        Uploader.current.upload(bytes: 20_000)
        Uploader.named("second").upload(bytes: second * 1_000, name: "second")
      }
      await phone.goHome()
      try await phone.world.pass(.seconds(20 + second + 300))
    }
    #expect(gateway.moments.prefix(2) == [at(20), at(20 + Double(second))])
    try #require(gateway.moments.count > 2)
    #expect(gateway.moments[2] - gateway.moments[1] - .milliseconds(1) == .seconds(wait))
  }

  @Test(arguments: [(30, 60), (90, 0)])
  func `a task created during the wait is delayed, one created after it is not (FT7)`(
    _ delay: Int, _ wait: Int
  ) async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await phone.startLocated()
      await phone.upload(app, bytes: Self.bytes)
      phone.jetsam(app)
      // Launched for its session at `length`, and then kept running by location.
      try await phone.world.pass(.seconds(delay))
      #expect(app.state == .background)
      await phone.upload(app, bytes: Self.bytes)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.launches == [.user, .backgroundTransfer])
    #expect(gateway.moments == [.start + Self.length, at(Double(delay + wait)) + Self.length])
  }

  @Test func `a batch wakes the app once and never waits (FT7)`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.begin(phone, uploadingApp())
      await phone.upload(app, bytes: Self.bytes, names: (1...9).map { "\($0)" })
      await phone.goHome()
      try await phone.world.pass(.minutes(5))
    }
    #expect(gateway.requests.count == 10)
    #expect(gateway.moments.last! - .start == Self.length + .seconds(9))
    #expect(world.log.texts.filter { $0 == "events uploads" }.count == 1)
  }

  @Test func `losing the network does not shorten the wait (FT7)`() async throws {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      let app = try await Self.begin(phone)
      phone.jetsam(app)
      try await phone.world.pass(.seconds(10))
      phone.network.path = .offline
      try await phone.world.pass(.seconds(10))
      phone.network.path = .wifi
      try await phone.world.pass(.seconds(100))
    }
    #expect(Self.waits(gateway).first == .seconds(60))
  }
}
