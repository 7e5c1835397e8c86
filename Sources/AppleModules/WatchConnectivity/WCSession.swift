import Foundation
internal import SimulatedOS

/// Whether a session can be used.
@nonexhaustive public enum WCSessionActivationState: Int, Sendable {
  case notActivated = 0
  /// iOS: another watch takes over; what came is still told, nothing can be sent.
  case inactive = 1
  case activated = 2
}

/// The link of an app on a watch with the app of the same maker on its iPhone. One per app process.
///
/// Set the delegate and activate it at each launch: nothing is delivered otherwise (WC1).
open class WCSession: NSObject {
  let process: AppProcess
  let client: WatchLinkClient
  private let receiver: WatchSessionReceiver
  let transfers = TransferObjects()
  /// Set by the default methods of the delegate's protocol.
  var isUnimplemented = false

  private init(_ process: AppProcess) {
    self.process = process
    receiver = WatchSessionReceiver()
    client = process.app.device.watchLink.openSession(for: process, receiver)
    super.init()
    receiver.session = self
  }

  /// The session of the app whose code calls.
  open class var `default`: WCSession {
    let process = AppProcess.calling("WCSession.default was used")
    return process.process.resident(WCSession.self) { WCSession(process) }
  }

  /// True on a watch, and on an iPhone with iOS 9 or later.
  open class func isSupported() -> Bool {
    AppProcess.current?.app.device.watchLink.isSupported ?? false
  }

  /// Weak, as at Apple.
  open weak var delegate: (any WCSessionDelegate)? {
    didSet { if delegate != nil { client.delegateWasSet() } }
  }

  /// Answered by `session(_:activationDidCompleteWith:error:)`. Without a delegate nothing happens.
  open func activate() { client.activate() }

  open var activationState: WCSessionActivationState { .init(client.activationState) }

  // MARK: The other side

  /// Whether something that came was not told yet.
  open var hasContentPending: Bool { client.hasContentPending }
  /// iOS: whether the phone has a watch.
  open var isPaired: Bool { client.isPaired }
  /// iOS: whether the app is on the watch, too.
  open var isWatchAppInstalled: Bool { client.isCounterpartInstalled }
  /// watchOS: whether the app is on the phone, too.
  open var isCompanionAppInstalled: Bool { client.isCounterpartInstalled }
  /// iOS: whether the app's complication is on the face.
  open var isComplicationEnabled: Bool { client.isComplicationEnabled }
  /// iOS: how often `transferCurrentComplicationUserInfo` goes before everything else today (WC3).
  open var remainingComplicationUserInfoTransfers: Int { client.remainingComplicationTransfers }
  /// iOS: a folder for things of this watch, gone with the watch app; nil while it is not installed.
  open var watchDirectoryURL: URL? { client.watchDirectory }
  /// Whether a message can be sent now (WC2).
  open var isReachable: Bool { client.isReachable }
  /// watchOS: whether the phone is unreachable because it was not unlocked since it booted.
  open var iOSDeviceNeedsUnlockAfterRebootForReachability: Bool { client.needsPhoneUnlock }

  // MARK: Messages

  /// Sends a message now; from the watch it launches the phone app in background (WC2).
  ///
  /// - Parameters:
  ///   - replyHandler: takes the answer, on a background queue. Either it or the error handler is
  ///     called, once; nil if no answer is wanted.
  ///   - errorHandler: takes a `WCError`, on a background queue.
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

  /// As `sendMessage`, with data.
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

  /// The one that was sent last.
  open var applicationContext: [String: Any] { PropertyList.dictionary(client.applicationContext) }
  /// The one that came last.
  open var receivedApplicationContext: [String: Any] {
    PropertyList.dictionary(client.receivedApplicationContext)
  }

  /// Replaces what the counterpart is told when it runs (WC3).
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

  /// Queues it; each is delivered, in order (WC3).
  @discardableResult
  open func transferUserInfo(_ userInfo: [String: Any] = [:]) -> WCSessionUserInfoTransfer {
    let payload = PropertyList.encode(userInfo)
    return transfers.userInfo(client.transferUserInfo(payload), userInfo, client)
  }

  /// iOS: as `transferUserInfo`, before the others, while there is budget (WC3).
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

  /// Queues a file, which must stay where it is until the transfer is done (WC3).
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
