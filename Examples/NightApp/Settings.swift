import CoreMotion
import Foundation
@_spi(Effects) import Yoban

/// The settings of the app itself.
@MainActor enum NightSettings {
  static func value(_ key: String) -> Any? { Bundle.main.object(forInfoDictionaryKey: key) }

  /// The duration of a recording in hours that the screen offers first.
  static var hours: Double { (value("Hours") as? NSNumber)?.doubleValue ?? 12 }
  /// Whether the app records the heart rate of a chest strap.
  static var hasStrap: Bool { value("RecordsHeartRate") as? Bool == true }
  /// The identifier of the nightly task.
  static var nightlyTask: String? {
    (value("BGTaskSchedulerPermittedIdentifiers") as? [String])?.first
  }
}

extension PhoneRecording.Configuration {
  /// Reads the settings that are built into the app; without a collector in them, the access that a code has given.
  ///
  /// - Throws: `SettingsError`, which names the key, or `EnrollmentError`.
  @MainActor static func stored() throws -> Self {
    let access = try builtInAccess() ?? Enrollment().access()
    guard let access else { throw SettingsError.noCollector }
    var configuration = Self(access, sources: motion())
    if let seconds = Bundle.main.object(forInfoDictionaryKey: "ChunkSeconds") as? Int {
      configuration.chunkDuration = .seconds(seconds)
    }
    if let watch = NightSettings.value("WatchName") as? String, !watch.isEmpty {
      configuration.relay = try relay(of: watch, to: access.collector)
    }
    let leftOut = Bundle.main.object(forInfoDictionaryKey: "LeaveOut") as? [String] ?? []
    configuration.keepAlive.usesLocation = !leftOut.contains("location")
    configuration.keepAlive.renewsTask = !leftOut.contains("renewal")
    configuration.keepAlive.preventsAutoPause = !leftOut.contains("no-auto-pause")
    configuration.packsChunks = !leftOut.contains("packing")
    return configuration
  }

  /// The access that is built into the app; nil if there is none.
  @MainActor private static func builtInAccess() throws -> CollectorAccess? {
    guard let address = NightSettings.value("CollectorURL") as? String, !address.isEmpty else {
      return nil
    }
    guard let collector = URL(string: address) else { throw SettingsError.notAURL("CollectorURL") }
    return CollectorAccess(
      collector: collector, device: try text("DeviceName"), token: try text("CollectorToken"))
  }

  /// The motion sensors at the rate of the settings.
  @MainActor private static func motion() -> [any SampleSource] {
    if Bundle.main.object(forInfoDictionaryKey: "RecordsMotion") as? Bool == false { return [] }
    let rateHz = Bundle.main.object(forInfoDictionaryKey: "RateHz") as? Int ?? 100
    let manager = CMMotionManager()
    return [
      MotionSource(.accelerometer, manager: manager, rateHz: rateHz),
      MotionSource(.gyroscope, manager: manager, rateHz: rateHz),
    ]
  }

  /// Sends the recordings of a watch to the same collector, with the watch's own token.
  private static func relay(
    of watch: String, to collector: URL
  ) throws -> RelayReceiver.Configuration {
    RelayReceiver.Configuration(
      device: watch, collector: collector, token: try text("WatchToken"))
  }

  private static func text(_ key: String) throws -> String {
    guard let text = Bundle.main.object(forInfoDictionaryKey: key) as? String, !text.isEmpty else {
      throw SettingsError.missing(key)
    }
    return text
  }
}

extension RegionWatch {
  /// Returns a watch for the beacons of the rooms. They have the same UUID and major number; the
  /// minor number is the room's index in the list. Nil if Info.plist names no rooms.
  static func rooms() -> RegionWatch? {
    func value(_ key: String) -> Any? { Bundle.main.object(forInfoDictionaryKey: key) }
    guard let names = value("Rooms") as? [String], let text = value("BeaconUUID") as? String,
      let uuid = UUID(uuidString: text),
      let major = (value("BeaconMajor") as? Int).flatMap(UInt16.init(exactly:))
    else { return nil }
    var configuration = Configuration()
    configuration.reportsProximity = false
    return RegionWatch(
      "rooms",
      names.enumerated().map { minor, name in
        .beacon(name, uuid: uuid, major: major, minor: UInt16(minor))
      }, configuration: configuration)
  }
}

/// An error in the settings in Info.plist.
enum SettingsError: Error, CustomStringConvertible {
  case missing(String)
  case notAURL(String)
  /// Neither the settings nor a code have given a collector.
  case noCollector

  var description: String {
    switch self {
    case .missing(let key):
      "The setting \(key) is missing. Enter it in Examples/Settings.xcconfig, and build the app again."
    case .notAURL(let key):
      "The setting \(key) is not a URL. Correct it in Examples/Settings.xcconfig, and build the app again."
    case .noCollector: "Paste the code of your study."
    }
  }
}
