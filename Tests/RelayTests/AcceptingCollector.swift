import Chunks
import CollectorContract
import Foundation
import YobanTesting

/// A collector that accepts every chunk from any sender.
///
/// Sendable: accessed only by the code that currently runs in the simulation, and after the run.
final class AcceptingCollector: HTTPGateway, @unchecked Sendable {
  private(set) var paths: Set<String> = []

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let identity = (try? ChunkReader(request.body))?.header.identity else {
      return HTTPExchangeResponse(status: 422, headers: [], body: [])
    }
    paths.insert(URL(string: request.url)?.path ?? "")
    let digest = ChunkDigest(of: request.body).hex
    let receipt = Receipt(
      device: identity.device, stream: identity.stream, sequence: identity.sequence,
      sha256: digest, bytes: request.body.count, samples: 0, gaps: 0)
    return HTTPExchangeResponse(status: 201, headers: [], body: receipt.json)
  }
}
