import Foundation
import Hummingbird

/// The JSON format of all responses: sorted keys, no spaces, no times of day.
enum JSON {
  static func encode(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      preconditionFailure("the collector's own types can be encoded: \(error)")
    }
  }

  static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: encode(value))))
  }
}
