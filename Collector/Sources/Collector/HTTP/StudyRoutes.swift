import CollectorContract
import Foundation
import Hummingbird

/// The routes for people who run a study: who has sent last night, and codes for new devices.
struct StudyRoutes: Sendable {
  let access: PageAccess
  let storage: any CollectorStorage

  /// The number of devices on a page, and of codes in the list.
  private static let devicesPerPage = 50
  private static let codesMax = 200
  private static let formBytesMax = 8_192

  // MARK: Last night

  /// Returns which devices have sent last night, and which have not, as an HTML page.
  func lastNight(_ request: Request) async throws -> Response {
    try await access.protect(request, reading: ReadTarget("page of last night")) { _ in
      let query = request.uri.queryParameters
      let zone = query["zone"].map(String.init) ?? Self.zoneDefault
      // A browser may know a zone that the server does not know yet.
      let isKnown = NightWindow.isZone(zone)
      let list = try await list(
        request, zone: isKnown ? zone : Self.zoneDefault, atMost: Self.devicesPerPage,
        after: query["after"].flatMap { NightStatePosition(String($0)) })
      return PageFrame.response(
        LastNightPage(list: list, unknownZone: isKnown ? nil : zone).html)
    }
  }

  private static let zoneDefault = "UTC"

  private struct Report: Encodable {
    var date: String
    var zone: String
    var from: Int64
    var to: Int64
    var counts: [String: Int]
    var devices: [DeviceNightReport]
  }

  /// Returns the same as JSON, in pages, with an admin token.
  func lastNightReport(_ request: Request) async throws -> Response {
    let reader = try await access.access.requireAdmin(request, for: "to read about all devices")
    let page = try ListPage(request, limitMax: 500, limitDefault: 100)
    return try await access.access.respond(to: reader, reading: ReadTarget("last night")) { _ in
      let list = try await list(
        request, zone: request.uri.queryParameters["zone"].map(String.init) ?? Self.zoneDefault,
        atMost: page.limit, after: try page.after(NightStatePosition.init))
      let report = Report(
        date: list.window.date, zone: list.window.zoneName,
        from: list.window.times.lowerBound, to: list.window.times.upperBound,
        counts: Dictionary(
          uniqueKeysWithValues: NightState.allCases.map { ($0.name, list.counts[$0]) }),
        devices: list.devices.map { DeviceNightReport($0, until: list.end) })
      return page.response(report, next: list.next)
    }
  }

  private func list(
    _ request: Request, zone: String, atMost limit: Int, after: NightStatePosition?
  ) async throws -> NightList {
    let query = request.uri.queryParameters
    let now = Date.nowInSeconds
    let window = try NightWindow(date: query["date"].map(String.init), zone: zone, now: now)
    return try await NightList.load(
      window, group: query["group"].map(String.init), after: after, atMost: limit, now: now,
      from: storage)
  }

  // MARK: Codes

  /// Returns the page with codes and a form for new ones. It needs an admin token in any case: whoever has a code can
  /// store.
  func codes(_ request: Request) async throws -> Response {
    try await access.protect(
      request, reading: ReadTarget("page of codes"), needsAdmin: true
    ) { _ in
      try await page(EnrollmentForm())
    }
  }

  /// Makes codes and returns the page with them: they cannot be shown again.
  func makeCodes(_ request: Request) async throws -> Response {
    try request.requireOwnPage()
    return try await access.protect(
      request, reading: ReadTarget("page of codes"), needsAdmin: true
    ) { reader in
      let body = try await request.body.collect(upTo: Self.formBytesMax)
      guard
        let form = try? URLEncodedFormDecoder().decode(
          EnrollmentForm.self, from: String(buffer: body))
      else { throw Problem(.invalidRequest, "Send the form of the page.") }
      do {
        let offer = try form.offer(author: "token \(reader.id)")
        return try await page(
          EnrollmentForm(after: form), made: offer.make(in: storage, now: Date.nowInSeconds))
      } catch let problem as EnrollmentOffer.Invalid {
        var response = try await page(form, problem: problem.description)
        response.status = .badRequest
        return response
      }
    }
  }

  private func page(
    _ form: EnrollmentForm, made: [EnrollmentOffer.Made] = [], problem: String? = nil
  ) async throws -> Response {
    let codes = try await storage.enrollments(atMost: Self.codesMax)
    var form = form
    if form.collector.isEmpty { form.collector = codes.first?.collector ?? "" }
    return PageFrame.response(
      EnrollmentsPage(
        codes: codes, form: form, made: made, problem: problem, groups: try await storage.groups(),
        now: Date.nowInSeconds
      ).html)
  }

  /// Returns the page for a browser that opens a code.
  func enroll(_ request: Request) -> Response { PageFrame.response(EnrollPage.html) }

  // MARK: A device

  /// Returns what is known about a device itself.
  func device(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    return try await access.access.protect(
      request, reading: ReadTarget("device", device: device)
    ) { _ in
      guard try await storage.isKnown(device: device) else {
        throw Problem(.notFound, "There is no device \(device).")
      }
      let description = try await storage.descriptions(of: [device])[device]
      return JSON.response(
        DeviceAnswer(
          device, description ?? DeviceDescription(), try await storage.report(of: device)))
    }
  }
}
