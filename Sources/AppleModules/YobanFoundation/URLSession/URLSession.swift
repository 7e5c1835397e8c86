import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices

/// A group of transfers. A background session is a handle to transfers that a system daemon keeps.
/// Any other session belongs to its process: it runs and ends with it (`TransferService`).
///
/// The session and its delegate stay alive until the session is invalidated, even if the app
/// releases them.
open class URLSession: NSObject, @unchecked SimulationConfined {
  @nonexhaustive public enum ResponseDisposition: Int, Sendable {
    case cancel = 0
    case allow = 1
    case becomeDownload = 2
    case becomeStream = 3
  }

  /// The answer to an authentication challenge.
  @nonexhaustive public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential = 0
    case performDefaultHandling = 1
    case cancelAuthenticationChallenge = 2
    case rejectProtectionSpace = 3
  }

  /// The answer to `willBeginDelayedRequest`.
  @nonexhaustive public enum DelayedRequestDisposition: Int, Sendable {
    case continueLoading = 0
    case useNewRequest = 1
    case cancel = 2
  }

  /// Retained until the session is invalidated, as at Apple.
  open private(set) var delegate: (any URLSessionDelegate)?
  public let delegateQueue: OperationQueue
  open var sessionDescription: String?

  let process: AppProcess
  private let settings: URLSessionConfiguration
  private var session: TransferSession!
  private var receiver: Receiver?
  /// The tasks that this launch has seen and whose end the delegate has not received yet.
  private var known: [Int: URLSessionTask] = [:]
  private(set) var isInvalid = false
  /// The last `taskIdentifier` of a session of the process.
  private var lastIdentifier = 0

  /// - Parameters:
  ///   - configuration: The session's settings. Later changes have no effect.
  ///   - delegate: Receives all events. Required for a background session.
  ///   - queue: The queue of the delegate's calls. With nil, the session creates a serial queue.
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {
    let process = AppProcess.callingOnAnyDevice("a URLSession was created")
    self.process = process
    settings = configuration.copy() as! URLSessionConfiguration
    self.delegate = delegate
    delegateQueue =
      queue
      ?? {
        let own = OperationQueue()
        own.maxConcurrentOperationCount = 1
        return own
      }()
    super.init()
    let receiver = Receiver(self)
    self.receiver = receiver
    let openSessions = OpenSessions.of(process)
    if let identifier = settings.identifier {
      let others = openSessions.background(identifier)
      if !others.isEmpty { process.report(.sameIdentifier(identifier)) }
      session = service.connect(
        identifier, settings.ofTransfers, for: process, receiver,
        isSecond: others.contains { !$0.isInvalid })
    } else {
      session = service.connectInProcess(
        settings.name, settings.ofTransfers, for: process, receiver)
    }
    openSessions.add(self)
  }

  /// Creates a session without a delegate, for completion handlers and `async` methods.
  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  /// The process's shared session, without a delegate and with the default configuration.
  open class var shared: URLSession {
    let process = AppProcess.callingOnAnyDevice("URLSession.shared was used")
    return OpenSessions.of(process).shared { URLSession(configuration: .default) }
  }

  /// A copy of the configuration that the session was created with.
  open var configuration: URLSessionConfiguration { settings.copy() as! URLSessionConfiguration }

  // MARK: Tasks

  /// Creates an upload of a file, which must stay in place until the transfer ends. Raises an
  /// exception, which terminates the app, if the file cannot be read.
  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    guard FileManager.default.isReadableFile(atPath: fileURL.path) else {
      raise(isInvalid ? .invalidated : .unreadable(fileURL))
    }
    return upload(request, .file(fileURL))
  }

  func upload(_ request: URLRequest, _ body: TransferTask.Body) -> URLSessionUploadTask {
    if isInvalid { raise(.invalidated) }
    guard isBackground else {
      return addTask(request, body) { URLSessionUploadTask($0, nil, $1, in: self, request) }
    }
    let transfer = makeTransfer(request, body, isDownload: false)
    return created(URLSessionUploadTask(transfer.identifier, transfer, body, in: self, request))
  }

  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    if isInvalid { raise(.invalidated) }
    let body = body(of: request)
    guard isBackground else {
      return addTask(request, body) { URLSessionDownloadTask($0, nil, $1, in: self, request) }
    }
    let transfer = makeTransfer(request, body, isDownload: true)
    return created(URLSessionDownloadTask(transfer.identifier, transfer, body, in: self, request))
  }

  /// Creates a download that continues an earlier one. With data that is not from
  /// `cancel(byProducingResumeData:)`, the task fails with
  /// NSURLErrorUnsupportedURL.
  open func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
    let resumed = ResumeData(resumeData)
    let task = downloadTask(with: resumed?.request ?? URLRequest(url: URL(string: "resume:")!))
    task.resumed = resumed
    return task
  }

  /// Creates a task of the process. It starts nothing until `resume()`.
  func addTask<Made: URLSessionTask>(
    _ request: URLRequest, _ body: TransferTask.Body, _ make: (Int, TransferTask.Body) -> Made
  ) -> Made {
    if isInvalid { raise(.invalidated) }
    lastIdentifier += 1
    return created(make(lastIdentifier, body))
  }

  private func created<Made: URLSessionTask>(_ task: Made) -> Made {
    known[task.taskIdentifier] = task
    (delegate as? any URLSessionTaskDelegate)?.urlSession(self, didCreateTask: task)
    return task
  }

  /// The body of a request: its data, or the bytes of its stream.
  func body(of request: URLRequest) -> TransferTask.Body {
    if let data = request.httpBody { return .data(data) }
    guard let stream = request.httpBodyStream else { return .none }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 16384)
    stream.open()
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      data.append(contentsOf: buffer[..<count])
    }
    stream.close()
    return .data(data)
  }

  func makeTransfer(
    _ request: URLRequest, _ body: TransferTask.Body, identifier: Int? = nil, isDownload: Bool
  ) -> TransferTask {
    let transfer = service.makeTask(
      exchange(request), body, isDownload: isDownload, identifier: identifier, in: session)
    transfer.allowsCellular = request.allowsCellularAccess
    if request.timeoutInterval != 60 {
      let seconds = min(max(0, request.timeoutInterval), 1e9)
      transfer.requestTimeout = .nanoseconds(Int64(seconds * 1e9))
      if isBackground {
        reportNotSimulated("URLRequest.timeoutInterval = \(request.timeoutInterval)")
      }
    }
    return transfer
  }

  func reportNotSimulated(_ setting: String) { process.report(.notSimulated(setting)) }

  /// Returns the first class that loads the request in place of the network.
  ///
  /// Each class is asked with the task; unless it overrides this, it is asked with the request.
  func protocolClass(for task: URLSessionTask) -> URLProtocol.Type? {
    let own = (settings.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
    let registered = isShared ? URLProtocol.Registered.of(process).classes : []
    return (own + registered).first { $0.canInit(with: task) }
  }

  /// Notes the path that a request uses.
  func notePath(in metrics: URLSessionTaskTransactionMetrics?) {
    let network = process.app.device.network
    metrics?.isCellular = network.path == .cellular
    metrics?.isExpensive = network.path == .cellular
    metrics?.isConstrained = network.isInLowDataMode
  }

  /// Releases a task of the process that has ended.
  func ended(_ task: URLSessionTask) {
    known[task.taskIdentifier] = nil
    releaseIfDone()
  }

  open func downloadTask(with url: URL) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url))
  }

  /// Calls the handler with all tasks that have not ended, including those of earlier launches, and
  /// those that a force-quit has canceled and whose error was not delivered yet (FT7). The call is
  /// made on the delegate queue.
  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let all = isBackground ? session.listTasks().map { task(for: $0) } : unfinishedTasks
    delegateQueue.addOperation { [self] in
      process.noteCall(
        "getAllTasks",
        all.isEmpty ? "no tasks" : all.map { "task \($0.taskIdentifier)" }.joined(separator: ", "))
      completionHandler(all)
    }
  }

  open var allTasks: [URLSessionTask] {
    get async {
      await withCheckedContinuation { continuation in
        getAllTasks { continuation.resume(returning: $0) }
      }
    }
  }

  /// As `getAllTasks`, with the tasks separated by kind.
  open func getTasksWithCompletionHandler(
    _ completionHandler:
      @escaping @Sendable (
        [URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]
      ) -> Void
  ) {
    getAllTasks { all in
      completionHandler(
        all.compactMap { $0 is URLSessionUploadTask ? nil : $0 as? URLSessionDataTask },
        all.compactMap { $0 as? URLSessionUploadTask },
        all.compactMap { $0 as? URLSessionDownloadTask })
    }
  }

  open var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    get async {
      await withCheckedContinuation { continuation in
        getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
      }
    }
  }

  /// Whether the transfers continue after the process has ended.
  var isBackground: Bool { session.isBackground }

  // MARK: Invalidation

  /// Invalidates the session. Running tasks continue; after the last one, the delegate is notified
  /// and released. Has no effect on `shared`.
  open func finishTasksAndInvalidate() {
    guard !isShared else { return }
    _ = unfinishedTasks
    isInvalid = true
    releaseIfDone()
  }

  /// Invalidates the session and cancels all tasks. Then the delegate is notified and released. Has
  /// no effect on `shared`.
  open func invalidateAndCancel() {
    guard !isShared else { return }
    let all = unfinishedTasks
    isInvalid = true
    for task in all { task.cancel() }
    releaseIfDone()
  }

  private var isShared: Bool { OpenSessions.of(process).shared === self }

  private func releaseIfDone() {
    let openSessions = OpenSessions.of(process)
    guard isInvalid, known.isEmpty, openSessions.remove(self) else { return }
    if let identifier, session.receiver === receiver,
      let other = openSessions.background(identifier).first(where: { !$0.isInvalid })?.receiver
    {
      service.events(of: session, goTo: other)
    }
    delegateQueue.addOperation { [self] in
      delegate?.urlSession(self, didBecomeInvalidWithError: nil)
      delegate = nil
    }
  }

  // MARK: Internals

  /// The identifier of a background session.
  var identifier: String? { settings.identifier }

  /// Notes a call of the app that reports the end of a task.
  func noteEnd(_ method: String, of task: URLSessionTask, _ error: (any Error)?) {
    func words() -> String {
      let place = identifier.map { " of \($0)" } ?? ""
      let outcome = error.map { "error \(($0 as NSError).code)" } ?? "no error"
      return "task \(task.taskIdentifier)\(place), \(outcome)"
    }
    process.noteCall(method, words())
  }

  private var service: TransferService { process.app.device.transfer }

  func resume(_ transfer: TransferTask) { service.resume(transfer) }
  func cancel(_ transfer: TransferTask) { service.cancel(transfer) }

  func suspend(_ transfer: TransferTask) { service.suspend(transfer) }

  /// The number of redirects that a task follows (FT9).
  var redirectLimit: Int { service.policy.redirectLimit }

  private var unfinishedTasks: [URLSessionTask] {
    guard isBackground else {
      return known.sorted { $0.key < $1.key }.map(\.value).filter { !$0.hasEnded }
    }
    return session.unfinishedTasks.map { task(for: $0) }
  }

  private func task(for transfer: TransferTask) -> URLSessionTask {
    if let task = known[transfer.identifier] { return task }
    let request = URL(string: transfer.request.url).map { url in
      var request = URLRequest(url: url)
      request.httpMethod = transfer.request.method
      for field in transfer.request.headers {
        request.setValue(field.value, forHTTPHeaderField: field.name)
      }
      request.allowsCellularAccess = transfer.allowsCellular
      return request
    }
    let task =
      transfer.isDownload
      ? URLSessionDownloadTask(
        transfer.identifier, transfer, transfer.body, in: self, request)
      : URLSessionUploadTask(transfer.identifier, transfer, transfer.body, in: self, request)
    known[transfer.identifier] = task
    return task
  }

  private func exchange(_ request: URLRequest) -> HTTPExchangeRequest {
    let additional =
      settings.httpAdditionalHeaders?.map { HTTPField("\($0.key)", "\($0.value)") } ?? []
    let own = request.allHTTPHeaderFields?.map { HTTPField($0.key, $0.value) } ?? []
    let overridden = Set(own.map { $0.name.lowercased() })
    let headers = (additional.filter { !overridden.contains($0.name.lowercased()) } + own).sorted {
      $0.name < $1.name
    }
    return HTTPExchangeRequest(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", headers: headers,
      body: [])
  }

  fileprivate func finished(_ transfer: TransferTask) {
    guard isBackground else {
      known[transfer.identifier]?.loader?.finished(transfer)
      return
    }
    guard let outcome = transfer.outcome else { return }
    let completion = TransferCompletion(task(for: transfer), outcome, of: transfer)
    known[transfer.identifier] = nil
    delegateQueue.addOperation { [self] in completion.report(to: delegate, session: self) }
    releaseIfDone()
  }

  fileprivate func made(_ progress: TransferProgress, _ transfer: TransferTask) {
    known[transfer.identifier]?.loader?.made(progress, transfer)
  }

  fileprivate func eventsFinished() {
    delegateQueue.addOperation { [self] in
      if delegate != nil { process.noteCall("urlSessionDidFinishEvents", identifier) }
      delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self)
    }
  }

  /// Delivers the system's events to a session, without keeping it alive.
  private final class Receiver: TransferEventReceiver {
    weak var owner: URLSession?
    init(_ owner: URLSession) { self.owner = owner }
    func taskFinished(_ task: TransferTask) { owner?.finished(task) }
    func task(_ task: TransferTask, made progress: TransferProgress) {
      owner?.made(progress, task)
    }
    func eventsFinished() { owner?.eventsFinished() }
  }
}
