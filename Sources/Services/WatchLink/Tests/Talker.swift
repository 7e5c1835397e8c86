import Foundation
import Testing
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting
import YobanVirtualTime

/// The session of one launch, and its delegate. It prints each event.
///
/// Sendable: used only by code of its own process, which never runs concurrently.
final class Talker: NSObject, WCSessionDelegate, @unchecked Sendable {
  /// Returns the reply to a message. Nil: it never replies.
  var answer: (String) -> String? = { "re \($0)" }
  /// Whether the app moves received files in time.
  var movesFiles = true

  /// Starts the session of a launch, which keeps the talker.
  @MainActor static func start(activates: Bool = true, hasDelegate: Bool = true) {
    let talker = Talker()
    Kept.of("talker", talker)
    if hasDelegate { talker.session.delegate = talker }
    if activates { talker.session.activate() }
  }

  /// The talker of the launch whose code is running.
  @MainActor static var current: Talker { Kept.get("talker")! }

  var session: WCSession { .default }

  // MARK: WCSessionDelegate

  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {
    say("activated \(activationState)", error)
  }
  func sessionReachabilityDidChange(_ session: WCSession) {
    say(session.isReachable ? "reachable" : "unreachable")
  }
  func sessionWatchStateDidChange(_ session: WCSession) {
    say(
      "watch \(session.isPaired) \(session.isWatchAppInstalled) \(session.isComplicationEnabled)")
  }
  func sessionCompanionAppInstalledDidChange(_ session: WCSession) {
    say("companion \(session.isCompanionAppInstalled)")
  }
  func sessionDidBecomeInactive(_ session: WCSession) { say("became inactive") }
  func sessionDidDeactivate(_ session: WCSession) { say("deactivated") }

  func session(_ session: WCSession, didReceiveMessageData messageData: Data) {
    say("message \(String(decoding: messageData, as: UTF8.self))")
  }
  func session(
    _ session: WCSession, didReceiveMessageData messageData: Data,
    replyHandler: @escaping (Data) -> Void
  ) {
    let words = String(decoding: messageData, as: UTF8.self)
    say("message \(words)")
    if let answer = answer(words) { replyHandler(Data(answer.utf8)) }
  }
  func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {
    say("message \(text(message))")
  }
  func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void
  ) {
    say("question \(text(message))")
    replyHandler(["text": "re \(text(message))"])
  }
  func session(
    _ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]
  ) {
    say("context \(text(applicationContext))")
  }
  func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
    say("info \(text(userInfo))")
  }
  func session(_ session: WCSession, didReceive file: WCSessionFile) {
    let bytes = (try? Data(contentsOf: file.fileURL))?.count ?? -1
    let metadata = file.metadata.map { " \(text($0))" } ?? ""
    say("file \(file.fileURL.lastPathComponent) \(bytes)\(metadata)")
    guard movesFiles else { return }
    try? FileManager.default.moveItem(
      at: file.fileURL, to: .documentsDirectory.appending(path: UUID().uuidString))
  }
  func session(
    _ session: WCSession, didFinish userInfoTransfer: WCSessionUserInfoTransfer,
    error: (any Error)?
  ) {
    say("done user info", error)
  }
  func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?
  ) {
    say("done file", error)
  }

  private func text(_ content: [String: Any]) -> String { content["text"] as? String ?? "?" }

  private func say(_ words: String, _ error: (any Error)? = nil) {
    print(words + (error.map { " \(($0 as? WCError)?.errorCode ?? -1)" } ?? ""))
    if Thread.isMainThread { print("on the main thread") }
  }

  // MARK: Calls of the app

  func send(_ words: String, wantsReply: Bool = true) {
    send(Data(words.utf8), wantsReply: wantsReply)
  }

  func send(_ data: Data, wantsReply: Bool = true) {
    var replied: ((Data) -> Void)?
    if wantsReply {
      replied = { @Sendable data in print("reply \(String(decoding: data, as: UTF8.self))") }
    }
    session.sendMessageData(
      data, replyHandler: replied,
      errorHandler: { @Sendable error in print("error \((error as? WCError)?.errorCode ?? -1)") })
  }

  func transfer(_ words: String) { session.transferUserInfo(["text": words]) }

  func update(_ words: String) { update(["text": words]) }

  func update(_ context: [String: Any]) {
    do {
      try session.updateApplicationContext(context)
    } catch {
      print("error \((error as? WCError)?.errorCode ?? -1)")
    }
  }

  /// Creates a file with this number of bytes and queues it.
  func transferFile(_ name: String, bytes: Int = 300_000, metadata: String? = nil) {
    let url = URL.documentsDirectory.appending(path: name)
    try? Data(count: bytes).write(to: url)
    session.transferFile(url, metadata: metadata.map { ["text": $0] })
  }
}

/// The delegate of a watch app that only has a session.
private final class TalkingWatchDelegate: NSObject, WKApplicationDelegate {
  private let launched: @MainActor @Sendable () -> Void

  init(_ launched: @escaping @MainActor @Sendable () -> Void) { self.launched = launched }

  func applicationDidFinishLaunching() { launched() }
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    // A second later, when what has arrived was delivered.
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
    }
  }
}

/// The code that runs when a half of the app was launched.
typealias Launch = @MainActor @Sendable () -> Void

extension Phone {
  /// Installs the half of the app for the phone.
  func installTalker(
    named name: String = "Phone", _ launched: @escaping Launch = { Talker.start() }
  ) throws -> InstalledApp {
    var app = AppFixture { _ in launched() }
    (app.name, app.bundleIdentifier) = (name, "example.\(name)")
    return try install(app)
  }
}

extension Watch {
  /// Installs the half of the app for the watch.
  func installTalker(
    companion: String? = "example.Phone", _ launched: @escaping Launch = { Talker.start() }
  ) throws -> InstalledApp {
    var values: [String: Any] = ["CFBundleName": "Watch"]
    values["WKCompanionAppBundleIdentifier"] = companion
    return try install(infoPlist: InfoPlist(values), bundleIdentifier: "example.Watch") {
      TalkingWatchDelegate(launched)
    }
  }
}

/// A watch and a phone with the two halves of an app.
struct Couple: @unchecked SimulationConfined {
  let world: World
  let watch: Watch
  let phone: Phone
  let watchApp: InstalledApp
  let phoneApp: InstalledApp

  /// Opens both apps in the foreground.
  func openBoth() async throws {
    await phone.open(phoneApp)
    await watch.open(watchApp)
    try await pass(2)
  }

  func pass(_ seconds: Double) async throws { try await world.pass(.seconds(seconds)) }

  func onWatch(_ body: @escaping @MainActor @Sendable (Talker) -> Void) async {
    await watch.touch(watchApp, "test") { body(.current) }
  }
  func onPhone(_ body: @escaping @MainActor @Sendable (Talker) -> Void) async {
    await phone.touch(phoneApp, "test") { body(.current) }
  }

  /// Moves the watch out of range of Bluetooth, without Wi-Fi.
  func part() {
    phone.network.path = .cellular
    watch.place = Place(x: 500)
  }
  func meet() { watch.place = .origin }
}

/// Runs a scenario with a watch and its phone side by side, over Bluetooth, in its own world. Returns the world, for
/// checks of its trace.
@discardableResult
func withCouple(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10,
  mode: WatchLinkPolicy.Mode = .documented,
  onPhone phoneLaunch: @escaping Launch = { Talker.start() },
  onWatch watchLaunch: @escaping Launch = { Talker.start() },
  companion: String? = "example.Phone",
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Couple) async throws -> Void
) async throws -> World {
  try await withWorld(seed: seed) { world in
    let phone = try world.addPhone(iOS: .iOS(of: version))
    let watch = try world.addWatch(pairedWith: phone, watchOS: version) { profile in
      profile.watchLink?.mode = mode
      change(&profile)
    }
    try await scenario(
      Couple(
        world: world, watch: watch, phone: phone,
        watchApp: try watch.installTalker(companion: companion, watchLaunch),
        phoneApp: try phone.installTalker(phoneLaunch)))
    return world
  }
}

extension World {
  /// The lines that the apps of a device printed.
  func output(of device: String) -> [String] {
    trace.events.filter { $0.device == device }.compactMap(\.kind.output)
  }

  /// The same without what tells of the session and of its counterpart.
  func content(of device: String) -> [String] {
    output(of: device).filter { !$0.contains("reach") && !$0.hasPrefix("activated") }
  }

  func linkEvents(of device: String? = nil) -> [TraceEvent.WatchLinkEvent] {
    trace.events.filter { device == nil || $0.device == device }.compactMap(\.kind.watchLink)
  }
}
