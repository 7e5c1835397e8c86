import ClockOffsets
import Hummingbird

/// The routes that return nights to programs: `GET /v1/devices/{device}/nights`, and the
/// clocks and the files of a night.
struct NightReadRoutes: Sendable {
  let access: Access
  let answers: NightAnswers

  /// The number of nights that are in memory at once.
  private static let nightsPerStep = 50

  /// One night in the list. Times are in nanoseconds since 1970.
  private struct Report: Encodable {
    var start: Int64
    var end: Int64
    /// Whether no stop is recorded.
    var isOpen: Bool
    var streams: [String]
    var samples: Int
    var chunks: Int
    var gaps: Int
    var missing: UInt64

    enum CodingKeys: String, CodingKey {
      case start, end, streams, samples, chunks, gaps, missing
      case isOpen = "is_open"
    }

    init(_ night: Night) {
      start = night.span.start
      end = night.span.end
      isOpen = night.span.isOpen
      streams = night.streams.map(\.name)
      samples = night.sampleCount
      chunks = night.chunkCount
      gaps = night.gapCount
      missing = night.missingCount
    }
  }

  /// Returns the nights of a device, the latest first, in pages.
  func nights(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    return try await access.protect(request, reading: ReadTarget("nights", device: device)) { _ in
      let page = try ListPage(request)
      var reports: [Report] = []
      var before = try page.after { Int64($0) }
      // A night with its gaps can be large, and its report is small.
      while reports.count <= page.limit {
        let nights = try await answers.storage.nights(
          of: device, before: before,
          atMost: min(Self.nightsPerStep, page.limit + 1 - reports.count))
        guard let last = nights.last else { break }
        reports += nights.map(Report.init)
        before = last.span.start
      }
      return page.response("nights", reports, cursor: \.start) { $0 }
    }
  }

  /// Returns what is known of the clocks in the night that contains a time.
  func clocks(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    let time = try parameters.nightTime()
    return try await access.protect(request, reading: ReadTarget("clocks", device: device)) { _ in
      let times = try await answers.night(of: device, containing: time).span.times
      return JSON.response(
        ClockAnswer(
          DeviceClocks(
            try await answers.storage.clockMeasurements(of: device, in: times), over: times)))
    }
  }

  /// Returns the whole night that contains a time as a file.
  func file(
    _ request: Request, parameters: Parameters, as format: NightFiles.Format
  ) async throws -> Response {
    let device = try parameters.device()
    let time = try parameters.nightTime()
    return try await access.protect(request, reading: ReadTarget(format.rawValue, device: device)) {
      reader in
      let night = try await answers.night(of: device, containing: time)
      return try await answers.files.answer(night, of: device, as: format, for: reader)
    }
  }
}

extension Parameters {
  /// Returns the time of the night that the path names. Throws `.invalidRequest`.
  func nightTime() throws(Problem) -> Int64 {
    guard let time = get("start").flatMap({ Int64($0) }) else {
      throw Problem(.invalidRequest, "The time of a night is a whole number of nanoseconds.")
    }
    return time
  }
}
