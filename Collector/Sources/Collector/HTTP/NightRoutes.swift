import Chunks
import CollectorContract
import Curves
import Foundation
import Hummingbird
import ServiceLifecycle

/// The page of one night, and what its scripts load. Whoever may see the pages may load it.
struct NightRoutes: Sendable {
  let access: PageAccess
  let reads: ReadRoutes
  let storage: any CollectorStorage

  /// The time between two looks for new chunks, while a page is open.
  private static let lookInterval = Duration.seconds(1)
  /// The number of looks after which a line is sent in any case, so that the connection stays open.
  private static let looksPerLine = 10

  /// Returns the page of the night that contains a time.
  func night(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    guard let time = parameters.get("start").flatMap({ Int64($0) }) else {
      throw Problem(.invalidRequest, "The time of a night is a whole number of nanoseconds.")
    }
    return try await access.protect(request) {
      guard let night = try await storage.night(of: device, containing: time) else {
        throw Problem(.notFound, "Device \(device) has no night at this time.")
      }
      return PageFrame.response(
        NightPage(night: try await NightContent.load(night, of: device, storage)).html)
    }
  }

  /// Returns the points of a curve as JSON.
  func curve(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request) {
      let query = request.uri.queryParameters
      guard let from = query["from"].flatMap({ Int64($0) }),
        let to = query["to"].flatMap({ Int64($0) }), from < to,
        let points = query["points"].flatMap({ Int($0) }), (8...2_000).contains(points)
      else {
        throw Problem(
          .invalidRequest,
          "Send from and to, in nanoseconds since 1970, with from before to, and points from 8 to 2000."
        )
      }
      let answer = try await CurveAnswer.load(name, from: from, to: to, pointsMax: points, storage)
      guard let answer else { throw Problem(.notFound, "There is no stream \(name.stream).") }
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(bytes: answer.json)))
    }
  }

  /// Returns the samples of a stream.
  func samples(
    _ request: Request, parameters: Parameters, as format: ReadRoutes.SampleFormat
  ) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request) {
      try await reads.samples(of: name, request, as: format)
    }
  }

  /// Sends an event for each stream that has new chunks, as long as the page is open.
  ///
  /// The chunks may have been stored by another collector, so the database is asked.
  func events(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    return try await access.protect(request) {
      let before = try await totals(of: device)
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: .init { writer in
          try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
          var known = before
          var looks = 0
          while !Task.isShuttingDownGracefully {
            try await Task.sleep(for: Self.lookInterval)
            looks += 1
            let totals = try await totals(of: device)
            var text = ""
            for (stream, total) in totals.sorted(by: { $0.key < $1.key })
            where known[stream]?.chunks != total.chunks {
              let first = known[stream]?.last ?? total.first
              text += """
                event: stored
                data: {"first_time":"\(min(first, total.last))","last_time":"\(total.last)","stream":"\(stream)"}


                """
            }
            known = totals
            if text.isEmpty, looks % Self.looksPerLine == 0 { text = ":\n\n" }
            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
          }
          try await writer.finish(nil)
        })
    }
  }

  private func totals(
    of device: String
  ) async throws -> [String: (chunks: Int, first: Int64, last: Int64)] {
    var totals: [String: (chunks: Int, first: Int64, last: Int64)] = [:]
    for summary in try await storage.summaries(of: device) {
      guard let times = summary.times else { continue }
      totals[summary.name.stream] = (summary.chunkCount, times.lowerBound, times.upperBound)
    }
    return totals
  }
}

extension NightContent {
  /// Reads what the page of a night shows.
  fileprivate static func load(
    _ night: Night, of device: String, _ storage: any CollectorStorage
  ) async throws -> NightContent {
    let span = night.span
    let base = "/devices/\(device)"
    var streams: [NightStream] = []
    var marks: Set<NightMark> = []
    for part in night.streams {
      let name = StreamName(device: device, stream: part.name)
      let header = try await storage.header(of: name)
      let found = try await storage.marks(of: name, in: span.start...max(span.start, span.end))
      marks.formUnion(found.map { NightMark(time: $0.time, name: $0.name) })
      streams.append(
        NightStream(
          name: part.name, channels: header?.channels.map(\.name) ?? [],
          units: header?.channels.map(\.unit) ?? [], sampleCount: part.sampleCount,
          // A stream without a nominal interval has a value when there is a new one, such as a heart rate.
          drawing: header?.nominalInterval == nil ? .steps : .lines,
          downloads: [("CSV", "csv"), ("Parquet", "parquet")].map { title, ending in
            NightLink(
              title: title,
              path:
                "\(base)/streams/\(part.name)/samples.\(ending)?from=\(span.start)&to=\(span.end &+ 1)",
              hasRange: true)
          }))
    }
    let missing = night.missing.map { run in
      NightGap(
        stream: run.stream, start: run.span.start, end: run.span.end,
        cause: Wording.count(Int(clamping: run.count), "missing chunk"))
    }
    let gaps = night.gaps.map {
      NightGap(stream: $0.stream, start: $0.start, end: $0.end, cause: $0.cause)
    }
    let before = try await storage.nights(of: device, before: span.start, atMost: 1).first
    let after = try await storage.firstNight(of: device, after: span.start)
    func link(_ title: String, _ night: Night?) -> NightLink? {
      night.map { NightLink(title: title, path: "\(base)/nights/\($0.span.start)") }
    }
    return NightContent(
      device: device, start: span.start, end: span.end, isOpen: span.isOpen, streams: streams,
      gaps: (gaps + missing).sorted { ($0.start, $0.stream) < ($1.start, $1.stream) },
      marks: marks.sorted { ($0.time, $0.name) < ($1.time, $1.name) },
      previous: link("Previous night", before), next: link("Next night", after))
  }
}
