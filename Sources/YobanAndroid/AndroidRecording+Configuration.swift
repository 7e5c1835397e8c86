import AndroidFramework
import Foundation
import Yoban

extension AndroidRecording {
  /// A sensor that is recorded, with its rate in samples per second, 1 to 200.
  public enum Sensor: Hashable, Sendable {
    /// In m/s².
    case accelerometer(rateHz: Int)
    /// In rad/s.
    case gyroscope(rateHz: Int)
  }

  /// Who records what, where it goes, and what keeps the process running.
  public struct Configuration: Sendable {
    /// The name of this phone at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
    ///
    /// A new installation of the app needs a new name, because its chunks are counted again.
    public var device: String
    /// Its session is one of the process: there is no other on Android.
    public var uploads: Uploader.Configuration
    /// Each sensor at most once. Default: accelerometer and gyroscope at 100 Hz.
    public var sensors: [Sensor] = [.accelerometer(rateHz: 100), .gyroscope(rateHz: 100)]
    /// How old a sample may become before the sensor hands it over (AN16), which saves power; a kill
    /// costs as much more. Default: not at all.
    public var maxReportLatency = Duration.zero
    /// How much goes into one upload. Default 5 min.
    public var chunkDuration = StreamRecorder.defaultChunkDuration
    /// Whether the service is a foreground service. Leave it out only to see what it is for: the
    /// service is stopped about a minute after the app left the screen (AN1), and from API 28 on no
    /// sensor reaches it (AN2).
    public var usesForegroundService = true
    /// Whether a partial wake lock is held. Leave it out only to see what it is for: the CPU sleeps
    /// with the screen off (AN7).
    public var usesWakeLock = true
    /// `ServiceInfo.FOREGROUND_SERVICE_TYPE_…` (AN5); the manifest must declare it. Default: health,
    /// which has no limit of time; dataSync ends after 6 h from API 35 on (AN6).
    public var foregroundServiceType = ServiceInfo.FOREGROUND_SERVICE_TYPE_HEALTH
    /// How long service and wake lock stay after the end, to send the rest. Default 10 min.
    public var lingersAfterStop = Duration.seconds(600)
    /// Where recordings wait. Default: `Yoban` in the app's files.
    public var folder: URL?

    /// - Parameters:
    ///   - collector: the address of the collector, without `/v1`.
    ///   - token: the token of this phone there.
    public init(device: String, collector: URL, token: String) {
      self.device = device
      uploads = Uploader.Configuration(collector: collector, token: token)
      uploads.session = .process
    }

    func folder(in context: Context) -> URL {
      folder
        ?? URL(filePath: context.getFilesDir().getPath(), directoryHint: .isDirectory)
        .appending(path: "Yoban", directoryHint: .isDirectory)
    }
  }
}
