#if os(watchOS) || os(Linux)
  import Foundation

  extension WatchRecording {
    /// A sensor that is recorded.
    public enum Sensor: Hashable, Sendable {
      /// With its rate in samples per second, 1 to 100.
      case accelerometer(rateHz: Int)
      /// How the watch turns, from its device motion; its rate in samples per second, 1 to 100.
      case rotationRate(rateHz: Int)
    }

    /// Who records what, and how it is relayed.
    public struct Configuration: Sendable {
      /// The name of this watch at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
      ///
      /// A new installation of the app needs a new name, because its chunks are counted again.
      public var device: String
      /// Each sensor at most once. Default: accelerometer and rotation rate at 50 Hz.
      public var sensors: [Sensor] = [.accelerometer(rateHz: 50), .rotationRate(rateHz: 50)]
      /// How much is one chunk. Default 5 min: fewer wakes of the phone.
      public var chunkDuration = StreamRecorder.defaultChunkDuration
      /// Bytes that recordings may have on this watch. Beyond it what is recorded is a gap
      /// `disk-full`, until chunks have reached the collector; nothing is dropped. Default 512 MiB.
      public var byteCountMax: Int64 = 512 << 20
      public var workout = WorkoutHold.Configuration()
      public var relay = RelayConfiguration()
      /// How long after the end of a recording the workout session is kept for what is still to be
      /// relayed. Default 10 min; none ends it at once.
      public var lingersAfterStop = Duration.seconds(600)
      /// Where recordings wait. Default: `Yoban` in Application Support.
      public var folder: URL?

      public init(device: String) { self.device = device }

      func resolvedFolder() throws(StoreError) -> URL {
        if let folder { return folder }
        do {
          return try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil,
            create: true
          ).appending(path: "Yoban", directoryHint: .isDirectory)
        } catch {
          throw .file(
            operation: .makeFolder, path: "Application Support",
            code: Int32((error as NSError).code))
        }
      }
    }
  }
#endif
