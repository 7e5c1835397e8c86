import Chunks
import Foundation

/// Sends closed chunks to the collector: directly, or through a phone.
@RecorderActor
package protocol ChunkDelivery: AnyObject {
  /// The clock of the samples, which the delivery compares with others.
  var clock: MeasuringClock? { get set }
  /// Continues the deliveries of earlier launches.
  ///
  /// - Parameter holdsBack: whether the stored chunks wait for the first call of `send`.
  func start(holdingBack holdsBack: Bool)
  /// Delivers chunks that were just closed. Chunks that are known already are ignored.
  func send(_ chunks: [ChunkIdentity])
}

/// Keeps the process running while a recording is in progress.
@RecorderActor
package protocol ProcessHold: AnyObject {
  /// Starts keeping the process running, because the user started a recording.
  func start()
  /// Continues in a launch that continues a recording.
  func resume()
  /// Stops keeping the process running.
  func stop()
}

/// The shared parts of the recordings of all platforms: the recorder, the delivery of its chunks, the end of
/// a recording, and the events.
///
/// A platform adds how chunks are delivered and how the process is kept running. Isolated to
/// `RecorderActor`.
@RecorderActor
public final class RecordingCore<Event: Sendable> {
  package let store: ChunkStore
  package let recorder: Recorder
  private let delivery: any ChunkDelivery
  private let hold: any ProcessHold
  private let settings: RecordingSettings
  private let broadcaster = EventBroadcaster<Event>()
  /// Set while the process is kept running after the end of a recording.
  private let lingering = WakeTimer()

  /// - Parameters:
  ///   - store: call its `recover()` before.
  ///   - delivery: delivers the chunks of this store.
  ///   - wrap: returns the platform's event for an event of the recorder.
  /// - Throws: `RecorderError` when the state of the last launch cannot be read, or two sources
  ///   have the same stream.
  package init(
    _ settings: RecordingSettings, store: ChunkStore, delivery: any ChunkDelivery,
    hold: any ProcessHold, wrap: @escaping @RecorderActor (RecorderEvent) -> Event
  ) throws(RecorderError) {
    self.settings = settings
    self.store = store
    self.delivery = delivery
    self.hold = hold
    var configuration = Recorder.Configuration()
    configuration.chunkDuration = settings.chunkDuration
    recorder = try Recorder(store: store, sources: settings.sources, configuration: configuration)
    delivery.clock = { [weak recorder] in recorder?.stamp($0) }
    recorder.broadcaster.addObserver(self) { [unowned self] event in
      recorderPosted(event)
      post(wrap(event))
    }
  }

  private func recorderPosted(_ event: RecorderEvent) {
    switch event {
    case .chunkClosed(let chunk):
      if !isHoldingBack { delivery.send([chunk]) }
    case .stopped:
      delivery.send(store.pending)
      linger()
    case .started, .resumed, .gap, .clockChanged, .storageFailed, .storageWorks, .sourceFailed:
      break
    }
  }

  /// Whether chunks wait for the end of the recording in progress.
  private var isHoldingBack: Bool { settings.deliversAfterRecording && recorder.isRecording }

  package func post(_ event: Event) { broadcaster.post(event) }

  package func events() -> AsyncStream<Event> { broadcaster.stream() }

  /// Continues the recording and the deliveries of an earlier launch.
  package func launched() {
    if recorder.resumeIfWanted() { hold.resume() }
    delivery.start(holdingBack: isHoldingBack)
  }

  package func start(for duration: Duration) throws(RecorderError) {
    try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
    lingering.cancel()
    hold.start()
  }

  /// Delivers chunks again that were quarantined.
  package func requeueQuarantined() throws(StoreError) {
    let chunks = try store.requeueQuarantined()
    if !isHoldingBack { delivery.send(chunks) }
  }

  // MARK: After the end of a recording

  /// The delivery has made progress.
  package func delivered() {
    if lingering.isSet, isEverythingSent { release() }
  }

  /// Keeps the process running for a limited time while chunks are still to be delivered.
  package func linger() {
    guard settings.lingersAfterStop > .zero, !isEverythingSent else { return release() }
    lingering.set(after: settings.lingersAfterStop) { [weak self] in self?.release() }
  }

  /// Whether every chunk that can be sent has arrived. Quarantined chunks cannot be sent.
  private var isEverythingSent: Bool { store.pending.isEmpty }

  private func release() {
    lingering.cancel()
    if !recorder.isRecording { hold.stop() }
  }
}

/// The settings that the recordings of all platforms share.
package struct RecordingSettings: Sendable {
  package var sources: [any SampleSource]
  package var chunkDuration: Duration
  /// The time for which the process is kept running after the end of a recording, for the last deliveries.
  package var lingersAfterStop: Duration
  /// Whether chunks are delivered only after the end of the recording.
  package var deliversAfterRecording: Bool

  package init(
    sources: [any SampleSource], chunkDuration: Duration, lingersAfterStop: Duration = .zero,
    deliversAfterRecording: Bool = false
  ) {
    self.sources = sources
    self.chunkDuration = chunkDuration
    self.lingersAfterStop = lingersAfterStop
    self.deliversAfterRecording = deliversAfterRecording
  }
}
