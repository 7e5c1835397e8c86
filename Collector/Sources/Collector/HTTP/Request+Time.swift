import Hummingbird

extension Request {
  /// Returns the time in a parameter of the query, in nanoseconds since 1970; nil if it is absent. Throws
  /// `.invalidRequest` if it is not a time.
  func time(_ parameter: String) throws(Problem) -> Int64? {
    guard let text = uri.queryParameters[parameter[...]] else { return nil }
    guard let time = Int64(text) else {
      throw Problem(
        .invalidRequest, "\(parameter) must be a whole number of nanoseconds since 1970.")
    }
    return time
  }
}
