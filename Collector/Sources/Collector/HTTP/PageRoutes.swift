import Chunks
import Hummingbird

/// The routes for people and monitoring: the page of nights, the health and the metrics.
struct PageRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage
  let metrics: Metrics
  /// Whether nights and metrics require an admin token, as on a server that is not local.
  let needsAdmin: Bool

  /// Responds with success if the server runs and its database can be read. Damaged chunks are named, but
  /// are no failure of the server: it can store others.
  func health() async throws -> Response {
    let damaged = try await storage.damage().count
    let text = damaged == 0 ? "ok\n" : "ok\ndamaged chunks: \(damaged)\n"
    return Response(
      status: .ok, headers: [.contentType: "text/plain"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  func metrics(_ request: Request) async throws -> Response {
    if needsAdmin { try await access.requireAdmin(request) }
    return Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
      body: .init(
        byteBuffer: ByteBuffer(string: metrics.text(damaged: try await storage.damage().count))))
  }

  /// Returns the devices and their nights as an HTML page.
  func nights(_ request: Request) async throws -> Response {
    if needsAdmin {
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
