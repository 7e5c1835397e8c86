import Testing
import YobanTesting

@testable import LeftOutApp

/// The test that scripts/ci-trial adds in a pull request.
@Suite struct VisitTests {
  @Test(.exploration(runs: 60)) func `a counted note is kept`() async throws {
    try await explore { run in
      let phone = try run.world.addPhone(iOS: 17)
      let app = try phone.install(
        .delegate(AppDelegate.self), infoPlist: .file("Info.plist"),
        resources: .file("Resources.json"))
      var counted = 0
      for _ in 1...3 {
        await phone.open(app)
        // The app may be removed from memory before the touch, or while it counts.
        if (try? await phone.tap("Count")) != nil, let texts = try? await app.texts {
          counted += 1
          let shown = texts.compactMap { Int($0.prefix { $0.isNumber }) }.max() ?? 0
          run.check("a note that was counted is counted again", shown >= counted)
        }
        await phone.goHome()
        try await run.world.pass(.hours(1))
      }
    }
  }
}
