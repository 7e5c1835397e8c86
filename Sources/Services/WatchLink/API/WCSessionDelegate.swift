import Foundation

/// Receives the events of a session, on one serial queue that is not the main queue (WC1).
///
/// At Apple, the first method is required, and on iOS also `sessionDidBecomeInactive` and
/// `sessionDidDeactivate`. Here all methods but the first have a default implementation, because
/// one module serves both systems.
public protocol WCSessionDelegate: NSObjectProtocol {
  /// Called after `activate()`.
  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?)
  /// iOS: called when another watch becomes active. Content from the old watch is still delivered.
  func sessionDidBecomeInactive(_ session: WCSession)
  /// iOS: called when the session has ended. Activate it again for the new watch.
  func sessionDidDeactivate(_ session: WCSession)
  /// iOS: called when one of the session's properties of the watch has changed.
  func sessionWatchStateDidChange(_ session: WCSession)
  /// watchOS: called when the phone app was installed or deleted.
  func sessionCompanionAppInstalledDidChange(_ session: WCSession)
  func sessionReachabilityDidChange(_ session: WCSession)

  func session(_ session: WCSession, didReceiveMessage message: [String: Any])
  /// Called with a message that expects a reply. Call the reply handler exactly once.
  func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void)
  func session(_ session: WCSession, didReceiveMessageData messageData: Data)
  func session(
    _ session: WCSession, didReceiveMessageData messageData: Data,
    replyHandler: @escaping (Data) -> Void)

  /// Called with the latest application context; earlier ones are not delivered (WC3).
  func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
  /// Called on the sending side when a transfer has succeeded or failed.
  func session(
    _ session: WCSession, didFinish userInfoTransfer: WCSessionUserInfoTransfer,
    error: (any Error)?)
  func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any])
  /// Called on the sending side when a transfer has succeeded or failed.
  func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?)
  /// Called with a received file, which is deleted when the method returns: move it before (WC4).
  func session(_ session: WCSession, didReceive file: WCSessionFile)
}

extension WCSessionDelegate {
  public func sessionDidBecomeInactive(_ session: WCSession) {}
  public func sessionDidDeactivate(_ session: WCSession) {}
  public func sessionWatchStateDidChange(_ session: WCSession) {}
  public func sessionCompanionAppInstalledDidChange(_ session: WCSession) {}
  public func sessionReachabilityDidChange(_ session: WCSession) {}

  // A message fails at its sender if the delegate does not implement the method for its form.

  public func session(_ session: WCSession, didReceiveMessage message: [String: Any]) {
    session.isUnimplemented = true
  }
  public func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void
  ) {
    session.isUnimplemented = true
  }
  public func session(_ session: WCSession, didReceiveMessageData messageData: Data) {
    session.isUnimplemented = true
  }
  public func session(
    _ session: WCSession, didReceiveMessageData messageData: Data,
    replyHandler: @escaping (Data) -> Void
  ) {
    session.isUnimplemented = true
  }

  public func session(
    _ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]
  ) {}
  public func session(
    _ session: WCSession, didFinish userInfoTransfer: WCSessionUserInfoTransfer,
    error: (any Error)?
  ) {}
  public func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {}
  public func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?
  ) {}
  public func session(_ session: WCSession, didReceive file: WCSessionFile) {}
}
