import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests live updates, and the background activity session that keeps them running.
@Suite struct CoreLocationUpdateTests {
  /// Returns an app that prints live updates until it is canceled.
  private static func appFixture(
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var appFixture = AppFixture { _ in
      launched()
      Kept.of(
        "loop",
        Task {
          do {
            for try await update in CLLocationUpdate.liveUpdates() { print(words(update)) }
            print("ended")
          } catch { print("\(error)") }
        })
    }
    appFixture.plist = locationPlist
    return appFixture
  }

  private static func words(_ update: CLLocationUpdate) -> String {
    var words = update.location == nil ? "nothing" : "fix"
    if update.stationary { words += " stationary" }
    if update.authorizationDenied { words += " denied" }
    if update.authorizationRequestInProgress { words += " asking" }
    if update.accuracyLimited { words += " limited" }
    #expect(update.stationary == (update as any OldName).isStationary)
    return words
  }

  @Test(.world()) func `updates are delivered until the loop is canceled (LOC9)`() async throws {
    let (fixture, _) = try await startLocationApp(Self.appFixture(), .whenInUse)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.milliseconds(3800))
    await fixture.touch { Kept.get("loop", as: Task<Void, Never>.self)!.cancel() }
    try await fixture.world.pass(.seconds(60))
    #expect(
      fixture.world.log.timedTexts == ["0.5 fix", "1.5 fix", "2.5 fix", "3.5 fix", "3.8 ended"])
  }

  @Test(.world()) func `the location of an update has its properties`() async throws {
    var appFixture = AppFixture { _ in
      Task {
        for try await update in CLLocationUpdate.liveUpdates(.fitness) {
          let location = update.location!
          print(
            abs(location.coordinate.latitude - World.origin.latitude) < 0.001,
            location.horizontalAccuracy > 0, location.timestamp == Date())
          break
        }
      }
    }
    appFixture.plist = locationPlist
    let (fixture, _) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["true true true"])
  }

  @Test(.world())
  func `a phone that is not moved pauses live updates, with an update that says so (LOC9)`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(Self.appFixture(), .whenInUse)
    try await fixture.world.pass(.seconds(3600))
    let count = fixture.world.log.texts.count
    #expect(fixture.world.log.texts.last == "fix stationary")
    try await fixture.world.pass(.seconds(3600))
    #expect(fixture.world.log.texts.count == count)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.count > count && fixture.world.log.texts.last == "fix")
    #expect(fixture.world.log.texts.filter { $0 == "fix stationary" }.count == 1)
  }

  @Test(.world()) func `in background live updates end without a session (LOC9)`() async throws {
    let (fixture, _) = try await startLocationApp(Self.appFixture(), .whenInUse)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    let count = fixture.world.log.texts.count
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.world.log.texts.count == count)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(3))
    #expect(fixture.world.log.texts.count > count)
    #expect(fixture.world.log.texts.allSatisfy { $0 == "fix" })
  }

  @Test(.world())
  func `a background activity session keeps live updates running until it ends (LOC9)`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { Kept.of("session", CLBackgroundActivitySession()) }, .whenInUse)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.state == .background)
    #expect((600...611).contains(fixture.world.log.texts.count))
    await fixture.touch {
      Kept.get("session", as: CLBackgroundActivitySession.self)!.invalidate()
    }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    let count = fixture.world.log.texts.count
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts.count == count)
  }

  @Test(.world()) func `a background activity session that is released ends (LOC9)`() async throws {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { Kept.of("session", CLBackgroundActivitySession()) }, .whenInUse)
    fixture.phone.isMoving = true
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.app.state == .background)
    await fixture.touch { Kept.release("session") }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
  }

  @Test(.world()) func `a session that begins in background has no effect, with a finding (LOC9)`()
    async throws
  {
    var appFixture = Self.appFixture()
    appFixture.enteredBackground = {
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
        Kept.of("session", CLBackgroundActivitySession())
      }
    }
    let (fixture, _) = try await startLocationApp(appFixture, .whenInUse)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.trace.findings.count == 1)
  }

  @Test(.world())
  func `a session continues in the next launch, though an older one was invalidated (LOC9)`()
    async throws
  {
    var appFixture = Self.appFixture {
      let listener = LocationListener()
      Kept.of("listener", listener)
      if listener.manager.monitoredRegions.isEmpty {
        listener.manager.startMonitoring(for: doorRegion())
        let old = CLBackgroundActivitySession()
        old.invalidate()
        Kept.of("session", CLBackgroundActivitySession())
        // `old` is released here, after it was invalidated. This must not end the new session.
      } else {
        Kept.of("session", CLBackgroundActivitySession())
      }
    }
    appFixture.plist = locationPlist
    let (fixture, beacon) = try await startLocationApp(appFixture)
    fixture.phone.isMoving = true
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()  // launches the app
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.state == .background)
    #expect(fixture.world.log.texts.contains("enter door background"))
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `iOS 18 reports why there is no location, iOS 17 does not (LOC9)`() async throws {
    for (version, lines) in [(SystemVersion(18), ["nothing denied"]), (17, [])] {
      let fixture = try await withWorld { _ in
        let (fixture, _) = try await startLocationApp(Self.appFixture(), iOS: version, .denied)
        try await fixture.world.pass(.seconds(60))
        return fixture
      }
      #expect(fixture.world.log.texts == lines)
    }
  }
}

/// A protocol for testing a deprecated property without a warning.
private protocol OldName { var isStationary: Bool { get } }
extension CLLocationUpdate: OldName {}
