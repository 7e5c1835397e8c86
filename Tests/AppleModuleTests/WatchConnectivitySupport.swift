import Foundation
import WatchConnectivity
import YobanTesting

/// One half of an app on a watch and a phone, which only has a session.
final class SessionApp: ApplicationEventReceiver, @unchecked SimulationConfined {
  private let launched: @MainActor @Sendable () -> Void
  var delegate: (any WCSessionDelegate)?

  private init(_ launched: @escaping @MainActor @Sendable () -> Void) { self.launched = launched }

  static var current: SessionApp {
    AppProcess.current!.process.existingResident(SessionApp.self)!
  }

  static func definition(
    _ name: String, companion: String? = nil, _ launched: @escaping @MainActor @Sendable () -> Void
  ) -> AppDefinition {
    var plist: [String: Any] = [:]
    plist["WKCompanionAppBundleIdentifier"] = companion
    return AppDefinition(
      bundleIdentifier: "example.\(name)", name: name, infoPlist: InfoPlist(plist)
    ) {
      let process = AppProcess.current!
      process.attach(process.process.resident(SessionApp.self) { SessionApp(launched) })
    }
  }

  // MARK: ApplicationEventReceiver

  func deliver(_ step: LifecycleStep, cause: LaunchCause) {
    guard step.callback == .didFinishLaunching else { return }
    MainActor.assumeIsolated { launched() }
  }
  func backgroundTaskExpired(_ identifier: Int) {}
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {}
  func performFetch(completionHandler: @escaping (FetchResult) -> Void) {}
  func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {}
  func registeredForRemoteNotifications(_ token: Result<[UInt8], RemoteNotificationFailure>) {}
  func didReceiveMemoryWarning() {}
  func backgroundRefreshStatusChanged() {}
  func keepAlive() {}
  func powerStateChanged() {}
}

/// A delegate that prints its callbacks.
final class PrintingDelegate: NSObject, WCSessionDelegate {
  /// The folder to which a received file is moved; nil leaves the file.
  let keepsFiles: Bool

  init(keepsFiles: Bool = true) { self.keepsFiles = keepsFiles }

  private func say(_ words: Any...) {
    let line = words.map { "\($0)" }.joined(separator: " ")
    print(Thread.isMainThread ? "on main: \(line)" : line)
  }

  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {
    say("activated", activationState == .activated, error == nil)
  }
  func sessionReachabilityDidChange(_ session: WCSession) { say("reachable", session.isReachable) }
  func sessionWatchStateDidChange(_ session: WCSession) {
    say("watch", session.isPaired, session.isWatchAppInstalled, session.isComplicationEnabled)
  }
  func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {
    say("message", message["n"] as? Int ?? -1)
  }
  func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void
  ) {
    say("question", message["n"] as? Int ?? -1)
    replyHandler(["n": (message["n"] as? Int ?? 0) + 1])
  }
  func session(
    _ session: WCSession, didReceiveMessageData messageData: Data,
    replyHandler: @escaping (Data) -> Void
  ) {
    say("data", messageData.count)
    replyHandler(messageData + messageData)
  }
  func session(
    _ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]
  ) {
    say("context", applicationContext["n"] as? Int ?? -1)
  }
  func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
    let list = userInfo["list"] as? [Any] ?? []
    say(
      "info", userInfo["n"] as? Int ?? -1, userInfo["text"] as? String ?? "",
      (userInfo["date"] as? Date)?.timeIntervalSince1970 ?? 0,
      (userInfo["data"] as? Data)?.count ?? 0,
      userInfo["flag"] as? Bool ?? false, list.count)
  }
  func session(
    _ session: WCSession, didFinish userInfoTransfer: WCSessionUserInfoTransfer,
    error: (any Error)?
  ) {
    say("info done", userInfoTransfer.userInfo["n"] as? Int ?? -1, code(error))
  }
  func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?
  ) {
    say(
      "file done", fileTransfer.file.fileURL.lastPathComponent, code(error),
      fileTransfer.isTransferring, fileTransfer.progress.fractionCompleted)
  }
  func session(_ session: WCSession, didReceive file: WCSessionFile) {
    let isInInbox = file.fileURL.path.hasPrefix(
      URL.ownDocuments.appending(path: "Inbox").path)
    say(
      "file", file.fileURL.lastPathComponent, file.metadata?["n"] as? Int ?? -1,
      (try? Data(contentsOf: file.fileURL))?.count ?? -1, isInInbox)
    guard keepsFiles else { return }
    try? FileManager.default.moveItem(
      at: file.fileURL, to: .ownDocuments.appending(path: "kept"))
  }

  private func code(_ error: (any Error)?) -> Int { (error as? WCError)?.errorCode ?? 0 }
}

/// A watch and a phone, next to each other, with the two halves of an app.
struct SessionFixture: @unchecked SimulationConfined {
  let world: World
  let watch: Watch
  let phone: Phone
  let watchApp: InstalledApp
  let phoneApp: InstalledApp

  func onWatch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await watch.touch(watchApp, "test", body)
  }
  func onPhone(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await phone.touch(phoneApp, "test", body)
  }
}

/// Opens both halves of the app and, by default, activates them.
func startSessions(
  mode: WatchLinkPolicy.Mode = .documented, activates: Bool = true, keepsFiles: Bool = true
) async throws -> SessionFixture {
  let world = try World.current
  let launched: @MainActor @Sendable () -> Void = {
    guard activates, WCSession.isSupported() else { return }
    let delegate = PrintingDelegate(keepsFiles: keepsFiles)
    SessionApp.current.delegate = delegate
    WCSession.default.delegate = delegate
    WCSession.default.activate()
  }
  let phone = try world.addPhone()
  let watch = try world.addWatch(pairedWith: phone) { $0.watchLink!.mode = mode }
  let fixture = SessionFixture(
    world: world, watch: watch, phone: phone,
    watchApp: try watch.install(
      SessionApp.definition("Watch", companion: "example.Phone", launched)),
    phoneApp: try phone.install(SessionApp.definition("Phone", launched)))
  await phone.open(fixture.phoneApp)
  await watch.open(fixture.watchApp)
  try await world.pass(.seconds(2))
  return fixture
}

extension URL {
  /// The Documents folder of the app whose code currently runs.
  static var ownDocuments: URL {
    URL(fileURLWithPath: NSHomeDirectory()).appending(path: "Documents")
  }
}
