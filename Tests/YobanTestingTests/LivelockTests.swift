import Testing
import UIKit
import YobanTesting

/// An app that begins the next background task when the last one expires, which takes no virtual time.
private final class EndlessApp: UIResponder, UIApplicationDelegate {
  func applicationDidEnterBackground(_ application: UIApplication) { begin(application) }

  private func begin(_ application: UIApplication) {
    var task = UIBackgroundTaskIdentifier.invalid
    task = application.beginBackgroundTask(withName: "next") {
      self.begin(application)
      application.endBackgroundTask(task)
    }
  }
}

@Suite struct LivelockTests {
  @Test func `a reaction that causes itself again is named with its app, and ends the test`()
    async throws
  {
    let error = await #expect(throws: SimulationError.self) {
      try await withWorld { world in
        let phone = try world.addPhone()
        let app = try phone.install(
          .delegate(EndlessApp.self), infoPlist: InfoPlist(["CFBundleName": "Endless"]))
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.minutes(5))
      }
    }
    guard case .livelock(_, let process, let doing) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(process == "Endless#1 on phone")
    #expect(try #require(doing).contains("background task"))
    #expect("\(try #require(error))".contains("the watchdog ends the app"))
  }
}
