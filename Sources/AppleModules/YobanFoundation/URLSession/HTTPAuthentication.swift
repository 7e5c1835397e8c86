import Foundation
import FoundationNetworking

/// The authentication that a server asks for in a response 401.
struct HTTPAuthentication: Equatable {
  var method: String
  var realm: String?

  /// Reads a WWW-Authenticate field; nil if it names no scheme that is simulated: only Basic is.
  init?(_ field: String) {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first, scheme.lowercased() == "basic" else { return nil }
    method = NSURLAuthenticationMethodHTTPBasic
    guard parts.count == 2, let start = parts[1].range(of: "realm=\"", options: .caseInsensitive)
    else { return }
    realm = String(parts[1][start.upperBound...].prefix { $0 != "\"" })
  }

  /// The value of the Authorization field for a credential; nil if it has no user and password.
  static func authorization(_ credential: URLCredential) -> String? {
    guard let user = credential.user, let password = credential.password else { return nil }
    return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  func challenge(
    _ url: URL, _ response: URLResponse, failures: Int, _ proposed: URLCredential?
  ) -> URLAuthenticationChallenge {
    let isTLS = url.scheme == "https"
    let space = URLProtectionSpace(
      host: url.host ?? "", port: url.port ?? (isTLS ? 443 : 80), protocol: url.scheme,
      realm: realm, authenticationMethod: method)
    return URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: proposed, previousFailureCount: failures,
      failureResponse: response, error: nil, sender: NoSender())
  }

  /// The sender of the challenges of a session: its delegate answers with the completion handler.
  private final class NoSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
  }
}
