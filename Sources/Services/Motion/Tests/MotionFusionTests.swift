import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import CoreMotion
@testable import YobanMotion

@Suite struct MotionFusionTests {
  private static func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
    abs((a - b).remainder(dividingBy: 2 * .pi)) < tolerance
  }

  /// The accelerations in g of a device at rest, with roll and pitch in quarter turns.
  static let postures: [(SIMD3<Double>, roll: Double, pitch: Double)] = [
    (SIMD3(0, 0, -1), 0, 0),  // flat on a table
    (SIMD3(0, -1, 0), 0, 1),  // upright
    (SIMD3(0, 1, 0), 0, -1),  // upside down
    (SIMD3(1, 0, 0), 1, 0),  // on its right edge
    (SIMD3(-1, 0, 0), -1, 0),  // on its left edge
    (SIMD3(0, 0, 1), 2, 0),  // face down
    (SIMD3(0, -0.5.squareRoot(), -0.5.squareRoot()), 0, 0.5),  // leaning back
  ]

  @Test(arguments: postures.indices)
  func `roll and pitch are calculated from gravity`(_ row: Int) {
    let (acceleration, roll, pitch) = Self.postures[row]
    var fusion = MotionFusion()
    let reading = fusion.fuse(
      acceleration: acceleration, rotationRate: .zero, after: 0, timestamp: 0)
    #expect(Self.isClose(reading.pitch, pitch * .pi / 2, within: 1e-7))
    if abs(pitch) < 1 { #expect(Self.isClose(reading.roll, roll * .pi / 2)) }
    #expect(
      reading.userAcceleration == .zero
        || (reading.userAcceleration * reading.userAcceleration).sum() < 1e-20)
  }

  @Test
  func `gravity has length 1, and its sum with user acceleration is the accelerometer's value`() {
    var random = RandomStream(seed: 1, name: "fusion")
    func draw() -> SIMD3<Double> {
      SIMD3((0..<3).map { _ in Double(random.next(below: 4_000_001)) / 1_000_000 - 2 })
    }
    var fusion = MotionFusion()
    for i in 0..<5000 {
      let acceleration = draw()
      let reading = fusion.fuse(
        acceleration: acceleration, rotationRate: draw(), after: 0.01, timestamp: Double(i) / 100)
      let error = reading.gravity + reading.userAcceleration - acceleration
      #expect((error * error).sum() < 1e-28)
      #expect(abs((reading.gravity * reading.gravity).sum() - 1) < 1e-12)
    }
  }

  @Test func `gravity follows 63 % of a step within the time constant`() {
    var fusion = MotionFusion()
    for _ in 0..<1000 { fusion.addAcceleration(SIMD3(0, 0, -1), after: 0.001) }
    var reading: DeviceMotionReading?
    for _ in 0..<Int(MotionFusion.timeConstantSeconds * 1000) {
      reading = fusion.fuse(
        acceleration: SIMD3(1, 0, -1), rotationRate: .zero, after: 0.001, timestamp: 0)
    }
    let gravity = reading!.gravity
    #expect(abs(gravity.x / -gravity.z - (1 - exp(-1))) < 0.002)
  }

  @Test func `yaw is the integral of the rotation about the vertical, in any posture`() {
    for (gravity, axis) in [
      (SIMD3(0.0, 0, -1), SIMD3(0.0, 0, 1)), (SIMD3(0.0, -1, 0), SIMD3(0.0, 1, 0)),
    ] {
      var fusion = MotionFusion()
      var yaw = 0.0
      for _ in 0..<300 {  // 3 s at half a radian per second
        yaw =
          fusion.fuse(acceleration: gravity, rotationRate: axis * 0.5, after: 0.01, timestamp: 0)
          .yaw
      }
      #expect(Self.isClose(yaw, 1.5))
    }
  }

  @Test func `in free fall gravity keeps its direction`() {
    var fusion = MotionFusion()
    fusion.addAcceleration(SIMD3(0, -1, 0), after: 0)
    let reading = fusion.fuse(
      acceleration: SIMD3(0, -1e-9, 0), rotationRate: .zero, after: 1e9, timestamp: 0)
    #expect(reading.gravity == SIMD3(0, -1, 0))
  }

  // MARK: CMAttitude

  private static let angles: [(roll: Double, pitch: Double, yaw: Double)] = [
    (0, 0, 0), (0.3, 0, 0), (0, 0.3, 0), (0, 0, 0.3), (1, -0.5, 2), (-3, 1.5, -3), (2.5, -1.2, 0.1),
  ]

  @Test(arguments: angles.indices)
  func `an attitude is the same as angles, as quaternion and as matrix`(_ row: Int) {
    let (roll, pitch, yaw) = Self.angles[row]
    let attitude = CMAttitude(roll: roll, pitch: pitch, yaw: yaw)
    #expect(Self.isClose(attitude.roll, roll))
    #expect(Self.isClose(attitude.pitch, pitch))
    #expect(Self.isClose(attitude.yaw, yaw))
    let q = attitude.quaternion
    #expect(abs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-12)
    // Common formulas for Apple's quaternion.
    #expect(Self.isClose(asin(2 * (q.x * q.w + q.y * q.z)), pitch))
    // The third column is "up" in the axes of the device, the opposite of gravity.
    let m = attitude.rotationMatrix
    let gravity = SIMD3(cos(pitch) * sin(roll), -sin(pitch), -cos(pitch) * cos(roll))
    #expect(
      Self.isClose(-m.m13, gravity.x) && Self.isClose(-m.m23, gravity.y)
        && Self.isClose(-m.m33, gravity.z))
  }

  @Test func `multiply(byInverseOf:) gives the rotation since a reference`() {
    let reference = CMAttitude(roll: 0.4, pitch: -0.2, yaw: 1)
    let same = reference.copy() as! CMAttitude
    same.multiply(byInverseOf: reference)
    #expect(Self.isClose(same.roll, 0) && Self.isClose(same.pitch, 0) && Self.isClose(same.yaw, 0))
    #expect(Self.isClose(reference.roll, 0.4), "the copy must be a separate object")

    let upright = CMAttitude(roll: 0, pitch: 0.9, yaw: 2)
    upright.multiply(byInverseOf: CMAttitude(roll: 0, pitch: 0.4, yaw: 2))
    #expect(
      Self.isClose(upright.pitch, 0.5) && Self.isClose(upright.roll, 0)
        && Self.isClose(upright.yaw, 0))
  }

  @Test func `Core Motion's error codes have Apple's numbers`() {
    let codes: [(CMError, UInt32)] = [
      (CMErrorNULL, 100), (CMErrorDeviceRequiresMovement, 101), (CMErrorTrueNorthNotAvailable, 102),
      (CMErrorUnknown, 103), (CMErrorMotionActivityNotAvailable, 104),
      (CMErrorMotionActivityNotAuthorized, 105),
      (CMErrorMotionActivityNotEntitled, 106), (CMErrorInvalidParameter, 107),
      (CMErrorInvalidAction, 108),
      (CMErrorNotAvailable, 109), (CMErrorNotEntitled, 110), (CMErrorNotAuthorized, 111),
      (CMErrorNilData, 112),
      (CMErrorSize, 113),
    ]
    for (code, value) in codes { #expect(code.rawValue == value) }
  }
}
