import CoreLocation
import Foundation
import SimulatedOS
import Testing
import UIKit

/// Live updates, and the background activity session that keeps them going.
@Suite struct CoreLocationUpdateTests {
  /// Prints live updates until it is cancelled.
  private static func script(
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppScript {
    var script = AppScript { _ in
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
    script.plist = locationPlist
    return script
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

  @Test func `updates come until the loop is cancelled (LOC9)`() async throws {
    let stage = try await playLocation(Self.script(), .whenInUse) { stage, _ in
      stage.phone.isMoving = true
      try await stage.wait(.milliseconds(3800))
      await stage.touch { Kept.get("loop", as: Task<Void, Never>.self)!.cancel() }
      try await stage.wait(.seconds(60))
    }
    #expect(stage.timedLines == ["0.5 fix", "1.5 fix", "2.5 fix", "3.5 fix", "3.8 ended"])
  }

  @Test func `a location of an update is a location`() async throws {
    var script = AppScript { _ in
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
    script.plist = locationPlist
    let stage = try await playLocation(script) { stage, _ in try await stage.wait(.seconds(60)) }
    #expect(stage.lines == ["true true true"])
  }

  @Test func `a phone that lies still pauses them, and says so (LOC9)`() async throws {
    let stage = try await playLocation(Self.script(), .whenInUse) { stage, _ in
      try await stage.wait(.seconds(3600))
      let count = stage.lines.count
      #expect(stage.lines.last == "fix stationary")
      try await stage.wait(.seconds(3600))
      #expect(stage.lines.count == count)
      stage.phone.isMoving = true
      try await stage.wait(.seconds(10))
      #expect(stage.lines.count > count && stage.lines.last == "fix")
    }
    #expect(stage.lines.filter { $0 == "fix stationary" }.count == 1)
  }

  @Test func `in background they end without a session (LOC9)`() async throws {
    let stage = try await playLocation(Self.script(), .whenInUse) { stage, _ in
      stage.phone.isMoving = true
      try await stage.wait(.seconds(10))
      await stage.phone.goHome()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
      let count = stage.lines.count
      try await stage.wait(.seconds(600))
      #expect(stage.lines.count == count)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(3))
      #expect(stage.lines.count > count)
    }
    #expect(stage.lines.allSatisfy { $0 == "fix" })
  }

  @Test func `a background activity session keeps them going until it ends (LOC9)`() async throws {
    try await playLocation(
      Self.script { Kept.of("session", CLBackgroundActivitySession()) }, .whenInUse
    ) { stage, _ in
      stage.phone.isMoving = true
      try await stage.wait(.seconds(10))
      await stage.phone.goHome()
      try await stage.wait(.seconds(600))
      #expect(stage.app.state == .background)
      #expect((600...611).contains(stage.lines.count))
      await stage.touch { Kept.get("session", as: CLBackgroundActivitySession.self)!.invalidate() }
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
      let count = stage.lines.count
      try await stage.wait(.seconds(60))
      #expect(stage.lines.count == count)
    }
  }

  @Test func `a background activity session that is released ends (LOC9)`() async throws {
    try await playLocation(
      Self.script { Kept.of("session", CLBackgroundActivitySession()) }, .whenInUse
    ) { stage, _ in
      stage.phone.isMoving = true
      await stage.phone.goHome()
      try await stage.wait(.seconds(120))
      #expect(stage.app.state == .background)
      await stage.touch { Kept.release("session") }
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
    }
  }

  @Test func `a session begun in background has no effect, and is a finding (LOC9)`() async throws {
    var script = Self.script()
    script.enteredBackground = {
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
        Kept.of("session", CLBackgroundActivitySession())
      }
    }
    let stage = try await playLocation(script, .whenInUse) { stage, _ in
      stage.phone.isMoving = true
      try await stage.wait(.seconds(10))
      await stage.phone.goHome()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.world.trace.findings.count == 1)
  }

  @Test func `a session goes on in the next life, though an older one was invalidated (LOC9)`()
    async throws
  {
    var script = Self.script {
      let listener = LocationListener()
      Kept.of("listener", listener)
      if listener.manager.monitoredRegions.isEmpty {
        listener.manager.startMonitoring(for: doorRegion())
        let old = CLBackgroundActivitySession()
        old.invalidate()
        Kept.of("session", CLBackgroundActivitySession())
        // `old` is released here, after it was invalidated: that ends nothing.
      } else {
        Kept.of("session", CLBackgroundActivitySession())
      }
    }
    script.plist = locationPlist
    let stage = try await playLocation(script) { stage, beacon in
      stage.phone.isMoving = true
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      try await stage.wait(.seconds(60))
      beacon.switchOn()  // launches it
      try await stage.wait(.seconds(600))
      #expect(stage.app.state == .background)
    }
    #expect(stage.lines.contains("enter door background"))
    #expect(stage.world.trace.findings.isEmpty)
  }

  @Test func `iOS 18 says why there is no location, iOS 17 is silent (LOC9)`() async throws {
    for (version, lines) in [(SystemVersion(18), ["nothing denied"]), (17, [])] {
      let stage = try await playLocation(Self.script(), iOS: version, .denied) { stage, _ in
        try await stage.wait(.seconds(60))
      }
      #expect(stage.lines == lines)
    }
  }
}

/// So that a deprecated property can be tested without a warning.
private protocol OldName { var isStationary: Bool { get } }
extension CLLocationUpdate: OldName {}
