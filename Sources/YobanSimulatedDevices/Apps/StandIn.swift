import Foundation
import Synchronization
import YobanVirtualTime

/// Apps for code that runs outside of every simulated app. Each thread has its own, in a world that
/// never runs, so that tests on several threads share nothing.
enum StandIn {
  private static let noticed = Mutex<Set<String>>([])

  /// Writes the message to standard error, the first time.
  static func notice(_ message: String) {
    guard noticed.withLock({ $0.insert(message).inserted }) else { return }
    FileHandle.standardError.write(Data("note: \(message)\n".utf8))
  }

  /// Returns this thread's app on a kind of device.
  ///
  /// - Parameter install: called at the first use on this thread.
  static func process(_ kind: String, _ install: (World) throws -> InstalledApp) -> AppProcess {
    let key = "com.example.yoban.outside.\(kind)"
    let ofThread = Thread.current.threadDictionary
    if let pair = ofThread[key] as? Pair { return pair.process }
    do {
      let world = try World()
      let pair = Pair(world: world, process: AppProcess(try install(world)))
      ofThread[key] = pair
      // Its objects may outlive the thread.
      _ = Unmanaged.passRetained(pair)
      return pair.process
    } catch {
      preconditionFailure("a world needs a folder in the temporary folder: \(error)")
    }
  }

  private final class Pair {
    let world: World
    let process: AppProcess
    init(world: World, process: AppProcess) { (self.world, self.process) = (world, process) }
  }
}

extension Device {
  /// Installs an app without code, for objects outside of every app. It has all usage descriptions, because the
  /// system ends an app without them.
  package func installStandIn() throws -> InstalledApp {
    let keys = table.declarations.flatMap(\.permissions).flatMap(\.usageKeys)
    return try install(
      AppDefinition(
        bundleIdentifier: "com.example.outside", name: "outside",
        infoPlist: InfoPlist(
          Dictionary(uniqueKeysWithValues: keys.map { ($0, "outside of an app") })),
        statics: .shared, main: {}))
  }
}
