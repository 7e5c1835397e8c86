import Foundation
import Synchronization
import Testing
import UIKit
import YobanExploration
import YobanTesting

private final class QuietApp: UIResponder, UIApplicationDelegate {}

/// Waits for ever on a thread of its own.
private final class WaitingApp: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    DispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }
    return true
  }
}

/// The folders and objects that a run of an exploration leaves behind.
@Suite struct LeftoverTests {
  private static let jetsam = Fault(
    .jetsam, "phone/App",
    at: Anchor(
      subject: Subject(device: "phone", app: "App", launch: 1), event: "app.state(background)"))

  private final class Traces: @unchecked SimulationConfined {
    weak var world: World?
    var home: URL?
  }

  private static func play<App: UIApplicationDelegate>(
    _ faults: [Fault], _ app: @escaping @MainActor @Sendable () -> App
  ) async throws -> Traces {
    let traces = Traces()
    let result = try await Explorer.play(
      { explored in
        let world = explored.world
        let phone = try world.addPhone()
        let app = try phone.install(.making(app), infoPlist: InfoPlist(["CFBundleName": "App"]))
        (traces.world, traces.home) = (world, app.container.home)
        // The closure refers to the owner of its own.
        explored.always("the phone is up") { explored.world.devices.allSatisfy(\.isUp) }
        await phone.open(app)
        await phone.goHome()
        try await world.pass(.minutes(1))
        #expect(FileManager.default.fileExists(atPath: app.container.home.path))
      }, Schedule(faults: faults))
    #expect(result.happened.count == faults.count)
    #expect(result.error == nil)
    return traces
  }

  @Test(arguments: [[], [jetsam]])
  func `a run leaves neither its world nor its folder`(_ faults: [Fault]) async throws {
    let traces = try await Self.play(faults) { QuietApp() }
    #expect(traces.world == nil)
    #expect(!FileManager.default.fileExists(atPath: try #require(traces.home).path))
  }

  @Test func `a run with an app that was killed in a blocking call leaves no folder`() async throws
  {
    let traces = try await Self.play([Self.jetsam]) { WaitingApp() }
    #expect(!FileManager.default.fileExists(atPath: try #require(traces.home).path))
  }
}
