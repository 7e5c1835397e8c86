import Foundation
internal import YobanSimulatedDevices

// Uses of a session that raise an exception at Apple, which terminates the app.
extension URLSession {
  /// A use of a session that raises an exception.
  enum Exception {
    case uploadFromData
    case completionHandler
    case dataTask
    case invalidated
    case unreadable(URL)

    var description: String {
      switch self {
      case .uploadFromData:
        "NSGenericException: Upload tasks from NSData are not supported in background sessions."
      case .completionHandler:
        "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
      case .dataTask:
        "NSGenericException: Data tasks are not supported in background sessions."
      case .invalidated: "NSGenericException: Task created in a session that has been invalidated"
      case .unreadable(let url): "NSInvalidArgumentException: Cannot read file at \(url)"
      }
    }
  }

  /// Terminates the calling app. Never returns, as after an uncaught exception.
  func raise(_ exception: Exception) -> Never {
    AppProcess.raise(exception.description, of: process)
  }
}
