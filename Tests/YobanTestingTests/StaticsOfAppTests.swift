import StaticsSample
import Testing
import UIKit
import YobanTesting

/// An app with singletons: every launch and every device has its own.
@Suite struct StaticsOfAppTests {
  private static let statics = StaticVariables.ofModules(["StaticsSample"])

  @Test(.world()) func `two phones and a relaunch each begin with fresh singletons`() async throws {
    let world = try World.current
    var apps: [(Phone, InstalledApp)] = []
    for name in ["red", "blue"] {
      let phone = try world.addPhone(name, iOS: 17)
      apps.append((phone, try phone.install(.delegate(SingletonApp.self), statics: Self.statics)))
    }
    for (phone, app) in apps + apps {
      await phone.open(app)
      await phone.touch(app, "count") { (delegate: SingletonApp) in delegate.count() }
    }
    let (phone, app) = apps[0]
    app.process?.kill(.jetsam)
    await phone.open(app)
    await phone.touch(app, "count") { (delegate: SingletonApp) in delegate.count() }
    #expect(app.log.texts == ["count 1", "count 2", "count 1"])
    #expect(apps[1].1.log.texts == ["count 1", "count 2"])
  }

  @Test(.world()) func `a module that is not linked is an error that names those that are`() throws
  {
    let phone = try World.current.addPhone(iOS: 17)
    let error = #expect(throws: InstallError.self) {
      try phone.install(.delegate(SingletonApp.self), statics: .ofModules(["Singletons"]))
    }
    #expect(error?.description.contains("No static variable of Singletons is in the") == true)
    _ = try phone.install(.delegate(SingletonApp.self), statics: Self.statics)
  }

  @Test(.outsideWorlds(statics), arguments: 1...3)
  func `a test without a world has static variables of its own`(number: Int) async throws {
    Settings.depth = number
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(2))
      #expect(Settings.depth == number)
    }
  }
}

private final class SingletonApp: UIResponder, UIApplicationDelegate {
  func count() {
    Recorder.shared.count += 1
    print("count \(Recorder.shared.count)")
  }
}
