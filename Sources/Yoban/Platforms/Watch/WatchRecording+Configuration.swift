#if os(watchOS) || os(Linux)
  import Foundation

  extension WatchRecording {
    /// The sensors to record, and the settings of the relay.
    public struct Configuration: Sendable {
      /// The name of this watch at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
      ///
      /// A new installation of the app needs a new name, because its chunk numbers start at 0
      /// again.
      public var device: String
      /// The sensors to record, each at most once.
      public var sources: [any SampleSource]
      /// The duration of one chunk. Default: 5 min, so that the phone is not woken more often.
      public var chunkDuration = StreamRecorder.defaultChunkDuration
      /// The maximum size of all recordings on this watch, in bytes. Beyond it, the recording gets
      /// a gap with the cause `disk-full` until chunks have reached the collector; stored chunks
      /// are not deleted. Default: 512 MiB.
      public var byteCountMax: Int64 = 512 << 20
      public var workout = WorkoutHold.Configuration()
      public var relay = RelayConfiguration()
      /// The time for which the workout session is kept after the end of a recording, so that the
      /// remaining chunks can be relayed. Default: 10 min; zero ends the session immediately.
      public var lingersAfterStop = Duration.seconds(600)
      /// The folder where recordings wait for the relay. Default: `Yoban` in Application Support.
      public var folder: URL?
      /// The Data Protection class of the recordings. Default: `.none`, so that a process that the
      /// system launches before the first unlock after a boot can record (DP1, DP3).
      public var protection = FileProtectionType.none
      /// Whether chunks are packed when they are closed, which makes uploads two to six times smaller.
      /// Default: true; false for a collector that does not know the encoding `grid`.
      public var packsChunks = true

      /// - Parameter sources: for example `MotionSource(.accelerometer, manager: motion)`; anything
      ///   that conforms to `SampleSource`.
      public init(device: String, sources: [any SampleSource]) {
        self.device = device
        self.sources = sources
      }

      func resolvedFolder() throws(StoreError) -> URL {
        if let folder { return folder }
        return try StoreFolder.inApplicationSupport("Yoban")
      }
    }
  }
#endif
