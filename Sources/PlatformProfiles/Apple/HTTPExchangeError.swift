/// The reason why there was no response, with its NSURLError code.
public enum HTTPExchangeError: Error, Sendable, Hashable {
  /// NSURLErrorCannotConnectToHost, -1004.
  case cannotConnect
  /// NSURLErrorNetworkConnectionLost, -1005.
  case connectionLost
  /// NSURLErrorTimedOut, -1001.
  case timedOut
  /// NSURLErrorCannotFindHost, -1003.
  case cannotFindHost
  /// NSURLErrorUnsupportedURL, -1002.
  case unsupportedURL
}
