import Foundation
import Testing
import UIKit
import YobanTesting

/// Mistakes of a test author fail the test, and do not end the test process.
@Suite struct WrongUseTests {
  @Test(.world()) func `a wrong argument of an action is an issue that says what is possible`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"]),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    await phone.open(app)
    await withKnownIssue { try await phone.carry(to: Place(x: 10), at: 0) }
    withKnownIssue {
      #expect(!strap.notify("2A19", Data([1])))
    } matching: {
      "\($0)".contains("It has: 2A37")
    }
    withKnownIssue { strap.setValue(Data(), of: "2A19") }
    withKnownIssue { _ = Advertising(interval: .seconds(60)) }
    withKnownIssue { _ = DeviceProfile.iPhone(iOS: 17, .iPhone4S) }
    withKnownIssue { _ = DeviceProfile.android(api: 1) }
    withKnownIssue { _ = GeneratedMotion(seed: 1, rate: 0) }
    await withKnownIssue {
      await phone.touch(app, "test") { (_: OtherDelegate) in }
    } matching: {
      "\($0)".contains("The delegate of the app is SampleAppDelegate, and not OtherDelegate")
    }
  }

  @Test(.world()) func `a touch on a locked phone is an issue, and reaches no app`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    phone.hasPasscode = true
    await phone.open(app)
    await phone.lock()
    await withKnownIssue {
      await phone.touch(app, "print") { print("touched") }
    } matching: {
      "\($0)".contains("phone is locked") && "\($0)".contains("unlock it and open the app")
    }
    #expect(!app.log.contains("touched"))
    await phone.open(app)
    await phone.touch(app, "print") { print("touched") }
    #expect(app.log.contains("touched"))
  }

  @Test(.world()) func `things that cannot be added or paired are errors`() throws {
    let world = try World.current
    let phone = try world.addPhone()
    let watch = try world.addWatch(pairedWith: phone)
    try world.addAccessory("strap", advertising: Advertising()).switchOn()
    #expect(throws: WorldError.nameIsTaken("phone")) {
      try world.addPhone("phone", .iPhone(iOS: 17))
    }
    #expect(throws: WorldError.nameIsTaken("strap")) {
      try world.addAccessory("strap", advertising: Advertising())
    }
    let title = "iPhone 12, iOS 17"
    #expect(throws: WorldError.wrongProfile(title, for: .watchOS)) {
      try world.addWatch("other", .iPhone(iOS: 17, .iPhone12))
    }
    #expect(throws: WorldError.wrongProfile(title, for: .android)) {
      try world.addAndroidPhone("other", .iPhone(iOS: 17, .iPhone12))
    }
    #expect(throws: WorldError.isPaired("watch", with: "phone")) {
      try world.pair(watch, with: phone)
    }
    #expect(throws: WorldError.isPaired("watch", with: "phone")) {
      try world.switchWatch(of: phone, to: watch)
    }
  }

  @Test(.world()) func `a world inside a world is an error`() async throws {
    await #expect(throws: WorldInWorld.self) { try await withWorld { _ in } }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the seed of a world can be an argument of the test`(seed: UInt64) async throws {
    let number = try await withWorld(seed: seed) { world in
      #expect(try World.current === world)
      try await world.pass(.hours(1))
      return world.simulation.seed
    }
    #expect(number == seed)
  }

  /// On a device, the exception of a wrong interval ends the app.
  @Test func `a scenario that does what ends an app ends with an error that says where to do it`()
    async
  {
    let error = await #expect(throws: SimulationError.self) {
      try await withWorld { _ in
        _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
      }
    }
    #expect(error?.description.contains("time interval must be greater than 0") == true)
    #expect(error?.description.contains("phone.touch(app)") == true)
  }

  @Test func `findings that a test does not expect fail it`() async {
    await withKnownIssue {
      try await withWorld(findings: [.bgtaskLeaked.by(.bg4)]) { _ in }
    }
  }
}

@Suite(.world(seed: 3)) struct NestedTraitTests {
  @Test func `a test has the world of its suite`() throws {
    #expect(try World.current.simulation.seed == 3)
  }

  @Test(.world(seed: 4)) func `a test's own trait replaces the one of its suite`() throws {
    #expect(try World.current.simulation.seed == 4)
  }

  @Test(.world(seed: 3)) func `the same trait twice makes one world`() throws {
    #expect(try World.current.simulation.seed == 3)
  }
}

private final class OtherDelegate: UIResponder, UIApplicationDelegate {}
