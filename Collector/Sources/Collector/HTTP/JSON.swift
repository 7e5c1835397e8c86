import CollectorContract
import Hummingbird

/// Responses in JSON, as `ContractJSON` writes it.
enum JSON {
  static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    response(json: ContractJSON.encode(value), status: status)
  }

  static func response(_ receipt: Receipt, status: HTTPResponse.Status = .ok) -> Response {
    response(json: receipt.json, status: status)
  }

  private static func response(json: [UInt8], status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: json)))
  }
}
