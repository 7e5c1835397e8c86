import Foundation

/// A collector that lives as long as one run: free port, fresh database in a temporary folder.
public final class OwnCollector {
  public let collector: NightRun.Collector
  public let process: CollectorProcess
  private let folder: URL

  /// Starts it and makes a token for the device.
  ///
  /// - Throws: `CollectorError`, or what Foundation throws if the folder cannot be made.
  public init(device: String = "iphone") throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-collector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = CollectorProcess(
      executable: try CollectorProcess.locate(), database: folder.appending(path: "nights.sqlite"))
    let token = try process.makeToken(device: device)
    try process.start()
    collector = NightRun.Collector(url: process.url, token: token, process: process)
  }

  /// Stops it and removes its database.
  public func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
