import Testing
import UIKit
import YobanTesting

private final class PlainDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    print("launched")
    return true
  }
}

/// Apps without scenes on iOS 27 (L22).
@Suite struct RequiredScenesTests {
  struct Row: Sendable {
    var version: SystemVersion
    var sdk: String?
    var hasScenes = false
    var launches: Bool
    var advice = false
  }

  static let rows: [Row] = [
    Row(version: 26, sdk: "iphoneos27.0", launches: true),
    Row(version: 27, sdk: "iphoneos27.0", launches: false),
    Row(version: 27, sdk: "iphoneos27.0", hasScenes: true, launches: true),
    Row(version: 27, sdk: "iphoneos26.4", launches: true, advice: true),
    Row(version: 27, launches: true, advice: true),
    Row(version: 27, sdk: "unknown", launches: true, advice: true),
  ]

  @Test(.world(), arguments: rows)
  func `an app that was built with the SDK of iOS 27 needs scenes (L22)`(_ row: Row) async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: row.version)
    var plist: [String: Any] = [:]
    plist["DTSDKName"] = row.sdk
    if row.hasScenes { plist["UIApplicationSceneManifest"] = [String: Any]() }
    let app = try phone.install(.delegate(PlainDelegate.self), infoPlist: InfoPlist(plist))
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(app.log.contains("launched") == row.launches)
    #expect((app.process != nil) == row.launches)
    #expect("\(app.terminations)".contains("UIScene life cycle is required") == !row.launches)
    let advice = world.trace.advice.map(\.name).filter { $0 == "app.without-scenes" }
    #expect(advice.count == (row.advice ? 1 : 0))
  }
}
