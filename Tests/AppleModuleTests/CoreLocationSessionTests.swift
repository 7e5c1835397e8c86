import CoreLocation
import Foundation
import SimulatedOS
import Testing
import UIKit

/// Service sessions, and the diagnostics of sessions.
@Suite struct CoreLocationSessionTests {
  /// Prints what a service session says.
  private static func serviceScript(
    _ make: @escaping @MainActor @Sendable () -> CLServiceSession
  ) -> AppScript {
    var script = AppScript { _ in
      let session = make()
      Kept.of("session", session)
      Task {
        for try await diagnostic in session.diagnostics {
          var words = "diagnostic"
          if diagnostic.authorizationRequestInProgress { words += " asking" }
          if diagnostic.authorizationDenied { words += " denied" }
          if diagnostic.authorizationDeniedGlobally { words += " globally" }
          if diagnostic.alwaysAuthorizationDenied { words += " no-always" }
          if diagnostic.fullAccuracyDenied { words += " rough" }
          if diagnostic.serviceSessionRequired { words += " session" }
          print(words)
        }
        print("ended")
      }
    }
    script.plist = locationPlist
    return script
  }

  @Test func `a service session asks the person, and says how it stands (LOC9)`() async throws {
    let stage = try await play(
      Self.serviceScript { CLServiceSession(authorization: .whenInUse) }, iOS: 18
    ) { stage in
      try await stage.wait(.seconds(10))
      await stage.touch {
        print("status \(CLLocationManager().authorizationStatus.rawValue)")
        Kept.get("session", as: CLServiceSession.self)!.invalidate()
      }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == ["diagnostic asking", "diagnostic", "status 4", "ended"])
  }

  @Test func `a service session that asks for nothing leaves the person alone (LOC9)`() async throws
  {
    let stage = try await play(
      Self.serviceScript { CLServiceSession(authorization: .none) }, iOS: 18
    ) { stage in
      try await stage.wait(.seconds(10))
      await stage.touch { print("status \(CLLocationManager().authorizationStatus.rawValue)") }
    }
    #expect(!stage.lines.contains { $0.contains("asking") })
    #expect(stage.lines.last == "status 0")
  }

  static let standings: [(LocationAuthorization, String)] = [
    (.denied, "diagnostic denied"), (.whenInUse, "diagnostic no-always"), (.always, "diagnostic"),
  ]

  @Test(arguments: standings.indices)
  func `a diagnostic names what is missing (LOC9)`(_ row: Int) async throws {
    let (status, line) = Self.standings[row]
    let stage = try await play(
      Self.serviceScript { CLServiceSession(authorization: .always) }, iOS: 18, opened: false
    ) { stage in
      stage.phone.location.upgradeAnswers["Scripted"] = .keepOnlyWhileUsing
      stage.phone.location.setAuthorization(status, for: stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(30))
    }
    #expect(stage.lines.last == line)
  }

  @Test func `who asks for full accuracy hears that it was refused (LOC9)`() async throws {
    let stage = try await play(
      Self.serviceScript {
        CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "nearby")
      }, iOS: 18, opened: false
    ) { stage in
      stage.phone.location.accuracyAnswers["Scripted"] = false
      stage.phone.location.setAuthorization(.whenInUse, for: stage.app)
      stage.phone.location.setPrecise(false, for: stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(30))
    }
    #expect(stage.lines.last == "diagnostic rough")
  }

  @Test func `each iteration of diagnostics begins with how it stands (LOC9)`() async throws {
    var script = AppScript { _ in
      let session = CLBackgroundActivitySession()
      Kept.of("session", session)
      for name in ["first", "second"] {
        Task {
          try await Task.sleep(for: name == "first" ? .zero : .seconds(10))
          for try await diagnostic in session.diagnostics {
            print("\(name) \(diagnostic.authorizationDenied)")
          }
          print("\(name) ended")
        }
      }
    }
    script.plist = locationPlist
    let stage = try await playLocation(script, iOS: 18, .whenInUse) { stage, _ in
      try await stage.wait(.seconds(20))
      stage.phone.location.setAuthorization(.denied, for: stage.app)
      try await stage.wait(.seconds(1))
      await stage.touch { Kept.get("session", as: CLBackgroundActivitySession.self)!.invalidate() }
      try await stage.wait(.seconds(1))
    }
    #expect(
      stage.lines.sorted() == [
        "first ended", "first false", "first true", "second ended", "second false", "second true",
      ])
    #expect(stage.lines.firstIndex(of: "first false")! < stage.lines.firstIndex(of: "first true")!)
  }
}
