import Foundation

/// A collector that lives as long as one run: free port, fresh database in a temporary folder.
public final class OwnCollector {
  public let collector: ServerCollector
  public let process: CollectorProcess
  private let folder: URL

  /// Starts it and makes a token for each device.
  ///
  /// - Throws: `CollectorError`, or what Foundation throws if the folder cannot be made.
  public init(devices: [String] = NightDevice.allCases.map(\.rawValue)) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-collector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = CollectorProcess(
      executable: try CollectorProcess.locate(), database: folder.appending(path: "nights.sqlite"))
    var tokens: [String: String] = [:]
    for device in devices { tokens[device] = try process.makeToken(device: device) }
    try process.start()
    collector = ServerCollector(url: process.url, tokens: tokens, process: process)
  }

  /// Stops it and removes its database.
  public func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
