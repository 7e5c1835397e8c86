import AVFAudio
internal import YobanSimulatedApple

/// Reports the calls of an app to the system, and performs what the user does with them (CK5).
///
/// Create one in each launch and keep it: a call whose provider was released is performed by nobody.
open class CXProvider: NSObject {
  private let system: ServiceHandle<CallService>
  private let receiver: ProviderReceiver
  private weak var delegate: (any CXProviderDelegate)?
  /// The queue of the delegate, and of completion handlers.
  fileprivate private(set) var queue: DispatchQueue
  private var isInvalid = false
  /// The transactions that were given to the delegate.
  private var transactions: [CXTransaction] = []

  open var configuration: CXProviderConfiguration {
    get { _configuration.copy() as! CXProviderConfiguration }
    set { _configuration = newValue.copy() as! CXProviderConfiguration }
  }
  fileprivate private(set) var _configuration: CXProviderConfiguration

  public init(configuration: CXProviderConfiguration) {
    let process = AppProcess.callingOnPhone("CXProvider was created")
    system = ServiceHandle(process.app.appleDevice.calls, of: process, for: "CXProvider")
    receiver = ProviderReceiver()
    _configuration = configuration.copy() as! CXProviderConfiguration
    queue = DispatchQueue(label: "com.apple.CallKit.CXProvider")
    super.init()
    receiver.provider = self
    system("init(configuration:)") { $0.open(receiver, process) }
  }

  /// Sets the delegate, which is held weakly. It receives `providerDidBegin(_:)` soon.
  ///
  /// - Parameter queue: nil for the main queue.
  open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    self.delegate = delegate
    self.queue = queue ?? .main
    guard delegate != nil else { return }
    onQueue { $0.delegate?.providerDidBegin($0) }
  }

  // MARK: Reports

  /// Reports an incoming call: it rings, unless the system refuses it (CK5).
  ///
  /// - Parameter completion: called on the queue of the delegate, or on a private one without a delegate. It receives a
  ///   `CXErrorCodeIncomingCallError` if the user does not see the call.
  open func reportNewIncomingCall(
    with UUID: UUID, update: CXCallUpdate,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let error = report(UUID, update, "reportNewIncomingCall(with:update:completion:)")
    queue.async { completion(error) }
  }

  /// The asynchronous form. It reports the call at once.
  ///
  /// - Throws: `CXErrorCodeIncomingCallError`
  open nonisolated(nonsending) func reportNewIncomingCall(
    with UUID: UUID, update: CXCallUpdate
  ) async throws {
    if let error = report(UUID, update, "reportNewIncomingCall(with:update:)") { throw error }
  }

  private func report(
    _ id: UUID, _ update: CXCallUpdate, _ call: String
  ) -> CXErrorCodeIncomingCallError? {
    let refusal = system(call) {
      $0.reportIncoming(id, update.details, by: receiver, system.process)
    }
    return refusal.flatMap { $0 }.map(CXErrorCodeIncomingCallError.init)
  }

  /// Changes what the user sees of a call. Ignored for a call that has ended.
  open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
    system("reportCall(with:updated:)") { $0.update(UUID, update.details, system.process) }
  }

  /// Reports that a call has ended for a reason that is not an action. Ignored for a call that has ended.
  open func reportCall(
    with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason
  ) {
    system("reportCall(with:endedAt:reason:)") {
      $0.end(UUID, endedReason.end, system.process)
    }
  }

  /// Reports that the app connects an outgoing call.
  open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
    system("reportOutgoingCall(with:startedConnectingAt:)") {
      $0.reportProgress(UUID, isConnected: false, system.process)
    }
  }

  /// Reports that an outgoing call was answered.
  open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
    system("reportOutgoingCall(with:connectedAt:)") {
      $0.reportProgress(UUID, isConnected: true, system.process)
    }
  }

  /// Ends the provider, and its calls as failed. The delegate receives nothing more.
  open func invalidate() {
    isInvalid = true
    system("invalidate()") { $0.invalidate(receiver, system.process) }
  }

  // MARK: Actions

  /// The transactions that the delegate has received and not completed.
  open var pendingTransactions: [CXTransaction] { transactions.filter { !$0.isComplete } }

  /// The actions of a class for a call that the delegate has received and not completed.
  open func pendingCallActions(
    of callActionClass: AnyClass, withCall callUUID: UUID
  ) -> [CXCallAction] {
    pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
      $0.callUUID == callUUID && !$0.isComplete && type(of: $0) == callActionClass
    }
  }

  fileprivate func perform(_ transaction: CallTransaction) {
    guard let delegate else { return }
    let system = system
    let actions = transaction.actions.map { action in
      CXCallAction.make(action) { isFulfilled in
        system("fulfill()") {
          $0.complete(action, isFulfilled: isFulfilled, system.process)
        }
      }
    }
    let made = CXTransaction(transaction, actions)
    transactions = pendingTransactions + [made]
    guard !delegate.provider(self, execute: made) else { return }
    for action in actions { perform(action, delegate) }
  }

  private func perform(_ action: CXCallAction, _ delegate: any CXProviderDelegate) {
    system.process.noteCall("provider(_:perform:)", "\(type(of: action))")
    switch action {
    case let action as CXStartCallAction: delegate.provider(self, perform: action)
    case let action as CXAnswerCallAction: delegate.provider(self, perform: action)
    case let action as CXEndCallAction: delegate.provider(self, perform: action)
    case let action as CXSetHeldCallAction: delegate.provider(self, perform: action)
    case let action as CXSetMutedCallAction: delegate.provider(self, perform: action)
    case let action as CXSetGroupCallAction: delegate.provider(self, perform: action)
    case let action as CXPlayDTMFCallAction: delegate.provider(self, perform: action)
    default: break
    }
  }

  fileprivate func timedOut(_ action: CallAction) {
    let known = transactions.flatMap(\.actions).first { $0.uuid == action.request.id }
    known?.isComplete = true
    guard let known else { return }
    delegate?.provider(self, timedOutPerforming: known)
  }

  fileprivate func audioSessionChanged(isActive: Bool) {
    let session = AVAudioSession.sharedInstance()
    if isActive {
      delegate?.provider(self, didActivate: session)
    } else {
      delegate?.provider(self, didDeactivate: session)
    }
  }

  /// Runs the body on the queue of the delegate, unless the provider is invalid then.
  fileprivate func onQueue(_ body: @escaping (CXProvider) -> Void) {
    // Sendable: both are used in this process only.
    nonisolated(unsafe) let (body, provider) = (body, WeakProvider(self))
    queue.async {
      guard let provider = provider.provider, !provider.isInvalid else { return }
      body(provider)
    }
  }

  private struct WeakProvider {
    weak var provider: CXProvider?
    init(_ provider: CXProvider) { self.provider = provider }
  }
}

/// Delivers the system's events to a provider, and does not keep it alive.
private final class ProviderReceiver: CallProviderReceiver {
  weak var provider: CXProvider?

  var maximumCallGroups: Int { provider?._configuration.maximumCallGroups ?? 0 }
  func perform(_ transaction: CallTransaction) {
    provider?.onQueue { $0.perform(transaction) }
  }
  func timedOut(_ action: CallAction) { provider?.onQueue { $0.timedOut(action) } }
  func audioSessionChanged(isActive: Bool) {
    provider?.onQueue { $0.audioSessionChanged(isActive: isActive) }
  }
}

/// The reason why a call has ended without an action of its user.
@nonexhaustive public enum CXCallEndedReason: Int, Sendable {
  case failed = 1
  case remoteEnded
  case unanswered
  case answeredElsewhere
  case declinedElsewhere

  fileprivate var end: CallEnd {
    switch self {
    case .failed: .failed
    case .remoteEnded: .remoteEnded
    case .unanswered: .unanswered
    case .answeredElsewhere: .answeredElsewhere
    case .declinedElsewhere: .declinedElsewhere
    }
  }
}
