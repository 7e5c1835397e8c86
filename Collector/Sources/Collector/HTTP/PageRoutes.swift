import Chunks
import Foundation
import Hummingbird

/// The routes for people and monitoring: the page of nights, the health and the metrics.
struct PageRoutes: Sendable {
  let access: PageAccess
  let storage: any CollectorStorage
  let metrics: Metrics

  /// Responds with success if the server runs and its database can be read. Damaged chunks are named, but
  /// are no failure of the server: it can store others.
  func health() async throws -> Response {
    let damaged = try await storage.damagedCount()
    let text = damaged == 0 ? "ok\n" : "ok\ndamaged chunks: \(damaged)\n"
    return Response(
      status: .ok, headers: [.contentType: "text/plain"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  func metrics(_ request: Request) async throws -> Response {
    try await access.protect(request, reading: ReadTarget("metrics")) { _ in
      let text = metrics.text(
        damaged: try await storage.damagedCount(),
        waitingAlerts: try await storage.waitingAlertCount(), objects: storage.objectCounts)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
  }

  /// The number of devices on a page, and of the nights of each.
  private static let devicesPerPage = 20
  private static let latestNights = 3
  /// The number of nights on the page of a device.
  private static let nightsPerPage = 20

  /// Returns the devices with their latest nights as an HTML page.
  func devices(_ request: Request) async throws -> Response {
    try await page(request, ReadTarget("page of devices")) {
      let search = request.uri.queryParameters["q"].map { String($0.prefix(64)) } ?? ""
      let group = request.uri.queryParameters["group"].map(String.init)
      var names = try await storage.devices(
        after: request.uri.queryParameters["after"].map(String.init), containing: search, in: group,
        atMost: Self.devicesPerPage + 1)
      let hasMore = names.count > Self.devicesPerPage
      names = Array(names.prefix(Self.devicesPerPage))
      var devices: [DeviceNights] = []
      for name in names {
        devices.append(try await load(name, before: nil, atMost: Self.latestNights))
      }
      return NightsPage(
        kind: .devices(search: search, group: group, next: hasMore ? names.last : nil),
        devices: devices,
        now: Date.nowInSeconds
      ).html
    }
  }

  /// Returns the nights of a device as an HTML page.
  func device(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.device()
    return try await page(request, ReadTarget("page of nights", device: name)) {
      let before = try request.time("before")
      guard try await storage.isKnown(device: name) else {
        throw Problem(.notFound, "There is no device \(name).")
      }
      let device = try await load(name, before: before, atMost: Self.nightsPerPage)
      return NightsPage(kind: .device, devices: [device], now: Date.nowInSeconds).html
    }
  }

  private func load(
    _ device: String, before time: Int64?, atMost limit: Int
  ) async throws -> DeviceNights {
    let nights = try await storage.nights(of: device, before: time, atMost: limit + 1)
    let summaries = try await storage.summaries(of: device)
    return DeviceNights(
      device: device,
      description: try await storage.descriptions(of: [device])[device] ?? DeviceDescription(),
      nights: Array(nights.prefix(limit)), hasMore: nights.count > limit,
      damagedCount: summaries.reduce(0) { $0 + $1.damagedCount },
      report: try await storage.report(of: device),
      lastTime: summaries.compactMap(\.times?.upperBound).max())
  }

  /// Responds with an HTML page, if the request may see it.
  private func page(
    _ request: Request, _ target: ReadTarget, _ html: () async throws -> HTML
  ) async throws -> Response {
    try await access.protect(request, reading: target) { _ in PageFrame.response(try await html()) }
  }
}
