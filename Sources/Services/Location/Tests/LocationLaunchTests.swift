import CoreLocation
import Testing
import UIKit
import YobanTesting

/// The launch for a location event, and regions together with other features of an app.
@Suite struct LocationLaunchTests {
  @Test func `the launch is in background, and then the event is delivered (L13, BC9)`()
    async throws
  {
    let app = appWithLocation { isForLocation in
      print(isForLocation, UIApplication.shared.applicationState == .background)
      let manager = makeListener().manager
      if !isForLocation { manager.startMonitoring(for: doorRegion()) }
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      await phone.swipeAway(installed)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
    }
    let launch = world.log.texts.suffix(5)
    #expect(
      launch == [
        "launched", "true true", "authorizedAlways", "enter door", "inside door",
      ])
    // The app does not become active.
    #expect(world.callbacks.count { $0 == .applicationDidBecomeActive } == 1)
    let callback = world.moments(of: .didFinishLaunching).last
    let entered = world.moments(printed: "enter door").last
    #expect(callback == entered)
    #expect(world.locationEvents.contains(.woke("entry to door")))
  }

  @Test func `an app kept running with While Using is notified of regions at once (LOC2, BC12)`()
    async throws
  {
    let app = locationApp { listener in
      listener.manager.keepRunning()
      renewTasks()
    }
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app, allowed: .whenInUse)
      await phone.goHome()
      for _ in 1...12 {
        try await phone.world.pass(.minutes(55))
        door.switchOn()
        try await phone.world.pass(.minutes(5))
        door.switchOff()
      }
      try await phone.world.pass(.minutes(5))
      #expect(installed.state == .background)
      moments.off = phone.world.now
    }
    #expect(world.log.texts.filter { $0 == "enter door" }.count == 12)
    #expect(world.log.texts.filter { $0 == "exit door" }.count == 12)
    #expect(!world.states.contains(.suspended))
    #expect(world.kinds == [])
    #expect(world.launches == [.user])
  }

  @Test func `after a force-quit only the region relaunches the recorder (LOC10, L16)`()
    async throws
  {
    let app = locationApp { listener in
      listener.manager.keepRunning()
      renewTasks()
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      await phone.goHome()
      await phone.swipeAway(installed)
      try await phone.world.pass(.minutes(60))
      #expect(installed.process == nil)
      door.switchOn()
      try await phone.world.pass(.minutes(60))
      // Updates that start in the background keep the app running with Always (LOC2).
      #expect(installed.state == .background)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.kinds == [])
  }

  @Test func `an app without Always is never launched for a change or a visit (BC12, LOC7)`()
    async throws
  {
    let app = locationApp(monitoring: []) {
      $0.manager.startMonitoringSignificantLocationChanges()
      $0.manager.startMonitoringVisits()
    }
    let world = try await withPhone { phone in
      let installed = try await phone.start(app, allowed: .whenInUse)
      phone.jetsam(installed)
      try await phone.world.pass(.minutes(30))
      try await phone.carry(to: Place(x: 5_000), at: 10)
      try await phone.world.pass(.minutes(30))
      await phone.open(installed)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.launches == [.user, .user])
    #expect(world.log.texts.filter { $0.hasPrefix("visit") }.count == 3)
  }
}
