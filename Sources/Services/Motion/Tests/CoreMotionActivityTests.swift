import CoreMotion
import Foundation
import Testing
import YobanSimulatedOS
import YobanTesting

@Suite struct CoreMotionActivityTests {
  private static func fixture(hasKey: Bool = true) -> AppFixture {
    var fixture = AppFixture { _ in }
    if hasKey { fixture.plist = InfoPlist(["NSMotionUsageDescription": "Counts your steps."]) }
    return fixture
  }

  private static func name(_ activity: CMMotionActivity?) -> String {
    guard let activity else { return "nil" }
    return [
      ("stationary", activity.stationary), ("walking", activity.walking),
      ("running", activity.running), ("cycling", activity.cycling),
      ("automotive", activity.automotive), ("unknown", activity.unknown),
    ].filter(\.1).map(\.0).joined(separator: "+")
  }

  @Test(.world())
  func `activities come while the app runs, and the newest one when it continues (MO5)`()
    async throws
  {
    let fixture = try await startApp(Self.fixture())
    let (world, phone) = (fixture.world, fixture.phone)
    await fixture.touch {
      let manager = CMMotionActivityManager()
      Kept.of("activity", manager)
      print("available \(CMMotionActivityManager.isActivityAvailable())")
      manager.startActivityUpdates(to: .main) { activity in
        print("\(Self.name(activity)) \(activity?.confidence == .high)")
      }
    }
    phone.motion.activity = .walking
    try await world.pass(.seconds(9))
    #expect(fixture.app.log.texts == ["available true", "stationary true"])
    try await world.pass(.seconds(2))
    #expect(fixture.app.log.texts.last == "walking true")
    await phone.goHome()
    try await world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    for activity in [MotionActivity.running, .cycling, .automotive] {
      phone.motion.activity = activity
      try await world.pass(.minutes(5))
    }
    #expect(fixture.app.log.texts.last == "walking true")
    await phone.open(fixture.app)
    #expect(fixture.app.log.texts.suffix(2) == ["walking true", "automotive true"])
    await fixture.touch {
      let now = Date()
      let manager: CMMotionActivityManager = Kept.get("activity")!
      manager.queryActivityStarting(
        from: now.addingTimeInterval(-14 * 60), to: now, to: .main
      ) { activities, error in
        print("\(activities?.map(Self.name).joined(separator: " ") ?? "nil") \(error == nil)")
      }
      manager.queryActivityStarting(from: now, to: now, to: .main) { activities, error in
        print("\(activities == nil) \((error as? NSError)?.code ?? 0)")
      }
    }
    try await world.pass(.seconds(1))
    #expect(fixture.app.log.texts.suffix(2) == ["running cycling automotive true", "true 103"])
  }

  @Test(.world())
  func `steps come every 3 s, and those of a suspension with the next update (MO6)`() async throws {
    let fixture = try await startApp(Self.fixture())
    let (world, phone) = (fixture.world, fixture.phone)
    await fixture.touch {
      let pedometer = CMPedometer()
      Kept.of("pedometer", pedometer)
      pedometer.startUpdates(from: Date()) { data, error in
        print("\(data?.numberOfSteps ?? -1) \(Thread.isMainThread) \(data?.currentCadence ?? 0)")
      }
      pedometer.startEventUpdates { event, _ in print(event?.type == .resume ? "walks" : "stands") }
    }
    try await world.pass(.minutes(1))
    #expect(fixture.app.log.isEmpty)
    phone.motion.activity = .walking
    try await world.pass(.seconds(10))
    #expect(
      fixture.app.log.texts == ["walks", "5 false 1.8", "10 false 1.8", "16 false 1.8"])
    await phone.goHome()
    try await world.pass(.minutes(10))
    phone.motion.activity = .stationary
    try await world.pass(.minutes(5))
    let before = fixture.app.log.count
    await phone.open(fixture.app)
    try await world.pass(.seconds(4))
    // 610 s of walking, at 1.8 steps in a second, less what was delivered before.
    #expect(Array(fixture.app.log.texts[before...]).contains("1098 false 0"))
    await fixture.touch {
      let pedometer: CMPedometer = Kept.get("pedometer")!
      let now = Date()
      pedometer.queryPedometerData(from: now.addingTimeInterval(-3600), to: now) { data, _ in
        print(
          "\(data?.numberOfSteps ?? -1) \(data?.distance?.doubleValue ?? 0) \(data?.currentPace == nil)"
        )
      }
    }
    #expect(fixture.app.log.texts.last == "1098 823.5 true")
  }

  @Test(.world())
  func `the first and the last date are periods as others are (MO5, MO6, WK7)`() async throws {
    let fixture = try await startApp(Self.fixture())
    fixture.phone.motion.activity = .walking
    try await fixture.world.pass(.seconds(100))
    await fixture.touch {
      let (manager, pedometer) = (CMMotionActivityManager(), CMPedometer())
      Kept.of("activity", manager)
      Kept.of("pedometer", pedometer)
      let (first, last) = (Date.distantPast, Date.distantFuture)
      pedometer.startUpdates(from: first) { data, _ in print("steps \(data?.numberOfSteps ?? -1)") }
      pedometer.queryPedometerData(from: first, to: last) { data, _ in
        print("all \(data?.numberOfSteps.intValue ?? -1 >= 180)")
      }
      manager.queryActivityStarting(from: first, to: last, to: .main) { activities, _ in
        print(activities?.map(Self.name) ?? [])
      }
    }
    try await fixture.world.pass(.seconds(4))
    #expect(
      Set(fixture.app.log.texts) == ["all true", #"["stationary", "walking"]"#, "steps 185"])
  }

  @Test(.world()) func `a user who does not allow motion gives errors (MO5, MO6)`() async throws {
    let fixture = try await startApp(Self.fixture())
    fixture.phone.motion.allowsMotionWhenAsked = false
    await fixture.touch {
      let manager = CMMotionActivityManager()
      let pedometer = CMPedometer()
      Kept.of("activity", manager)
      Kept.of("pedometer", pedometer)
      manager.startActivityUpdates(to: .main) { print("activity \(Self.name($0))") }
      pedometer.startUpdates(from: Date()) { print("\($0 == nil) \(($1 as? NSError)?.code ?? 0)") }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(Set(fixture.app.log.texts) == ["activity nil", "true 105"])
  }

  @Test(.world(findings: [.plistMissingKey.by(.mo4)]), arguments: [true, false])
  func `without its key in Info.plist the app ends (MO4)`(_ usesPedometer: Bool) async throws {
    let fixture = try await startApp(Self.fixture(hasKey: false))
    await fixture.touch {
      if usesPedometer {
        CMPedometer().startUpdates(from: Date()) { _, _ in }
      } else {
        CMMotionActivityManager().startActivityUpdates(to: .main) { _ in }
      }
    }
    #expect(fixture.app.state == .notRunning)
    #expect(
      fixture.world.trace.findings.are([.plistMissingKey.by(.mo4)]))
  }

  @Test(.world(), arguments: [UInt64(1), 7])
  func `yaw is 0 where the x axis points to magnetic north (MO2)`(_ seed: UInt64) async throws {
    let fixture = try await startApp(Self.fixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      manager.deviceMotionUpdateInterval = 0.1
      manager.magnetometerUpdateInterval = 0.1
      manager.startMagnetometerUpdates()
      manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let manager: CMMotionManager = Kept.get("manager")!
      guard let field = manager.magnetometerData?.magneticField,
        let matrix = manager.deviceMotion?.attitude.rotationMatrix
      else { return print("nothing") }
      // The field in the reference frame: the matrix transforms from that frame to the device's axes.
      let x = matrix.m11 * field.x + matrix.m21 * field.y + matrix.m31 * field.z
      let y = matrix.m12 * field.x + matrix.m22 * field.y + matrix.m32 * field.z
      print(abs(atan2(y, x)) < 0.1 && x > 0)
      print(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
    }
    #expect(fixture.app.log.texts == ["true", "true"])
  }
}
