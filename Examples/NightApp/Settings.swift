import Foundation
import Yoban

extension NightRecording.Configuration {
  /// Reads the settings that were built into the app.
  ///
  /// - Throws: `SettingsError`, which names the key.
  static func fromInfoPlist() throws -> Self {
    let device = try text("DeviceName")
    guard let collector = URL(string: try text("CollectorURL")) else {
      throw SettingsError.notAURL("CollectorURL")
    }
    var configuration = Self(
      device: device, collector: collector, token: try text("CollectorToken"))
    let leftOut = Bundle.main.object(forInfoDictionaryKey: "LeaveOut") as? [String] ?? []
    configuration.keepAlive.usesLocation = !leftOut.contains("location")
    configuration.keepAlive.renewsTask = !leftOut.contains("renewal")
    configuration.keepAlive.preventsAutoPause = !leftOut.contains("no-auto-pause")
    return configuration
  }

  private static func text(_ key: String) throws -> String {
    guard let text = Bundle.main.object(forInfoDictionaryKey: key) as? String, !text.isEmpty else {
      throw SettingsError.missing(key)
    }
    return text
  }
}

/// What is wrong with the settings in Info.plist.
enum SettingsError: Error, CustomStringConvertible {
  case missing(String)
  case notAURL(String)

  var description: String {
    switch self {
    case .missing(let key): "Info.plist has no \(key)"
    case .notAURL(let key): "\(key) in Info.plist is not a URL"
    }
  }
}
