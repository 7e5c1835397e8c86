import Chunks
import Foundation
import YobanSimulatedOS

/// Counts the samples that leave a device, between the devices and the server and on the link of
/// the watch. This count is independent of the apps and of the server.
final class UploadCounter: HTTPGateway, @unchecked SimulationConfined {
  private let gateway: any HTTPGateway
  private var recorded: [ChunkIdentity: Int] = [:]
  private(set) var requests = 0

  init(_ gateway: any HTTPGateway) { self.gateway = gateway }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    requests += 1
    if request.method == "PUT" { count(request.body) }
    return try gateway.exchange(request)
  }

  /// Counts a file that an app handed over.
  func count(file: URL) {
    if let data = try? Data(contentsOf: file) { count([UInt8](data)) }
  }

  /// Counts the files that are still on a device, whatever their origin.
  func countFiles(under folder: URL) {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return }
    for case let file as URL in files where ["chunk", "open"].contains(file.pathExtension) {
      count(file: file)
    }
  }

  private func count(_ bytes: [UInt8]) {
    guard let reader = try? ChunkReader(bytes), let summary = try? reader.summary() else { return }
    recorded[reader.header.identity] = Int(summary.sampleCount)
  }

  /// Returns the number of samples of a device, without those of the given streams.
  func samples(of device: String, beside streams: [String] = []) -> Int {
    recorded.reduce(0) { sum, entry in
      let isCounted = entry.key.device == device && !streams.contains(entry.key.stream)
      return sum + (isCounted ? entry.value : 0)
    }
  }
}
