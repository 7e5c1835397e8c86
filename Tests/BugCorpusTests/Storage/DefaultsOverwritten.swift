import CoreLocation
import Testing
import UIKit
import YobanTesting

/// An app that counts on its settings at every launch.
///
/// In a process that is launched before the first unlock, UserDefaults is empty. The faulty app
/// takes this for its first launch and stores its default: the value that the user has set is
/// overwritten. The mended app keeps the value in a file, and a failed read changes nothing.
private final class GoalApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let variant: Variant
  private let location = CLLocationManager()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.startMonitoringSignificantLocationChanges()
    if isNew { setGoal(100) }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if let goal { print("shows goal \(goal)") }
  }

  private var isNew: Bool {
    switch variant {
    // Wrong: there is no value either while the values cannot be read.
    case .faulty: UserDefaults.standard.object(forKey: "goal") == nil
    case .mended: !FileManager.default.fileExists(atPath: file.path)
    }
  }

  private var file: URL { URL.documentsDirectory.appending(path: "goal") }

  private var goal: Int? {
    switch variant {
    case .faulty: UserDefaults.standard.integer(forKey: "goal")
    case .mended:
      (try? Data(contentsOf: file)).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// The user, or the first launch, sets the goal.
  func setGoal(_ goal: Int) {
    UserDefaults.standard.set(goal, forKey: "goal")
    try? Data("\(goal)".utf8).write(to: file)
  }
}

extension KnownBug {
  static let defaultsOverwritten = KnownBug(
    name: "DefaultsOverwritten",
    thread: "https://github.com/lionheart/openradar-mirror/issues/3664",
    clue: "defaults.overwritten",
    property: .always("the goal that the user has set is the one that the app shows") { stage in
      let shown = stage.app.log.texts.filter { $0.hasPrefix("shows") }
      guard let first = shown.firstIndex(of: "shows goal 364") else { return true }
      return shown[first...].allSatisfy { $0 == "shows goal 364" }
    },
    build: { world, variant in
      let phone = try world.addPhone()
      phone.hasPasscode = true
      let app = try phone.install(
        .making { GoalApp(variant) }, infoPlist: .location("DefaultsOverwritten"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      try await stage.setGoal()
      try await stage.phone.carry(to: Place(x: 5000), at: 15)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

extension Stage {
  /// The user opens the app, sets the goal, and looks at it again.
  fileprivate func setGoal() async throws {
    await phone.open(app)
    await phone.touch(app, "set the goal") { (app: GoalApp) in app.setGoal(364) }
    await phone.goHome()
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.minutes(1))
  }
}

@Suite struct DefaultsOverwrittenTests {
  @Test func `a launch before the first unlock overwrites the goal of the faulty app`()
    async throws
  {
    try await expectShown(
      .defaultsOverwritten, findings: [.defaultsOverwritten.by(.dp4)],
      advice: [.fileProtected.by(.dp1)]
    ) { stage in
      try await stage.setGoal()
      try await stage.rebootAndLaunchLocked()
      await stage.phone.open(stage.app)
    }
  }

  @Test func `both forms show the goal when nothing goes wrong`() async throws {
    try await expectQuiet(.defaultsOverwritten, prints: "shows goal 364")
    let verdict = try await play(.defaultsOverwritten, .faulty)
    #expect(verdict.log.texts == ["shows goal 100", "shows goal 364", "shows goal 364"])
  }
}
