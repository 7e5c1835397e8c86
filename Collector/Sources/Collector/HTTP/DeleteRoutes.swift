import Chunks
import Foundation
import Hummingbird

/// The routes that delete recordings: `DELETE /v1/devices/{device}` and
/// `DELETE /v1/devices/{device}/streams/{stream}`.
struct DeleteRoutes: Sendable {
  let access: Access
  let storage: any CollectorStorage

  private struct Answer: Encodable {
    var chunks: Int
  }

  func device(_ request: Request, parameters: Parameters) async throws -> Response {
    try await delete(try parameters.device(), stream: nil, request)
  }

  func stream(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.streamName()
    return try await delete(name.device, stream: name.stream, request)
  }

  /// Deletes the chunks with a sample from `from` (included) to `to` (not included), by default all, and
  /// responds with their number.
  private func delete(
    _ device: String, stream: String?, _ request: Request
  ) async throws -> Response {
    let admin = try await access.requireAdmin(request, for: "to delete recordings")
    // A misspelled limit must not delete everything.
    if let unknown = request.uri.queryParameters.first(where: { !["from", "to"].contains($0.key) })
    {
      throw Problem(
        .invalidRequest, "The parameter \(unknown.key) is unknown: use from and to, or none.")
    }
    guard let lastTime = try await storage.lastTime(of: device, stream: stream) else {
      throw Problem(
        .notFound, "Device \(device) has no recordings\(stream.map { " of \($0)" } ?? "").")
    }
    let now = Date.nowInSeconds
    let from = try request.time("from") ?? .min
    let to =
      try request.time("to").map { $0 == .min ? .min : $0 - 1 }
      ?? Deletion.end(lastTime: lastTime, now: now)
    guard from <= to else {
      throw Problem(.invalidRequest, "from must be before to.")
    }
    let count = try await storage.delete(
      Deletion(
        device: device, stream: stream, times: from...to, author: "token \(admin.id)", time: now))
    return JSON.response(Answer(chunks: count))
  }
}
