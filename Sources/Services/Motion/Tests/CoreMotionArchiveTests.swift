import Foundation
import Testing
import YobanSimulatedOS

@testable import CoreMotion
@testable import YobanMotion

/// Archives of the values of Core Motion, which conform to `NSSecureCoding` at Apple.
@Suite struct CoreMotionArchiveTests {
  @Test func `samples can be archived and read back`() throws {
    let acceleration = try archived(CMAccelerometerData(timestamp: 12.5, SIMD3(0.1, -0.2, 0.98)))
    #expect(acceleration.timestamp == 12.5 && acceleration.acceleration.y == -0.2)
    let rotation = try archived(CMGyroData(timestamp: 3, SIMD3(1, 2, 3)))
    #expect(rotation.rotationRate.x == 1 && rotation.rotationRate.z == 3)
    let field = try archived(CMMagnetometerData(timestamp: 4, SIMD3(20, 0, -40)))
    #expect(field.magneticField.x == 20 && field.magneticField.z == -40 && field.timestamp == 4)
    let recorded = try archived(
      CMRecordedAccelerometerData(
        RecordedReading(
          identifier: UInt64(Int64.max) + 7, wallTime: 1_700_000_000_500_000_000, timestamp: 8,
          values: SIMD3(0, 0, 1))))
    #expect(recorded.identifier == 9_223_372_036_854_775_814 && recorded.acceleration.z == 1)
    #expect(recorded.startDate == Date(timeIntervalSince1970: 1_700_000_000.5))
  }

  @Test func `the motion of a device can be archived with its attitude`() throws {
    let motion = CMDeviceMotion(
      DeviceMotionReading(
        timestamp: 20, yaw: 0.5, gravity: SIMD3(0.6, 0, -0.8), userAcceleration: SIMD3(0, 0.1, 0),
        rotationRate: SIMD3(0.2, 0, 0)))
    let back = try archived(motion)
    #expect(back.timestamp == 20 && back.gravity.x == 0.6 && back.userAcceleration.y == 0.1)
    #expect(back.rotationRate.x == 0.2)
    #expect(abs(back.attitude.yaw - 0.5) < 1e-12)
    let attitude = try archived(CMAttitude(roll: 0.3, pitch: -0.2, yaw: 1))
    #expect(abs(attitude.roll - 0.3) < 1e-12 && abs(attitude.pitch + 0.2) < 1e-12)
    #expect(abs(attitude.yaw - 1) < 1e-12)
  }

  @Test func `an incomplete archive gives nil`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(30.0, forKey: "timeInterval")
    archiver.finishEncoding()
    let decoder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CMAccelerometerData(coder: decoder) == nil && CMDeviceMotion(coder: decoder) == nil)
    #expect(CMAttitude(coder: decoder) == nil)
  }
}
