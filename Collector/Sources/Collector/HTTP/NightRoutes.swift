import Hummingbird

/// The page of one night, and what its scripts load. Whoever may see the pages may load it.
struct NightRoutes: Sendable {
  let access: PageAccess
  let answers: NightAnswers

  /// Returns the page of the night that contains a time.
  func night(_ request: Request, parameters: Parameters) async throws -> Response {
    try await protect(request, parameters, "night") { device, night, _ in
      try await answers.page(night, of: device, at: .device(device, night))
    }
  }

  /// Returns the data of that page.
  func data(_ request: Request, parameters: Parameters) async throws -> Response {
    try await protect(request, parameters, "night data") { device, night, _ in
      try await answers.data(night, of: device, at: .device(device, night))
    }
  }

  /// Returns the whole night as a file.
  func file(
    _ request: Request, parameters: Parameters, as format: NightFiles.Format
  ) async throws -> Response {
    try await protect(request, parameters, format.rawValue) { device, night, reader in
      try await answers.files.answer(night, of: device, as: format, for: reader)
    }
  }

  func curve(_ request: Request, parameters: Parameters) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request, reading: ReadTarget("curve", name)) { _ in
      try await answers.curve(name, request)
    }
  }

  func samples(
    _ request: Request, parameters: Parameters, as format: ReadRoutes.SampleFormat
  ) async throws -> Response {
    let name = try parameters.streamName()
    return try await access.protect(request, reading: ReadTarget(format.rawValue, name)) { reader in
      try await answers.reads.samples(of: name, request, as: format, for: reader)
    }
  }

  func events(_ request: Request, parameters: Parameters) async throws -> Response {
    let device = try parameters.device()
    return try await access.protect(request, reading: ReadTarget("events", device: device)) {
      reader in
      try await answers.events(of: device, for: reader)
    }
  }

  /// Responds with what concerns the night that the path names.
  private func protect(
    _ request: Request, _ parameters: Parameters, _ what: String,
    _ respond: (String, Night, Reader) async throws -> Response
  ) async throws -> Response {
    let device = try parameters.device()
    let time = try parameters.nightTime()
    return try await access.protect(request, reading: ReadTarget(what, device: device)) { reader in
      try await respond(
        device, try await answers.night(of: device, containing: time), reader)
    }
  }
}
