import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices

/// The size of a transfer that is not known: −1.
public let NSURLSessionTransferSizeUnknown: Int64 = -1

/// One transfer of a session.
open class URLSessionTask: NSObject, ProgressReporting, @unchecked SimulationConfined {
  @nonexhaustive public enum State: Int, Sendable {
    case running = 0
    case suspended = 1
    case canceling = 2
    case completed = 3
  }

  public static let defaultPriority: Float = 0.5
  public static let lowPriority: Float = 0.25
  public static let highPriority: Float = 0.75

  /// The transfer of a background task; nil for a task of the process, which has a loader.
  private let transfer: TransferTask?
  let body: TransferTask.Body
  private(set) weak var session: URLSession?
  private var isCancelled = false
  /// Loads a task of the process, from the first `resume()` or `cancel()` until the end.
  var loader: TaskLoader?
  /// Set when the delegate is notified of the end.
  var hasEnded = false
  /// Receives the outcome instead of the delegate.
  var completion: TransferCompletion.Handler?
  /// Receives the response and the bytes instead of the delegate, for `bytes(for:)`.
  var stream: URLSession.AsyncBytes.Source?
  /// The part of a download that an earlier task received.
  var resumed: ResumeData?

  init(
    _ identifier: Int, _ transfer: TransferTask?, _ body: TransferTask.Body,
    in session: URLSession, _ request: URLRequest?
  ) {
    taskIdentifier = identifier
    self.transfer = transfer
    self.body = body
    self.session = session
    originalRequest = request
    currentRequest = request
    if case .file(let url) = body {
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      countOfBytesExpectedToSend = (attributes?[.size] as? NSNumber)?.int64Value ?? -1
    }
    if case .data(let data) = body { countOfBytesExpectedToSend = Int64(data.count) }
    ownDescription = nil
    super.init()
  }

  /// Unique within the session, including earlier launches of the app.
  public let taskIdentifier: Int
  private var ownDescription: String?
  /// A text of the app, which the system stores with the task.
  open var taskDescription: String? {
    get { transfer.map(\.taskDescription) ?? ownDescription }
    set {
      transfer?.taskDescription = newValue
      ownDescription = newValue
    }
  }
  open private(set) var originalRequest: URLRequest?
  /// The original request, or the one that a redirect or a challenge has led to.
  open internal(set) var currentRequest: URLRequest?
  open internal(set) var response: URLResponse?
  open internal(set) var error: (any Error)?
  /// Receives the calls of this task in place of the session's delegate. Set it before `resume()`.
  open var delegate: (any URLSessionTaskDelegate)?
  /// The earliest time at which the transfer may begin; nil for no limit. Set it before `resume()`.
  open var earliestBeginDate: Date?
  /// A hint for the system. Has no effect here.
  open var priority: Float = URLSessionTask.defaultPriority
  /// Whether partial data may be delivered. Has no effect here.
  open var prefersIncrementalDelivery = true
  /// A hint for the system. Has no effect here.
  open var countOfBytesClientExpectsToSend: Int64 = -1
  /// A hint for the system. Has no effect here.
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  open internal(set) var countOfBytesSent: Int64 = 0
  open internal(set) var countOfBytesReceived: Int64 = 0
  /// The size of an upload; −1 for other tasks.
  open internal(set) var countOfBytesExpectedToSend: Int64 = -1
  /// The size of the response's body; −1 while it is unknown.
  open internal(set) var countOfBytesExpectedToReceive: Int64 = -1

  /// The fraction of the transfer that is done. Canceling it cancels the task, pausing it suspends
  /// the task.
  open private(set) lazy var progress: Progress = {
    let progress = Progress(totalUnitCount: 100)
    progress.isCancellable = true
    progress.cancellationHandler = { [weak self] in self?.cancel() }
    progress.isPausable = true
    progress.pausingHandler = { [weak self] in self?.suspend() }
    progress.resumingHandler = { [weak self] in self?.resume() }
    return progress
  }()

  /// `suspended` until `resume()` is called and after `suspend()`; `completed` once the delegate
  /// was notified of the end.
  open var state: State {
    if hasEnded { return .completed }
    if isCancelled { return .canceling }
    if let transfer { return transfer.isSuspended || transfer.isHeld ? .suspended : .running }
    return loader.map { $0.isSuspended ? .suspended : .running } ?? .suspended
  }

  /// Starts the transfer, immediately or when the system permits it (FT7), or continues it after
  /// `suspend()`.
  open func resume() {
    defer { observedValuesChanged() }
    guard !hasEnded, !isCancelled, let session else { return }
    guard let transfer else {
      if loader == nil { loader = TaskLoader(self, session) }
      loader?.resume()
      return
    }
    transfer.earliestBegin = earliestBeginDate.map {
      .nanoseconds(Int64(min(max(0, $0.timeIntervalSinceNow), 1e9) * 1e9))
    }
    session.resume(transfer)
  }

  /// Stops the transfer until `resume()`. It makes no progress and has no timeout for its requests
  /// meanwhile.
  open func suspend() {
    defer { observedValuesChanged() }
    if let transfer { session?.suspend(transfer) } else { loader?.suspend() }
  }

  /// Call after a property or the progress has changed: observers are notified (see `observe`).
  func observedValuesChanged() { keyValuesChanged(of: self) }

  /// Cancels the transfer. The delegate receives NSURLErrorCancelled.
  open func cancel() { cancel(with: URLError.made(.cancelled, originalRequest?.url)) }

  func cancel(with error: URLError) {
    guard !hasEnded, !isCancelled, let session else { return }
    isCancelled = true
    observedValuesChanged()
    if let transfer { return session.cancel(transfer) }
    if loader == nil { loader = TaskLoader(self, session) }
    loader?.end(error)
  }
}

/// A task whose response is received as data.
open class URLSessionDataTask: URLSessionTask, @unchecked SimulationConfined {}

/// A task that sends a file or bytes.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked SimulationConfined {}

/// A task that receives a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked SimulationConfined {
  /// Cancels the download and calls the handler with the data for `downloadTask(withResumeData:)`;
  /// with nil if the download cannot be continued.
  open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    let data = loader?.resumeData
    var error = URLError.made(.cancelled, originalRequest?.url)
    if let data {
      var info = error.userInfo
      info[NSURLSessionDownloadTaskResumeData] = data
      error = URLError(.cancelled, userInfo: info)
    }
    session?.delegateQueue.addOperation { completionHandler(data) }
    cancel(with: error)
  }

  /// As `cancel(byProducingResumeData:)`.
  open func cancelByProducingResumeData() async -> Data? {
    guard session != nil else { return nil }
    return await withCheckedContinuation { continuation in
      cancel { continuation.resume(returning: $0) }
    }
  }
}
