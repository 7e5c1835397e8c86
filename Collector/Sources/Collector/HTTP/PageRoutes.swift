import Chunks
import Hummingbird

/// The routes for people and monitoring: the page of nights, the health and the metrics.
struct PageRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage
  let metrics: Metrics
  /// Whether only this machine can reach the server.
  let isLocal: Bool

  /// Responds with success if the server runs and its database can be read. Damaged chunks are named, but
  /// are no failure of the server: it can store others.
  func health() async throws -> Response {
    let damaged = try await storage.damage().count
    let text = damaged == 0 ? "ok\n" : "ok\ndamaged chunks: \(damaged)\n"
    return Response(
      status: .ok, headers: [.contentType: "text/plain"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// Whether nights and metrics require an admin token: they do unless a program on this machine has asked
  /// this machine for them by name. A page of another site can give its own name the address of this
  /// machine, and a browser then sends its requests here, but with that name.
  private func needsAdmin(_ request: Request) -> Bool {
    guard isLocal else { return true }
    let host = request.head.authority ?? ""
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return !["", "localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
  }

  func metrics(_ request: Request) async throws -> Response {
    if needsAdmin(request) { try await access.requireAdmin(request) }
    return Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
      body: .init(
        byteBuffer: ByteBuffer(string: metrics.text(damaged: try await storage.damage().count))))
  }

  /// Returns the devices and their nights as an HTML page.
  func nights(_ request: Request) async throws -> Response {
    if needsAdmin(request) {
      do {
        try await access.requireAdmin(request)
      } catch let problem as Problem where problem.kind == .unauthorized {
        var response = problem.response
        response.headers[.wwwAuthenticate] = "Basic realm=\"yoban: an admin token as password\""
        return response
      }
    }
    var devices: [DeviceNights] = []
    for device in try await storage.devices() {
      devices.append(try await DeviceNights.load(device, from: storage))
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
        .cacheControl: "no-store",
      ],
      body: .init(byteBuffer: ByteBuffer(string: NightsPage(devices: devices).html)))
  }
}
