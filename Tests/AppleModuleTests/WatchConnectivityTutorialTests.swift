import Foundation
import SimulatedOS
import Testing
import VirtualTime
import WatchConnectivity

/// The object that tutorials give both halves of an app: a singleton of the main actor whose
/// delegate methods are not isolated, and hop.
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
  // On a phone these two must be there.
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
  @MainActor private static func connectivity() -> Connectivity {
    SessionApp.current.delegate as! Connectivity
  }

  @Test func `a message if reachable, else a user info; the phone activates for a new watch`()
    async throws
  {
    let stage = try await playSessions(activates: false) { stage in
      let start: @MainActor @Sendable () -> Void = {
        let connectivity = Connectivity()
        SessionApp.current.delegate = connectivity
        connectivity.start()
      }
      await stage.onWatch(start)
      await stage.onPhone(start)
      try await stage.wait(2)
      await stage.onWatch { Self.connectivity().send("now") }
      try await stage.wait(2)
      stage.phone.network.path = .cellular
      stage.watch.place = Place(x: 100)
      try await stage.wait(2)
      await stage.onWatch { Self.connectivity().send("later") }
      try await stage.wait(60)
      await stage.onPhone { print("nothing yet") }
      stage.watch.place = .origin
      try await stage.wait(5)
      let second = stage.world.addDevice("second", .watch(watchOS: 10))
      stage.world.switchWatch(of: stage.phone, to: second)
      try await stage.wait(2)
      await stage.onPhone {
        print(
          WCSession.default.activationState == .activated, WCSession.default.isWatchAppInstalled)
      }
    }
    #expect(
      stage.lines(stage.phone) == ["took now", "nothing yet", "took now, later", "true false"])
    #expect(stage.lines(stage.watch).isEmpty)
  }
}
