import YobanNight
import Testing

extension TemporaryCollector {
  /// Whether the collector has been built. If not, the tests that need it are skipped.
  static let isBuilt = (try? CollectorProcess.locate()) != nil
  static let isBuiltComment: Comment =
    "yoban-collector is not built: run `swift build` in Collector/"
}

/// Runs a night with its own collector.
func night(_ plan: NightPlan) async throws -> (summary: NightSummary, run: NightRun) {
  let collector = try TemporaryCollector()
  defer { collector.stop() }
  let run = try NightRun(plan, collector: collector.collector)
  return (try await run.run(), run)
}
