import AndroidFramework
import Testing
import YobanTesting

/// An app that reports to a server an hour after its user has opened it, with work of WorkManager.
///
/// A process that the system starts for the work creates the application, too. The faulty app replaces the
/// work that this process was started for, and the hour begins again. The mended app keeps the work.
private final class TopicsApplication: Application, @unchecked SimulationConfined {
  private let variant: Variant

  init(_ variant: Variant) {
    self.variant = variant
    super.init()
  }
  required init() { fatalError("the app is made with its form") }

  override func onCreate() throws {
    // Wrong in the faulty form: there is work already that this process was started for.
    WorkManager.getInstance(self).enqueueUniqueWork(
      "sync", variant == .faulty ? .REPLACE : .KEEP,
      OneTimeWorkRequest.Builder(SyncWorker.self).setInitialDelay(1, .HOURS).build())
  }
}

private final class TopicsActivity: Activity, @unchecked SimulationConfined {}

private final class SyncWorker: Worker, @unchecked SimulationConfined {
  override func doWork() throws -> ListenableWorker.Result {
    print("reports")
    return .success()
  }
}

extension KnownBug {
  static let replacedWork = KnownBug(
    name: "ReplacedWork", thread: "https://github.com/android/nowinandroid/pull/69",
    clue: "Application.onCreate",
    property: .eventually(within: .minutes(90), "the app reports") { stage in
      stage.app.lastOpened == nil || stage.app.isForceQuit || stage.app.log.contains("reports")
    },
    build: { world, variant in
      let phone = try world.addAndroidPhone()
      phone.power.isCharging = true  // No Doze.
      let app = try phone.install(
        AndroidManifest(
          package: "com.example.topics", targetSdkVersion: 34,
          permissions: ["RECEIVE_BOOT_COMPLETED"], components: [.activity("TopicsActivity")]),
        name: "ReplacedWork", application: { TopicsApplication(variant) },
        components: [TopicsActivity.self, SyncWorker.self])
      return Stage(world: world, android: phone, app: app)
    },
    scenario: { stage in
      await stage.android!.open(stage.app)
      try await stage.world.pass(.minutes(2))
      await stage.android!.goHome()
      try await stage.world.pass(.hours(2))
    })
}

@Suite struct ReplacedWorkTests {
  @Test func `a process that is started for the work replaces it`() async throws {
    try await expectShown(.replacedWork) { stage in
      await stage.android!.open(stage.app)
      await stage.android!.goHome()
      stage.android!.jetsam(stage.app)
      try await stage.world.pass(.hours(2))
    }
  }

  @Test func `both forms report when nothing goes wrong`() async throws {
    try await expectQuiet(.replacedWork, prints: "reports")
  }
}
