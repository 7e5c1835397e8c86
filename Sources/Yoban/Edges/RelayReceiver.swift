#if os(iOS) || os(Linux)
  import Chunks
  import Foundation
  import WatchConnectivity

  /// Takes the chunks of a watch on its phone, sends them to the collector, and brings the
  /// collector's receipts back to the watch.
  ///
  /// Create one in `application(_:didFinishLaunchingWithOptions:)`, also when the system launches the
  /// app in background, and call `applicationDidFinishLaunching()`. It sets the delegate of
  /// `WCSession.default` and activates it (WC1), which an app may not do besides.
  ///
  /// The phone promises nothing of its own. A chunk that is lost here, with the app, its folder or
  /// the phone, is still on the watch; a receipt that is lost on its way back is answered again,
  /// from the log or by the collector, when the watch sends its chunk again after a timeout. So no
  /// acknowledgement of a receipt is needed, and one that comes twice finds nothing to delete.
  ///
  /// Isolated to the main actor.
  @MainActor
  public final class RelayReceiver {
    /// For which watch, and where its chunks go.
    public struct Configuration: Sendable {
      /// The watch's name at the collector.
      public var device: String
      /// With the watch's token there. The session identifier must be this receiver's own: default
      /// `yoban.relay`.
      public var uploads: Uploader.Configuration
      /// Where chunks wait. Default: `Yoban-relay/<device>` in Application Support.
      public var folder: URL?
      /// Bytes that stay free for others: no chunk is taken with less. Default 32 MiB.
      public var reservedByteCount: Int64 = 32 << 20
      /// For how long from a message of the watch on this app is sure to run. The system does not
      /// say (WC2); the watch asks again after half of it. Default 6 s.
      public var wakeDuration = Duration.seconds(6)
      /// What makes the relay wrong. Default: none.
      public var shortcuts: Set<RelayConfiguration.Shortcut> = []

      /// - Parameters:
      ///   - device: the watch's name at the collector.
      ///   - collector: the address of the collector, without `/v1`.
      ///   - token: the token of the watch there.
      public init(device: String, collector: URL, token: String) {
        self.device = device
        uploads = Uploader.Configuration(
          collector: collector, token: token, sessionIdentifier: "yoban.relay")
      }
    }

    let eventStreams = EventStreams<RelayReceiverEvent>()
    private let store: ChunkStore
    private let uploader: Uploader
    private let delegate: RelayReceiverDelegate
    private var isActivated = false
    /// Receipts for the watch that were not given to the system yet.
    private var answers: [RelayReceipt] = []
    private var received = 0
    private var delivered = 0

    /// Opens the store and brings it in order after the last launch.
    ///
    /// - Throws: `StoreError` when the folder cannot be used.
    public init(_ configuration: Configuration) throws(StoreError) {
      let folder = try configuration.resolvedFolder()
      store = try ChunkStore(
        folder: folder, device: configuration.device,
        reservedByteCount: configuration.reservedByteCount)
      try store.recover()
      // What a launch took and did not adopt is dropped: the watch still has it.
      let incoming = folder.appending(path: "incoming", directoryHint: .isDirectory)
      try? FileManager.default.removeItem(at: incoming)
      try store.files.makeFolder(incoming.path(percentEncoded: false))
      uploader = Uploader(store: store, configuration: configuration.uploads)
      delegate = RelayReceiverDelegate(
        incoming: incoming, wakeSeconds: configuration.wakeDuration / .seconds(1),
        answersEarly: configuration.shortcuts.contains(.trustsReceiptBeforeStored))
      delegate.owner = self
      uploader.eventStreams.observer = { [unowned self] in eventStreams.post(.upload($0)) }
      uploader.onReceipt = { [unowned self] receipt in
        delivered += 1
        answer(receipt)
      }
    }

    // MARK: From the application delegate

    /// Goes on with what an earlier launch began, and takes what the watch has.
    public func applicationDidFinishLaunching() {
      uploader.start()
      guard WCSession.isSupported() else { return }
      WCSession.default.delegate = delegate
      WCSession.default.activate()
    }

    /// Passes on what became of uploads while the app was suspended or gone.
    ///
    /// - Returns: whether the session is this relay's; if not, call the handler yourself.
    @discardableResult
    public func handleEventsForBackgroundURLSession(
      identifier: String, completionHandler: @escaping () -> Void
    ) -> Bool {
      uploader.handleEventsForBackgroundURLSession(identifier: identifier) { [weak self] in
        self?.giveAnswers()
        completionHandler()
      }
    }

    /// Sends again what the collector refused, after a new token for instance.
    ///
    /// Throws `StoreError`; what was not requeued is still quarantined.
    public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

    // MARK: What happens

    /// How far the watch's chunks are here.
    public var progress: RelayReceiverProgress {
      var progress = RelayReceiverProgress()
      progress.received = received
      progress.waiting = store.pending.count
      progress.delivered = delivered
      progress.quarantined = store.quarantined.count
      progress.bytesWaiting = store.storedByteCount
      return progress
    }

    /// What the collector refused, and why.
    public var quarantined: [QuarantinedChunk] { store.quarantined }

    /// Every event from now on, for one reader. The oldest are dropped when more than 1,000 wait.
    public func events() -> AsyncStream<RelayReceiverEvent> { eventStreams.stream() }

    // MARK: What comes from the watch

    func sessionChanged(isActivated: Bool) {
      self.isActivated = isActivated
      giveAnswers()
    }

    func woken() { eventStreams.post(.woken) }

    /// A file of the watch lies in the folder `incoming`.
    func arrived(_ file: URL, _ chunk: RelayReceipt) {
      do throws(StoreError) {
        let adoption = try store.adopt(file, as: chunk.chunk, digest: chunk.digest)
        adopted(chunk.chunk, adoption)
      } catch {
        // Its room is needed, and the watch has it.
        try? store.files.remove(file.path(percentEncoded: false))
        eventStreams.post(.storageFailed(chunk.chunk, error))
      }
    }

    func notMoved(_ chunk: RelayReceipt, path: String, code: Int32) {
      let error = StoreError.file(operation: .rename, path: path, code: code)
      eventStreams.post(.storageFailed(chunk.chunk, error))
    }

    private func adopted(_ chunk: ChunkIdentity, _ adoption: Adoption) {
      switch adoption {
      case .adopted:
        received += 1
        eventStreams.post(.received(chunk))
        uploader.send([chunk])
      case .alreadyPending:
        eventStreams.post(.repeated(chunk))
        uploader.send([chunk])
      case .alreadyDelivered(let receipt):
        eventStreams.post(.repeated(chunk))
        answer(receipt)
      case .alreadyQuarantined: eventStreams.post(.repeated(chunk))
      case .conflict: eventStreams.post(.conflict(chunk))
      case .damaged(let problem): eventStreams.post(.refused(chunk, problem))
      }
    }

    // MARK: What goes back

    /// Gives a receipt to the system with the others of this half second.
    ///
    /// If the app is suspended or killed before, the watch sends the chunk again.
    private func answer(_ receipt: RelayReceipt) {
      if answers.isEmpty {
        let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { [weak self] _ in
          MainActor.assumeIsolated { self?.giveAnswers() }
        }
        RunLoop.main.add(timer, forMode: .common)
      }
      if !answers.contains(receipt) { answers.append(receipt) }
    }

    private func giveAnswers() {
      guard isActivated else { return }
      while !answers.isEmpty {
        let receipts = Array(answers.prefix(RelayMessage.receiptCountMax))
        answers.removeFirst(receipts.count)
        WCSession.default.transferUserInfo(RelayMessage.receipts(receipts).propertyList)
        eventStreams.post(.answered(receipts.map(\.chunk)))
      }
    }
  }

  extension RelayReceiver.Configuration {
    func resolvedFolder() throws(StoreError) -> URL {
      if let folder { return folder }
      do {
        return try FileManager.default.url(
          for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
        ).appending(path: "Yoban-relay/\(device)", directoryHint: .isDirectory)
      } catch {
        throw .file(
          operation: .makeFolder, path: "Application Support", code: Int32((error as NSError).code))
      }
    }
  }
#endif
