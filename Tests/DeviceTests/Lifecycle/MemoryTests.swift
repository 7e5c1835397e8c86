import Testing
import UIKit
import YobanTesting

/// Low memory (L8).
@Suite(.world()) struct MemoryTests {
  private static func app(_ name: String) -> AppFixture {
    var app = AppFixture()
    app.name = name
    app.bundleIdentifier = "example.\(name)"
    return app
  }

  @Test func `a memory warning reaches running apps, not suspended ones (L8)`() async throws {
    let phone = try World.current.addPhone()
    let (asleep, front) = (
      try phone.install(Self.app("Asleep")), try phone.install(Self.app("Front"))
    )
    await phone.open(asleep)
    await phone.goHome()
    try await phone.world.pass(.seconds(10))
    await phone.open(front)
    phone.warnOfLowMemory()
    try await phone.world.pass(.seconds(1))
    await phone.open(asleep)
    try await phone.world.pass(.seconds(1))
    #expect(front.log.texts == ["delegate"])
    #expect(asleep.log.isEmpty, "also not when it runs again")
    #expect(phone.world.ends.isEmpty)
  }

  @Test(arguments: 0...4)
  func `suspended apps end first, the foreground app last, without a callback (L8)`(_ count: Int)
    async throws
  {
    let phone = try World.current.addPhone()
    var fixtures = ["Asleep", "Front"].map(Self.app) + [.keptByLocation()]
    for i in fixtures.indices { fixtures[i].terminates = { print("terminates") } }
    let asleep = try phone.install(fixtures[0])
    let front = try phone.install(fixtures[1])
    let kept = try phone.installWithLocation(fixtures[2])
    for app in [asleep, kept, front] {
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
    }
    #expect([front, kept, asleep].map(\.state) == [.active, .background, .suspended])
    phone.memoryPressure(removing: count)
    let removed = [asleep, kept, front].filter { $0.process == nil }
    #expect(removed.count == min(3, count))
    #expect([asleep, kept, front].starts(with: removed) { $0 === $1 })
    try await phone.world.pass(.seconds(1))
    #expect(phone.world.ends == Array(repeating: .jetsam, count: min(3, count)))
    #expect(!phone.log.contains("terminates"))
  }
}
