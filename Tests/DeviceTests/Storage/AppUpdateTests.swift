import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests what an update of an app keeps and changes (DP10).
@Suite struct AppUpdateTests {
  private static let first: @MainActor @Sendable (UIApplication) -> Void = { _ in
    let file = URL.documentsDirectory.appending(path: "a.txt")
    try! Data("kept".utf8).write(to: file)
    UserDefaults.standard.set(file.path, forKey: "path")
    UserDefaults.standard.set("a.txt", forKey: "name")
  }

  private static let second: @MainActor @Sendable (UIApplication) -> Void = { _ in
    let path = UserDefaults.standard.string(forKey: "path")!
    print("by path", FileManager.default.fileExists(atPath: path))
    let name = UserDefaults.standard.string(forKey: "name")!
    let file = URL.documentsDirectory.appending(path: name)
    print("by name", (try? String(contentsOf: file, encoding: .utf8)) ?? "missing")
  }

  @Test(.world()) func `an update keeps files and defaults, and moves the container (DP10)`()
    async throws
  {
    let fixture = try await startApp(AppFixture(Self.first))
    let process = try #require(fixture.app.process)
    try fixture.phone.update(fixture.app, to: .making { ScriptedDelegate(AppFixture(Self.second)) })
    #expect(fixture.app.process == nil)
    _ = process
    await fixture.phone.open(fixture.app)
    #expect(fixture.world.log.texts == ["by path false", "by name kept"])
    #expect(fixture.world.findings.are([.fileOldContainer.by(.dp10)]))
    #expect(
      fixture.world.findings.first?.what.contains("the update of the app: Documents/a.txt.") == true
    )
    let ends = fixture.world.trace.events.compactMap { event -> TerminationReason? in
      if case .terminated(let reason) = event.kind.app { reason } else { nil }
    }
    #expect(ends == [.updated])
  }

  @Test(.world(), arguments: [true, false])
  func
    `opening and creating a file by an old path is a finding, a missing file alone is not (DP10)`(
      _ isOld: Bool
    ) async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let key = UserDefaults.standard.string(forKey: "documents")
        let documents = URL.documentsDirectory.path
        UserDefaults.standard.set(key ?? documents, forKey: "documents")
        guard let key else { return }
        let folder = isOld ? key : documents
        print((try? Data(contentsOf: URL(filePath: folder + "/missing"))) == nil)
        print(FileManager.default.createFile(atPath: folder + "/new", contents: Data()))
      })
    try fixture.phone.update(fixture.app)
    await fixture.phone.open(fixture.app)
    #expect(fixture.world.log.texts == ["true", "\(!isOld)"])
    #expect(fixture.world.findings.are(isOld ? [.fileOldContainer.by(.dp10)] : []))
  }

  @Test(.world()) func `an update of a deleted app, and of another app, is an error`() async throws
  {
    let fixture = try await startApp(AppFixture())
    var other = fixture.app.definition
    other.bundleIdentifier = "example.vendor.other"
    let different = #expect(throws: InstallError.self) {
      try fixture.phone.update(fixture.app, to: other)
    }
    #expect(
      different?.description
        == "An update of example.vendor.scripted must have its bundle identifier, not example.vendor.other."
    )
    fixture.phone.delete(fixture.app)
    let missing = #expect(throws: InstallError.self) { try fixture.phone.update(fixture.app) }
    #expect(missing?.description.contains("is not installed on") == true)
  }
}
