import AndroidFramework
import Foundation
import Testing
import Yoban
import YobanAndroid
import YobanAndroidComponents
import YobanTesting

/// Tests the job that starts the service of a recording again.
@Suite struct RestartJobTests {
  private final class Jobs: RecorderJobService, @unchecked Sendable {}
  private final class Recorder: RecorderService, @unchecked Sendable {}

  /// An app that records for 12 hours as soon as it is opened.
  private final class Recording: RecorderApplication, @unchecked Sendable {
    override func makeConfiguration() throws -> AndroidRecording.Configuration {
      AndroidRecording.Configuration(
        device: "phone",
        sources: [AndroidSensorSource(.gyroscope, sensors: try sensors, rateHz: 2)],
        collector: URL(string: "http://collector")!, token: "token")
    }
    override var serviceClass: RecorderService.Type { Recorder.self }
    override var jobServiceClass: RecorderJobService.Type? {
      Bundle.main.object(forInfoDictionaryKey: "HasJob") as? Bool == true ? Jobs.self : nil
    }
    override func recordingWasMade(_ recording: AndroidRecording) {
      let events = recording.events()
      Task { @MainActor in
        for await event in events {
          if case .keepAlive(let problem) = event { print("\(problem)") }
        }
      }
    }
  }

  private final class Screen: Activity, @unchecked Sendable {
    override func onStart() throws {
      MainActor.assumeIsolated {
        let recording = (getApplicationContext() as? Recording)?.recording
        do {
          try recording?.start(for: .seconds(12 * 3600))
        } catch {
          recording?.holdIfNeeded()
        }
      }
    }
  }

  private func start(
    api level: Int, hasJob: Bool, isExempt: Bool = true
  ) async throws -> (AndroidPhone, InstalledApp) {
    let world = try World.current
    world.gateway = RecordingCollector()
    let phone = try world.addAndroidPhone(api: level)
    let manifest = AndroidManifest(
      package: "example.recorder", targetSdkVersion: min(level, 36),
      permissions: [
        "INTERNET", "WAKE_LOCK", "FOREGROUND_SERVICE", "FOREGROUND_SERVICE_HEALTH",
        "HIGH_SAMPLING_RATE_SENSORS", "RECEIVE_BOOT_COMPLETED", "POST_NOTIFICATIONS",
      ],
      components: [
        .activity("Screen"), .service("Recorder", foregroundServiceType: [.health]),
        .service("Jobs"),
      ])
    let app = try phone.install(
      .android(manifest, name: "Recorder", settings: InfoPlist(["HasJob": hasJob])) {
        ActivityThread.main(Recording.self, [Screen.self, Recorder.self, Jobs.self])
      })
    if isExempt { phone.setIgnoresBatteryOptimizations(true, for: app) }
    await phone.open(app)
    try await world.pass(.minutes(1))
    await phone.lock()
    try await world.pass(.minutes(10))
    return (phone, app)
  }

  @Test(.world(), arguments: [true, false])
  func `after Stop in the Task Manager only the job brings the service back (AN22)`(
    _ hasJob: Bool
  ) async throws {
    let world = try World.current
    let (phone, app) = try await start(api: 34, hasJob: hasJob)
    #expect(phone.android.isProcessorAwake && app.importance == .foregroundService)
    phone.stopInTaskManager(app)
    try await world.pass(.minutes(40))
    #expect(phone.android.isProcessorAwake == hasJob)
    #expect(app.importance == (hasJob ? .foregroundService : .gone))
    #expect(world.log.texts == [], "no start was refused")
  }

  @Test(.world())
  func `without the exception from battery optimization the job's start is refused (AN4)`()
    async throws
  {
    let world = try World.current
    let (phone, app) = try await start(api: 34, hasJob: true, isExempt: false)
    phone.stopInTaskManager(app)
    try await world.pass(.hours(3))
    #expect(!phone.android.isProcessorAwake)
    #expect(
      world.log.texts.contains {
        $0.contains("android.app.ForegroundServiceStartNotAllowedException")
      })
    await phone.open(app)
    try await world.pass(.seconds(5))
    #expect(app.importance == .foreground && phone.android.isProcessorAwake)
  }
}
