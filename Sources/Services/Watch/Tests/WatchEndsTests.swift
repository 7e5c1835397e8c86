import Foundation
import Testing
import WatchKit
import YobanTesting

@testable import YobanWatch

/// State of a watch that ends with a process or with an app, and state that remains (WK1, WK9).
@Suite(.world()) struct WatchEndsTests {
  @Test func `a refresh of a deleted app never runs (WK9)`() async throws {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil)
    try await Self.scheduleAndDelete(watch)
    try await world.pass(.minutes(120))
    #expect(watch.apps.isEmpty && watch.watchService.refreshRecords.isEmpty)
    let launches = world.trace.events.count {
      if case .launched = $0.kind.app { true } else { false }
    }
    #expect(launches == 1)
  }

  /// Holds no reference to the app after it returns.
  private static func scheduleAndDelete(_ watch: Watch) async throws {
    let app = try watch.install(
      WatchAppFixture {
        WKApplication.shared().scheduleBackgroundRefresh(
          withPreferredDate: Date(timeIntervalSinceNow: 1_800), userInfo: nil
        ) { _ in }
      })
    watch.activeComplications = [app]
    await watch.open(app)
    await watch.pressCrown()
    #expect(watch.watchService.refreshRecords.first?.alarm != nil)
    watch.delete(app)
  }

  @Test func `the extended frontmost time ends with the process that requested it (WK1)`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture {}, watchOS: 6)
    await fixture.touch { WKExtension.shared().setExtended() }
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(7))
    #expect(fixture.app.isFrontmost)
    fixture.watch.jetsam(fixture.app)
    await fixture.watch.open(fixture.app)
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(3))
    #expect(!fixture.app.isFrontmost)
    let lines = fixture.world.log.texts
    #expect(lines.filter { $0 == "didEnterBackground background" }.count == 1)
  }
}
