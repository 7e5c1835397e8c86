import Foundation
import Testing
import YobanTesting

/// The samples of the experiments E1, E3 and E4 (UIKit), touched as a user touches them.
@Suite(.world()) struct SampleScreenTests {
  @Test func `the accessory sample finds, keeps and releases an accessory`() async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.accessory(on: phone)
    let strap = try World.current.addAccessory(
      "strap", advertising: Advertising(services: ["180D"]), services: [])
    strap.gapName = nil
    await phone.open(app)
    try await World.current.pass(.seconds(3))
    #expect(try await app.shows("Not scanning"))
    #expect(try await !app.isEnabled("Stop"))
    try await phone.tap("Scan")
    #expect(try await app.shows("Scanning"))
    await phone.lock()
    try await World.current.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    strap.switchOn()
    try await World.current.pass(.minutes(2))
    await phone.open(app)
    #expect(try await app.shows("Connected to the accessory"))
    #expect(app.log.texts.contains { $0.contains("didConnect") && $0.hasSuffix("[background]") })
    try await phone.tap("Stop")
    #expect(try await app.shows("Not scanning"))
    try await World.current.pass(.seconds(5))
    #expect(try await app.isEnabled("Scan"))
  }

  @Test func `the accessory sample says that Bluetooth is off or not allowed`() async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.accessory(on: phone)
    phone.bluetooth.setAuthorization(.denied, for: app)
    await phone.open(app)
    try await World.current.pass(.seconds(3))
    #expect(try await app.shows("Bluetooth is not allowed. Allow it in Settings."))
    let other = try World.current.addPhone("other")
    let otherApp = try SampleApps.accessory(on: other)
    other.bluetooth.switchOff(by: .settings)
    await other.open(otherApp)
    try await World.current.pass(.seconds(3))
    #expect(try await otherApp.shows("Bluetooth is off. Turn it on."))
  }

  @Test func `the accessory sample scans when Bluetooth is turned on after the tap`() async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.accessory(on: phone)
    let strap = try World.current.addAccessory(
      "strap", advertising: Advertising(services: ["180D"]), services: [])
    strap.gapName = nil
    phone.bluetooth.switchOff(by: .settings)
    await phone.open(app)
    try await World.current.pass(.seconds(3))
    try await phone.tap("Scan")
    phone.bluetooth.switchOn()
    strap.switchOn()
    try await World.current.pass(.seconds(30))
    #expect(try await app.shows("Connected to the accessory"))
    #expect(try World.current.findings.isEmpty)
  }

  @Test func `the job sample counts, continues in background, and stops`() async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.job(on: phone)
    await phone.open(app)
    #expect(try await app.shows("Not started"))
    try await phone.tap("Start")
    try await World.current.pass(.seconds(10.5))
    #expect(try await app.shows("Counting: 10 of 60"))
    await phone.goHome()
    try await World.current.pass(.seconds(10))
    await phone.open(app)
    #expect(try await app.shows("Counting: 20 of 60"))
    try await phone.tap("Stop")
    try await World.current.pass(.seconds(1))
    #expect(try await app.shows("Stopped at 20 of 60"))
    try await phone.tap("Start")
    // The budget of iOS 13 and later is 30 s (BG1), less than the minute of the job.
    await phone.goHome()
    try await World.current.pass(.minutes(2))
    await phone.open(app)
    #expect(try await app.shows("The app's time in the background is over."))
  }

  @Test(arguments: [true, false])
  func `the job sample shows its number on the icon if the user allows it (NT4)`(
    _ isAllowed: Bool
  ) async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.job(on: phone)
    phone.notifications.answer(isAllowed, for: app)
    await phone.open(app)
    #expect(app.badge == 0)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(10.5))
    #expect(app.badge == (isAllowed ? 10 : 0))
    #expect(
      try await app.shows("Badges are not allowed, so that the icon shows no number.")
        == !isAllowed)
  }

  @Test func `the beacon sample asks at the start, and notes visits while it does not run`()
    async throws
  {
    let phone = try World.current.addPhone()
    let app = try SampleApps.beacon(on: phone)
    let beacon = try World.current.addBeacon(
      "door", uuid: UUID(uuidString: "5A4BCFCE-174E-4BAC-A814-092E77F6B7E5")!, major: 1, minor: 1)
    await phone.open(app)
    try await World.current.pass(.seconds(5))
    #expect(app.locationAuthorization == .notDetermined)
    #expect(try await app.shows("Not watching"))
    phone.location.answer(.always, for: app)
    phone.location.answerUpgrade(.changeToAlways, for: app)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(5))
    #expect(try await !app.shows("Not watching"))
    phone.jetsam(app)
    beacon.switchOn()
    try await World.current.pass(.seconds(3))
    #expect(app.log.contains("didEnterRegion door [background]"))
    await phone.open(app)
    #expect(try await app.shows("At the beacon"))
    #expect(try await app.texts.contains { $0.hasSuffix("came to the beacon") })
    // The visit is shown by a later process, too.
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.texts.contains { $0.hasSuffix("came to the beacon") })
    try await phone.tap("Stop")
    #expect(try await app.shows("Not watching"))
  }

  @Test func `the beacon sample explains which permission it needs`() async throws {
    let phone = try World.current.addPhone()
    let app = try SampleApps.beacon(on: phone)
    phone.location.answer(.never, for: app)
    await phone.open(app)
    try await phone.tap("Start")
    try await World.current.pass(.seconds(5))
    #expect(try await app.shows("Location is not allowed. Allow it in Settings."))
  }
}
