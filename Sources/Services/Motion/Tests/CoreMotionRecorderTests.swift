import Foundation
import Testing
import YobanTesting

@testable import CoreMotion
import YobanSimulatedOS

// Apps add this conformance on a device, where the list is not a sequence by itself.
extension CMSensorDataList: Sequence {
  public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(self) }
}

@Suite(.world()) struct CoreMotionRecorderTests {
  private static func appFixture(
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var appFixture = AppFixture { _ in launched() }
    appFixture.plist = InfoPlist(["NSMotionUsageDescription": "Records your night."])
    return appFixture
  }

  @Test
  func `samples that were recorded while the app did not run can be read as on a device (WK7)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        guard CMSensorRecorder.isAccelerometerRecordingAvailable() else { return print("none") }
        let recorder = CMSensorRecorder()
        guard CMSensorRecorder.authorizationStatus() == .authorized else {
          recorder.recordAccelerometer(forDuration: 1200)
          return print("recording", CMSensorRecorder.authorizationStatus() == .authorized)
        }
        let now = Date()
        guard let list = recorder.accelerometerData(from: now - 3600, to: now) else {
          return print("nothing")
        }
        var (count, last) = (0, Date.distantPast)
        var identifiers: Set<UInt64> = []
        for item in list {
          guard let data = item as? CMRecordedAccelerometerData else { continue }
          let g = data.acceleration
          if data.startDate > last, abs(g.x * g.x + g.y * g.y + g.z * g.z - 1) < 0.2 { count += 1 }
          last = data.startDate
          identifiers.insert(data.identifier)
        }
        print(abs(count - 50 * 1200) <= 1, identifiers.count == count)
      })
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(3000))
    await fixture.phone.open(fixture.app)
    #expect(fixture.world.log.texts == ["recording true", "true true"])
  }

  @Test func `recorded samples equal those that the app received itself (WK7)`() async throws {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      let recorder = CMSensorRecorder()
      recorder.recordAccelerometer(forDuration: 3600)
      Kept.of("manager", manager)
      Kept.of("recorder", recorder)
      Kept.of("seen", [Double: Double]())
      manager.accelerometerUpdateInterval = 0.02
      manager.startAccelerometerUpdates(to: .main) { data, _ in
        var seen = Kept.get("seen", as: [Double: Double].self)!
        seen[data!.timestamp] = data!.acceleration.x
        Kept.of("seen", seen)
      }
    }
    try await fixture.world.pass(.seconds(20))
    await fixture.touch {
      Kept.get("manager", as: CMMotionManager.self)!.stopAccelerometerUpdates()
    }
    try await fixture.world.pass(.seconds(200))
    await fixture.touch {
      let recorder = Kept.get("recorder", as: CMSensorRecorder.self)!
      let seen = Kept.get("seen", as: [Double: Double].self)!
      let list = recorder.accelerometerData(from: Date() - 600, to: Date())!
      var same = 0
      var iterator = NSFastEnumerationIterator(list)
      while let item = iterator.next() as? CMRecordedAccelerometerData {
        if seen[item.timestamp] == item.acceleration.x { same += 1 }
      }
      print(seen.count >= 999, same == seen.count)
    }
    #expect(fixture.world.log.texts == ["true true"])
  }

  @Test
  func `there are no samples before the recording, after 12 h, or in an empty interval (WK7)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture())
    await fixture.touch {
      let recorder = CMSensorRecorder()
      print(recorder.accelerometerData(from: Date() - 60, to: Date()) == nil)
      recorder.recordAccelerometer(forDuration: 600)
    }
    try await fixture.world.pass(.seconds(900))
    await fixture.touch {
      let recorder = CMSensorRecorder()
      let now = Date()
      print(recorder.accelerometerData(from: now, to: now) == nil)
      print(recorder.accelerometerData(from: now - 43201, to: now) == nil)
      print(recorder.accelerometerData(from: now - 43200, to: now) == nil)
      print(recorder.accelerometerData(from: .distantPast, to: .distantFuture) == nil)
    }
    #expect(fixture.world.log.texts == ["true", "true", "true", "false", "true"])
  }
}
