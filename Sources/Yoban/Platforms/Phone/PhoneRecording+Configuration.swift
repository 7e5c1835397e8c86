#if !os(watchOS)
  import Foundation

  extension PhoneRecording {
    /// A sensor that is recorded.
    public enum Sensor: Hashable, Sendable {
      /// The rate is in samples per second, 1 to 100.
      case accelerometer(rateHz: Int)
      /// The rate is in samples per second, 1 to 100.
      case gyroscope(rateHz: Int)
      /// A value of a Bluetooth accessory, recorded whenever it is received.
      case bluetooth(BluetoothSource)
      /// Entries into and exits from a watched region, or the proximity of its beacon.
      case region(RegionSource)
      /// The results of a background job.
      case job(JobSource)
    }

    /// The sensors to record, and the destination of the recording.
    public struct Configuration: Sendable {
      /// The name of this device at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
      ///
      /// A new installation of the app needs a new name, because its chunk numbers start at 0
      /// again.
      public var device: String
      public var uploads: Uploader.Configuration
      /// Each sensor at most once. Default: accelerometer and gyroscope at 100 Hz.
      public var sensors: [Sensor] = [.accelerometer(rateHz: 100), .gyroscope(rateHz: 100)]
      /// The duration of one chunk, which is one upload. Default: 5 min.
      public var chunkDuration = StreamRecorder.defaultChunkDuration
      public var keepAlive = KeepAlive.Configuration()
      /// The watch whose chunks this phone receives. Default: none.
      public var relay: RelayReceiver.Configuration?
      /// The folder where recordings wait for their upload. Default: `Yoban` in Application
      /// Support.
      public var folder: URL?

      /// - Parameters:
      ///   - collector: the address of the collector, without `/v1`.
      ///   - token: the token of this device at the collector.
      public init(device: String, collector: URL, token: String) {
        self.device = device
        uploads = Uploader.Configuration(collector: collector, token: token)
      }

      func resolvedFolder() throws(StoreError) -> URL {
        if let folder { return folder }
        return try StoreFolder.inApplicationSupport("Yoban")
      }
    }
  }
#endif
