import HTTPTypes
import Hummingbird

/// Refuses requests that no honest client sends, but that can lead a proxy or a browser to something it should not
/// reach.
struct RequestRules<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    // `HTTP1RulesHandler` leaves no name if there is none, or more than one.
    guard request.head.authority != nil else {
      throw Problem(.invalidRequest, "Send the header field Host exactly once.")
    }
    // The router would leave out the empty parts of a path, and the rules of a proxy may not.
    guard !request.uri.path.contains("//") else {
      throw Problem(.notFound, "This path does not exist. docs/collector-api.md lists the paths.")
    }
    if request.method != .get, request.method != .head,
      request.headers[.secFetchSite] == "cross-site"
    {
      throw Problem(.forbidden, "A page of another site must not change anything here.")
    }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
