import Foundation
import Hummingbird

/// Decides from the `Authorization` field which access a request has.
struct Access: Sendable {
  let storage: any CollectorStorage

  /// Requires a token of the device, which is needed to store its chunks.
  func requireWriter(of device: String, _ request: Request) async throws {
    switch try await holder(request) {
    case .device(device): return
    case .device, .reader, .admin:
      throw Problem(
        .forbidden,
        "The token does not belong to device \(device). Create one with: yoban-collector "
          + "token create --device \(device)")
    }
  }

  /// Requires a token of the device or an admin token, which are needed to read its data.
  func requireReader(of device: String, _ request: Request) async throws {
    switch try await holder(request) {
    case .device(device), .admin: return
    case .reader(let devices) where devices.contains(device): return
    case .device, .reader:
      throw Problem(
        .forbidden,
        "The token does not allow to read this device. Use a token of \(device), a reader's token for it, or an admin token."
      )
    }
  }

  /// Requires the admin token, as the password in a browser's dialog or as a bearer token.
  func requireAdmin(_ request: Request) async throws {
    guard case .admin = try await holder(request) else {
      throw Problem(
        .forbidden, "This page needs an admin token, because other machines can reach this server.")
    }
  }

  /// Returns the holder of the request's token. Throws `.unauthorized` without a valid token.
  func holder(_ request: Request) async throws -> TokenRecord.Holder {
    guard let field = request.headers[.authorization], let text = Self.token(in: field) else {
      throw Problem(.unauthorized, "Send the header field Authorization: Bearer TOKEN.")
    }
    return try await holder(ofToken: text)
  }

  /// Returns the holder of a token. Throws `.unauthorized` if it is not valid.
  func holder(ofToken text: String) async throws -> TokenRecord.Holder {
    guard let record = try await storage.token(hash: Token(text: text).hash),
      record.isValid(at: Int64(Date().timeIntervalSince1970))
    else {
      throw Problem(
        .unauthorized,
        "The token is unknown, revoked or expired. Create one with: yoban-collector token create")
    }
    return record.holder
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
