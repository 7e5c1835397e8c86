import Foundation
internal import SimulatedOS

// What Apple's background sessions answer with an exception, which ends the app.
extension URLSession {
  /// An exception of a background session.
  enum Exception {
    case uploadFromData
    case completionHandler
    case invalidated
    case unreadable(URL)

    var description: String {
      switch self {
      case .uploadFromData:
        "NSGenericException: Upload tasks from NSData are not supported in background sessions."
      case .completionHandler:
        "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
      case .invalidated: "NSGenericException: Task created in a session that has been invalidated"
      case .unreadable(let url): "NSInvalidArgumentException: Cannot read file at \(url)"
      }
    }
  }

  /// Ends the app whose code called. The call never returns, as after an exception nobody catches.
  func raise(_ exception: Exception) -> Never {
    AppProcess.raise(exception.description, of: process)
  }

  /// Ends the app: a background session uploads files only.
  public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
    raise(.uploadFromData)
  }

  /// Ends the app: a background session uploads files only.
  public func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    raise(.completionHandler)
  }

  /// Ends the app: a background session tells its delegate only.
  public func uploadTask(
    with request: URLRequest, fromFile fileURL: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask {
    raise(.completionHandler)
  }

  /// Ends the app: a background session tells its delegate only.
  public func downloadTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    raise(.completionHandler)
  }

  /// Ends the app: a background session tells its delegate only.
  public func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDownloadTask {
    raise(.completionHandler)
  }
}
