import AndroidFramework
import Foundation
import Yoban
@_spi(Effects) import YobanAndroid
import YobanAndroidComponents

/// Owns the recording, regardless of the reason for which the process was started.
final class NightApplication: RecorderApplication, @unchecked Sendable {
  override func makeConfiguration() throws -> AndroidRecording.Configuration {
    try .fromSettings(self)
  }

  override var serviceClass: RecorderService.Type { NightRecorderService.self }

  override func recordingFailed(_ error: any Error) { print("cannot record: \(error)") }

  /// Logs the events that are useful in logcat.
  override func recordingWasMade(_ recording: AndroidRecording) {
    let events = recording.events()
    Task { @MainActor in
      for await event in events {
        switch event {
        case .recording(.started): print("recording began")
        case .recording(.resumed(_, let cause)):
          print("recording continues after \(cause.rawValue)")
        case .recording(.stopped): print("recording is complete")
        case .recording(.gap(let stream, let gap)):
          print(
            "gap of \((gap.end - gap.start) / 1_000_000_000) s in \(stream): \(gap.cause.rawValue)")
        case .keepAlive(let problem): print("keep-alive: \(problem)")
        default: break
        }
      }
    }
  }
}

/// The service that the manifest declares.
final class NightRecorderService: RecorderService, @unchecked Sendable {}

/// Continues the recording after a reboot.
final class NightBootReceiver: RecorderBootReceiver, @unchecked Sendable {}

extension AndroidRecording.Configuration {
  /// Reads the settings that are built into the app.
  ///
  /// - Throws: `SettingsError`, which names the key.
  @MainActor static func fromSettings(_ application: RecorderApplication) throws -> Self {
    let device = try text("DeviceName")
    guard let collector = URL(string: try text("CollectorURL")) else {
      throw SettingsError.notAURL("CollectorURL")
    }
    var configuration = Self(
      device: device, sources: try motion(application), collector: collector,
      token: try text("CollectorToken"))
    if let seconds = Bundle.main.object(forInfoDictionaryKey: "ChunkSeconds") as? Int {
      configuration.chunkDuration = .seconds(seconds)
    }
    let leftOut = Bundle.main.object(forInfoDictionaryKey: "LeaveOut") as? [String] ?? []
    configuration.usesForegroundService = !leftOut.contains("foreground-service")
    configuration.usesWakeLock = !leftOut.contains("wake-lock")
    configuration.packsChunks = !leftOut.contains("packing")
    if leftOut.contains("health-type") {
      configuration.foregroundServiceType = .dataSync
    }
    return configuration
  }

  /// The motion sensors at the rate of the settings.
  @MainActor private static func motion(
    _ application: RecorderApplication
  ) throws -> [any SampleSource] {
    let sensors = try application.sensors
    func value(_ key: String) -> Int? { Bundle.main.object(forInfoDictionaryKey: key) as? Int }
    let latency = Duration.milliseconds(value("MaxReportLatencyMilliseconds") ?? 0)
    return AndroidSensorKind.allCases.map {
      AndroidSensorSource(
        $0, sensors: sensors, rateHz: value("RateHz") ?? 100, maxReportLatency: latency)
    }
  }

  private static func text(_ key: String) throws -> String {
    guard let text = Bundle.main.object(forInfoDictionaryKey: key) as? String, !text.isEmpty else {
      throw SettingsError.missing(key)
    }
    return text
  }
}

/// An error in the settings.
enum SettingsError: Error, CustomStringConvertible {
  case missing(String)
  case notAURL(String)

  var description: String {
    switch self {
    case .missing(let key): "the settings have no \(key)"
    case .notAURL(let key): "\(key) in the settings is not a URL"
    }
  }
}
