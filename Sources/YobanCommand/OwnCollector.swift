import Foundation
import Night

/// A collector that lives as long as one run: free port, fresh database in a temporary folder.
final class OwnCollector {
  let collector: NightRun.Collector
  private let process: CollectorProcess
  private let folder: URL

  init(device: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "yoban-collector-\(UUID().uuidString)")
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
