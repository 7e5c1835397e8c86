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
}
