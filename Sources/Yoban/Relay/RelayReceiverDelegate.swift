#if os(iOS) || os(Linux)
  import Foundation
  import WatchConnectivity  // On Linux, WatchConnectivity is the simulated module.

  /// Receives the callbacks of the session on the session's own queue (WC1), moves each received
  /// file before the callback returns (WC4), and forwards plain values to the main actor in order.
  @MainActor
  final class RelayReceiverDelegate: NSObject, WCSessionDelegate {
    weak var owner: RelayReceiver?
    private let incoming: URL
    private let wakeSeconds: Double
    /// The clock with which the watch compares its own.
    private let clock: RelayClock

    init(incoming: URL, wakeSeconds: Double, clock: RelayClock) {
      self.incoming = incoming
      self.wakeSeconds = wakeSeconds
      self.clock = clock
    }

    private nonisolated func onMainActor(
      _ body: @escaping @MainActor @Sendable (RelayReceiver) -> Void
    ) {
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { if let owner = self?.owner { body(owner) } }
      }
    }

    nonisolated func session(
      _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
      error: (any Error)?
    ) {
      onMainActor { $0.sessionChanged(isActivated: activationState == .activated) }
    }

    nonisolated func sessionDidBecomeInactive(_ session: WCSession) {
      onMainActor { $0.sessionChanged(isActivated: false) }
    }

    nonisolated func sessionDidDeactivate(_ session: WCSession) { session.activate() }

    nonisolated func session(_ session: WCSession, didReceive file: WCSessionFile) {
      guard case .chunk(let chunk)? = RelayMessage(file.metadata) else { return }
      let target = incoming.appending(path: UUID().uuidString, directoryHint: .notDirectory)
      do {
        try FileManager.default.moveItem(at: file.fileURL, to: target)
        let exchanges = RelayTime.exchanges(in: file.metadata)
        onMainActor { $0.didReceive(target, chunk, exchanges) }
      } catch {
        let code = Int32(truncatingIfNeeded: (error as NSError).code)
        onMainActor {
          $0.didFailToMove(chunk, path: target.path(percentEncoded: false), code: code)
        }
      }
    }

    nonisolated func session(
      _ session: WCSession, didReceiveMessage message: [String: Any],
      replyHandler: @escaping ([String: Any]) -> Void
    ) {
      let arrival = ClockReading.now()
      if RelayTime.isQuestion(message) {
        let arrived = clock.stamp(arrival)
        return replyHandler(RelayTime(arrived: arrived, answered: clock.stamp(.now())).reply)
      }
      guard RelayMessage(message) == .wake else { return replyHandler([:]) }
      replyHandler(RelayMessage.awake(seconds: wakeSeconds).propertyList)
      onMainActor { $0.didWake() }
    }
  }
#endif
