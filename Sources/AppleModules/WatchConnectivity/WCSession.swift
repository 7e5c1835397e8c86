import Foundation
internal import YobanSimulatedApple

/// The activation state of a session.
@nonexhaustive public enum WCSessionActivationState: Int, Sendable {
  case notActivated = 0
  /// iOS: another watch becomes active. Received content is still delivered; nothing can be sent.
  case inactive = 1
  case activated = 2
}

/// The link between an app on a watch and the same developer's app on its iPhone. There is one
/// session per app process.
///
/// Set the delegate and activate the session in each launch. Otherwise nothing is delivered (WC1).
open class WCSession: NSObject {
  let process: AppProcess
  let client: WatchLinkClient
  private let receiver: WatchSessionReceiver
  let transfers = TransferObjects()
  /// Set by the default implementations of the delegate's methods, to detect a missing method.
  var isUnimplemented = false

  private init(_ process: AppProcess) {
    self.process = process
    receiver = WatchSessionReceiver()
    client = process.app.appleDevice.watchLink.openSession(for: process, receiver)
    super.init()
    receiver.session = self
  }

  /// The session of the app whose code calls.
  open class var `default`: WCSession {
    let process = AppProcess.callingOnPhone("WCSession.default was used")
    return process.process.resident(WCSession.self) { WCSession(process) }
  }

  /// True on a watch, and on an iPhone with iOS 9 or later.
  open class func isSupported() -> Bool {
    AppProcess.current?.app.appleDevice.watchLink.isSupported ?? false
  }

  /// A weak reference, as at Apple.
  open weak var delegate: (any WCSessionDelegate)? {
    didSet { if delegate != nil { client.delegateWasSet() } }
  }

  /// Activates the session. The delegate receives `session(_:activationDidCompleteWith:error:)`.
  /// Has no effect without a delegate.
  open func activate() { client.activate() }

  open var activationState: WCSessionActivationState { .init(client.activationState) }

  // MARK: Counterpart

  /// Whether received content has not been delivered to the delegate yet.
  open var hasContentPending: Bool { client.hasContentPending }
  /// iOS: whether the phone is paired with a watch.
  open var isPaired: Bool { client.isPaired }
  /// iOS: whether the app is also installed on the watch.
  open var isWatchAppInstalled: Bool { client.isCounterpartInstalled }
  /// watchOS: whether the app is also installed on the phone.
  open var isCompanionAppInstalled: Bool { client.isCounterpartInstalled }
  /// iOS: whether the app's complication is on the watch face.
  open var isComplicationEnabled: Bool { client.isComplicationEnabled }
  /// iOS: the number of `transferCurrentComplicationUserInfo` calls that still have priority over
  /// other transfers today (WC3).
  open var remainingComplicationUserInfoTransfers: Int { client.remainingComplicationTransfers }
  /// iOS: a folder for data about this watch, which is deleted with the watch app. Nil while the
  /// watch app is not installed.
  open var watchDirectoryURL: URL? { client.watchDirectory }
  /// Whether a message can be sent now (WC2).
  open var isReachable: Bool { client.isReachable }
  /// watchOS: whether the phone is unreachable because it was not unlocked after it booted.
  open var iOSDeviceNeedsUnlockAfterRebootForReachability: Bool { client.needsPhoneUnlock }

  // MARK: Messages

  /// Sends a message immediately. From the watch, it launches the phone app in the background
  /// (WC2).
  ///
  /// - Parameters:
  ///   - replyHandler: Receives the reply, on a background queue; nil if no reply is needed. Either
  ///     this or the error handler is called, once.
  ///   - errorHandler: Receives a `WCError`, on a background queue.
  open func sendMessage(
    _ message: [String: Any], replyHandler: (([String: Any]) -> Void)?,
    errorHandler: ((any Error) -> Void)? = nil
  ) {
    send(
      PropertyList.encode(message), .dictionary, errorHandler,
      replyHandler.map { handler in
        { data in handler(PropertyList.dictionary(data)) }
      })
  }

  /// Sends data as `sendMessage` sends a dictionary.
  open func sendMessageData(
    _ data: Data, replyHandler: ((Data) -> Void)?, errorHandler: ((any Error) -> Void)? = nil
  ) {
    send(.success(data), .data, errorHandler, replyHandler)
  }

  private func send(
    _ payload: WatchLinkPayload, _ kind: WatchMessageKind, _ failed: ((any Error) -> Void)?,
    _ replied: ((Data) -> Void)?
  ) {
    let receiver = receiver
    client.send(payload, kind, wantsReply: replied != nil) { result in
      receiver.onQueue {
        switch result {
        case .success(let data): replied?(data)
        case .failure(let error): failed?(WCError(error))
        }
      }
    }
  }

  // MARK: Application context

  /// The context that was sent last.
  open var applicationContext: [String: Any] { PropertyList.dictionary(client.applicationContext) }
  /// The context that was received last.
  open var receivedApplicationContext: [String: Any] {
    PropertyList.dictionary(client.receivedApplicationContext)
  }

  /// Replaces the context to send. The counterpart receives the latest one when it runs (WC3).
  ///
  /// - Throws: `WCError`.
  open func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    do {
      try client.updateApplicationContext(PropertyList.encode(applicationContext))
    } catch {
      throw WCError(error)
    }
  }

  // MARK: Transfers

  /// Queues a dictionary. All queued dictionaries are delivered, in order (WC3).
  @discardableResult
  open func transferUserInfo(_ userInfo: [String: Any] = [:]) -> WCSessionUserInfoTransfer {
    let payload = PropertyList.encode(userInfo)
    return transfers.userInfo(client.transferUserInfo(payload), userInfo, client)
  }

  /// iOS: queues a dictionary before all others, while there is budget (WC3).
  @discardableResult
  open func transferCurrentComplicationUserInfo(_ userInfo: [String: Any] = [:])
    -> WCSessionUserInfoTransfer
  {
    let payload = PropertyList.encode(userInfo)
    let transfer = client.transferUserInfo(payload, forComplication: true)
    return transfers.userInfo(transfer, userInfo, client)
  }

  open var outstandingUserInfoTransfers: [WCSessionUserInfoTransfer] {
    client.outstandingUserInfoTransfers.map { transfers.userInfo($0, nil, client) }
  }

  /// Queues a file, which must stay in place until the transfer ends (WC3).
  @discardableResult
  open func transferFile(_ file: URL, metadata: [String: Any]?) -> WCSessionFileTransfer {
    let payload = metadata.map(PropertyList.encode)
    return transfers.file(client.transferFile(file, metadata: payload), file, metadata, client)
  }

  open var outstandingFileTransfers: [WCSessionFileTransfer] {
    client.outstandingFileTransfers.map { transfers.file($0, nil, nil, client) }
  }
}

extension WCSessionActivationState {
  init(_ state: WatchLinkActivation) {
    self =
      switch state {
      case .notActivated: .notActivated
      case .inactive: .inactive
      case .activated: .activated
      }
  }
}
