#if os(watchOS) || os(Linux)
  import Chunks
  import Foundation
  import WatchConnectivity

  /// Transfers the closed chunks of a watch to its phone, and deletes each chunk only when the
  /// collector's receipt for it has arrived and is stored.
  ///
  /// Create it in `applicationDidFinishLaunching()` after `ChunkStore.recover()`, and call
  /// `start()` there: it sets the delegate of `WCSession.default` and activates it (WC1), so the
  /// app must not do this itself. It does not keep the process running; use `WorkoutHold` for that.
  /// Isolated to the main actor.
  @MainActor
  public final class RelaySender: ChunkDelivery {
    let broadcaster = EventBroadcaster<RelayEvent>()
    private let store: ChunkStore
    private let configuration: RelayConfiguration
    private let delegate = RelaySenderDelegate()
    private var machine: RelaySenderMachine
    private let timer = WakeTimer()
    private var wasActivated = false
    private var wasPhoneAwake = false
    /// Whether the stored chunks wait for the first call of `send`.
    private var holdsBack = false
    private let comparison = PhoneComparison()
    private var atServer = 0
    private var bytesAtServer: Int64 = 0

    /// - Parameter store: the store of this watch. Call its `recover()` before.
    public init(store: ChunkStore, configuration: RelayConfiguration = RelayConfiguration()) {
      precondition(store.recovery != nil, "call recover() of the store first")
      self.store = store
      self.configuration = configuration
      machine = RelaySenderMachine(configuration)
      delegate.owner = self
    }

    /// The clock of the samples, which is compared with that of the phone; nil for none.
    package var clock: MeasuringClock? {
      get { comparison.clock }
      set { comparison.clock = newValue }
    }

    /// Starts to transfer the stored chunks, once the system has reported which transfers it still
    /// has.
    public func start() { start(holdingBack: false) }

    /// - Parameter holdsBack: whether the stored chunks wait for the first call of `send`.
    package func start(holdingBack holdsBack: Bool) {
      self.holdsBack = holdsBack
      if !holdsBack { perform(machine.add(store.pending, now: now)) }
      WCSession.default.delegate = delegate
      WCSession.default.activate()
    }

    /// Transfers chunks that were just closed.
    public func send(_ chunks: [ChunkIdentity]) {
      holdsBack = false
      perform(machine.add(chunks, now: now))
    }

    /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
    /// are dropped.
    public func events() -> AsyncStream<RelayEvent> { broadcaster.stream() }

    /// The progress of the chunks.
    public var progress: RelayProgress {
      var progress = RelayProgress()
      progress.onTheLink = machine.onTheLinkCount
      progress.handedOver = machine.count {
        switch $0 {
        case .handedOver, .confirming: true
        case .waiting, .onTheLink, .backingOff: false
        }
      }
      let known = machine.states.count
      progress.waiting = known - progress.onTheLink - progress.handedOver
      progress.atServer = atServer
      progress.recorded = known + atServer
      progress.quarantined = store.quarantined.count
      progress.bytesWaiting = store.pending.reduce(0) { $0 + store.byteCount(of: $1) }
      progress.bytesAtServer = bytesAtServer
      progress.isPhoneAwake = machine.contact.isAwake(now: now)
      return progress
    }

    /// Whether every chunk has reached the collector.
    public var isDelivered: Bool { machine.states.isEmpty && store.pending.isEmpty }

    /// Whether the system has content for this app that it has not delivered yet (WK9).
    var hasContentPending: Bool { WCSession.default.hasContentPending }

    // MARK: Callbacks of the system

    fileprivate func activated() {
      guard !wasActivated else { return }
      wasActivated = true
      let transfers = WCSession.default.outstandingFileTransfers.compactMap { chunk(of: $0) }
      let known = Set(transfers)
      let stored = holdsBack ? store.pending.filter { known.contains($0) } : store.pending
      perform(machine.outstanding(transfers, stored: stored, now: now))
      reachabilityChanged(WCSession.default.isReachable)
    }

    fileprivate func reachabilityChanged(_ isReachable: Bool) {
      if isReachable { perform(machine.phoneReachable(now: now)) }
    }

    fileprivate func finished(_ chunk: ChunkIdentity, errorCode: Int?) {
      if errorCode == nil { broadcaster.post(.handedOver(chunk)) }
      perform(
        machine.finished(chunk, errorCode: errorCode, now: now, jitter: .random(in: 0..<1)))
    }

    fileprivate func received(_ receipts: [RelayReceipt]) {
      for receipt in receipts {
        do throws(StoreError) {
          let digest = try digest(of: receipt.chunk)
          perform(machine.receipt(receipt, digest: digest, now: now))
        } catch {
          // The chunk is sent again when it can be read, and gets the same receipt.
          broadcaster.post(.storageFailed(receipt.chunk, error))
        }
      }
    }

    private func answered(_ reply: RelayMessage?) {
      if case .awake(let seconds)? = reply {
        perform(machine.phoneAwake(for: .seconds(seconds), now: now))
        if configuration.measuresClock { comparison.begin() }
      } else {
        perform(machine.phoneSilent(now: now, jitter: .random(in: 0..<1)))
      }
      reportContact()
    }

    // MARK: Actions

    private func perform(_ actions: [RelaySenderMachine.Action]) {
      var actions = actions
      while !actions.isEmpty {
        switch actions.removeFirst() {
        case .askPhone: askPhone()
        case .transfer(let chunk): actions += transfer(chunk)
        case .cancel(let chunk): cancel(chunk)
        case .confirm(let receipt): actions += confirm(receipt)
        case .report(let chunk, let failure): broadcaster.post(.failed(chunk, failure))
        case .wake(let time):
          timer.set(at: time) { [weak self] now in
            guard let self else { return }
            perform(machine.woke(now: now))
            reportContact()
          }
        }
      }
    }

    /// Sends the message that wakes the phone's app. The handlers are called on a queue of the
    /// session (WC1).
    private func askPhone() {
      WCSession.default.sendMessage(
        RelayMessage.wake.propertyList,
        replyHandler: { @Sendable [weak self] reply in
          let message = RelayMessage(reply)
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.answered(message) } }
        },
        errorHandler: { @Sendable [weak self] _ in
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.answered(nil) } }
        })
    }

    private func transfer(_ chunk: ChunkIdentity) -> [RelaySenderMachine.Action] {
      let found: ChunkDigest?
      do throws(StoreError) {
        found = try digest(of: chunk)
      } catch {
        return machine.unreadable(chunk, because: error, now: now, jitter: .random(in: 0..<1))
      }
      guard let found else { return machine.abandoned(chunk, now: now) }
      let message = RelayMessage.chunk(RelayReceipt(chunk, found))
      WCSession.default.transferFile(
        store.file(of: chunk), metadata: comparison.added(to: message.propertyList, of: chunk))
      broadcaster.post(.handedToSystem(chunk))
      return []
    }

    private func cancel(_ chunk: ChunkIdentity) {
      for transfer in WCSession.default.outstandingFileTransfers
      where self.chunk(of: transfer) == chunk {
        transfer.cancel()
      }
    }

    private func confirm(_ receipt: RelayReceipt) -> [RelaySenderMachine.Action] {
      let chunk = receipt.chunk
      let byteCount = store.byteCount(of: chunk)
      do throws(StoreError) {
        try store.confirm(receipt)
      } catch {
        return machine.notConfirmed(
          chunk, because: error, now: now, jitter: .random(in: 0..<1))
      }
      comparison.arrived(chunk)
      let actions = machine.confirmed(chunk, now: now)
      atServer += 1
      bytesAtServer += byteCount
      broadcaster.post(.atServer(chunk))
      return actions
    }

    /// Returns the digest of a stored chunk; nil for a chunk that is not stored here. A damaged
    /// chunk is quarantined, and nil is returned.
    ///
    /// - Throws: `StoreError` when the chunk cannot be read for now.
    private func digest(of chunk: ChunkIdentity) throws(StoreError) -> ChunkDigest? {
      guard chunk.device == store.device, store.isPending(chunk) else { return nil }
      do throws(StoreError) {
        return try store.digest(of: chunk)
      } catch .unreadable(let error, _) {
        let problem = ChunkProblem(status: nil, title: error.message, detail: error.remedy)
        try store.quarantine(chunk, because: problem)
        broadcaster.post(.storageFailed(chunk, .unreadable(error, path: chunk.description)))
        return nil
      }
    }

    private func chunk(of transfer: WCSessionFileTransfer) -> ChunkIdentity? {
      if case .chunk(let receipt)? = RelayMessage(transfer.file.metadata) {
        receipt.chunk
      } else {
        nil
      }
    }

    /// Posts an event if the phone's app began or stopped to run.
    private func reportContact() {
      let isAwake = machine.contact.isAwake(now: now)
      guard isAwake != wasPhoneAwake else { return }
      wasPhoneAwake = isAwake
      broadcaster.post(.phoneAwake(isAwake))
    }

    private var now: Int64 { timer.now }
  }

  /// Receives the callbacks of the session on the session's own queue (WC1), and forwards plain
  /// values to the main actor in order.
  @MainActor
  private final class RelaySenderDelegate: NSObject, WCSessionDelegate {
    weak var owner: RelaySender?

    private nonisolated func onMainActor(
      _ body: @escaping @MainActor @Sendable (RelaySender) -> Void
    ) {
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { if let owner = self?.owner { body(owner) } }
      }
    }

    nonisolated func session(
      _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
      error: (any Error)?
    ) {
      if activationState == .activated { onMainActor { $0.activated() } }
    }

    nonisolated func sessionReachabilityDidChange(_ session: WCSession) {
      let isReachable = session.isReachable
      onMainActor { $0.reachabilityChanged(isReachable) }
    }

    nonisolated func session(
      _ session: WCSession, didFinish fileTransfer: WCSessionFileTransfer, error: (any Error)?
    ) {
      guard case .chunk(let receipt)? = RelayMessage(fileTransfer.file.metadata) else { return }
      let code = error.map { ($0 as NSError).code }
      onMainActor { $0.finished(receipt.chunk, errorCode: code) }
    }

    nonisolated func session(_ session: WCSession, didReceiveUserInfo userInfo: [String: Any]) {
      guard case .receipts(let receipts)? = RelayMessage(userInfo) else { return }
      onMainActor { $0.received(receipts) }
    }
  }
#endif
