import Foundation
import Logging
import ServiceLifecycle

/// Moves the measurements of clocks of earlier days into one row for each day and device, as long as the server runs.
struct ClockFoldingService: Service {
  let storage: any CollectorStorage
  let logger: Logger
  var interval = Duration.seconds(3_600)
  /// The time between two transactions, in which others can write.
  var pause = Duration.milliseconds(50)

  /// The time after which a measurement is not expected to get company, in seconds: three days.
  static let foldedAfterSeconds: Int64 = 3 * 86_400

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await foldAll(at: Date.nowInSeconds)
        } catch {
          guard !Task.isCancelled else { return }
          logger.warning(
            "folding of clocks: the storage cannot be used", metadata: ["error": "\(error)"])
        }
        try await Task.sleep(for: interval)
      }
    }
  }

  /// - Parameter time: now, in seconds since 1970.
  func foldAll(at time: Int64) async throws {
    for device in try await storage.devices() {
      var day: Int64?
      repeat {
        try await Task.sleep(for: pause)
        day = try await storage.foldClocks(
          of: device, after: day, receivedBefore: time.clampedSubtract(Self.foldedAfterSeconds))
      } while day != nil
    }
  }
}
