import Hummingbird

/// Decides who may see the pages.
struct PageAccess: Sendable {
  let access: Access
  /// Whether only this machine can reach the server.
  let isLocal: Bool

  /// Whether pages require an admin token: they do unless a program on this machine has asked
  /// this machine for them by name. A page of another site can give its own name the address of this
  /// machine, and a browser then sends its requests here, but with that name.
  private func needsAdmin(_ request: Request) -> Bool {
    guard isLocal, !request.isForwarded else { return true }
    return !Self.isThisMachine(request.head.authority ?? "")
  }

  /// Whether a name, with a port or without, is one that this machine has for itself.
  private static func isThisMachine(_ host: String) -> Bool {
    let end =
      host.hasPrefix("[")
      ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":") ?? host.endIndex
    guard let end else { return false }
    let port = host[end...]
    return ["", "localhost", "127.0.0.1", "[::1]"].contains(host[..<end].lowercased())
      && (port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil)
  }

  /// Returns who reads. Throws a problem if the request may not see the pages.
  private func reader(_ request: Request, always: Bool) async throws -> Reader {
    if always { return try await access.requireAdmin(request, for: "for this page") }
    guard needsAdmin(request) else { return .local }
    return try await access.requireAdmin(
      request,
      for: request.isForwarded
        ? "for this page, because the request came through a proxy"
        : "for this page, because other machines can reach this server")
  }

  /// Responds if the request may see the pages, and then notes the read; a browser without a token asks its user for
  /// one.
  ///
  /// - Parameter needsAdmin: whether programs on this machine need an admin token, too.
  func protect(
    _ request: Request, reading target: ReadTarget, needsAdmin: Bool = false,
    _ respond: (Reader) async throws -> Response
  ) async throws -> Response {
    let reader: Reader
    do {
      reader = try await self.reader(request, always: needsAdmin)
    } catch let problem as Problem where problem.kind == .unauthorized {
      var response = problem.response
      response.headers[.wwwAuthenticate] = "Basic realm=\"yoban: an admin token as password\""
      return response
    }
    return try await access.respond(to: reader, reading: target, respond)
  }
}

extension Request {
  /// Whether a proxy has sent the request, so that a program on another machine may have asked for it.
  fileprivate var isForwarded: Bool {
    headers.contains { field in
      let name = field.name.canonicalName
      return Self.fieldsOfProxies.contains(name) || name.hasPrefix("x-forwarded-")
    }
  }

  /// The fields with which proxies tell who has sent a request, beside `X-Forwarded-*`.
  private static let fieldsOfProxies: Set = [
    "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip",
    "x-original-forwarded-for", "true-client-ip", "cf-connecting-ip", "cf-ray", "fastly-client-ip",
    "fly-client-ip",
    "x-envoy-external-address", "x-azure-clientip", "cloudfront-viewer-address",
  ]
}

extension PageFrame {
  /// The response with a page. The browser runs only the scripts of this server, and none that a name or a
  /// recording could contain.
  static func response(_ html: HTML) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        .cacheControl: "no-store",
      ],
      body: .init(byteBuffer: ByteBuffer(string: html.text)))
  }
}
