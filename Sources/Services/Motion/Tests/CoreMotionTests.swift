import Foundation
import Testing
import YobanTesting

@testable import CoreMotion
import YobanSimulatedOS

@Suite(.world()) struct CoreMotionTests {
  /// The values that a handler received.
  private final class Seen: @unchecked SimulationConfined {
    var motion: [CMDeviceMotion] = []
    var acceleration: [Double: CMAcceleration] = [:]
    var wereOnMain: Set<Bool> = []
    var timestamps: [Double] = []
  }

  @Test func `device motion matches the accelerometer and the gyroscope at every sample`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(
      AppFixture { _ in
        let manager = CMMotionManager()
        Kept.of("manager", manager)
        manager.deviceMotionUpdateInterval = 0.01
        manager.startDeviceMotionUpdates(to: .main) { motion, _ in seen.motion.append(motion!) }
        manager.startAccelerometerUpdates(to: .main) { data, _ in
          seen.acceleration[data!.timestamp] = data!.acceleration
        }
      })
    try await fixture.world.pass(.seconds(20))
    #expect(seen.motion.count >= 1999)
    for motion in seen.motion {
      guard let measured = seen.acceleration[motion.timestamp] else { continue }
      let sum = SIMD3(
        motion.gravity.x + motion.userAcceleration.x, motion.gravity.y + motion.userAcceleration.y,
        motion.gravity.z + motion.userAcceleration.z)
      let error = sum - SIMD3(measured.x, measured.y, measured.z)
      #expect((error * error).sum() < 1e-24)
      let m = motion.attitude.rotationMatrix
      #expect(
        abs(m.m13 + motion.gravity.x) + abs(m.m23 + motion.gravity.y)
          + abs(m.m33 + motion.gravity.z) < 1e-9)
      // A sleeper's bed moves little.
      #expect(abs(motion.userAcceleration.x) < 0.1)
    }
    let last = try #require(seen.motion.last)
    #expect(last.heading == -1)
    #expect(last.magneticField.accuracy == .uncalibrated)
    #expect(last.sensorLocation == .default)
    let copy = try #require(last.copy() as? CMDeviceMotion)
    #expect(copy.timestamp == last.timestamp && copy.gravity.z == last.gravity.z)
    #expect(copy.attitude !== last.attitude && copy.attitude.pitch == last.attitude.pitch)
  }

  static let rates: [(interval: Double, perSecond: Int)] = [
    (0.01, 100), (0.02, 50), (0.1, 10), (1, 1),
  ]

  @Test(arguments: rates.indices)
  func `device motion is delivered at the requested interval`(_ row: Int) async throws {
    let (interval, perSecond) = Self.rates[row]
    let seen = Seen()
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      manager.deviceMotionUpdateInterval = interval
      manager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: .main) { motion, _ in
        seen.timestamps.append(motion!.timestamp)
      }
    }
    try await fixture.world.pass(.seconds(30))
    #expect(abs(seen.timestamps.count - 30 * perSecond) <= 1)
    #expect(seen.timestamps == seen.timestamps.sorted())
  }

  static let queues = ["main", "an own queue", "a queue over a dispatch queue"]

  @Test(arguments: queues)
  func `handlers run on the given queue, with every sample in order`(_ name: String) async throws {
    let seen = Seen()
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let queue: OperationQueue
      switch name {
      case "main": queue = .main
      case "an own queue":
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
      default:
        queue = OperationQueue()
        queue.underlyingQueue = DispatchQueue(label: "sensors")
      }
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      manager.startAccelerometerUpdates(to: queue) { data, _ in
        seen.timestamps.append(data!.timestamp)
        seen.wereOnMain.insert(Thread.isMainThread)
      }
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch { Kept.release("manager") }
    _ = fixture
    #expect(seen.wereOnMain == [name == "main"])
    #expect(abs(seen.timestamps.count - 1000) <= 1)
    #expect(seen.timestamps == seen.timestamps.sorted())
  }

  @Test func `a released manager delivers no more samples`() async throws {
    let seen = Seen()
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      manager.startGyroUpdates(to: .main) { data, _ in seen.timestamps.append(data!.timestamp) }
      manager.startDeviceMotionUpdates(to: .main) { motion, _ in
        seen.timestamps.append(motion!.timestamp)
      }
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { Kept.release("manager") }
    let count = seen.timestamps.count
    try await fixture.world.pass(.seconds(5))
    #expect(seen.timestamps.count == count)
    #expect(count > 190)
    let stopped = fixture.world.trace.events.filter {
      if case .sensor(_, false) = $0.kind.motion { true } else { false }
    }
    #expect(stopped.count == 2)
  }

  @Test func `the data properties have the latest sample during updates, and nil before and after`()
    async throws
  {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      print(manager.deviceMotion == nil, manager.gyroData == nil, manager.isDeviceMotionActive)
      manager.startDeviceMotionUpdates()
      manager.startGyroUpdates()
    }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch {
      let manager = Kept.get("manager", as: CMMotionManager.self)!
      let uptime = ProcessInfo.processInfo.systemUptime
      print(
        uptime - manager.deviceMotion!.timestamp < 0.011,
        uptime - manager.gyroData!.timestamp < 0.011)
      print(manager.isDeviceMotionActive, manager.isGyroActive, manager.isAccelerometerActive)
      manager.stopDeviceMotionUpdates()
      print(manager.deviceMotion == nil, manager.isDeviceMotionActive)
    }
    #expect(
      fixture.world.log.texts == ["true true false", "true true", "true true false", "true false"])
  }

  @Test func `device motion stops during a suspension and is correct at once afterwards`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(
      AppFixture { _ in
        let manager = CMMotionManager()
        Kept.of("manager", manager)
        manager.startDeviceMotionUpdates(to: .main) { motion, _ in seen.motion.append(motion!) }
      })
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    let steps = zip(seen.motion.dropFirst(), seen.motion).map { $0.timestamp - $1.timestamp }
    #expect(steps.filter { $0 > 0.011 }.count == 1)
    let first = try #require(steps.firstIndex { $0 > 500 }).advanced(by: 1)
    // The posture has changed meanwhile, and the first sample already has the new one.
    for motion in seen.motion[first...].prefix(100) {
      #expect(abs(motion.userAcceleration.z) < 0.1)
    }
  }
}
