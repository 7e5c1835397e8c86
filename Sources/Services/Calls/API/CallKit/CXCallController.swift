internal import YobanSimulatedApple

/// Asks the system for actions of the app's own calls (CK5).
open class CXCallController: NSObject {
  private let system: ServiceHandle<CallService>
  private let queue: DispatchQueue
  public let callObserver: CXCallObserver

  /// Completion handlers are called on the main queue.
  public convenience override init() { self.init(queue: .main) }

  public init(queue: DispatchQueue) {
    let process = AppProcess.callingOnPhone("CXCallController was created")
    system = ServiceHandle(process.app.appleDevice.calls, of: process, for: "CXCallController")
    self.queue = queue
    callObserver = CXCallObserver()
    super.init()
  }

  /// Asks for the actions. If the system accepts them, the delegate of the provider performs them.
  ///
  /// - Parameter completion: receives a `CXErrorCodeRequestTransactionError` if the system refuses them.
  open func request(
    _ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let error = send(transaction.actions)
    queue.async { completion(error) }
  }

  /// - Throws: `CXErrorCodeRequestTransactionError`
  open nonisolated(nonsending) func request(_ transaction: CXTransaction) async throws {
    if let error = send(transaction.actions) { throw error }
  }

  open func requestTransaction(
    with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    request(CXTransaction(actions: actions), completion: completion)
  }

  open nonisolated(nonsending) func requestTransaction(with actions: [CXAction]) async throws {
    try await request(CXTransaction(actions: actions))
  }

  open func requestTransaction(
    with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    request(CXTransaction(action: action), completion: completion)
  }

  open nonisolated(nonsending) func requestTransaction(with action: CXAction) async throws {
    try await request(CXTransaction(action: action))
  }

  private func send(_ actions: [CXAction]) -> CXErrorCodeRequestTransactionError? {
    let requests = actions.compactMap(\.request)
    guard requests.count == actions.count else {
      return CXErrorCodeRequestTransactionError(.invalidAction)
    }
    do throws(CallRequestRefusal) {
      try system("request(_:completion:)") { service throws(CallRequestRefusal) in
        try service.request(requests, system.process)
      }
      return nil
    } catch { return CXErrorCodeRequestTransactionError(error) }
  }
}
