import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Sessions over the launches of an app, and the service session that Always needs from iOS 18 on.
@Suite struct SessionResumptionTests {
  private static let anyBeacon = CLMonitor.BeaconIdentityCondition(uuid: beaconUUID)

  /// When a launch of an app in background makes a session, after the launch.
  enum Session: Sendable, CustomTestStringConvertible {
    case never, after(Double)
    /// Also the launch in foreground makes none.
    case noneBefore

    var testDescription: String {
      switch self {
      case .never: "no session again"
      case .after(let seconds): "again after \(seconds) s"
      case .noneBefore: "never a session"
      }
    }
  }

  /// An app with a monitor, and with a service session for Always in foreground.
  private static func monitorApp(_ session: Session) -> AppFixture {
    appWithLocation { _ in
      @MainActor func hold() { Kept.of("session", CLServiceSession(authorization: .always)) }
      if UIApplication.shared.applicationState != .background {
        if case .noneBefore = session {} else { hold() }
      } else if case .after(let seconds) = session {
        if seconds == 0 {
          hold()
        } else {
          Kept.of("task", UIApplication.shared.beginBackgroundTask {})
          DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { hold() }
        }
      }
      Task {
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        if await monitor.identifiers.isEmpty { await monitor.add(anyBeacon, identifier: "desk") }
        for try await event in await monitor.events {
          print(event.state == .satisfied ? "satisfied" : "unsatisfied")
        }
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion = 18
    var session: Session
    var change: @Sendable (inout DeviceProfile) -> Void = { _ in }
    var isLaunched = true
    /// Whether the entry arrives in background, and the exit, a minute later.
    var arrives: (entry: Bool, exit: Bool)
    var testDescription: String { "iOS \(iOS), \(session.testDescription), \(arrives)" }
  }

  @Test(arguments: [
    Row(session: .after(0), arrives: (true, true)),
    Row(session: .after(4), arrives: (true, true)),
    Row(session: .never, arrives: (true, false)),
    Row(session: .after(8), arrives: (true, false)),
    Row(session: .noneBefore, isLaunched: false, arrives: (false, false)),
    Row(iOS: 17, session: .noneBefore, arrives: (true, true)),
    Row(
      session: .noneBefore, change: { $0.location.alwaysNeedsServiceSession = false },
      arrives: (true, true)),
  ])
  func `from iOS 18 on a monitor needs a service session for Always in background (LOC9)`(
    _ row: Row
  ) async throws {
    let world = try await withBeacon(iOS: row.iOS, change: row.change) { phone, door in
      let app = try phone.install(Self.monitorApp(row.session), allowed: .always)
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
      await phone.goHome()
      phone.jetsam(app)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect((app.launchCount == 2) == row.isLaunched)
      #expect(phone.world.log.texts.contains("satisfied") == row.arrives.entry)
      door.switchOff()
      try await phone.world.pass(.minutes(5))
      let lines = phone.world.log.texts.filter { $0 == "unsatisfied" }
      #expect((lines.count == 2) == row.arrives.exit)
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
    }
    // The events that waited arrive in foreground.
    let states = world.log.texts.filter { $0.hasSuffix("satisfied") }
    #expect(states == ["unsatisfied", "satisfied", "unsatisfied"])
    #expect(world.kinds.contains(.monitorWithoutSession.by(.loc9)) == !row.arrives.exit)
  }

  @Test(arguments: [(0.0, true), (4, true), (8, false)])
  func `an activity session that is not made again soon after a launch is over (LOC9)`(
    seconds: Double, isActive: Bool
  ) async throws {
    let app = locationApp { listener in
      listener.manager.startUpdatingLocation()
      let isOpened = UIApplication.shared.applicationState != .background
      Kept.of("task", UIApplication.shared.beginBackgroundTask {})
      DispatchQueue.main.asyncAfter(deadline: .now() + (isOpened ? 0 : seconds)) {
        MainActor.assumeIsolated { Kept.of("activity", CLBackgroundActivitySession()) }
      }
    }
    let world = try await withBeacon { phone, door in
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      phone.jetsam(installed)
      door.switchOn()
      try await phone.world.pass(.seconds(20))
      #expect(installed.launchCount == 2)
      #expect(phone.world.kinds.contains(.locationKeepaliveBroken.by(.loc9)) == !isActive)
    }
    #expect(world.launches == [.user, .location])
  }

  @Test func `a service session made in background has an effect in foreground only (LOC9)`()
    async throws
  {
    let app = locationApp { _ in
      guard UIApplication.shared.applicationState == .background else { return }
      let session = CLServiceSession(authorization: .whenInUse)
      Kept.of("session", session)
      Task {
        for try await diagnostic in session.diagnostics {
          print(diagnostic.insufficientlyInUse ? "not in use" : "in use")
        }
      }
    }
    let world = try await withBeacon(iOS: 18) { phone, door in
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      phone.jetsam(installed)
      door.switchOn()
      try await phone.world.pass(.seconds(20))
      #expect(installed.launchCount == 2)
      #expect(phone.world.log.texts.filter { $0.hasSuffix("in use") } == ["not in use"])
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.log.texts.filter { $0.hasSuffix("in use") } == ["not in use", "in use"])
  }

  @Test func `a monitor that is made before the first unlock is a finding (BC15)`() async throws {
    let world = try await withPhone(iOS: 18, change: { $0.lifecycle.prewarmingLaunches = true }) {
      phone in
      phone.hasPasscode = true
      let app = try phone.install(Self.monitorApp(.after(0)), allowed: .always)
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
      #expect(phone.world.kinds.isEmpty)
      try await phone.reboot()
      phone.prewarm(app)
      try await phone.world.pass(.seconds(10))
    }
    #expect(world.kinds.contains(.monitorBeforeUnlock.by(.bc15)))
  }
}
