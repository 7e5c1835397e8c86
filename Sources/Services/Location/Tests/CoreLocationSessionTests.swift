import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests service sessions, and the diagnostics of sessions.
@Suite(.world()) struct CoreLocationSessionTests {
  /// Returns an app that prints the diagnostics of a service session.
  private static func serviceScript(
    _ make: @escaping @MainActor @Sendable () -> CLServiceSession
  ) -> AppFixture {
    var appFixture = AppFixture { _ in
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
    appFixture.plist = locationPlist()
    return appFixture
  }

  @Test func `a service session asks the user for permission, and reports the state (LOC9)`()
    async throws
  {
    let fixture = try await startApp(
      Self.serviceScript { CLServiceSession(authorization: .whenInUse) }, iOS: 18)
    try await fixture.world.pass(.seconds(10))
    await fixture.touch {
      print("status \(CLLocationManager().authorizationStatus.rawValue)")
      Kept.get("session", as: CLServiceSession.self)!.invalidate()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["diagnostic asking", "diagnostic", "status 4", "ended"])
  }

  @Test func `a service session that requires nothing does not ask the user (LOC9)`() async throws {
    let fixture = try await startApp(
      Self.serviceScript { CLServiceSession(authorization: .none) }, iOS: 18)
    try await fixture.world.pass(.seconds(10))
    await fixture.touch { print("status \(CLLocationManager().authorizationStatus.rawValue)") }
    #expect(!fixture.world.log.texts.contains { $0.contains("asking") })
    #expect(fixture.world.log.texts.last == "status 0")
  }

  static let standings: [(LocationAuthorization, String)] = [
    (.denied, "diagnostic denied"), (.whenInUse, "diagnostic no-always"), (.always, "diagnostic"),
  ]

  @Test(arguments: standings.indices)
  func `a diagnostic names the missing permission (LOC9)`(_ row: Int) async throws {
    let (status, line) = Self.standings[row]
    let fixture = try await startApp(
      Self.serviceScript { CLServiceSession(authorization: .always) }, iOS: 18, opened: false)
    fixture.phone.location.answerUpgrade(.keepOnlyWhileUsing, for: fixture.app)
    fixture.phone.location.setAuthorization(status, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.world.log.texts.last == line)
  }

  @Test func `a session that requires full accuracy reports its refusal (LOC9)`() async throws {
    let fixture = try await startApp(
      Self.serviceScript {
        CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "nearby")
      }, iOS: 18, opened: false)
    fixture.phone.location.answerFullAccuracy(false, for: fixture.app)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    fixture.phone.location.setPrecise(false, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.world.log.texts.last == "diagnostic rough")
  }

  @Test func `each iteration of diagnostics begins with the current state (LOC9)`() async throws {
    var appFixture = AppFixture { _ in
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
    appFixture.plist = locationPlist()
    let (fixture, _) = try await startLocationApp(appFixture, iOS: 18, .whenInUse)
    try await fixture.world.pass(.seconds(20))
    fixture.phone.location.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      Kept.get("session", as: CLBackgroundActivitySession.self)!.invalidate()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts.sorted() == [
        "first ended", "first false", "first true", "second ended", "second false", "second true",
      ])
    #expect(
      fixture.world.log.texts.firstIndex(of: "first false")! < fixture.world.log.texts.firstIndex(
        of: "first true")!)
  }
}
