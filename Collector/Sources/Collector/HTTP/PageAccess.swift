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
    guard isLocal else { return true }
    let host = request.head.authority ?? ""
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return !["", "localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
  }

  /// Throws a problem if the request may not see the pages.
  private func require(_ request: Request, reading target: ReadTarget) async throws {
    var reader = Reader.local
    if needsAdmin(request) {
      reader = try await access.requireAdmin(
        request, for: "for this page, because other machines can reach this server")
    }
    access.audit.note(reader, target)
  }

  /// Responds if the request may see the pages; a browser without a token asks its user for one.
  func protect(
    _ request: Request, reading target: ReadTarget, _ respond: () async throws -> Response
  ) async throws -> Response {
    do {
      try await require(request, reading: target)
    } catch let problem as Problem where problem.kind == .unauthorized {
      var response = problem.response
      response.headers[.wwwAuthenticate] = "Basic realm=\"yoban: an admin token as password\""
      return response
    }
    return try await respond()
  }
}

extension PageFrame {
  /// The response with a page. The browser runs only the scripts of this server, and none that a name or a
  /// recording could contain.
  static func response(_ html: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        .cacheControl: "no-store",
      ],
      body: .init(byteBuffer: ByteBuffer(string: html)))
  }
}
