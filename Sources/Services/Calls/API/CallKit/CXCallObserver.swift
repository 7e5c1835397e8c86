internal import YobanSimulatedApple

/// Notifies the app of the calls of all apps on the phone that use CallKit.
open class CXCallObserver: NSObject {
  private let system: ServiceHandle<CallService>
  private let receiver = ObserverReceiver()
  private weak var delegate: (any CXCallObserverDelegate)?
  private var queue = DispatchQueue.main

  public override init() {
    let process = AppProcess.callingOnPhone("CXCallObserver was created")
    system = ServiceHandle(process.app.appleDevice.calls, of: process, for: "CXCallObserver")
    super.init()
    receiver.observer = self
    system("init()") { $0.open(receiver, process) }
  }

  /// The calls that go on, in the order of their begin.
  open var calls: [CXCall] { (system("calls") { $0.snapshots } ?? []).map(CXCall.init) }

  /// Sets the delegate, which is held weakly.
  ///
  /// - Parameter queue: nil for the main queue.
  open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
    self.delegate = delegate
    self.queue = queue ?? .main
  }

  fileprivate func changed(_ call: CallSnapshot) {
    // Sendable: it is used in this process only.
    nonisolated(unsafe) let observer = self
    queue.async { observer.delegate?.callObserver(observer, callChanged: CXCall(call)) }
  }
}

@preconcurrency public protocol CXCallObserverDelegate: NSObjectProtocol {
  /// Called when a call begins, changes or ends.
  func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// The state of a call at one time.
open class CXCall: NSObject {
  public let uuid: UUID
  public let isOutgoing: Bool
  public let isOnHold: Bool
  public let hasConnected: Bool
  public let hasEnded: Bool

  init(_ call: CallSnapshot) {
    uuid = call.id
    isOutgoing = call.isOutgoing
    isOnHold = call.isOnHold
    hasConnected = call.hasConnected
    hasEnded = call.hasEnded
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CXCall)?.uuid == uuid }
  open override var hash: Int { uuid.hashValue }
}

private final class ObserverReceiver: CallObserverReceiver {
  weak var observer: CXCallObserver?
  func changed(_ call: CallSnapshot) { observer?.changed(call) }
}
