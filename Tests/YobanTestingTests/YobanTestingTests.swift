import Foundation
import Testing
import UIKit

@testable import YobanTesting

@Suite(.world(seed: 7)) struct YobanTestingTests {
  @Test func `the body of a test runs in virtual time in its own world`() async throws {
    let world = try World.current
    #expect(world.simulation.seed == 7)
    #expect(world.devices.isEmpty)
    let start = ContinuousClock.now
    try await world.pass(.hours(12))
    #expect(world.now == .start + .hours(12))
    // The clock of the process is also virtual.
    #expect(ContinuousClock.now - start >= .hours(12))
  }

  @Test(arguments: 1...3)
  func `each argument of a test has its own world`(_ number: Int) async throws {
    let world = try World.current
    #expect(world.devices.isEmpty)
    try world.addPhone("phone \(number)")
    #expect(world.devices.count == 1)
  }

  @Test func `an app is installed from its delegate, opened, killed and opened again`() async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    #expect(app.definition.bundleIdentifier == "com.example.YobanTestingTests")
    #expect(app.log.description == "(the app printed nothing)")
    await phone.open(app)
    await phone.goHome()
    try await world.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    phone.jetsam(app)
    await phone.open(app)
    #expect(app.log.texts == ["launched", "in background", "launched"])
    #expect(app.log.map(\.launch) == [1, 1, 2])
    #expect(app.log.contains("background") && !app.log.contains("foreground"))
    #expect(app.log.lines(containing: "launched").count == 2)
    #expect(app.launches == [.user, .user])
    #expect(app.terminations == [.jetsam])
    #expect(world.findings.isEmpty)
  }

  @Test func `the log of one app contains no lines of another app`() async throws {
    let phone = try World.current.addPhone()
    let first = try phone.install(
      .delegate(SampleAppDelegate.self), bundleIdentifier: "com.example.first")
    let second = try phone.install(
      .delegate(SampleAppDelegate.self),
      infoPlist: InfoPlist(["CFBundleName": "Second", "CFBundleIdentifier": "com.example.second"]))
    await phone.open(second)
    #expect(first.log.isEmpty && second.log.texts == ["launched"])
    #expect(second.definition.bundleIdentifier == "com.example.second")
  }

  @Test func `a wait that fails says what it waited for and shows the latest events`() async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    await phone.open(app)
    let failure = await #expect(throws: WaitTimeout.self) {
      try await world.wait(for: "a connection", atMost: .minutes(2)) {
        app.log.contains("connected")
      }
    }
    let text = try #require(failure?.description)
    #expect(
      text.hasPrefix("timed out after 120.0 seconds of virtual time, waiting for a connection.")
    )
    #expect(text.contains("launched (user)"))
    #expect(world.now >= .start + .minutes(2) && world.now < .start + .minutes(3))
  }

  @Test func `mistakes are errors that say what to do, and do not end the test process`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    #expect(throws: WorldError.nameIsTaken("phone")) { try world.addPhone() }
    #expect(throws: UnknownProfile.self) { try world.addPhone("old", iOS: 5) }
    #expect(throws: UnknownProfile.self) { try world.addPhone("wrong", iOS: 17, .iPhone4S) }
    let watch = try world.addWatch(pairedWith: phone)
    #expect(throws: WorldError.isPaired("phone", with: "watch")) {
      try world.addWatch("second", pairedWith: phone)
    }
    #expect(watch.counterpart === phone)
    _ = try phone.install(.delegate(SampleAppDelegate.self))
    #expect(throws: InstallError.alreadyInstalled("com.example.YobanTestingTests", on: "phone")) {
      try phone.install(.delegate(SampleAppDelegate.self))
    }
    #expect(throws: InfoPlistError.self) { try InfoPlist.file("nowhere/Info.plist") }
    #expect(world.devices.map(\.name) == ["phone", "watch"])
  }

  @Test func `a failed test keeps its trace, report and Perfetto file`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(.delegate(SampleAppDelegate.self))
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(1))
    let files = FailureFiles.files(of: world, title: "a / test()", seed: 7)
    #expect(
      files.map(\.name) == ["a-test-trace.txt", "a-test-report.html", "a-test-perfetto.json"])
    #expect(files[0].text.contains("in background"))
    #expect(files[1].text.contains("<title>a / test()</title>"))
    let perfetto = try #require(
      try JSONSerialization.jsonObject(with: Data(files[2].text.utf8)) as? [String: Any])
    let events = try #require(perfetto["traceEvents"] as? [[String: Any]])
    let slices = events.filter { $0["ph"] as? String == "X" }.compactMap { $0["cat"] as? String }
    #expect(Set(slices).isSuperset(of: ["background", "suspended"]))
  }
}

@Suite struct NoWorldTests {
  @Test func `without the trait there is no world, and the error says what to add`() {
    let failure = #expect(throws: NoWorld.self) { try World.current }
    #expect(failure?.description.contains("@Test(.world())") == true)
  }
}
