import Foundation
import VirtualTime

extension AppProcess {
  /// Gives the process its clocks, folders, defaults and bundle, and hears what it prints.
  func prepare() {
    device.prepareClock(of: process)
    process.setFolders(home: path(app.container.home), temporary: path(app.container.temporary))
    simulation.perform(as: process) {
      process.setStandardDefaults(
        ContainerDefaults(
          file: app.container.preferences.appending(
            path: "\(app.definition.bundleIdentifier).plist")))
      if let bundle = Bundle(path: app.container.bundle.path) { process.setMainBundle(bundle) }
    }
    process.onOutput = { [weak self] in self?.output($0) }
    process.onExit = { [weak self] in self?.kill(.crash("exit(\($0))")) }
    _ = process.resident(AppProcess.self) { self }
  }

  private func output(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte != 10 {
        line.append(byte)
        continue
      }
      post(.output(String(decoding: line, as: UTF8.self)))
      line.removeAll(keepingCapacity: true)
    }
  }
}

private func path(_ url: URL) -> String {
  let path = url.path
  return path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
}
