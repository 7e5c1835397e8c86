import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices

extension TransferFailure {
  /// The error that the delegate receives, with Apple's keys and texts.
  func urlError(_ url: URL?) -> URLError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: words]
    info[NSURLErrorFailingURLErrorKey] = url
    info["NSErrorFailingURLStringKey"] = url?.absoluteString
    if case .cancelled(let reason?) = self {
      info[NSURLErrorBackgroundTaskCancelledReasonKey] = reason
    }
    return URLError(code, userInfo: info)
  }

  private var code: URLError.Code {
    switch self {
    case .exchange(.cannotConnect): .cannotConnectToHost
    case .exchange(.connectionLost): .networkConnectionLost
    case .exchange(.timedOut): .timedOut
    case .exchange(.cannotFindHost): .cannotFindHost
    case .exchange(.unsupportedURL): .unsupportedURL
    case .notConnected: .notConnectedToInternet
    case .tooManyRedirects: .httpTooManyRedirects
    case .fileMissing: .fileDoesNotExist
    case .cancelled: .cancelled
    }
  }

  private var words: String {
    switch self {
    case .exchange(.cannotConnect): "Could not connect to the server."
    case .exchange(.connectionLost): "The network connection was lost."
    case .exchange(.timedOut): "The request timed out."
    case .exchange(.cannotFindHost): "A server with the specified hostname could not be found."
    case .exchange(.unsupportedURL): "unsupported URL"
    case .notConnected: "The Internet connection appears to be offline."
    case .tooManyRedirects: "too many HTTP redirects"
    case .fileMissing: "The requested URL was not found on this server."
    case .cancelled: "cancelled"
    }
  }
}

extension URLError {
  /// An error with Apple's keys.
  static func made(_ code: Code, _ url: URL?) -> URLError {
    let words =
      switch code {
      case .cancelled: "cancelled"
      case .unsupportedURL: "unsupported URL"
      case .badURL: "bad URL"
      default: "The requested URL was not found on this server."
      }
    var info: [String: Any] = [NSLocalizedDescriptionKey: words]
    info[NSURLErrorFailingURLErrorKey] = url
    info["NSErrorFailingURLStringKey"] = url?.absoluteString
    return URLError(code, userInfo: info)
  }

  /// The reason why the system canceled a background task. Foundation declares it on Apple's
  /// systems only.
  @nonexhaustive public enum BackgroundTaskCancelledReason: Int, Sendable {
    case userForceQuitApplication = 0
    case backgroundUpdatesDisabled = 1
    case insufficientSystemResources = 2
  }

  /// The reason if the system canceled the task; nil if the app did (L16, FT7).
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int).flatMap(
      BackgroundTaskCancelledReason.init)
  }
}
