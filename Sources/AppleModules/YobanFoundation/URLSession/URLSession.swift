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
  let settings: URLSessionConfiguration
  private(set) var session: TransferSession!
  private(set) var receiver: Receiver?
  /// The tasks that this launch has seen and whose end the delegate has not received yet.
  var known: [Int: URLSessionTask] = [:]
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

  /// Creates a task that reports to the delegate. In a background session, raises an exception.
  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    if isBackground { raise(.dataTask) }
    return newDataTask(request)
  }

  private func newDataTask(_ request: URLRequest) -> URLSessionDataTask {
    addTask(request, body(of: request)) { URLSessionDataTask($0, nil, $1, in: self, request) }
  }

  /// As `dataTask(with:)`, with a GET request.
  open func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

  /// Creates a task. Calls the handler once, on the delegate queue, with the whole body. In a
  /// background session, raises an exception.
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    if isBackground { raise(.completionHandler) }
    // Not `dataTask(with:)`, whose override may call this method.
    let task = newDataTask(request)
    task.completion = .data(completionHandler)
    return task
  }

  /// As `dataTask(with:completionHandler:)`, with a GET request.
  open func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    dataTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Creates an upload of bytes. In a background session, raises an exception, which terminates the
  /// app.
  open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    if isBackground { raise(.uploadFromData) }
    return upload(request, .data(bodyData))
  }

  /// Creates an upload of bytes. Calls the handler once, on the delegate queue. In a background
  /// session, raises an exception, which terminates the app.
  open func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    if isBackground { raise(.completionHandler) }
    let task = upload(request, .data(bodyData ?? Data()))
    task.completion = .data(completionHandler)
    return task
  }

  /// Creates an upload of a file. Calls the handler once, on the delegate queue. In a background
  /// session, raises an exception, which terminates the app.
  open func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    if isBackground { raise(.completionHandler) }
    let task = uploadTask(with: request, fromFile: fileURL)
    task.completion = .data(completionHandler)
    return task
  }

  /// Creates a download. Its file is deleted when the handler returns. In a background session,
  /// raises an exception, which terminates the app.
  open func downloadTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    if isBackground { raise(.completionHandler) }
    let task = downloadTask(with: request)
    task.completion = .file(completionHandler)
    return task
  }

  /// Creates a download with a GET request, as `downloadTask(with:completionHandler:)` does.
  open func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    downloadTask(with: URLRequest(url: url), completionHandler: completionHandler)
  }

  /// Creates a download that continues an earlier one. Its file is deleted when the handler returns. In a
  /// background session, raises an exception, which terminates the app.
  open func downloadTask(
    withResumeData resumeData: Data,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    if isBackground { raise(.completionHandler) }
    let task = downloadTask(withResumeData: resumeData)
    task.completion = .file(completionHandler)
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

  var isShared: Bool { OpenSessions.of(process).shared === self }

  func releaseIfDone() {
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
}
