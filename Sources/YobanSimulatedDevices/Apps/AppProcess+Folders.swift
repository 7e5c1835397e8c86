import Foundation
import YobanVirtualTime

extension AppProcess {
  /// Sets the clocks, folders, defaults and bundle of the process. Captures its output and exit.
  func prepare() {
    device.prepareClock(of: process)
    process.systemName = SystemName(
      system: device.profile.platform == .android ? "Linux" : "Darwin", node: device.name,
      release: device.profile.versionOfThreeParts, machine: device.profile.machine)
    process.useOwnStatics(of: app.definition.statics)
    process.setFolders(home: path(app.container.home), temporary: path(app.container.temporary))
    process.setObservedFolder(path(device.folder) + "/")
    process.diskSpace = device.storage.space
    observeSystemCalls()
    simulation.perform(as: process) {
      process.setDefaultFileManager(ProtectedFiles(app))
      process.setStandardDefaults(
        ContainerDefaults(
          app.container.preferences.appending(
            path: "\(app.definition.bundleIdentifier).plist"), on: device))
      process.setDefaultsOfSuites { [weak self] suite in
        guard let self else { return nil }
        // The name of an App Group begins so; another suite is one of the app alone.
        if suite.hasPrefix("group."), !self.app.groups.contains(suite) {
          reportOnce(
            .groupNotEntitled(suite, "UserDefaults(suiteName:)"), for: "app group \(suite)")
        }
        return self.app.defaults(ofSuite: suite)
      }
      process.setMainBundle { [path = app.container.bundlePath] in Bundle(path: path) }
    }
    process.onOutput = { [weak self] bytes, stream in self?.output(bytes, stream) }
    process.onExit = { [weak self] in self?.kill(.crash("exit(\($0))")) }
    process.onTrap = { [weak self] cause in self?.trapped(cause) }
    _ = process.resident(AppProcess.self) { self }
  }

  private func output(_ bytes: UnsafeRawBufferPointer, _ stream: OutputChannel) {
    switch stream {
    case .standardOutput:
      AppProcess.cut(bytes, &lines.output) { post(.output($0)) }
    case .standardError:
      AppProcess.cut(bytes, &lines.error) { line in
        if line.contains("Fatal error") || line.contains("Could not cast value of type") {
          fatalError = line
        }
        post(.output(Self.withoutLogPrefix(line)))
      }
    }
  }

  /// Ends the process. The Swift runtime has printed the message of the trap on standard error, except for an
  /// overflow and in optimized code.
  private func trapped(_ cause: String) {
    let message = fatalError ?? cause
    kill(.crash(message))
  }

  /// Adds bytes to a line, and passes every completed line to `take`.
  private static func cut(
    _ bytes: UnsafeRawBufferPointer, _ line: inout [UInt8], _ take: (String) -> Void
  ) {
    for byte in bytes {
      guard byte == 10 else {
        line.append(byte)
        continue
      }
      // Clear the line first, because `take` may print, too.
      let ended = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      take(ended)
    }
  }

  /// Returns a line of `NSLog` without the date, the program name and the host's process and thread
  /// numbers, which differ between runs; returns any other line unchanged.
  private static func withoutLogPrefix(_ line: String) -> String {
    guard line.first?.isNumber == true, line.contains("] ") else { return line }
    let prefix = #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [^\[]*\[\d+:[0-9a-f]+\] /#
    return line.trimmingPrefix(prefix).description
  }
}

private func path(_ url: URL) -> String {
  let path = url.path
  return path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
}
