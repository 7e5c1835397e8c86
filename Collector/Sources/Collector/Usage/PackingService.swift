import Foundation
import Logging
import ServiceLifecycle

/// Packs the chunks of nights that have ended, as long as the server runs.
struct PackingService: Service {
  let storage: any CollectorStorage
  let logger: Logger
  var interval = Duration.seconds(600)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: interval)
        do {
          let report = try await storage.packClosedNights(at: Date.nowInSeconds)
          guard report.packCount > 0 else { continue }
          logger.info(
            "nights that have ended were packed",
            metadata: ["packs": "\(report.packCount)", "chunks": "\(report.chunkCount)"])
        } catch {
          guard !Task.isCancelled else { return }
          logger.warning(
            "packing: the storage cannot be used", metadata: ["error": "\(error)"])
        }
      }
    }
  }
}
