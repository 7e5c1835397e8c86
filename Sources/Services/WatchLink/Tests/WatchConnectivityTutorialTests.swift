import Foundation
import Testing
import WatchConnectivity
import YobanTesting

/// An object as tutorials use it in both halves of an app: a main-actor singleton with nonisolated
/// delegate methods that switch to the main actor.
@MainActor private final class Connectivity: NSObject {
  private(set) var received: [String] = []

  /// Starts the object of a launch, which keeps it.
  static func begin() {
    Kept.of("connectivity", Connectivity())
    shared.start()
  }

  static var shared: Connectivity { Kept.get("connectivity")! }

  func start() {
    guard WCSession.isSupported() else { return }
    WCSession.default.delegate = self
    WCSession.default.activate()
  }

  func send(_ text: String) {
    let session = WCSession.default
    guard session.activationState == .activated else { return }
    if session.isReachable {
      session.sendMessage(["text": text], replyHandler: nil) { @Sendable error in
        print("could not send: \(error.localizedDescription)")
      }
    } else {
      session.transferUserInfo(["text": text])
    }
  }

  fileprivate func took(_ text: String) {
    received.append(text)
    print("took \(received.joined(separator: ", "))")
  }
}

extension Connectivity: WCSessionDelegate {
  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  // These two methods are required on a phone.
  nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
  nonisolated func sessionDidDeactivate(_ session: WCSession) { session.activate() }

  nonisolated func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {
    guard let text = message["text"] as? String else { return }
    Task { @MainActor in took(text) }
  }

  nonisolated func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
    guard let text = userInfo["text"] as? String else { return }
    DispatchQueue.main.async { self.took(text) }
  }
}

@Suite struct WatchConnectivityTutorialTests {
  @Test
  func `a message is sent if reachable, else a user info, and the phone activates for a new watch`()
    async throws
  {
    let world = try await withCouple(onPhone: Connectivity.begin, onWatch: Connectivity.begin) {
      couple in
      let onWatch = { @Sendable (text: String) in
        await couple.watch.touch(couple.watchApp, "send") { Connectivity.shared.send(text) }
      }
      try await couple.openBoth()
      await onWatch("now")
      try await couple.pass(2)
      couple.part()
      try await couple.pass(2)
      await onWatch("later")
      try await couple.pass(60)
      await couple.phone.touch(couple.phoneApp, "look") { print("nothing yet") }
      couple.meet()
      try await couple.pass(5)
      let second = try couple.world.addWatch("second", pairedWith: nil)
      try couple.world.switchWatch(of: couple.phone, to: second)
      try await couple.pass(2)
      await couple.phone.touch(couple.phoneApp, "look") {
        print(
          WCSession.default.activationState == .activated, WCSession.default.isWatchAppInstalled)
      }
    }
    #expect(
      world.output(of: "phone") == [
        "took now", "nothing yet", "took now, later", "true false",
      ])
    #expect(world.output(of: "watch").isEmpty)
  }
}
