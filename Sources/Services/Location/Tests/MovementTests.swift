import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Circular regions, significant changes, visits, and a device that moves.
@Suite struct MovementTests {
  private static func home() -> CLRegion { circle("home", at: .origin, radius: 200) }

  @Test func `entering and leaving a circle is reported beyond the margin and after 20 s (BC16)`()
    async throws
  {
    let moments = Moments()
    let world = try await withPhone { phone in
      let app = try await phone.start(locationApp(monitoring: [Self.home()]))
      await phone.swipeAway(app)
      try await phone.carry(to: Place(x: 219), at: 1.5)
      try await phone.world.pass(.minutes(5))
      moments.on = phone.world.now
      try await phone.carry(to: Place(x: 500), at: 1)
      try await phone.world.pass(.minutes(5))
      moments.off = phone.world.now
      try await phone.carry(to: .origin, at: 10)
      try await phone.world.pass(.minutes(5))
    }
    #expect(
      world.log.texts == [
        "launched", "authorizedAlways", "monitoring home", "inside home",
        "launched", "authorizedAlways", "exit home", "outside home", "enter home", "inside home",
      ])
    #expect(world.launches == [.user, .location])
    // From 219 m, 220 m is one step away. From 500 m at 10 m/s, 180 m is 32 s away.
    #expect(world.moments(printed: "exit home") == [moments.on + .seconds(21)])
    #expect(world.moments(printed: "enter home") == [moments.off + .seconds(52)])
    #expect(world.kinds == [])
  }

  @Test func `of circles that are crossed together, the smaller one is reported first (BC16)`()
    async throws
  {
    let world = try await withPhone { phone in
      phone.place = Place(x: 5_000)
      _ = try await phone.start(
        locationApp(
          monitoring: [300.0, 100, 200].map {
            circle("\(Int($0)) m", at: .origin, radius: $0)
          }))
      phone.place = .origin
      try await phone.world.pass(.minutes(1))
    }
    #expect(
      world.log.texts.filter { $0.hasPrefix("enter") } == [
        "enter 100 m", "enter 200 m", "enter 300 m",
      ])
  }

  @Test func `a radius beyond the maximum fails with 5 (BC16)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.start(
        locationApp(monitoring: [circle("land", at: .origin, radius: 400_001)]))
      await phone.listener(app) { listener in
        let manager = listener.manager
        print("\(Int(manager.maximumRegionMonitoringDistance)) \(manager.monitoredRegions.count)")
      }
    }
    #expect(world.log.texts.suffix(2) == ["monitoring failed land 5", "400000 0"])
  }

  @Test func `leaving a circle during a reboot is reported after it (BC11)`() async throws {
    let world = try await withPhone { phone in
      _ = try await phone.start(locationApp(monitoring: [Self.home()]))
      let reboot = Task { try await phone.reboot() }
      try await phone.world.pass(.seconds(10))
      phone.place = Place(x: 1_000)
      try await reboot.value
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts.suffix(2) == ["exit home", "outside home"])
    // A circle that was not left reports nothing.
    let still = try await withPhone { phone in
      let app = try await phone.start(locationApp(monitoring: [Self.home()]))
      try await phone.reboot()
      try await phone.world.pass(.minutes(5))
      #expect(app.state == .notRunning)
    }
    #expect(still.launches == [.user])
  }

  // MARK: Significant changes and visits (LOC7)

  /// An app that starts significant changes in each launch, as it must.
  private static let changer = locationApp(monitoring: []) {
    $0.manager.startMonitoringSignificantLocationChanges()
  }

  @Test func `a significant change relaunches the app, 500 m and 5 min after the last (LOC7, L16)`()
    async throws
  {
    let moments = Moments()
    let world = try await withPhone { phone in
      let app = try await phone.start(Self.changer)
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(10))
      moments.on = phone.world.now
      try await phone.carry(to: Place(x: 3_000), at: 10)
      try await phone.world.pass(.minutes(20))
    }
    // At 500 m, then when 5 min have passed.
    let changes = world.moments { $0 == .location(.significantChange) }
    #expect(changes.map { ($0 - moments.on).seconds } == [50, 350])
    #expect(world.launches == [.user, .location])
    #expect(world.log.texts.filter { $0 == "fix 500" }.count == 4)  // One at each start, too.
    #expect(world.kinds == [])
  }

  @Test(arguments: [true, false])
  func `a change or a visit that is due during a reboot is reported after it (LOC7, L17)`(
    _ isVisit: Bool
  ) async throws {
    let visitor = locationApp(monitoring: []) { $0.manager.startMonitoringVisits() }
    let world = try await withPhone { phone in
      #expect(phone.location.policy.significantInterval == .seconds(300))
      #expect(phone.location.policy.visitArrival == .seconds(300))
      _ = try await phone.start(isVisit ? visitor : Self.changer)
      // Too soon after the first position to be reported, and near enough to be the same stay.
      if !isVisit { phone.place = Place(x: 600) }
      try await phone.world.pass(.seconds(280))
      try await phone.reboot()
      #expect(phone.world.now > .start + .seconds(310))
      try await phone.world.pass(.minutes(10))
    }
    let reported: TraceEvent.LocationEvent = isVisit ? .visit("arrived") : .significantChange
    let moments = world.moments { $0 == .location(reported) }
    #expect(moments == world.moments { $0 == .power("booted") })
    #expect(world.launches == [.user, .location])
    #expect(world.log.texts.contains("visit arrived") == isVisit)
    #expect(world.kinds == [])
  }

  @Test func `after significant changes are stopped nothing relaunches the app (LOC7)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await phone.start(Self.changer)
      await phone.listener(app) { $0.manager.stopMonitoringSignificantLocationChanges() }
      phone.jetsam(app)
      phone.place = Place(x: 9_000)
      try await phone.world.pass(.minutes(20))
    }
    #expect(world.launches == [.user])
  }

  @Test
  func `an app that does not start changes again at its launch misses the change (LOC7, BC9)`()
    async throws
  {
    let app = appWithLocation { isForLocation in
      let manager = makeListener().manager
      if !isForLocation { manager.startMonitoringSignificantLocationChanges() }
    }
    let world = try await withPhone { phone in
      let installed = try await phone.start(app)
      phone.jetsam(installed)
      try await phone.world.pass(.minutes(10))
      phone.place = Place(x: 9_000)
      try await phone.world.pass(.minutes(20))
    }
    #expect(world.launches == [.user, .location])
    #expect(world.kinds == [.locationEventLost.by(.bc9)])
  }

  /// - Parameter startsAgain: whether the app also starts visits when it is launched for one.
  @Test(arguments: [true, false])
  func `visits are reported on arrival and departure, with a launch (LOC7)`(
    _ startsAgain: Bool
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.start(
        locationApp(monitoring: []) {
          if startsAgain || !UserDefaults.standard.bool(forKey: "started") {
            $0.manager.startMonitoringVisits()
          }
          UserDefaults.standard.set(true, forKey: "started")
        })
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(30))
      try await phone.carry(to: Place(x: 2_000), at: 10)
      try await phone.world.pass(.minutes(30))
    }
    #expect(
      world.log.texts.filter { $0.hasPrefix("visit") } == [
        "visit arrived", "visit departed", "visit arrived",
      ])
    #expect(world.launches == [.user, .location])
    #expect(
      world.locationEvents.filter { if case .visit = $0 { true } else { false } } == [
        .visit("arrived"), .visit("departed"), .visit("arrived"),
      ])
  }

  // MARK: Movement

  @Test func `a device that is carried has a speed and a course, and arrives on time`() async throws
  {
    let world = try await withPhone { phone in
      let app = try await phone.start(locationApp(monitoring: []))
      await phone.listener(app) { listener in
        listener.manager.startUpdatingLocation()
        listener.manager.startUpdatingHeading()
      }
      let before = phone.world.now
      let walk = Task { try await phone.carry(to: Place(x: 300, y: 400), at: 2) }
      try await phone.world.pass(.seconds(100.5))
      #expect(phone.isMoving)
      #expect(phone.place == Place(x: 120, y: 160))
      await phone.listener(app) {
        let location = $0.lastLocation!
        print("\(location.speed) \(Int(location.course.rounded()))")
      }
      try await walk.value
      #expect(phone.world.now - before == .seconds(250))
      #expect(phone.place == Place(x: 300, y: 400))
      #expect(!phone.isMoving)
      try await phone.world.pass(.seconds(2))
      await phone.listener(app) {
        let location = $0.lastLocation!
        #expect($0.manager.location === location)
        #expect(location.sourceInformation?.isSimulatedBySoftware == false)
        #expect(location.ellipsoidalAltitude == location.altitude)
        let place = place(of: location)
        print(
          "\(location.speed) \(Int(location.course)) at \(Int(place.x.rounded())) \(Int(place.y.rounded()))"
        )
      }
    }
    // Clockwise from north: 3 to the east and 4 to the north is 37 degrees.
    #expect(world.log.texts.contains("2.0 37"))
    #expect(world.log.texts.contains("0.0 -1 at 300 400"))
    #expect(world.log.texts.filter { $0.hasPrefix("heading") } == ["heading 0", "heading 37"])
    let carried = world.moments {
      $0.user?.hasPrefix("carries") ?? false
    }
    #expect(carried.count == 1, "not each step")
  }

  @Test func `setting a device's position sets its place`() async throws {
    try await withPhone { phone in
      #expect(phone.location.position == World.origin)
      phone.location.position = Coordinate(
        latitude: World.origin.latitude + 0.01, longitude: World.origin.longitude)
      #expect(abs(phone.place.y - 1_111.949) < 0.01 && abs(phone.place.x) < 1e-6)
    }
  }
}
