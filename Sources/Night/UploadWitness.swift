import Chunks
import Foundation
import SimulatedOS

/// Stands between the phone and the server and counts what leaves the phone for good: an account of
/// what was recorded that neither the app nor the server has written.
///
/// Sendable: used by one simulation, one exchange at a time, and read after it has ended.
final class UploadWitness: HTTPGateway, @unchecked Sendable {
  private let gateway: any HTTPGateway
  private(set) var delivered: [ChunkIdentity: Int] = [:]
  private(set) var requests = 0

  init(_ gateway: any HTTPGateway) { self.gateway = gateway }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    requests += 1
    let response = try gateway.exchange(request)
    if request.method == "PUT", (200..<300).contains(response.status) { count(request.body) }
    return response
  }

  /// Samples per chunk of the files that are still on the phone, however they got there.
  func countFiles(under folder: URL) {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return }
    for case let file as URL in files where ["chunk", "open"].contains(file.pathExtension) {
      if let data = try? Data(contentsOf: file) { count([UInt8](data)) }
    }
  }

  private func count(_ bytes: [UInt8]) {
    guard let reader = try? ChunkReader(bytes), let summary = try? reader.summary() else { return }
    delivered[reader.header.identity] = Int(summary.sampleCount)
  }

  var samples: Int { delivered.values.reduce(0, +) }

  /// Samples of streams that are no sensor's.
  func samples(ofStreamsBeside sensors: [String]) -> Int {
    delivered.reduce(0) { $0 + (sensors.contains($1.key.stream) ? 0 : $1.value) }
  }
}
