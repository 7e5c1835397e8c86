import Foundation
import YobanVirtualTime

/// A collector for one run, with a free port and a new database in a temporary folder.
///
/// `stop()` ends it and removes the folder; so does the end of this program, also by Ctrl-C. It can be used inside and
/// outside of a simulation.
public final class TemporaryCollector {
  public let collector: ServerCollector
  public let process: CollectorProcess
  private let folder: URL
  private let end: Int

  /// Starts the collector and creates a token for each device.
  ///
  /// - Throws: `CollectorError`, or a Foundation error if the folder cannot be created.
  public init(devices: [String] = NightDevice.allCases.map(\.rawValue)) throws {
    // In a simulation, every world with the same seed would draw the same name.
    let folder = Simulation.onHost {
      FileManager.default.temporaryDirectory
        .appending(path: "yoban-collector-\(UUID().uuidString)")
    }
    let process = CollectorProcess(
      executable: try CollectorProcess.locate(), database: folder.appending(path: "nights.sqlite"))
    self.folder = folder
    self.process = process
    end = ProgramEnd.add {
      process.endForGood()
      ProgramEnd.removeFolder(folder.path)
    }
    do {
      try ProgramEnd.making {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      var tokens: [String: String] = [:]
      for device in devices { tokens[device] = try process.makeToken(device: device) }
      try process.start()
      collector = ServerCollector(url: process.url, tokens: tokens, process: process)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      ProgramEnd.remove(end)
      throw error
    }
  }

  /// Stops the collector and removes its database.
  public func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
    ProgramEnd.remove(end)
  }
}
