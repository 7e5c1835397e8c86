import Foundation
import Testing
import YobanTesting

@testable import CoreMotion
import YobanSimulatedOS

@Suite(.world()) struct CoreMotionMagnetometerTests {
  private final class Seen: @unchecked SimulationConfined {
    var data: [CMMagnetometerData] = []
  }

  @Test func `the magnetometer delivers the earth's field at the requested interval (MO2)`()
    async throws
  {
    let seen = Seen()
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      print(manager.isMagnetometerAvailable, manager.isMagnetometerActive)
      manager.magnetometerUpdateInterval = 0.05
      manager.startMagnetometerUpdates(to: .main) { data, error in
        if let data, error == nil { seen.data.append(data) }
      }
      print(manager.isMagnetometerActive)
    }
    try await fixture.world.pass(.seconds(30))
    await fixture.touch {
      Kept.get("manager", as: CMMotionManager.self)!.stopMagnetometerUpdates()
    }
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.log.texts == ["true false", "true"])
    #expect(abs(seen.data.count - 600) <= 1)
    for (later, earlier) in zip(seen.data.dropFirst(), seen.data) {
      #expect(abs(later.timestamp - earlier.timestamp - 0.05) < 1e-6)
    }
    for data in seen.data {
      let field = data.magneticField
      let strength = (field.x * field.x + field.y * field.y + field.z * field.z).squareRoot()
      #expect((45...47).contains(strength))
    }
    let events = fixture.world.trace.events.map(\.kind)
    #expect(events.contains(.sensor("magnetometer", isOn: true)))
    #expect(events.contains(.sensor("magnetometer", isOn: false)))
  }

  @Test func `magnetometerData has the latest sample during updates, and nil before and after`()
    async throws
  {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let manager = CMMotionManager()
      Kept.of("manager", manager)
      print(manager.magnetometerData == nil)
      manager.startMagnetometerUpdates()
    }
    try await fixture.world.pass(.seconds(2))
    await fixture.touch {
      let manager = Kept.get("manager", as: CMMotionManager.self)!
      let uptime = ProcessInfo.processInfo.systemUptime
      print(uptime - manager.magnetometerData!.timestamp < 0.011)
      manager.stopMagnetometerUpdates()
      print(manager.magnetometerData == nil, manager.isMagnetometerActive)
    }
    #expect(fixture.app.log.texts == ["true", "true", "true false"])
  }

  @Test func `samples stop during a suspension and with the manager`() async throws {
    let seen = Seen()
    let fixture = try await startApp(
      AppFixture { _ in
        let manager = CMMotionManager()
        Kept.of("manager", manager)
        manager.startMagnetometerUpdates(to: .main) { data, _ in seen.data.append(data!) }
      })
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    await fixture.touch { Kept.release("manager") }
    let count = seen.data.count
    try await fixture.world.pass(.seconds(5))
    #expect(seen.data.count == count)
    let steps = zip(seen.data.dropFirst(), seen.data).map { $0.timestamp - $1.timestamp }
    #expect(steps.filter { $0 > 0.011 }.count == 1)
    #expect(steps.count > 990)
  }
}
