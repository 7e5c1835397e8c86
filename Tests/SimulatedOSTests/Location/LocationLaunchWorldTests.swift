import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The launch for a location event, and regions together with other features of an app.
@Suite struct LocationLaunchWorldTests {
  @Test func `the launch is in background, and then the event is delivered (L13, BC9)`()
    async throws
  {
    let app = WatcherApp.app().on(.didFinishLaunching) { launch in
      print("\(launch.process.cause) \(launch.process.visibleState)")
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      await phone.swipeAway(installed)
      door.switchOn()
      try await minutes(1)
    }
    let launch = world.output.suffix(5)
    #expect(
      launch == [
        "launched", "location background", "authorizedAlways", "enter door", "inside door",
      ])
    // No scene is connected (C3), and the app does not enter the foreground.
    #expect(world.callbacks.filter { $0 == .sceneWillConnect }.count == 1)
    let callback = world.moments(of: .didFinishLaunching).last
    let entered = world.moments(printed: "enter door").last
    #expect(callback == entered)
    #expect(world.locationEvents.contains(.woke("entry to door")))
  }

  @Test func `an app kept running with While Using is notified of regions at once (LOC2, BC12)`()
    async throws
  {
    let app = WatcherApp.app(modes: ["location"]) { watcher in
      let keeper = LocationKeeper(watcher.launch)
      keeper.start()
      keeper.renewTasks()
    }
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app, allowed: .whenInUse)
      await phone.goHome()
      for _ in 1...12 {
        try await minutes(55)
        door.switchOn()
        try await minutes(5)
        door.switchOff()
      }
      try await minutes(5)
      #expect(installed.state == .background)
      moments.off = phone.world.now
    }
    #expect(world.output.filter { $0 == "enter door" }.count == 12)
    #expect(world.output.filter { $0 == "exit door" }.count == 12)
    #expect(!world.states.contains(.suspended))
    #expect(world.findings == [])
    #expect(world.launches == [.user])
  }

  @Test func `after a force-quit only the region relaunches the recorder (LOC10, L16)`()
    async throws
  {
    let app = WatcherApp.app(modes: ["location"]) { watcher in
      let keeper = LocationKeeper(watcher.launch)
      keeper.start()
      keeper.renewTasks()
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      await phone.goHome()
      await phone.swipeAway(installed)
      try await minutes(60)
      #expect(installed.process == nil)
      door.switchOn()
      try await minutes(60)
      // Updates that start in the background keep the app running with Always (LOC2).
      #expect(installed.state == .background)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.findings == [])
  }

  @Test func `an app without Always is never launched for a change or a visit (BC12, LOC7)`()
    async throws
  {
    let app = WatcherApp.app(monitoring: []) {
      $0.client.startSignificantChanges()
      $0.client.startVisits()
    }
    let world = try await withPhone { phone in
      let installed = try await phone.openWatcher(app, allowed: .whenInUse)
      phone.jetsam(installed)
      try await minutes(30)
      try await phone.carry(to: Place(x: 5_000), at: 10)
      try await minutes(30)
      await phone.open(installed)
      try await sleep(1)
    }
    #expect(world.launches == [.user, .user])
    #expect(world.output.filter { $0.hasPrefix("visit") }.count == 3)
  }
}
