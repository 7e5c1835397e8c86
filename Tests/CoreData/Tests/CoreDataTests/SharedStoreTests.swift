import CoreData
import Testing
import UIKit
import YobanExploration
import YobanTesting
import YobanVirtualTime

/// An app whose store is in the container of an App Group. It counts each visit to the background there.
class GroupDelegate: StoreDelegate {
  /// Whether the app asks for time before it saves.
  var asksForTime: Bool { false }

  override var folder: URL? {
    FileManager.default.containerURL(
      forSecurityApplicationGroupIdentifier: SharedStoreTests.group)
  }

  override func applicationDidEnterBackground(_ application: UIApplication) {
    if asksForTime { task = application.beginBackgroundTask { self.endTask() } }
    guard hasStore else { return }
    container.performBackgroundTask { [self] context in
      _ = context.insert("Sample", ["value": 1.0])
      try? context.save()
      DispatchQueue.main.async { self.endTask() }
    }
  }
}

/// The same app, which asks for time before it saves.
final class CarefulGroupDelegate: GroupDelegate {
  override var asksForTime: Bool { true }
}

/// Saves of a store that an app shares, and the suspension of the app.
@Suite struct SharedStoreTests {
  static let group = "group.example.nights"

  private static func scenario<App: GroupDelegate>(_ app: App.Type) -> Scenario {
    { run in
      let phone = try run.world.addPhone(iOS: 17)
      let app = try phone.install(
        .delegate(app), infoPlist: InfoPlist(["CFBundleName": "Nights"]),
        entitlements: ["com.apple.security.application-groups": [group]])
      run.always("the system does not end the app because of a lock") {
        !run.world.findings.contains { $0.name == "file.locked-at-suspension" }
      }
      await phone.open(app)
      await phone.goHome()
      try await run.world.pass(.minutes(1))
      await phone.open(app)
      try await run.world.pass(.seconds(1))
    }
  }

  /// The first save holds its lock for some milliseconds.
  private static func slow(_ milliseconds: Int64) -> Schedule {
    Schedule(choices: [
      ChoiceOverride(ChoicePlace("save-duration", of: "phone/Nights"), value: milliseconds)
    ])
  }

  @Test func `an idle store of a group does not end the app at its suspension (L10)`() async throws
  {
    let run = try await Explorer.play(Self.scenario(GroupDelegate.self), Schedule())
    #expect(run.failure == nil, "\(run)")
    #expect(run.findings.isEmpty)
  }

  @Test func `a save that lasts beyond the suspension ends the app with 0xdead10cc (CD10)`()
    async throws
  {
    let run = try await Explorer.play(Self.scenario(GroupDelegate.self), Self.slow(2_000))
    #expect(run.findings == ["file.locked-at-suspension"])
  }

  @Test func `a search finds the save without time, and the story names the lock (CD10)`()
    async throws
  {
    let result = try await Explorer().explore(Self.scenario(GroupDelegate.self))
    let found = try #require(result.found.first)
    #expect(
      found.smallest.schedule.choices.map(\.place)
        == [ChoicePlace("save-duration", of: "phone/Nights")])
    let story = "\(try #require(found.story))"
    #expect(story.contains("0xdead10cc"), "\(story)")
    #expect(story.contains("holds the lock of its store in a save for"), "\(story)")
  }

  @Test func `a save for which the app has asked for time does no harm (CD10)`() async throws {
    var explorer = Explorer()
    explorer.runsMax = 200
    let result = try await explorer.explore(Self.scenario(CarefulGroupDelegate.self))
    #expect(result.found.isEmpty, "\(result.found)")
    #expect(result.runs == 200)
  }
}
