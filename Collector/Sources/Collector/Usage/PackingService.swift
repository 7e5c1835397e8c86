import Foundation
import Logging
import ServiceLifecycle

/// Packs the chunks of nights that have ended, as long as the server runs.
struct PackingService: Service {
  let storage: any CollectorStorage
  let metrics: Metrics
  let logger: Logger
  /// After the start of the server, so that its first requests do not wait.
  var delay = Duration.seconds(60)
  var interval = Duration.seconds(3_600)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      try await Task.sleep(for: delay)
      while !Task.isCancelled {
        do {
          let report = try await storage.packClosedNights(at: Date.nowInSeconds)
          metrics.count(report)
          if report.packCount > 0 {
            logger.info(
              "nights that have ended were packed",
              metadata: ["packs": "\(report.packCount)", "chunks": "\(report.chunkCount)"])
          }
        } catch {
          guard !Task.isCancelled else { return }
          logger.warning(
            "packing: the storage cannot be used", metadata: ["error": "\(error)"])
        }
        try await Task.sleep(for: interval)
      }
    }
  }
}
