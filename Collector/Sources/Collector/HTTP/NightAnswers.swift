import Chunks
import CollectorContract
import Curves
import Foundation
import Hummingbird
import ServiceLifecycle

/// The answers about nights, for requests that may read them.
struct NightAnswers: Sendable {
  let reads: ReadRoutes
  let storage: any CollectorStorage
  let files: NightFiles
  /// The pages that are informed about new chunks.
  let livePages: LimitedPlaces
  let looks: DeviceLooks

  /// The time between two looks for new chunks, while a page is open.
  private static let lookInterval = Duration.seconds(1)
  /// The number of looks after which a line is sent in any case, so that the connection stays open.
  private static let looksPerLine = 10

  /// Returns the night of a device that contains a time. Throws `.notFound` if there is none.
  func night(of device: String, containing time: Int64) async throws -> Night {
    guard let night = try await storage.night(of: device, containing: time) else {
      throw Problem(.notFound, "Device \(device) has no night at this time.")
    }
    return night
  }

  /// Returns the page of a night.
  func page(_ night: Night, of device: String, at place: NightPlace) async throws -> Response {
    let content = try await NightContent.load(night, of: device, at: place, storage)
    return PageFrame.response(NightPage(night: content).html)
  }

  /// Returns the data of a night's page as JSON, from which its script updates gaps and marks.
  func data(_ night: Night, of device: String, at place: NightPlace) async throws -> Response {
    let content = try await NightContent.load(night, of: device, at: place, storage)
    return JSON.uncached(ContractJSON.encode(NightData(night: content)))
  }

  /// Returns the points of a curve as JSON.
  ///
  /// - Parameter limits: the times that may be read; nil for all.
  func curve(
    _ name: StreamName, _ request: Request, within limits: NightSpan? = nil
  ) async throws -> Response {
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
    let answer = try await CurveAnswer.load(
      name, from: from, to: to, pointsMax: points, within: limits, storage)
    guard let answer else { throw Problem(.notFound, "There is no stream \(name.stream).") }
    return JSON.uncached(answer.json)
  }

  /// Sends an event for each stream that has new chunks, as long as the page is open and its reader's token is valid.
  ///
  /// The chunks may have been stored by another collector, so the database is asked.
  ///
  /// - Parameter limits: the times about which there are events; nil for all.
  func events(
    of device: String, for reader: Reader, within limits: NightSpan? = nil
  ) async throws -> Response {
    let place = try livePages.reserve(for: reader)
    let before = try await looks.look(at: device, nightTime: limits?.start)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: .init { writer in
        // The place is free again when this body is no longer used.
        defer { withExtendedLifetime(place) {} }
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        var events = NightEvents(after: before)
        var lookCount = 0
        while !Task.isShuttingDownGracefully {
          try await Task.sleep(for: Self.lookInterval)
          guard try await reads.access.isValid(reader) else { break }
          let look = try await looks.look(at: device, nightTime: limits?.start)
          guard limits == nil || look.night != nil else { break }
          lookCount += 1
          var text = events.text(look)
          if text.isEmpty, lookCount % Self.looksPerLine == 0 { text = ":\n\n" }
          if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
        }
        try await writer.finish(nil)
      })
  }
}
