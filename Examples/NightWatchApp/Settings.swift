import CoreMotion
import Foundation
@_spi(Effects) import Yoban

extension WatchRecording.Configuration {
  @MainActor private static func value(_ key: String) -> Any? {
    Bundle.main.object(forInfoDictionaryKey: key)
  }

  /// The duration of a recording in hours.
  @MainActor static var hours: Double { (value("Hours") as? NSNumber)?.doubleValue ?? 12 }

  /// Reads the settings that are built into the app.
  ///
  /// - Throws: `SettingsError`, which names the key.
  @MainActor static func fromInfoPlist() throws -> Self {
    guard let device = value("DeviceName") as? String, !device.isEmpty else {
      throw SettingsError.missing("DeviceName")
    }
    let rateHz = value("RateHz") as? Int ?? 50
    let motion = CMMotionManager()
    var configuration = Self(
      device: device,
      sources: [
        MotionSource(.accelerometer, manager: motion, rateHz: rateHz),
        MotionSource(.rotationRate, manager: motion, rateHz: rateHz),
      ])
    if let seconds = value("ChunkSeconds") as? Int {
      configuration.chunkDuration = .seconds(seconds)
    }
    configuration.relay.measuresClock = value("MeasuresClock") as? Bool ?? true
    let leftOut = value("LeaveOut") as? [String] ?? []
    configuration.workout.usesSession = !leftOut.contains("session")
    configuration.workout.pausesSession = !leftOut.contains("pause")
    configuration.packsChunks = !leftOut.contains("packing")
    if leftOut.contains("relay") {
      // A simple relay, which sends all files at the end.
      configuration.relay.sendsAfterRecording = true
      configuration.relay.wakesPhone = false
    }
    return configuration
  }
}

/// An error in the settings in Info.plist.
enum SettingsError: Error, CustomStringConvertible {
  case missing(String)

  var description: String {
    switch self {
    case .missing(let key):
      "The setting \(key) is missing. Enter it in Examples/Settings.xcconfig, and build the app again."
    }
  }
}
