import Foundation
import YobanSimulatedDevices

/// The request that follows a redirect. It has no side effects.
package enum HTTPRedirect {
  /// Returns the request that the response asks for; nil if the response is not a redirect (FT9).
  ///
  /// 303 changes every method except HEAD to GET; 301 and 302 change POST to GET; 307 and 308 keep
  /// the method and the body.
  package static func request(
    after response: HTTPExchangeResponse, to request: HTTPExchangeRequest
  ) -> HTTPExchangeRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.value(of: "Location"), let base = URL(string: request.url),
      let target = URL(string: location, relativeTo: base)?.absoluteURL
    else { return nil }
    var next = request
    next.url = target.absoluteString
    let becomesGet =
      response.status == 303 && request.method != "HEAD"
      || (response.status == 301 || response.status == 302) && request.method == "POST"
    if becomesGet {
      next.method = "GET"
      next.body = []
      next.headers.removeAll { ["content-type", "content-length"].contains($0.name.lowercased()) }
    }
    // Credentials for one server are not sent to another.
    if target.host != base.host || target.port != base.port || target.scheme != base.scheme {
      next.headers.removeAll { $0.name.lowercased() == "authorization" }
    }
    return next
  }
}
