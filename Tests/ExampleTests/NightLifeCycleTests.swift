import Foundation
import Testing
import UIKit
import YobanNight
import YobanTesting

@testable import YobanNightApp

/// NightApp's recording with UIKit's life cycle and screen instead of SwiftUI's.
private final class NightUIKitDelegate: UIResponder, UIApplicationDelegate {
  private let night = Night()
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    night.applicationDidFinishLaunching()
    let window = UIWindow()
    window.rootViewController = NightController(night)
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { night.applicationWillTerminate() }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    guard let recording = night.recording else { return completionHandler() }
    recording.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }
}

private final class NightController: UIViewController {
  private let night: Night

  init(_ night: Night) {
    self.night = night
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let start = UIAction(title: "Start") { [night] _ in night.start() }
    let stop = UIAction(title: "Stop") { [night] _ in night.stop() }
    for action in [start, stop] { view.addSubview(UIButton(primaryAction: action)) }
  }
}

/// A night by touches of the app's own buttons, once with UIKit's life cycle and once with SwiftUI's.
@Suite(.world()) struct NightLifeCycleTests {
  enum LifeCycle: CaseIterable { case uiKit, swiftUI }

  private static let rate = 10.0

  @Test(arguments: LifeCycle.allCases)
  func `each second of a night with a killed app is stored or in a gap with its cause`(
    _ lifeCycle: LifeCycle
  ) async throws {
    let world = try World.current
    let collector = MemoryCollector()
    let phone = try world.addPhone()
    let settings = try SampleApps.nightSettings(
      on: phone, collector: collector, ["RateHz": Self.rate])
    let app =
      switch lifeCycle {
      case .uiKit: try phone.install(.delegate(NightUIKitDelegate.self), infoPlist: settings)
      case .swiftUI: try phone.install(.swiftUI(NightApp.self), infoPlist: settings)
      }
    await phone.open(app)
    try await phone.tap("Start")
    let start = world.now
    // The time to answer the permission dialog.
    try await world.pass(.seconds(10))
    await phone.lock()
    try await world.pass(.hours(4))
    #expect(app.state == .background)
    phone.jetsam(app)
    try await world.pass(.minutes(20))
    await phone.open(app)
    try await world.pass(.seconds(10))
    await phone.lock()
    try await world.pass(.hours(4))
    await phone.open(app)
    try await phone.tap("Stop")
    let seconds = (world.now - start).seconds
    try await world.pass(.minutes(2))
    for name in ["accelerometer", "gyroscope"] {
      let stream = try #require(collector.streams(of: "iphone").first { $0.stream == name })
      let gaps = collector.gaps(of: name, of: "iphone")
      #expect(gaps.map(\.cause) == ["killed"])
      let inGaps = gaps.reduce(0) { $0 + Double($1.end - $1.start) / 1e9 }
      #expect((1_190...1_270).contains(inGaps))
      let stored = Double(stream.samples) / Self.rate
      // The first samples come within a second of the start.
      #expect(abs(stored + inGaps - seconds) < 1.5, "\(name): \(stored) + \(inGaps) of \(seconds)")
      #expect(stream.duplicates == 0 && stream.conflicts == 0)
    }
  }

  /// NightApp keeps its files with the class that an app may use before the first unlock. The system does
  /// not launch it after a restart, so the time until the morning is a gap.
  @Test func `each second of a night with a restart of the locked phone is stored or in a gap`()
    async throws
  {
    let world = try World.current
    let collector = MemoryCollector()
    let phone = try world.addPhone()
    phone.hasPasscode = true
    let app = try SampleApps.night(on: phone, collector: collector, ["RateHz": Self.rate])
    await phone.open(app)
    try await phone.tap("Start")
    let start = world.now
    try await world.pass(.seconds(10))
    await phone.lock()
    try await world.pass(.hours(2))
    let restart = world.now
    try await phone.reboot()
    try await world.pass(.hours(4))
    #expect(phone.isLocked && !phone.isUnlocked && app.process == nil)
    let morning = world.now
    phone.unlock()
    await phone.open(app)
    try await world.pass(.hours(1))
    try await phone.tap("Stop")
    let seconds = (world.now - start).seconds
    try await world.pass(.minutes(2))
    let stream = try #require(
      collector.streams(of: "iphone").first { $0.stream == "accelerometer" })
    let gaps = collector.gaps(of: "accelerometer", of: "iphone")
    #expect(gaps.map(\.cause) == ["rebooted"])
    let inGap = gaps.reduce(0) { $0 + Double($1.end - $1.start) / 1e9 }
    // The last block before the restart may be lost with it, which is a part of the gap.
    let away = (morning - restart).seconds
    #expect((away...away + 70).contains(inGap))
    #expect(abs(Double(stream.samples) / Self.rate + inGap - seconds) < 1.5)
    #expect(stream.duplicates == 0 && stream.conflicts == 0)
  }
}
