import Testing
import UIKit
import YobanTesting

/// An app that stores doses, each with its begin and its end.
///
/// The user cancels a dose shortly after the clock of the phone was set back, so that it ends before
/// it has begun. The store of health data refuses such a sample with an exception; the faulty app
/// exports the dose again at each launch, and crashes each time.
private final class DosingApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private var began = Date()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    export()
    return true
  }

  /// The user begins a dose.
  func begin() { began = Date() }

  /// The user cancels it.
  func cancel() {
    let end =
      switch variant {
      case .faulty: Date()  // Wrong: by the clock it may be earlier than the begin.
      case .mended: max(began, Date())
      }
    UserDefaults.standard.set([began, end], forKey: "dose")
    export()
  }

  private func export() {
    guard let dose = UserDefaults.standard.array(forKey: "dose") as? [Date] else { return }
    // An exception on a device. A trap of Swift would end the test.
    guard dose[0] <= dose[1] else {
      print("*** Terminating app due to uncaught exception: the sample ends before it begins")
      exit(1)
    }
    UserDefaults.standard.removeObject(forKey: "dose")
    print("exported")
  }
}

extension KnownBug {
  static let clockSetBack = KnownBug(
    name: "ClockSetBack", thread: "https://github.com/LoopKit/Loop/issues/2057",
    clue: "the sample ends before it begins",
    property: .always("the app does not crash") { stage in
      !stage.hasCrashed
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          DosingApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "ClockSetBack"]))
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      try await stage.beginDose()
      try await stage.cancelDose()
    })
}

extension Stage {
  fileprivate func beginDose() async throws {
    await phone.open(app)
    await phone.touch(app, "begin") { (app: DosingApp) in app.begin() }
    try await world.pass(.seconds(30))
  }

  fileprivate func cancelDose() async throws {
    await phone.touch(app, "cancel") { (app: DosingApp) in app.cancel() }
    await phone.goHome()
    try await world.pass(.minutes(1))
  }
}

@Suite struct ClockSetBackTests {
  @Test func `a dose that ends before it begins crashes the faulty app, also at the next launch`()
    async throws
  {
    let story: @Sendable (Stage) async throws -> Void = { stage in
      try await stage.beginDose()
      stage.phone.setClock(by: .minutes(-2))
      try await stage.cancelDose()
      await stage.phone.open(stage.app)
    }
    try await expectShown(.clockSetBack, findings: [.crashAgain.by(.l21)], by: story)
    let verdict = try await play(.clockSetBack, .faulty, story: story)
    #expect(verdict.terminations == [.crash("exit(1)"), .crash("exit(1)")])
  }

  @Test func `both forms export the dose when nothing goes wrong`() async throws {
    try await expectQuiet(.clockSetBack, prints: "exported")
  }
}
