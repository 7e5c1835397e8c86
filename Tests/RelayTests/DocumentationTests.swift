import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime
import WatchKit

/// Tests the apps of docs/runtime-relay.md, and a phone that also records itself.
@Suite struct DocumentationTests {
  private static let watchApp = AppDefinition(
    bundleIdentifier: "com.example.night.watchkitapp", name: "Watch",
    infoPlist: InfoPlist([
      "WKBackgroundModes": ["workout-processing"],
      "WKCompanionAppBundleIdentifier": "com.example.night",
      "NSHealthUpdateUsageDescription": "test", "NSHealthShareUsageDescription": "test",
    ]), entitlements: ["com.apple.developer.healthkit"]
  ) {
    _ = WKApplicationMain(
      CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(NightWatchDelegate.self))
  }

  private static func phoneApp(_ delegate: AnyClass) -> AppDefinition {
    let name = NSStringFromClass(delegate)
    return AppDefinition(
      bundleIdentifier: "com.example.night", name: "Phone",
      infoPlist: InfoPlist([
        "UIBackgroundModes": ["location"], "NSLocationWhenInUseUsageDescription": "test",
      ])
    ) { _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name) }
  }

  @Test func `the documented apps do what the page describes (WK2, WC2)`() async throws {
    let world = try World(seed: 1)
    let collector = AcceptingCollector()
    world.gateway = collector
    let phoneApp = Self.phoneApp(NightPhoneDelegate.self)
    try await world.run {
      let phone = try world.addDevice("phone", .iPhone(iOS: 17))
      let watch = try world.addDevice("watch", .watch(watchOS: 10))
      try world.pair(watch, with: phone)
      await phone.open(try phone.install(phoneApp))
      await phone.goHome()
      let app = try watch.install(Self.watchApp)
      await watch.open(app)
      await watch.touch(app, "start") {
        try? (WKApplication.shared().delegate as! NightWatchDelegate).startNight()
      }
      try await Task.sleep(for: .seconds(5))
      await watch.lowerWrist()
      try await Task.sleep(for: .seconds(720))
      await watch.raiseWrist()
      await watch.touch(app, "stop") {
        (WKApplication.shared().delegate as! NightWatchDelegate).stopNight()
      }
      try await Task.sleep(for: .seconds(120))
    }
    let lines = world.trace.events.compactMap {
      if case .output(let line) = $0.kind { line } else { nil }
    }
    #expect(lines.contains("the night is recorded"))
    #expect(lines.last == "the night is at the collector")
    #expect(!lines.contains { $0.hasPrefix("cannot") || $0.hasPrefix("the app may") })
    // A bit more than twelve minutes of two streams, in chunks of five minutes.
    #expect(collector.paths.count == 6)
    #expect(world.trace.findings.isEmpty)
  }

  @Test func `a phone that records its own night also relays the chunks of the watch`() async throws
  {
    let world = try World(seed: 1)
    let collector = AcceptingCollector()
    world.gateway = collector
    let phoneApp = Self.phoneApp(BothNightsDelegate.self)
    try await world.run {
      let phone = try world.addDevice("phone", .iPhone(iOS: 17))
      let watch = try world.addDevice("watch", .watch(watchOS: 10))
      try world.pair(watch, with: phone)
      let onPhone = try phone.install(phoneApp)
      phone.location.setAuthorization(.whenInUse, for: onPhone)
      await phone.open(onPhone)
      await phone.touch(onPhone, "start") {
        (UIApplication.shared.delegate as! BothNightsDelegate).start()
      }
      await phone.lock()
      let app = try watch.install(Self.watchApp)
      await watch.open(app)
      await watch.touch(app, "start") {
        try? (WKApplication.shared().delegate as! NightWatchDelegate).startNight()
      }
      try await Task.sleep(for: .seconds(725))
      await watch.touch(app, "stop") {
        (WKApplication.shared().delegate as! NightWatchDelegate).stopNight()
      }
      try await Task.sleep(for: .seconds(120))
      await phone.touch(onPhone, "look") {
        (UIApplication.shared.delegate as! BothNightsDelegate).look()
      }
    }
    let lines = world.trace.events.compactMap {
      if case .output(let line) = $0.kind { line } else { nil }
    }
    #expect(lines.contains("the night is at the collector"))
    #expect(lines.contains("relayed 6 of 6"))
    #expect(collector.paths.count { $0.contains("/bedroom-watch/") } == 6)
    #expect(collector.paths.count { $0.contains("/bedroom-phone/") } >= 4)
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
