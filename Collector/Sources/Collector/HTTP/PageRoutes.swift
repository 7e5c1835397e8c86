import Chunks
import Foundation
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
    let damaged = try await storage.damagedCount()
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
        byteBuffer: ByteBuffer(string: metrics.text(damaged: try await storage.damagedCount()))))
  }

  /// The number of devices on a page, and of the nights of each.
  private static let devicesPerPage = 20
  private static let latestNights = 3
  /// The number of nights on the page of a device.
  private static let nightsPerPage = 20

  /// Returns the devices with their latest nights as an HTML page.
  func devices(_ request: Request) async throws -> Response {
    try await page(request) {
      let search = request.uri.queryParameters["q"].map { String($0.prefix(64)) } ?? ""
      var names = try await storage.devices(
        after: request.uri.queryParameters["after"].map(String.init), containing: search,
        atMost: Self.devicesPerPage + 1)
      let hasMore = names.count > Self.devicesPerPage
      names = Array(names.prefix(Self.devicesPerPage))
      var devices: [DeviceNights] = []
      for name in names {
        devices.append(try await load(name, before: nil, atMost: Self.latestNights))
      }
      return NightsPage(
        kind: .devices(search: search, next: hasMore ? names.last : nil), devices: devices,
        now: now()
      ).html
    }
  }

  /// Returns the nights of a device as an HTML page.
  func device(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.device()
    return try await page(request) {
      let before = request.uri.queryParameters["before"].flatMap { Int64($0) }
      let known = try await storage.devices(after: nil, containing: name, atMost: 1_000)
      guard known.contains(name) else {
        throw Problem(.notFound, "There is no device \(name).")
      }
      let device = try await load(name, before: before, atMost: Self.nightsPerPage)
      return NightsPage(kind: .device, devices: [device], now: now()).html
    }
  }

  private func load(
    _ device: String, before time: Int64?, atMost limit: Int
  ) async throws -> DeviceNights {
    let nights = try await storage.nights(of: device, before: time, atMost: limit + 1)
    let summaries = try await storage.summaries(of: device)
    return DeviceNights(
      device: device, nights: Array(nights.prefix(limit)), hasMore: nights.count > limit,
      damagedCount: summaries.reduce(0) { $0 + $1.damagedCount },
      report: try await storage.report(of: device),
      lastTime: summaries.compactMap(\.times?.upperBound).max())
  }

  /// Responds with an HTML page, if the request may see it.
  private func page(
    _ request: Request, _ html: () async throws -> String
  ) async throws -> Response {
    if needsAdmin(request) {
      do {
        try await access.requireAdmin(request)
      } catch let problem as Problem where problem.kind == .unauthorized {
        var response = problem.response
        response.headers[.wwwAuthenticate] = "Basic realm=\"yoban: an admin token as password\""
        return response
      }
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        .cacheControl: "no-store",
      ],
      body: .init(byteBuffer: ByteBuffer(string: try await html())))
  }

  /// Returns a script of the pages, which contains nothing that is stored and needs no token.
  func asset(_ asset: Asset) -> Response {
    Response(
      status: .ok, headers: [.contentType: asset.contentType, .cacheControl: "no-cache"],
      body: .init(byteBuffer: ByteBuffer(string: asset.text)))
  }

  private func now() -> Int64 { Int64(Date().timeIntervalSince1970) }
}
