import Foundation

/// A collector for one run, with a free port and a new database in a temporary folder.
public final class TemporaryCollector {
  public let collector: ServerCollector
  public let process: CollectorProcess
  private let folder: URL

  /// Starts the collector and creates a token for each device.
  ///
  /// - Throws: `CollectorError`, or a Foundation error if the folder cannot be created.
  public init(devices: [String] = NightDevice.allCases.map(\.rawValue)) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-collector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      let process = CollectorProcess(
        executable: try CollectorProcess.locate(), database: folder.appending(path: "nights.sqlite")
      )
      var tokens: [String: String] = [:]
      for device in devices { tokens[device] = try process.makeToken(device: device) }
      try process.start()
      self.folder = folder
      self.process = process
      collector = ServerCollector(url: process.url, tokens: tokens, process: process)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Stops the collector and removes its database.
  public func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
