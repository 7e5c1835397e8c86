import Foundation
internal import SimulatedOS

/// One transfer of a session.
///
/// Sendable as at Apple: used on threads of one simulation only, one at a time.
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
  /// Set as the delegate is told.
  var hasEnded = false
  /// Takes the outcome instead of the delegate.
  var completion: TransferCompletion.Handler?
  /// Hears of this task before the session's delegate, in the `async` forms.
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

  /// Unique in its session, also across launches of the app.
  open var taskIdentifier: Int { transfer.identifier }
  /// The app's own words; kept by the system with the task.
  open var taskDescription: String? {
    get { transfer.taskDescription }
    set { transfer.taskDescription = newValue }
  }
  open private(set) var originalRequest: URLRequest?
  open var currentRequest: URLRequest? { originalRequest }
  open internal(set) var response: URLResponse?
  open internal(set) var error: (any Error)?
  /// The transfer does not begin sooner; nil: as soon as the system lets it. Set before `resume()`.
  open var earliestBeginDate: Date?
  /// A hint to the system, without effect here.
  open var priority: Float = URLSessionTask.defaultPriority
  /// A hint to the system, without effect here.
  open var countOfBytesClientExpectsToSend: Int64 = -1
  /// A hint to the system, without effect here.
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  /// Known when the task has ended.
  open internal(set) var countOfBytesSent: Int64 = 0
  /// Known when the task has ended.
  open internal(set) var countOfBytesReceived: Int64 = 0
  /// The size of what an upload sends, else −1.
  open private(set) var countOfBytesExpectedToSend: Int64 = -1
  /// Known when the task has ended.
  open internal(set) var countOfBytesExpectedToReceive: Int64 = -1

  /// `suspended` until `resume`; `completed` when the delegate is told of the end.
  open var state: State {
    if hasEnded { return .completed }
    if isCancelled { return .canceling }
    return transfer.isSuspended ? .suspended : .running
  }

  /// Starts the transfer, at once or when the system lets it (FT7).
  open func resume() {
    transfer.earliestBegin = earliestBeginDate.map {
      .nanoseconds(Int64(min(max(0, $0.timeIntervalSinceNow), 1e9) * 1e9))
    }
    session?.resume(transfer)
  }

  /// Ends the transfer; the delegate hears of it with NSURLErrorCancelled.
  open func cancel() {
    guard !hasEnded else { return }
    isCancelled = true
    session?.cancel(transfer)
  }
}

/// A task whose answer comes as data.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// Sends a file, or bytes.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// Receives a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
