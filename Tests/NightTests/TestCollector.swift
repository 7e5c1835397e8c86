import Foundation
import Night
import SimulatedOS
import Testing

/// A real collector with a fresh database, for one test.
struct TestCollector {
  let collector: NightRun.Collector
  let process: CollectorProcess
  private let folder: URL

  /// Whether the collector has been built; without it, the tests that need it are skipped.
  static let isBuilt = (try? CollectorProcess.locate()) != nil
  static let isBuiltComment: Comment =
    "yoban-collector is not built: run `swift build` in Collector/"

  init(device: String = "iphone") throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "yoban-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = CollectorProcess(
      executable: try CollectorProcess.locate(), database: folder.appending(path: "nights.sqlite"))
    let token = try process.makeToken(device: device)
    try process.start()
    collector = NightRun.Collector(url: process.url, token: token, process: process)
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Runs a night against a collector of its own.
func night(_ plan: NightPlan) async throws -> (summary: NightSummary, run: NightRun) {
  let collector = try TestCollector()
  defer { collector.stop() }
  let run = try NightRun(plan, collector: collector.collector)
  return (try await run.run(), run)
}
