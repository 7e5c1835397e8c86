import Foundation
import Testing
import YobanTesting

/// Tests the apps of docs/runtime-relay.md, and a phone that also records itself.
@Suite struct DocumentationTests {
  /// Installs the watch's app, opens it, and starts its recording.
  private static func startNight(on watch: Watch) async throws -> InstalledApp {
    let app = try watch.install(
      .delegate(NightWatchDelegate.self),
      infoPlist: InfoPlist([
        "CFBundleIdentifier": "com.example.night.watchkitapp",
        "WKBackgroundModes": ["workout-processing"],
        "WKCompanionAppBundleIdentifier": "com.example.night",
        "NSHealthUpdateUsageDescription": "test", "NSHealthShareUsageDescription": "test",
      ]), entitlements: ["com.apple.developer.healthkit"])
    await watch.open(app)
    await watch.touch(app, "start") { (delegate: NightWatchDelegate) in
      try? delegate.startNight()
    }
    return app
  }

  private static let phoneInfoPlist = InfoPlist([
    "CFBundleIdentifier": "com.example.night", "UIBackgroundModes": ["location"],
    "NSLocationWhenInUseUsageDescription": "test",
  ])

  @Test(.world(findings: []))
  func `the documented apps do what the page describes (WK2, WC2)`() async throws {
    let world = try World.current
    let collector = AcceptingCollector()
    world.gateway = collector
    let phone = try world.addPhone()
    let watch = try world.addWatch(pairedWith: phone)
    await phone.open(
      try phone.install(.delegate(NightPhoneDelegate.self), infoPlist: Self.phoneInfoPlist))
    await phone.goHome()
    let app = try await Self.startNight(on: watch)
    try await world.pass(.seconds(5))
    await watch.lowerWrist()
    try await world.pass(.seconds(720))
    await watch.raiseWrist()
    await watch.touch(app, "stop") { (delegate: NightWatchDelegate) in delegate.stopNight() }
    try await world.pass(.seconds(120))
    let lines = world.log.texts
    #expect(lines.contains("the night is recorded"))
    #expect(lines.last == "the night is at the collector")
    #expect(!lines.contains { $0.hasPrefix("cannot") || $0.hasPrefix("the app may") })
    // A bit more than twelve minutes of two streams, in chunks of five minutes.
    #expect(collector.paths.count == 6)
  }

  @Test(.world())
  func `a phone that records its own night also relays the chunks of the watch`() async throws {
    let world = try World.current
    let collector = AcceptingCollector()
    world.gateway = collector
    let phone = try world.addPhone()
    let watch = try world.addWatch(pairedWith: phone)
    let onPhone = try phone.install(
      .delegate(RecordingAndRelayingPhoneDelegate.self), infoPlist: Self.phoneInfoPlist)
    phone.location.setAuthorization(.whenInUse, for: onPhone)
    await phone.open(onPhone)
    await phone.touch(onPhone, "start") { (delegate: RecordingAndRelayingPhoneDelegate) in
      delegate.start()
    }
    await phone.lock()
    let app = try await Self.startNight(on: watch)
    try await world.pass(.seconds(725))
    await watch.touch(app, "stop") { (delegate: NightWatchDelegate) in delegate.stopNight() }
    try await world.pass(.seconds(120))
    await phone.touch(onPhone, "print the relay progress") {
      (delegate: RecordingAndRelayingPhoneDelegate) in delegate.printRelayProgress()
    }
    let lines = world.log.texts
    #expect(lines.contains("the night is at the collector"))
    #expect(lines.contains("relayed 6 of 6"))
    #expect(collector.paths.count { $0.contains("/bedroom-watch/") } == 6)
    let own = collector.headers.filter { $0.key.contains("/bedroom-phone/") }
    #expect(own.count >= 4)
    for headers in own.values {
      #expect(headers["yoban-battery"].flatMap { Int($0) }.map { (1...100).contains($0) } == true)
      // Characters that a field cannot contain are left out.
      #expect(headers["yoban-app-version"] == "1.2X:")
      #expect(headers["yoban-free-bytes"] == "5000")
    }
    // These facts are not those of the watch.
    let relayed = collector.headers.filter { $0.key.contains("/bedroom-watch/") }
    #expect(relayed.values.allSatisfy { $0["yoban-battery"] == nil })
  }

  /// Compares the code on the page with the files in this folder, which are compiled.
  @Test(arguments: [
    ("DocumentedWatchApp.swift", "watch"), ("DocumentedPhoneApp.swift", "phone"),
  ])
  func `the page shows the code of the tested app`(file: String, whose: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let text = try String(
      contentsOf: folder.appending(path: "../../docs/runtime-relay.md"), encoding: .utf8)
    let shown = code.replacing(
      "/// The \(whose)'s delegate of docs/runtime-relay.md, as it stands there.\n", with: "@main\n"
    )
    #expect(text.contains(shown))
  }
}
