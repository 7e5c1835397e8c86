import Foundation
internal import YobanSimulatedApple

/// Delivers the system's events to the delegate, on the session's serial queue and in order (WC1).
final class WatchSessionReceiver: WatchLinkEventReceiver, @unchecked SimulationConfined {
  weak var session: WCSession?
  private let queue = DispatchQueue(label: "com.apple.watchconnectivity")

  func onQueue(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body  // from here on used by the queue only
    queue.async { body() }
  }

  private func callDelegate(_ body: @escaping (any WCSessionDelegate, WCSession) -> Void) {
    onQueue { [self] in
      if let session, let delegate = session.delegate { body(delegate, session) }
    }
  }

  /// Notes a call of the delegate.
  private func note(_ method: String, _ subject: String? = nil) {
    session?.system.process.noteCall(method, subject)
  }

  // MARK: WatchLinkEventReceiver

  var hasDelegate: Bool { session?.delegate != nil }

  func activated(_ state: WatchLinkActivation, _ error: WatchLinkError?) {
    callDelegate { [self] delegate, session in
      keyValuesChanged(of: session)
      note("activationDidCompleteWith")
      delegate.session(
        session, activationDidCompleteWith: .init(state), error: error.map { WCError($0) })
    }
  }

  func changed(_ change: WatchLinkChange) {
    callDelegate { [self] delegate, session in
      keyValuesChanged(of: session)
      switch change {
      case .reachability:
        note("sessionReachabilityDidChange")
        delegate.sessionReachabilityDidChange(session)
      case .watchState: delegate.sessionWatchStateDidChange(session)
      case .companionInstalled: delegate.sessionCompanionAppInstalledDidChange(session)
      case .becameInactive: delegate.sessionDidBecomeInactive(session)
      case .deactivated: delegate.sessionDidDeactivate(session)
      }
    }
  }

  func received(_ delivery: WatchLinkDelivery) {
    onQueue { [self] in
      guard let session else { return }
      guard let delegate = session.delegate else { return session.notHandled(delivery) }
      session.isUnimplemented = false
      deliver(delivery, to: delegate, session)
      session.handled(delivery)
    }
  }

  private func deliver(
    _ delivery: WatchLinkDelivery, to delegate: any WCSessionDelegate, _ session: WCSession
  ) {
    switch delivery.content {
    case .userInfo(let data):
      note("didReceiveUserInfo")
      delegate.session(session, didReceiveUserInfo: PropertyList.dictionary(data))
    case .applicationContext(let data):
      note("didReceiveApplicationContext")
      delegate.session(session, didReceiveApplicationContext: PropertyList.dictionary(data))
    case .file(let url, let metadata):
      let file = WCSessionFile(url, metadata: metadata.map { PropertyList.dictionary($0) })
      note("didReceive", url.lastPathComponent)
      delegate.session(session, didReceive: file)
    case .message(let data, .dictionary, let reply):
      let message = PropertyList.dictionary(data)
      note("didReceiveMessage")
      guard let reply else { return delegate.session(session, didReceiveMessage: message) }
      delegate.session(session, didReceiveMessage: message) { reply(PropertyList.encode($0)) }
    case .message(let data, .data, let reply):
      note("didReceiveMessageData")
      guard let reply else { return delegate.session(session, didReceiveMessageData: data) }
      delegate.session(session, didReceiveMessageData: data) { reply(.success($0)) }
    case .finished(let transfer, let error):
      let error = error.map { WCError($0) }
      switch transfer.item {
      case .file:
        let own = session.transfers.file(transfer, nil, nil, session.system)
        _ = own.progress
        keyValuesChanged(of: own)
        note("didFinishFileTransfer", own.file.fileURL.lastPathComponent)
        delegate.session(session, didFinish: own, error: error)
      case .userInfo, .complicationUserInfo:
        let own = session.transfers.userInfo(transfer, nil, session.system)
        note("didFinishUserInfoTransfer")
        delegate.session(session, didFinish: own, error: error)
      case .message, .reply, .applicationContext: break
      }
      session.transfers.forget(transfer)
    }
  }
}
