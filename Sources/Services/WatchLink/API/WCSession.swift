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
  let system: ServiceHandle<WatchLinkService>
  /// The app's side of the link, which outlives the process.
  private let end: WatchLinkEndpoint
  private let receiver: WatchSessionReceiver
  let transfers = TransferObjects()
  /// Set by the default implementations of the delegate's methods, to detect a missing method.
  var isUnimplemented = false

  private init(_ process: AppProcess) {
    system = ServiceHandle(process.app.appleDevice.watchLink, of: process, for: "WCSession")
    end = system.service.end(of: process.app)
    receiver = WatchSessionReceiver()
    super.init()
    receiver.session = self
    system("default") { _ in end.open(process, receiver) }
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
    didSet { if delegate != nil { current?.deliver() } }
  }

  /// Activates the session. The delegate receives `session(_:activationDidCompleteWith:error:)`.
  /// Has no effect without a delegate.
  open func activate() { system("activate()") { _ in end.activate() } }

  open var activationState: WCSessionActivationState { .init(current?.state ?? .notActivated) }

  /// The app's side, while this session belongs to its current launch; nil afterwards.
  private var current: WatchLinkEndpoint? { end.process === system.process ? end : nil }

  /// Handles the return of the delegate from a delivery.
  func handled(_ delivery: WatchLinkDelivery) {
    end.handled(delivery, isImplemented: !isUnimplemented, by: system.process)
  }

  /// Keeps a delivery waiting until a delegate is set.
  func notHandled(_ delivery: WatchLinkDelivery) { end.notHandled(delivery) }

  // MARK: Counterpart

  /// Whether received content has not been delivered to the delegate yet.
  open var hasContentPending: Bool { end.hasContentPending }
  /// iOS: whether the phone is paired with a watch.
  open var isPaired: Bool { end.isPaired }
  /// iOS: whether the app is also installed on the watch.
  open var isWatchAppInstalled: Bool { end.counterpart != nil }
  /// watchOS: whether the app is also installed on the phone.
  open var isCompanionAppInstalled: Bool { end.counterpart != nil }
  /// iOS: whether the app's complication is on the watch face.
  open var isComplicationEnabled: Bool { end.hasComplication }
  /// iOS: the number of `transferCurrentComplicationUserInfo` calls that still have priority over
  /// other transfers today (WC3).
  open var remainingComplicationUserInfoTransfers: Int { end.remainingComplicationTransfers }
  /// iOS: a folder for data about this watch, which is deleted with the watch app. Nil while the
  /// watch app is not installed.
  open var watchDirectoryURL: URL? { current?.watchDirectory }
  /// Whether a message can be sent now (WC2).
  open var isReachable: Bool { current?.isReachable ?? false }
  /// watchOS: whether the phone is unreachable because it was not unlocked after it booted.
  open var iOSDeviceNeedsUnlockAfterRebootForReachability: Bool {
    system.service.needsPhoneUnlock
  }

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
    system("sendMessage") { _ in
      end.send(payload, kind, wantsReply: replied != nil) { result in
        receiver.onQueue {
          switch result {
          case .success(let data): replied?(data)
          case .failure(let error): failed?(WCError(error))
          }
        }
      }
    }
  }

  // MARK: Application context

  /// The context that was sent last.
  open var applicationContext: [String: Any] { PropertyList.dictionary(end.applicationContext) }
  /// The context that was received last.
  open var receivedApplicationContext: [String: Any] {
    PropertyList.dictionary(end.receivedContext)
  }

  /// Replaces the context to send. The counterpart receives the latest one when it runs (WC3).
  ///
  /// - Throws: `WCError`.
  open func updateApplicationContext(_ applicationContext: [String: Any]) throws {
    do throws(WatchLinkError) {
      try system("updateApplicationContext") { _ throws(WatchLinkError) in
        try end.updateApplicationContext(PropertyList.encode(applicationContext))
      }
    } catch {
      throw WCError(error)
    }
  }

  // MARK: Transfers

  /// Queues a dictionary. All queued dictionaries are delivered, in order (WC3).
  @discardableResult
  open func transferUserInfo(_ userInfo: [String: Any] = [:]) -> WCSessionUserInfoTransfer {
    transfer(userInfo, forComplication: false)
  }

  /// iOS: queues a dictionary before all others, while there is budget (WC3).
  @discardableResult
  open func transferCurrentComplicationUserInfo(_ userInfo: [String: Any] = [:])
    -> WCSessionUserInfoTransfer
  {
    transfer(userInfo, forComplication: true)
  }

  private func transfer(
    _ userInfo: [String: Any], forComplication: Bool
  ) -> WCSessionUserInfoTransfer {
    let payload = PropertyList.encode(userInfo)
    let transfer = system("transferUserInfo") { _ in
      end.transferUserInfo(payload, forComplication: forComplication)
    }
    return transfers.userInfo(transfer ?? nil, userInfo, system)
  }

  open var outstandingUserInfoTransfers: [WCSessionUserInfoTransfer] {
    end.outstandingUserInfoTransfers.map { transfers.userInfo($0, nil, system) }
  }

  /// Queues a file, which must stay in place until the transfer ends (WC3).
  @discardableResult
  open func transferFile(_ file: URL, metadata: [String: Any]?) -> WCSessionFileTransfer {
    let payload = metadata.map(PropertyList.encode)
    let transfer = system("transferFile") { _ in end.transferFile(file, metadata: payload) }
    return transfers.file(transfer ?? nil, file, metadata, system)
  }

  open var outstandingFileTransfers: [WCSessionFileTransfer] {
    end.outstandingFileTransfers.map { transfers.file($0, nil, nil, system) }
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
