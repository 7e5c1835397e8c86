import Foundation
import Logging
import ServiceLifecycle

/// Deletes old recordings by the stored rules, and what is old in the log of reads, as long as the server runs. It also
/// finishes deletions that were interrupted, such as by a client that did not wait for the answer.
struct RetentionService: Service {
  let storage: any CollectorStorage
  let logger: Logger
  var rulesInterval = Duration.seconds(3_600)
  var interruptionsInterval = Duration.seconds(60)

  /// The time for which the log of reads is kept, in seconds: 400 days.
  static let readsKeptFor: Int64 = 400 * 86_400

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var nextRules = ContinuousClock.now
      while !Task.isCancelled {
        await warnIfFailing { try await storage.finishDeletions() }
        if ContinuousClock.now >= nextRules {
          nextRules = .now + rulesInterval
          await warnIfFailing { try await applyRules() }
        }
        try await Task.sleep(for: interruptionsInterval)
      }
    }
  }

  private func warnIfFailing(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      guard !Task.isCancelled else { return }
      logger.warning("retention: the storage cannot be used", metadata: ["error": "\(error)"])
    }
  }

  private func applyRules() async throws {
    try await storage.removeReads(before: Date.nowInSeconds - Self.readsKeptFor)
    try await storage.expireByRules(at: Date.nowInSeconds) { device, count in
      logger.info(
        "old recordings were deleted by a rule",
        metadata: ["device": "\(device)", "chunks": "\(count)"])
    }
  }
}

extension RetentionRule {
  /// The number of days for which recordings of a device are kept; nil for ever.
  static func days(for device: String, _ rules: [RetentionRule]) -> Int? {
    let rule = rules.first { $0.device == device } ?? rules.first { $0.device == nil }
    return rule?.days
  }
}

extension CollectorStorage {
  /// Deletes what is older than the rules allow.
  ///
  /// - Parameters:
  ///   - time: now, in seconds since 1970.
  ///   - onExpired: called for each device of which something was deleted, with the number of chunks.
  func expireByRules(
    at time: Int64, onExpired: (String, Int) -> Void = { _, _ in }
  ) async throws(StorageError) {
    let rules = try await retentionRules()
    guard !rules.isEmpty else { return }
    for device in try await devices() {
      guard let days = RetentionRule.days(for: device, rules) else { continue }
      let (age, isTooLong) = Int64(days).multipliedReportingOverflow(by: 86_400)
      let oldest = time.clampedSubtract(age)
      let (nanoseconds, isOverflow) = oldest.multipliedReportingOverflow(by: 1_000_000_000)
      guard !isTooLong, !isOverflow else { continue }
      if Task.isCancelled { return }
      let count = try await expire(device, samplesBefore: nanoseconds, arrivedBefore: oldest)
      if count > 0 { onExpired(device, count) }
    }
    try await finishDeletions()
  }
}
