import Chunks
import Hummingbird

/// The page of one night for whoever has the link to it: `GET /shared/{token}` and all paths below it.
///
/// The token in the link gives access to nothing but this night.
struct SharedNightRoutes: Sendable {
  let access: Access
  let answers: NightAnswers

  func night(_ request: Request, parameters: Parameters) async throws -> Response {
    try await respond(parameters, "night") { shared in
      try await answers.page(shared.night, of: shared.device, at: shared.place)
    }
  }

  func data(_ request: Request, parameters: Parameters) async throws -> Response {
    try await respond(parameters, "night data") { shared in
      try await answers.data(shared.night, of: shared.device, at: shared.place)
    }
  }

  func file(
    _ request: Request, parameters: Parameters, as format: NightFiles.Format
  ) async throws -> Response {
    try await respond(parameters, format.rawValue) { shared in
      try await answers.files.answer(
        shared.night, of: shared.device, as: format, for: shared.reader, isLimited: true)
    }
  }

  func curve(_ request: Request, parameters: Parameters) async throws -> Response {
    try await respond(parameters, "curve") { shared in
      try await answers.curve(
        try shared.stream(parameters), request, within: shared.night.span)
    }
  }

  func samples(
    _ request: Request, parameters: Parameters, as format: ReadRoutes.SampleFormat
  ) async throws -> Response {
    try await respond(parameters, format.rawValue) { shared in
      try await answers.reads.samples(
        of: try shared.stream(parameters), request, as: format, for: shared.reader,
        within: shared.night.span)
    }
  }

  func events(_ request: Request, parameters: Parameters) async throws -> Response {
    try await respond(parameters, "events") { shared in
      try await answers.events(of: shared.device, for: shared.reader, within: shared.night.span)
    }
  }

  /// The night that a link gives access to.
  private struct SharedNight {
    var device: String
    var night: Night
    var place: NightPlace
    var reader: Reader

    /// The stream that the path names, if it belongs to the night.
    func stream(_ parameters: Parameters) throws(Problem) -> StreamName {
      let name = parameters.get("stream") ?? ""
      guard night.streams.contains(where: { $0.name == name }) else {
        throw Problem(.notFound, "This night has no stream with this name.")
      }
      return StreamName(device: device, stream: name)
    }
  }

  private static let invalidLink = Problem(
    .notFound, "This link is not valid, or no longer valid.")

  private func respond(
    _ parameters: Parameters, _ what: String, _ respond: (SharedNight) async throws -> Response
  ) async throws -> Response {
    let text = parameters.get("token") ?? ""
    let token: TokenRecord
    do {
      token = try await access.token(text)
    } catch let problem as Problem where problem.kind == .unauthorized {
      throw Self.invalidLink
    }
    guard case .night(let device, let time) = token.holder else { throw Self.invalidLink }
    // If there is a response, the stream exists, too.
    let target = ReadTarget(
      what, StreamName(device: device, stream: parameters.get("stream") ?? ""))
    var response = try await access.respond(to: Reader(token: token.hash), reading: target) {
      reader in
      guard let night = try await answers.storage.night(of: device, containing: time) else {
        throw Problem(.notFound, "This night is no longer stored.")
      }
      return try await respond(
        SharedNight(device: device, night: night, place: .shared(token: text), reader: reader))
    }
    // The address is the secret: other sites must not learn it, and search engines must not list it.
    response.headers[.cacheControl] = "no-store"
    response.headers[values: .init("Referrer-Policy")!] = ["no-referrer"]
    response.headers[values: .init("X-Robots-Tag")!] = ["noindex"]
    return response
  }
}
