import CollectorContract
import Hummingbird

/// Responses in JSON, as `ContractJSON` writes it.
enum JSON {
  static func response(_ value: some Encodable) -> Response { response(ContractJSON.encode(value)) }

  static func response(_ receipt: Receipt, status: HTTPResponse.Status = .ok) -> Response {
    response(receipt.json, status: status)
  }

  /// Responds with JSON that no cache keeps.
  static func uncached(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    var response = response(json, status: status)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private static func response(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }
}
