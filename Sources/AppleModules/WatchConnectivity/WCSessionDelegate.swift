import Foundation

/// What an app hears of its session, on one serial queue that is not the main one (WC1).
///
/// As at Apple the first method is required, on iOS `sessionDidBecomeInactive` and
/// `sessionDidDeactivate`, too; here all but the first have a default, because one module serves
/// both systems.
public protocol WCSessionDelegate: NSObjectProtocol {
  /// Answers `activate()`.
  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?)
  /// iOS: another watch takes over; what came from the old one still comes.
  func sessionDidBecomeInactive(_ session: WCSession)
  /// iOS: the session is over. Activate it again for the new watch.
  func sessionDidDeactivate(_ session: WCSession)
  /// iOS: what the session says of the watch has changed.
  func sessionWatchStateDidChange(_ session: WCSession)
  /// watchOS: the phone app was installed or deleted.
  func sessionCompanionAppInstalledDidChange(_ session: WCSession)
  func sessionReachabilityDidChange(_ session: WCSession)

  func session(_ session: WCSession, didReceiveMessage message: [String: Any])
  /// The reply handler must be called, once.
  func session(
    _ session: WCSession, didReceiveMessage message: [String: Any],
    replyHandler: @escaping ([String: Any]) -> Void)
  func session(_ session: WCSession, didReceiveMessageData messageData: Data)
  func session(
    _ session: WCSession, didReceiveMessageData messageData: Data,
    replyHandler: @escaping (Data) -> Void)

  /// The latest only (WC3).
  func session(_ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any])
  /// On the sending side: it arrived, or failed.
  func session(
    _ session: WCSession, didFinish userInfoTransfer: WCSessionUserInfoTransfer,
    error: (any Error)?)
  func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any])
  /// On the sending side: it arrived, or failed.
  func session(
    _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?)
  /// The file is deleted when the method returns: move it before (WC4).
  func session(_ session: WCSession, didReceive file: WCSessionFile)
}

extension WCSessionDelegate {
  public func sessionDidBecomeInactive(_ session: WCSession) {}
  public func sessionDidDeactivate(_ session: WCSession) {}
  public func sessionWatchStateDidChange(_ session: WCSession) {}
  public func sessionCompanionAppInstalledDidChange(_ session: WCSession) {}
  public func sessionReachabilityDidChange(_ session: WCSession) {}

  // A message of a form that the delegate has no method for fails at its sender.

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
