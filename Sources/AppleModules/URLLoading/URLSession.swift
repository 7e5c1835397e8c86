import Foundation
internal import SimulatedOS

/// A background session: a handle on what the system's own daemon keeps (`TransferService`).
///
/// Sendable as at Apple: used on threads of one simulation only, one at a time.
open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Int, Sendable {
    case cancel = 0
    case allow = 1
    case becomeDownload = 2
    case becomeStream = 3
  }

  public let configuration: URLSessionConfiguration
  /// Kept until the session is invalidated, as at Apple.
  open private(set) var delegate: (any URLSessionDelegate)?
  public let delegateQueue: OperationQueue
  open var sessionDescription: String?

  private let process: AppProcess
  private var session: TransferSession!
  private var tasks: [Int: URLSessionTask] = [:]
  private var port: Port?

  /// - Parameters:
  ///   - configuration: made with `background(withIdentifier:)`.
  ///   - delegate: hears of all events; a background session needs one.
  ///   - queue: where it hears of them; nil: a serial queue of the session's own.
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {
    guard let process = AppProcess.current else {
      preconditionFailure("a background URLSession was made outside an app: run the app on a simulated device")
    }
    guard let identifier = configuration.identifier else {
      preconditionFailure("only background sessions are simulated: use URLSessionConfiguration.background(withIdentifier:)")
    }
    self.process = process
    self.configuration = configuration
    self.delegate = delegate
    delegateQueue = queue ?? {
      let own = OperationQueue()
      own.maxConcurrentOperationCount = 1
      return own
    }()
    super.init()
    let port = Port(self)
    self.port = port
    session = process.app.device.transfer.connect(
      identifier, sendsLaunchEvents: configuration.sessionSendsLaunchEvents, for: process, port)
  }

  // MARK: Tasks

  /// An upload of a file, which must stay where it is until the transfer ends.
  open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
    let transfer = service.makeTask(exchange(request), .file(fileURL), isDownload: false, in: session)
    let task = URLSessionUploadTask(transfer, session, owner: self, request: request)
    tasks[transfer.identifier] = task
    return task
  }

  open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    let transfer = service.makeTask(exchange(request), .none, isDownload: true, in: session)
    let task = URLSessionDownloadTask(transfer, session, owner: self, request: request)
    tasks[transfer.identifier] = task
    return task
  }

  open func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

  /// All tasks that have not ended, those of earlier lives of the app included. Answers on the
  /// delegate queue.
  open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let all = session.unfinishedTasks.map { task(for: $0) }
    delegateQueue.addOperation { completionHandler(all) }
  }

  open var allTasks: [URLSessionTask] {
    get async { await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0) } } }
  }

  /// Tasks under way go on; then the delegate is released.
  open func finishTasksAndInvalidate() { if session.unfinishedTasks.isEmpty { invalidate() } else { invalidates = true } }

  /// Cancels all tasks and releases the delegate.
  open func invalidateAndCancel() {
    for task in session.unfinishedTasks { service.cancel(task, in: session) }
    invalidates = true
  }

  // MARK: Inside

  private var invalidates = false
  private var service: TransferService { process.app.device.transfer }

  func resume(_ task: URLSessionTask) { service.resume(task.transfer, in: session) }
  func cancel(_ task: URLSessionTask) { service.cancel(task.transfer, in: session) }

  private func task(for transfer: TransferTask) -> URLSessionTask {
    if let known = tasks[transfer.identifier] { return known }
    let request = URL(string: transfer.request.url).map { url in
      var request = URLRequest(url: url)
      request.httpMethod = transfer.request.method
      for field in transfer.request.headers { request.setValue(field.value, forHTTPHeaderField: field.name) }
      return request
    }
    let task = transfer.isDownload
      ? URLSessionDownloadTask(transfer, session, owner: self, request: request)
      : URLSessionUploadTask(transfer, session, owner: self, request: request)
    tasks[transfer.identifier] = task
    return task
  }

  private func exchange(_ request: URLRequest) -> HTTPExchangeRequest {
    let additional = configuration.httpAdditionalHeaders?.map { HTTPField("\($0.key)", "\($0.value)") } ?? []
    let own = request.allHTTPHeaderFields?.map { HTTPField($0.key, $0.value) } ?? []
    let overridden = Set(own.map { $0.name.lowercased() })
    let headers = (additional.filter { !overridden.contains($0.name.lowercased()) } + own).sorted { $0.name < $1.name }
    return HTTPExchangeRequest(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", headers: headers, body: [])
  }

  private func invalidate() {
    invalidates = false
    let (session, delegate) = (self, self.delegate)
    self.delegate = nil
    delegateQueue.addOperation { delegate?.urlSession(session, didBecomeInvalidWithError: nil) }
  }

  fileprivate func finished(_ transfer: TransferTask) {
    let task = task(for: transfer)
    tasks[transfer.identifier] = nil
    let completion = TransferCompletion(task, transfer)
    delegateQueue.addOperation { [self] in completion.tell(delegate, session: self) }
    if invalidates, session.unfinishedTasks.isEmpty { invalidate() }
  }

  fileprivate func eventsFinished() {
    delegateQueue.addOperation { [self] in delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self) }
  }

  /// The system's way to a session, without keeping it alive.
  private final class Port: TransferPort {
    weak var owner: URLSession?
    init(_ owner: URLSession) { self.owner = owner }
    func taskFinished(_ task: TransferTask) { owner?.finished(task) }
    func eventsFinished() { owner?.eventsFinished() }
  }
}
