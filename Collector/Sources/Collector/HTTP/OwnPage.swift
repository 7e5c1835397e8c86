import HTTPTypes
import Hummingbird

extension Request {
  /// Throws `.forbidden` if a page of another site, or of another server of the same site, has sent the request: the
  /// browser adds the token that its user has entered for this server.
  ///
  /// `RequestRules` refuses only requests of other sites, because a browser adds no token to those of scripts.
  func requireOwnPage() throws(Problem) {
    // A browser sends this field to addresses with https, and to this machine.
    if let site = headers[.secFetchSite] {
      guard site == "same-origin" || site == "none" else { throw Self.foreignPage }
    } else if let origin = headers[.origin] {
      let own = head.authority ?? ""
      guard ["http://\(own)", "https://\(own)"].contains(origin) else { throw Self.foreignPage }
    }
  }

  private static var foreignPage: Problem {
    Problem(.forbidden, "A page of another server must not change anything here.")
  }
}
