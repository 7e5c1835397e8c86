import Foundation
import WatchConnectivity
import Yoban
import YobanSimulatedOS

/// A deliberate error of a relay, as many apps have it. Tests use it to check that they detect the
/// loss of data that the error causes.
///
/// The runtime has none of these errors. They are injected from outside: a second delegate between
/// `WCSession` and the runtime's delegate changes what the runtime receives.
public enum RelayFault: String, Hashable, Sendable, CaseIterable {
  /// The phone sends the receipt of a chunk as soon as the chunk arrives, before it is stored
  /// anywhere.
  case answersBeforeStored
  /// The watch deletes a chunk when `session(_:didFinish:error:)` reports no error (WC5).
  case deletesAtDidFinish

  /// Makes the relay of the current process faulty, from the end of its app's launch on.
  ///
  /// Call it in a simulated process, before the app's main function.
  public static func inject(_ faults: Set<RelayFault>, atEndOf launched: Notification.Name) {
    guard !faults.isEmpty, let process = AppProcess.current?.process else { return }
    _ = NotificationCenter.default.addObserver(forName: launched, object: nil, queue: nil) { _ in
      guard let original = WCSession.default.delegate else { return }
      // The session does not retain its delegate; the process does.
      WCSession.default.delegate = process.resident(FaultyRelayDelegate.self) {
        FaultyRelayDelegate(faults, original)
      }
    }
  }
}

/// Forwards the session's calls to the runtime's delegate, and adds calls that a faulty relay would
/// make.
private final class FaultyRelayDelegate: NSObject, WCSessionDelegate, @unchecked SimulationConfined
{
  private let faults: Set<RelayFault>
  private let original: any WCSessionDelegate

  init(_ faults: Set<RelayFault>, _ original: any WCSessionDelegate) {
    self.faults = faults
    self.original = original
  }

  func session(_ session: WCSession, didReceive file: WCSessionFile) {
    if faults.contains(.answersBeforeStored), let receipt = receipt(file.metadata) {
      session.transferUserInfo(receipt)
    }
    original.session(session, didReceive: file)
  }

  func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?
  ) {
    original.session(session, didFinish: fileTransfer, error: error)
    // The faulty watch takes the end of the transfer for the receipt.
    if faults.contains(.deletesAtDidFinish), error == nil,
      let receipt = receipt(fileTransfer.file.metadata)
    {
      original.session(session, didReceiveUserInfo: receipt)
    }
  }

  private func receipt(_ metadata: [String: Any]?) -> [String: Any]? {
    guard case .chunk(let chunk)? = RelayMessage(metadata) else { return nil }
    return RelayMessage.receipts([chunk]).propertyList
  }

  // MARK: Calls that are only forwarded

  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {
    original.session(session, activationDidCompleteWith: activationState, error: error)
  }

  func sessionDidBecomeInactive(_ session: WCSession) { original.sessionDidBecomeInactive(session) }

  func sessionDidDeactivate(_ session: WCSession) { original.sessionDidDeactivate(session) }

  func sessionReachabilityDidChange(_ session: WCSession) {
    original.sessionReachabilityDidChange(session)
  }

  func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any] = [:]) {
    original.session(session, didReceiveUserInfo: userInfo)
  }

  func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void
  ) {
    original.session(session, didReceiveMessage: message, replyHandler: replyHandler)
  }
}
