import Foundation
import Testing
import YobanFoundation
import YobanTesting

@Suite struct BookmarkTests {
  @Test(.world(), arguments: [false, true])
  func `a bookmark finds its file in the next launch, and is stale after an update (DP10)`(
    _ isUpdated: Bool
  ) async throws {
    let appFixture = AppFixture { _ in
      let file = URL.documentsDirectory.appending(path: "night.csv")
      guard let stored = UserDefaults.standard.data(forKey: "bookmark") else {
        print((try? file.bookmarkData()) == nil)
        try! Data("1".utf8).write(to: file)
        return UserDefaults.standard.set(try! file.bookmarkData(), forKey: "bookmark")
      }
      var isStale = true
      let found = try? URL(resolvingBookmarkData: stored, bookmarkDataIsStale: &isStale)
      print(found?.path == file.path, isStale)
      print(
        (try? URL(resolvingBookmarkData: Data("x".utf8), bookmarkDataIsStale: &isStale)) == nil)
    }
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(1))
    if isUpdated {
      try fixture.phone.update(fixture.app, to: .making { ScriptedDelegate(appFixture) })
    } else {
      fixture.phone.jetsam(fixture.app)
    }
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["true", "true \(isUpdated)", "true"])
    #expect(fixture.world.findings.isEmpty)
  }
}
