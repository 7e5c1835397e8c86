#if !os(watchOS)
  import Foundation

  extension PhoneRecording {
    /// The sensors to record, and the destination of the recording.
    public struct Configuration: Sendable {
      /// The name of this device at the collector: 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
      ///
      /// A new installation of the app needs a new name, because its chunk numbers start at 0
      /// again.
      public var device: String
      public var uploads: Uploader.Configuration
      /// The sensors to record, each at most once.
      public var sources: [any SampleSource]
      /// The duration of one chunk, which is one upload. Default: 5 min.
      public var chunkDuration = StreamRecorder.defaultChunkDuration
      public var keepAlive = KeepAlive.Configuration()
      /// Returns what the collector's page shows about this phone, such as its battery. Called for
      /// every upload. Default: nil, which sends nothing.
      public var deviceFacts: (@MainActor @Sendable () -> DeviceFacts)?
      /// The watch whose chunks this phone receives. Default: none.
      public var relay: RelayReceiver.Configuration?
      /// The folder where recordings wait for their upload. Default: `Yoban` in Application
      /// Support.
      public var folder: URL?
      /// The Data Protection class of the recordings. Default: `.none`, so that a process that the
      /// system launches before the first unlock after a boot can record (DP1, DP3).
      public var protection = FileProtectionType.none
      /// Whether chunks are packed when they are closed, which makes uploads two to six times smaller.
      /// Default: true; false for a collector that does not know the encoding `grid`.
      public var packsChunks = true

      /// - Parameters:
      ///   - sources: for example `MotionSource(.accelerometer, manager: motion)`; anything that
      ///     conforms to `SampleSource`.
      ///   - collector: the address of the collector, without `/v1`.
      ///   - token: the token of this device at the collector.
      public init(device: String, sources: [any SampleSource], collector: URL, token: String) {
        self.device = device
        self.sources = sources
        uploads = Uploader.Configuration(collector: collector, token: token)
      }

      /// - Parameters:
      ///   - access: of an `Enrollment`.
      ///   - sources: as above.
      public init(_ access: CollectorAccess, sources: [any SampleSource]) {
        self.init(
          device: access.device, sources: sources, collector: access.collector,
          token: access.token)
      }

      func resolvedFolder() throws(StoreError) -> URL {
        if let folder { return folder }
        return try StoreFolder.inApplicationSupport("Yoban")
      }
    }
  }
#endif
