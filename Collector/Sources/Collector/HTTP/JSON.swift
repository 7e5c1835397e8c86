import CollectorContract
import Hummingbird

/// Responses in JSON, as `ContractJSON` writes it.
enum JSON {
  static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: ContractJSON.encode(value))))
  }
}
