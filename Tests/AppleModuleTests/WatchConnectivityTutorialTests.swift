import Foundation
import Testing
import WatchConnectivity
import YobanTesting

/// An object as tutorials use it in both halves of an app: a main-actor singleton with nonisolated
/// delegate methods that switch to the main actor.
@MainActor private final class Connectivity: NSObject {
  private(set) var received: [String] = []

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

@Suite(.world()) struct WatchConnectivityTutorialTests {
  @MainActor private static func connectivity() -> Connectivity {
    SessionApp.current.delegate as! Connectivity
  }

  @Test
  func `a message is sent if reachable, else a user info, and the phone activates for a new watch`()
    async throws
  {
    let fixture = try await startSessions(activates: false)
    let start: @MainActor @Sendable () -> Void = {
      let connectivity = Connectivity()
      SessionApp.current.delegate = connectivity
      connectivity.start()
    }
    await fixture.onWatch(start)
    await fixture.onPhone(start)
    try await fixture.world.pass(.seconds(2))
    await fixture.onWatch { Self.connectivity().send("now") }
    try await fixture.world.pass(.seconds(2))
    fixture.phone.network.path = .cellular
    fixture.watch.place = Place(x: 100)
    try await fixture.world.pass(.seconds(2))
    await fixture.onWatch { Self.connectivity().send("later") }
    try await fixture.world.pass(.seconds(60))
    await fixture.onPhone { print("nothing yet") }
    fixture.watch.place = .origin
    try await fixture.world.pass(.seconds(5))
    let second = try fixture.world.addWatch("second", pairedWith: nil)
    try fixture.world.switchWatch(of: fixture.phone, to: second)
    try await fixture.world.pass(.seconds(2))
    await fixture.onPhone {
      print(
        WCSession.default.activationState == .activated, WCSession.default.isWatchAppInstalled)
    }
    #expect(
      fixture.phone.log.texts == [
        "took now", "nothing yet", "took now, later", "true false",
      ])
    #expect(fixture.watch.log.texts.isEmpty)
  }
}
