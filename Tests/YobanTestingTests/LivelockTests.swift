@preconcurrency import Foundation
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

/// An app that prints again and again, which takes no virtual time.
private final class PrintingApp: UIResponder, UIApplicationDelegate {
  func applicationDidEnterBackground(_ application: UIApplication) {
    while true { print("again") }
  }
}

@Suite struct LivelockTests {
  @Test func `an app that prints without end is named, and others can print afterwards`()
    async throws
  {
    let error = await #expect(throws: SimulationError.self) {
      try await withWorld { world in
        let phone = try world.addPhone()
        let app = try phone.install(
          .delegate(PrintingApp.self), infoPlist: InfoPlist(["CFBundleName": "Printing"]))
        await phone.open(app)
        await phone.goHome()
      }
    }
    #expect("\(try #require(error))".contains("Printing"))
    // Tests that run beside this one hold the lock for moments; the app would hold it for ever.
    let isFree = (0..<6_000).contains { _ in
      guard ftrylockfile(stdout) == 0 else {
        Thread.sleep(forTimeInterval: 0.01)
        return false
      }
      funlockfile(stdout)
      return true
    }
    #expect(isFree)
  }

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
