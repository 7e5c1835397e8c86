/// The reason why an enrollment has not given an access.
public enum EnrollmentError: Error, Hashable, Sendable {
  /// The text is no code, for the reason that the message names. Nothing was sent.
  case invalidCode(String)
  /// The collector has refused the code. Another code is needed.
  case refused(EnrollmentRefusal, String)
  /// There was no answer of a collector in the given time. The code may have been used: call `enroll(with:)` again with
  /// the same code, also in a later launch, and the collector repeats its answer.
  case noAnswer(EnrollmentFailure)
  /// The state could not be read or stored. Call `enroll(with:)` again with the same code when that works.
  case store(StoreError)
  /// The calling task was canceled, or another code was sent meanwhile. The code may have been used, as after
  /// `noAnswer`.
  case canceled
}

/// The reason why a collector refuses a code.
public enum EnrollmentRefusal: String, Hashable, Sendable {
  /// The collector has no such code.
  case unknown
  /// Another installation has used it.
  case used
  case expired
  /// The code, or the token that it has given, was revoked.
  case revoked
  /// The collector does not accept such requests.
  case other
}

/// The reason why one attempt has got no answer of a collector.
public enum EnrollmentFailure: Hashable, Sendable {
  /// There was no response. The code is that of `URLError`.
  case unreachable(code: Int)
  /// The response is not one of a collector, such as that of a proxy or of a page that asks for a login.
  case status(Int)
  /// The collector cannot answer now; the message says why.
  case busy(String)
}

extension EnrollmentError: CustomStringConvertible {
  /// The error and the remedy, for the user.
  public var description: String {
    switch self {
    case .invalidCode(let message), .refused(_, let message): message
    case .noAnswer(.unreachable(let code)):
      "The collector cannot be reached (\(code)). Check the network, and send the same code again."
    case .noAnswer(.status(let status)):
      "The answer with status \(status) is not one of a collector. Check the address in the code, or whether the network needs a login, and send the same code again."
    case .noAnswer(.busy(let message)): "\(message) Send the same code again."
    case .store(let error): error.description
    case .canceled: "The enrollment was canceled. Send the same code again."
    }
  }
}
