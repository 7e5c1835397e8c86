import CoreData
import Testing
import UIKit
import YobanExploration
import YobanTesting

/// An app that records a sample in each second, also in the background, for as long as the system lets it run.
class NightDelegate: StoreDelegate {
  override func started() { each(second: { [self] in record() }) }

  fileprivate func record() { _ = container.viewContext.insert("Sample", ["value": 1.0]) }

  override func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask { [self] in expired() }
  }

  fileprivate func expired() {}

  fileprivate func saveAndEnd() {
    try? container.viewContext.save()
    endTask()
  }
}

/// The app saves at the end of its time, after it has finished something else.
private final class LateDelegate: NightDelegate {
  override func expired() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 10) { [self] in saveAndEnd() }
  }
}

/// The app saves at the end of its time.
private final class LastMomentDelegate: NightDelegate {
  override func expired() { saveAndEnd() }
}

/// The app saves each sample at once.
private final class CarefulDelegate: NightDelegate {
  override func record() {
    super.record()
    try? container.viewContext.save()
  }
  override func expired() { saveAndEnd() }
}

/// Saves at the end of the time that the system gives an app in the background.
@Suite struct LateSaveTests {
  private static func scenario<App: NightDelegate>(_ app: App.Type) -> Scenario {
    { run in
      let phone = try run.world.addPhone(iOS: 17)
      let app = try phone.install(
        .delegate(app), infoPlist: InfoPlist(["CFBundleName": "Nights"]))
      run.always("no sample of the visit is lost") {
        !run.world.findings.contains { $0.name == "coredata.unsaved" }
      }
      await phone.open(app)
      try await run.world.pass(.seconds(10.5))
      await phone.goHome()
      try await run.world.pass(.minutes(2))
      await phone.open(app)
      try await run.world.pass(.seconds(0.5))
    }
  }

  @Test(.world())
  func `a save that begins when the time is over comes too late (CD1, BG1)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(LateDelegate.self), infoPlist: InfoPlist())
    await phone.open(app)
    try await world.pass(.seconds(10.5))
    await phone.goHome()
    try await world.pass(.minutes(2))
    #expect(app.state == .notRunning)
    #expect(world.findings.map(\.name).contains("coredata.unsaved"))
    await phone.open(app)
    #expect(app.log.texts == ["has 0", "has 0"])
  }

  @Test func `a search finds that a save at the end of the time can be missed (CD1)`() async throws
  {
    var explorer = Explorer()
    explorer.kinds = [.jetsam]
    let result = try await explorer.explore(Self.scenario(LastMomentDelegate.self))
    #expect(result.baseline.failure == nil, "the time is enough if nothing happens")
    let found = try #require(result.found.first)
    #expect(found.smallest.schedule.faults.map(\.kind) == [.jetsam])
    let story = "\(try #require(found.story))"
    #expect(story.contains("managed objects"), "\(story)")
  }

  @Test func `a kill takes nothing from an app that saves each sample at once (CD1)`() async throws
  {
    var explorer = Explorer()
    explorer.kinds = [.jetsam]
    explorer.runsMax = 100
    let result = try await explorer.explore(Self.scenario(CarefulDelegate.self))
    #expect(result.found.isEmpty, "\(result.found)")
  }
}
