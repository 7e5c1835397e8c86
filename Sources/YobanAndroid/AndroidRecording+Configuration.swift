import Foundation
import Yoban

extension AndroidRecording {
  /// The device, sensors, upload target and keep-alive settings of a recording.
  public struct Configuration: Sendable {
    /// The name of this phone at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
    ///
    /// A new installation of the app needs a new name, because its chunks are numbered from the
    /// start again.
    public var device: String
    /// The configuration of the uploads. The session is always `process`: Android has no other.
    public var uploads: Uploader.Configuration
    /// The sensors to record, each at most once.
    public var sources: [any SampleSource]
    /// The duration of one uploaded chunk. Default 5 min.
    public var chunkDuration = StreamRecorder.defaultChunkDuration
    /// Whether the service is a foreground service. Set it to false only for experiments: Android
    /// then stops the service about a minute after the app left the screen (AN1), and from API 28
    /// on no sensor data reaches it (AN2).
    @_spi(Effects) public var usesForegroundService = true
    /// Whether a partial wake lock is held. Set it to false only for experiments: the CPU then
    /// sleeps while the screen is off (AN7).
    @_spi(Effects) public var usesWakeLock = true
    /// The type of the foreground service (AN5); the manifest must declare it. Default: health, which has no time
    /// limit; dataSync ends after 6 h from API 35 on (AN6).
    public var foregroundServiceType = AndroidServiceType.health
    /// Returns what the collector's page shows about this phone, such as its battery. Called for
    /// every upload. Default: nil, which sends nothing.
    public var deviceFacts: (@RecorderActor @Sendable () -> DeviceFacts)?
    /// The longest time that the service and the wake lock stay after the end of a recording, to
    /// send the rest. Default 10 min.
    public var lingersAfterStop = Duration.seconds(600)
    /// The folder in which recordings wait for their upload. Default: `Yoban` in the app's files.
    public var folder: URL?
    /// Whether chunks are packed when they are closed, which makes uploads two to six times smaller.
    /// Default: true; false for a collector that does not know the encoding `grid`.
    public var packsChunks = true

    /// Creates a configuration with the default values.
    ///
    /// - Parameters:
    ///   - sources: for example `AndroidSensorSource(.accelerometer, sensors: sensors)`; anything
    ///     that conforms to `SampleSource`.
    ///   - collector: the address of the collector, without `/v1`.
    ///   - token: the token of this phone there.
    public init(device: String, sources: [any SampleSource], collector: URL, token: String) {
      self.device = device
      self.sources = sources
      uploads = Uploader.Configuration(collector: collector, token: token)
      uploads.session = .process
    }

    /// - Parameters:
    ///   - access: of an `Enrollment` whose folder is in the files of the app.
    ///   - sources: as above.
    public init(_ access: CollectorAccess, sources: [any SampleSource]) {
      self.init(
        device: access.device, sources: sources, collector: access.collector, token: access.token)
    }

    @RecorderActor func folder(on system: any AndroidSystem) -> URL {
      folder ?? system.filesFolder.appending(path: "Yoban", directoryHint: .isDirectory)
    }
  }
}
