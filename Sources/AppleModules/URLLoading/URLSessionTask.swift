import Foundation
internal import SimulatedOS

/// One transfer of a background session.
///
/// Sendable as at Apple: used on threads of one simulation only, one at a time.
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable {
    case running = 0
    case suspended = 1
    case canceling = 2
    case completed = 3
  }

  public static let defaultPriority: Float = 0.5
  public static let lowPriority: Float = 0.25
  public static let highPriority: Float = 0.75

  let transfer: TransferTask
  let session: TransferSession
  weak var owner: URLSession?

  init(_ transfer: TransferTask, _ session: TransferSession, owner: URLSession, request: URLRequest?) {
    self.transfer = transfer
    self.session = session
    self.owner = owner
    originalRequest = request
    super.init()
  }

  /// Unique in its session, also across lives of the app.
  open var taskIdentifier: Int { transfer.identifier }
  /// The app's own words; kept by the system with the task.
  open var taskDescription: String? {
    get { transfer.taskDescription }
    set { transfer.taskDescription = newValue }
  }
  open internal(set) var originalRequest: URLRequest?
  open var currentRequest: URLRequest? { originalRequest }
  open internal(set) var response: URLResponse?
  open internal(set) var error: (any Error)?
  open var priority: Float = URLSessionTask.defaultPriority
  open var earliestBeginDate: Date?
  open var countOfBytesClientExpectsToSend: Int64 = -1
  open var countOfBytesClientExpectsToReceive: Int64 = -1
  open internal(set) var countOfBytesSent: Int64 = 0
  open internal(set) var countOfBytesReceived: Int64 = 0
  open internal(set) var countOfBytesExpectedToSend: Int64 = -1
  open internal(set) var countOfBytesExpectedToReceive: Int64 = -1

  open var state: State {
    if transfer.outcome != nil { return .completed }
    return transfer.isSuspended ? .suspended : .running
  }

  /// Starts the transfer, at once or when the system lets it (FT7).
  open func resume() { owner?.resume(self) }

  /// Ends the transfer; the delegate hears of it with NSURLErrorCancelled.
  open func cancel() { owner?.cancel(self) }
}

/// A task whose answer comes as data.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

/// Sends a file.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

/// Receives a file.
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
