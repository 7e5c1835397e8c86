import Foundation
import Hummingbird

/// Decides from the `Authorization` field which access a request has.
struct Access: Sendable {
  let storage: any CollectorStorage
  let audit: AuditLog
  let quotas: TokenQuotas
  /// The answers that are being made. Each may take long, and memory.
  let reads: RequestTurns<Reader>

  /// Requires a token of the device, which is needed to store its chunks, and returns it.
  func requireWriter(of device: String, _ request: Request) async throws -> TokenHash {
    let token = try await token(of: request)
    guard case .device(device) = token.holder else {
      throw Problem(
        .forbidden,
        "The token does not belong to device \(device). Create one with: yoban-collector "
          + "token create --device \(device)")
    }
    return token.hash
  }

  /// Responds if the token may read the device of a target, and then notes that it was read. A target that does not
  /// exist is not noted: its name could be anything.
  func protect(
    _ request: Request, reading target: ReadTarget, _ respond: (Reader) async throws -> Response
  ) async throws -> Response {
    let token = try await token(of: request)
    switch token.holder {
    case .device(target.device), .admin: break
    case .reader(let devices) where devices.contains(target.device): break
    case .device, .reader, .night:
      throw Problem(
        .forbidden,
        "The token does not allow to read this device. Use a token of \(target.device), a reader's token for it, or an admin token."
      )
    }
    return try await self.respond(to: Reader(token: token.hash), reading: target, respond)
  }

  /// Responds to a reader who may read a target, when it is the reader's turn, and notes that it was read.
  func respond(
    to reader: Reader, reading target: ReadTarget, _ respond: (Reader) async throws -> Response
  ) async throws -> Response {
    let response = try await reads.withTurn(of: reader) { try await respond(reader) }
    audit.note(reader, target)
    return response
  }

  /// Requires the admin token, as the password in a browser's dialog or as a bearer token.
  @discardableResult
  func requireAdmin(_ request: Request, for purpose: String) async throws -> Reader {
    let token = try await token(of: request)
    guard case .admin = token.holder else {
      throw Problem(.forbidden, "An admin token is needed \(purpose).")
    }
    return Reader(token: token.hash)
  }

  /// Returns whether a reader may still read: a token can be revoked or expire during an answer.
  func isValid(_ reader: Reader) async throws -> Bool {
    guard let hash = reader.token else { return true }
    return try await storage.token(hash: hash)?.isValid(at: Date.nowInSeconds) ?? false
  }

  /// Returns the request's token. Throws `.unauthorized` without a valid token.
  func token(of request: Request) async throws -> TokenRecord {
    guard let field = request.headers[.authorization], let text = Self.token(in: field) else {
      throw Problem(.unauthorized, "Send the header field Authorization: Bearer TOKEN.")
    }
    return try await token(text)
  }

  /// Returns what is known about a token, and counts the request. Throws `.unauthorized` if the token is not valid, and
  /// `.quotaExceeded` if it was used too often.
  func token(_ text: String) async throws -> TokenRecord {
    guard let record = try await storage.token(hash: Token(text: text).hash),
      record.isValid(at: Date.nowInSeconds)
    else {
      throw Problem(
        .unauthorized,
        "The token is unknown, revoked or expired. Create one with: yoban-collector token create")
    }
    try quotas.countRequest(of: record.hash)
    return record
  }

  /// Returns the token in `Bearer TOKEN` or `Token TOKEN`, or the password in `Basic`, with any user name.
  static func token(in field: String) -> String? {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer", "token":
      return String(parts[1])
    case "basic":
      guard let data = Data(base64Encoded: String(parts[1])),
        let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default:
      return nil
    }
  }
}
