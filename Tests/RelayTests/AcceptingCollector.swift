import Chunks
import CollectorContract
import Foundation
import YobanTesting

/// A collector that accepts every chunk from any sender.
final class AcceptingCollector: HTTPGateway, @unchecked SimulationConfined {
  private(set) var paths: Set<String> = []
  /// The header fields of the last request of each path, by lowercase name.
  private(set) var headers: [String: [String: String]] = [:]

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let identity = (try? ChunkReader(request.body))?.header.identity else {
      return HTTPExchangeResponse(status: 422, headers: [], body: [])
    }
    let path = URL(string: request.url)?.path ?? ""
    paths.insert(path)
    headers[path] = Dictionary(
      request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    let digest = ChunkDigest(of: request.body).hex
    let receipt = Receipt(
      device: identity.device, stream: identity.stream, sequence: identity.sequence,
      sha256: digest, bytes: Int64(request.body.count), samples: 0, gaps: 0)
    return HTTPExchangeResponse(status: 201, headers: [], body: receipt.json)
  }
}
