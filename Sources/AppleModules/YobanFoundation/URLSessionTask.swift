import Foundation
internal import YobanSimulatedDevices

/// One transfer of a session.
///
/// Sendable as at Apple: used only on the threads of one simulation, one at a time.
open class URLSessionTask: NSObject, @unchecked Sendable {
  @nonexhaustive public enum State: Int, Sendable {
    case running = 0
    case suspended = 1
    case canceling = 2
    case completed = 3
  }

  public static let defaultPriority: Float = 0.5
  public static let lowPriority: Float = 0.25
  public static let highPriority: Float = 0.75

  private let transfer: TransferTask
  private weak var session: URLSession?
  private var isCancelled = false
  /// Set when the delegate is notified of the end.
  var hasEnded = false
  /// Receives the outcome instead of the delegate.
  var completion: TransferCompletion.Handler?
  /// Receives the progress of this task instead of the session's delegate, in the `async` methods.
  var ownDelegate: (any URLSessionTaskDelegate)?

  init(_ transfer: TransferTask, in session: URLSession, _ request: URLRequest?) {
    self.transfer = transfer
    self.session = session
    originalRequest = request
    if case .file(let url) = transfer.body {
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      countOfBytesExpectedToSend = (attributes?[.size] as? NSNumber)?.int64Value ?? -1
    }
    if case .data(let data) = transfer.body { countOfBytesExpectedToSend = Int64(data.count) }
    super.init()
  }

  /// Unique within the session, including earlier launches of the app.
  open var taskIdentifier: Int { transfer.identifier }
  /// A text of the app, which the system stores with the task.
  open var taskDescription: String? {
    get { transfer.taskDescription }
    set { transfer.taskDescription = newValue }
  }
  open private(set) var originalRequest: URLRequest?
  open var currentRequest: URLRequest? { originalRequest }
  open internal(set) var response: URLResponse?
  open internal(set) var error: (any Error)?
  /// The earliest time at which the transfer may begin; nil for no limit. Set it before `resume()`.
  open var earliestBeginDate: Date?
  /// A hint for the system. Has no effect here.
  open var priority: Float = URLSessionTask.defaultPriority
  /// A hint for the system. Has no effect here.
  open var countOfBytesClientExpectsToSend: Int64 = -1
  /// A hint for the system. Has no effect here.
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  /// Set when the task has ended.
  open internal(set) var countOfBytesSent: Int64 = 0
  /// Set when the task has ended.
  open internal(set) var countOfBytesReceived: Int64 = 0
  /// The size of an upload; −1 for other tasks.
  open private(set) var countOfBytesExpectedToSend: Int64 = -1
  /// Set when the task has ended.
  open internal(set) var countOfBytesExpectedToReceive: Int64 = -1

  /// `suspended` until `resume()` is called; `completed` once the delegate was notified of the end.
  open var state: State {
    if hasEnded { return .completed }
    if isCancelled { return .canceling }
    return transfer.isSuspended ? .suspended : .running
  }

  /// Starts the transfer, immediately or when the system permits it (FT7).
  open func resume() {
    transfer.earliestBegin = earliestBeginDate.map {
      .nanoseconds(Int64(min(max(0, $0.timeIntervalSinceNow), 1e9) * 1e9))
    }
    session?.resume(transfer)
  }

  /// Cancels the transfer. The delegate receives NSURLErrorCancelled.
  open func cancel() {
    guard !hasEnded else { return }
    isCancelled = true
    session?.cancel(transfer)
  }
}

/// A task whose response is received as data.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// A task that sends a file or bytes.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// A task that receives a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
