import Foundation
import Yoban

extension WatchRecording.Configuration {
  /// Reads the settings that are built into the app.
  ///
  /// - Throws: `SettingsError`, which names the key.
  static func fromInfoPlist() throws -> Self {
    func value(_ key: String) -> Any? { Bundle.main.object(forInfoDictionaryKey: key) }
    guard let device = value("DeviceName") as? String, !device.isEmpty else {
      throw SettingsError.missing("DeviceName")
    }
    var configuration = Self(device: device)
    if let rateHz = value("RateHz") as? Int {
      configuration.sensors = [.accelerometer(rateHz: rateHz), .rotationRate(rateHz: rateHz)]
    }
    if let seconds = value("ChunkSeconds") as? Int {
      configuration.chunkDuration = .seconds(seconds)
    }
    let leftOut = value("LeaveOut") as? [String] ?? []
    configuration.workout.usesSession = !leftOut.contains("session")
    configuration.workout.pausesSession = !leftOut.contains("pause")
    if leftOut.contains("relay") {
      // A simple relay: sends all files at the end, and deletes each when the system reports that
      // its transfer has finished.
      configuration.relay.shortcuts = [.sendsAfterRecording, .deletesAtDidFinish]
      configuration.relay.wakesPhone = false
    }
    for name in value("Shortcuts") as? [String] ?? [] {
      guard let shortcut = RelayConfiguration.Shortcut(rawValue: name) else {
        throw SettingsError.unknownShortcut(name)
      }
      configuration.relay.shortcuts.insert(shortcut)
    }
    return configuration
  }
}

/// An error in the settings in Info.plist.
enum SettingsError: Error, CustomStringConvertible {
  case missing(String)
  case unknownShortcut(String)

  var description: String {
    switch self {
    case .missing(let key): "Info.plist has no \(key)"
    case .unknownShortcut(let name): "Shortcuts in Info.plist names \(name), which there is not"
    }
  }
}
