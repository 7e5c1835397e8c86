import Testing
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting

/// The watch of an app that records on the watch: it keeps a recording until the phone has
/// acknowledged it.
private final class RecordingWatchApp: NSObject, WKApplicationDelegate, WCSessionDelegate {
  private var recording: URL { URL.documentsDirectory.appending(path: "recording") }

  func applicationDidFinishLaunching() {
    WCSession.default.delegate = self
    WCSession.default.activate()
  }

  /// The user has recorded something.
  func record() {
    guard (try? Data("words".utf8).write(to: recording)) != nil else { return print("no space") }
    print("recorded")
    send()
  }

  private func send() {
    guard FileManager.default.fileExists(atPath: recording.path),
      WCSession.default.outstandingFileTransfers.isEmpty
    else { return }
    WCSession.default.transferFile(recording, metadata: nil)
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {
    Task { @MainActor in self.send() }
  }

  nonisolated func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
    Task { @MainActor in
      try? FileManager.default.removeItem(at: self.recording)
      print("deleted")
    }
  }
}

/// The phone of that app.
///
/// A received recording lies in an inbox until it is imported. The faulty phone acknowledges it as
/// soon as it lies there, and the watch deletes its copy. If the phone's process ends before the
/// import, the next launch empties the inbox, and the recording exists nowhere.
private final class ImportingPhoneApp: UIResponder, UIApplicationDelegate, WCSessionDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  private var inbox: URL { URL.documentsDirectory.appending(path: "inbox") }
  private var library: URL { URL.documentsDirectory.appending(path: "library") }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    try? FileManager.default.removeItem(at: inbox)
    WCSession.default.delegate = self
    WCSession.default.activate()
    return true
  }

  // The system deletes the received file when this method returns.
  nonisolated func session(_ session: WCSession, didReceive file: WCSessionFile) {
    let inbox = URL.documentsDirectory.appending(path: "inbox")
    try? FileManager.default.moveItem(at: file.fileURL, to: inbox)
    Task { @MainActor in self.received() }
  }

  private func received() {
    print("received")
    switch variant {
    case .faulty: acknowledge()  // Wrong: nothing is safe yet.
    case .mended: break
    }
    // The rest of the app is ready after some seconds.
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { self.importRecording() }
  }

  private func importRecording() {
    guard (try? FileManager.default.moveItem(at: inbox, to: library)) != nil else { return }
    print("imported")
    if variant == .mended { acknowledge() }
  }

  private func acknowledge() { WCSession.default.transferUserInfo(["received": true]) }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
  nonisolated func sessionDidDeactivate(_ session: WCSession) { session.activate() }
}

extension KnownBug {
  static let acknowledgedTooEarly = KnownBug(
    name: "AcknowledgedTooEarly", thread: "https://github.com/fastrepl/anarlog/pull/6355",
    clue: "deletes Documents/recording",
    property: .always("a recording is on the watch or on the phone") { stage in
      !stage.watchApp!.log.contains("recorded")
        || stage.file("Documents/recording", of: stage.watchApp) != nil
        || stage.file("Documents/inbox") != nil || stage.file("Documents/library") != nil
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let watch = try world.addWatch(pairedWith: phone)
      let app = try phone.install(
        .making { ImportingPhoneApp(variant) },
        infoPlist: InfoPlist(["CFBundleName": "AcknowledgedTooEarly"]),
        bundleIdentifier: "com.example.recordings")
      let watchApp = try watch.install(
        .making { RecordingWatchApp() },
        infoPlist: InfoPlist([
          "CFBundleName": "AcknowledgedTooEarlyWatch",
          "WKCompanionAppBundleIdentifier": "com.example.recordings",
        ]), bundleIdentifier: "com.example.recordings.watch")
      return Stage(world: world, phone: phone, app: app, watch: watch, watchApp: watchApp)
    },
    scenario: { stage in
      try await stage.record()
      try await stage.world.pass(.minutes(5))
    })
}

extension Stage {
  /// The user opens both halves of the app and records on the watch.
  fileprivate func record() async throws {
    guard let watch, let watchApp else { return }
    await phone.open(app)
    await watch.open(watchApp)
    try await world.pass(.seconds(2))
    await watch.touch(watchApp, "record") { (app: RecordingWatchApp) in app.record() }
    try await pass(atMost: .minutes(2)) { app.log.contains("received") }
  }
}

@Suite struct AcknowledgedTooEarlyTests {
  @Test func `a recording that is acknowledged before its import is lost with the process`()
    async throws
  {
    try await expectShown(.acknowledgedTooEarly) { stage in
      try await stage.record()
      try await stage.world.pass(.seconds(2))
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms import the recording when nothing goes wrong`() async throws {
    try await expectQuiet(.acknowledgedTooEarly, prints: "imported")
  }
}
