#if os(iOS) || os(Linux)
  import Chunks
  import ClockOffsets
  import Foundation
  import WatchConnectivity

  /// Receives the chunks of a watch on its phone, uploads them to the collector, and returns the
  /// collector's receipts to the watch.
  ///
  /// Create one in `application(_:didFinishLaunchingWithOptions:)`, also when the system launches
  /// the app in the background, and call `applicationDidFinishLaunching()`. It sets the delegate of
  /// `WCSession.default` and activates it (WC1), so the app must not do this itself.
  ///
  /// The phone alone guarantees nothing. If a chunk is lost here, with the app, its folder or the
  /// phone, the watch still has it. If a receipt is lost on its way back, the watch sends the chunk
  /// again after a timeout, and the receipt is repeated from the log or by the collector. So
  /// receipts need no acknowledgement. If one arrives twice, there is no chunk left to delete.
  ///
  /// Isolated to the main actor.
  @MainActor
  public final class RelayReceiver {
    /// The watch to receive chunks from, and the destination of the chunks.
    public struct Configuration: Sendable {
      /// The name of the watch at the collector.
      public var device: String
      /// The settings of the upload, with the watch's token. The session identifier must belong to
      /// this receiver only. Default: `yoban.relay`.
      public var uploads: Uploader.Configuration
      /// The folder where chunks wait for their upload. Default: `Yoban-relay/<device>` in
      /// Application Support.
      public var folder: URL?
      /// The Data Protection class of the chunks. Default: `.none`, so that the phone accepts chunks
      /// before its first unlock after a boot (DP1, DP3).
      public var protection = FileProtectionType.none
      /// The number of bytes that stay free for other uses: no chunk is accepted with less free
      /// space. Default: 32 MiB.
      public var reservedByteCount: Int64 = 32 << 20
      /// The time for which this app certainly runs after a message from the watch. The system does
      /// not document it (WC2). The watch sends another message after half of it. Default: 6 s.
      public var wakeDuration = Duration.seconds(6)

      /// - Parameters:
      ///   - device: the name of the watch at the collector.
      ///   - collector: the address of the collector, without `/v1`.
      ///   - token: the token of the watch at the collector.
      public init(device: String, collector: URL, token: String) {
        self.device = device
        uploads = Uploader.Configuration(
          collector: collector, token: token, sessionIdentifier: "yoban.relay")
      }

      /// - Parameter access: that of the watch, of an `Enrollment` that the phone has made for it.
      public init(_ access: CollectorAccess) {
        self.init(device: access.device, collector: access.collector, token: access.token)
      }
    }

    let broadcaster = EventBroadcaster<RelayReceiverEvent>()
    private let store: ChunkStore
    private let uploader: Uploader
    private let delegate: RelayReceiverDelegate
    private var isActivated = false
    /// Receipts for the watch that were not given to the system yet.
    private var answers: [RelayReceipt] = []
    private let answerTimer = WakeTimer()
    private var received = 0
    private var delivered = 0

    /// Opens the store and repairs it after the last launch.
    ///
    /// - Throws: `StoreError` when the folder cannot be used.
    public init(_ configuration: Configuration) throws(StoreError) {
      let folder = try configuration.resolvedFolder()
      store = try ChunkStore.opened(
        folder, device: configuration.device, reservedByteCount: configuration.reservedByteCount,
        protection: configuration.protection)
      // Files that an earlier launch received but did not adopt are deleted: the watch still has
      // them.
      let incoming = folder.appending(path: "incoming", directoryHint: .isDirectory)
      try? FileManager.default.removeItem(at: incoming)
      try store.makeFolder(incoming.path(percentEncoded: false))
      uploader = Uploader(store: store, configuration: configuration.uploads)
      let clock = RelayClock()
      uploader.clock = { clock.stamp($0) }
      delegate = RelayReceiverDelegate(
        incoming: incoming, wakeSeconds: configuration.wakeDuration / .seconds(1), clock: clock)
      delegate.owner = self
      uploader.broadcaster.addObserver(self) { [unowned self] in broadcaster.post(.upload($0)) }
      uploader.onReceipt = { [unowned self] receipt in
        delivered += 1
        answer(receipt)
      }
    }

    // MARK: Calls from the application delegate

    /// Continues the uploads of an earlier launch, and starts to receive chunks from the watch.
    public func applicationDidFinishLaunching() {
      uploader.start()
      guard WCSession.isSupported() else { return }
      WCSession.default.delegate = delegate
      WCSession.default.activate()
    }

    /// Handles the results of uploads that ended while the app was suspended or not running.
    ///
    /// - Returns: whether the session belongs to this relay. If not, call the handler yourself.
    @discardableResult
    public func handleEventsForBackgroundURLSession(
      identifier: String, completionHandler: @escaping () -> Void
    ) -> Bool {
      uploader.handleEventsForBackgroundURLSession(identifier: identifier) { [weak self] in
        self?.giveAnswers()
        completionHandler()
      }
    }

    /// Uploads again the chunks that the collector refused, for example with a new token.
    ///
    /// - Throws: `StoreError`; the chunks that were not requeued are still quarantined.
    public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

    // MARK: State and events

    /// The progress of the watch's chunks on this phone.
    public var progress: RelayReceiverProgress {
      var progress = RelayReceiverProgress()
      progress.received = received
      progress.waiting = store.pending.count
      progress.delivered = delivered
      progress.quarantined = store.quarantined.count
      progress.bytesWaiting = store.storedByteCount
      return progress
    }

    /// The quarantined chunks, with the reasons.
    public var quarantined: [QuarantinedChunk] { store.quarantined }

    /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
    /// are dropped.
    public func events() -> AsyncStream<RelayReceiverEvent> { broadcaster.stream() }

    // MARK: Input from the watch

    func sessionChanged(isActivated: Bool) {
      self.isActivated = isActivated
      giveAnswers()
    }

    func didWake() { broadcaster.post(.woken) }

    /// A file from the watch was moved into the folder `incoming`.
    ///
    /// - Parameter exchanges: those of the watch with this phone, for the collector.
    func didReceive(
      _ file: URL, _ chunk: RelayReceipt, _ exchanges: [ClockMeasurements.Exchange]
    ) {
      uploader.add(exchanges)
      do throws(StoreError) {
        let adoption = try store.adopt(file, as: chunk.chunk, digest: chunk.digest)
        adopted(chunk.chunk, adoption)
      } catch {
        // Deleted because its space is needed. The watch still has it.
        try? store.files.remove(file.path(percentEncoded: false))
        broadcaster.post(.storageFailed(chunk.chunk, error))
      }
    }

    func didFailToMove(_ chunk: RelayReceipt, path: String, code: Int32) {
      let error = StoreError.file(operation: .rename, path: path, code: code)
      broadcaster.post(.storageFailed(chunk.chunk, error))
    }

    private func adopted(_ chunk: ChunkIdentity, _ adoption: Adoption) {
      switch adoption {
      case .adopted:
        received += 1
        broadcaster.post(.received(chunk))
        uploader.send([chunk])
      case .alreadyPending:
        broadcaster.post(.repeated(chunk))
        uploader.send([chunk])
      case .alreadyDelivered(let receipt):
        broadcaster.post(.repeated(chunk))
        answer(receipt)
      case .alreadyQuarantined: broadcaster.post(.repeated(chunk))
      case .conflict: broadcaster.post(.conflict(chunk))
      case .damaged(let problem): broadcaster.post(.refused(chunk, problem))
      }
    }

    // MARK: Receipts to the watch

    /// Gives a receipt to the system, together with the other receipts of the same half second.
    ///
    /// If the app is suspended or killed before that, the watch sends the chunk again.
    private func answer(_ receipt: RelayReceipt) {
      if answers.isEmpty {
        answerTimer.set(after: .milliseconds(500)) { [weak self] in self?.giveAnswers() }
      }
      if !answers.contains(receipt) { answers.append(receipt) }
    }

    private func giveAnswers() {
      guard isActivated else { return }
      while !answers.isEmpty {
        let receipts = Array(answers.prefix(RelayMessage.receiptCountMax))
        answers.removeFirst(receipts.count)
        WCSession.default.transferUserInfo(RelayMessage.receipts(receipts).propertyList)
        broadcaster.post(.answered(receipts.map(\.chunk)))
      }
    }
  }

  extension RelayReceiver.Configuration {
    func resolvedFolder() throws(StoreError) -> URL {
      if let folder { return folder }
      return try StoreFolder.inApplicationSupport("Yoban-relay/\(device)")
    }
  }
#endif
