import Foundation

/// A recording of sensors through a night, as every platform offers it: `PhoneRecording`,
/// `WatchRecording` and, on Android, `AndroidRecording`.
///
/// Isolated to `RecorderActor`, which is the main actor on Apple's systems.
@RecorderActor
public protocol Recording: AnyObject {
  /// An event of the recording, its delivery, or its platform.
  associatedtype Event: Sendable

  /// The parts that all recordings share. It has no public members.
  var core: RecordingCore<Event> { get }
}

extension Recording {
  // MARK: Actions of the user

  /// Starts a recording that ends by itself. Call it while the app is in the foreground, because
  /// the system does not let an app start this from the background (LOC1, WK2, AN4).
  ///
  /// - Parameter duration: for example 12 h; on a watch up to 12 h, as measured (WK3).
  /// - Throws: `RecorderError`; nothing is then recorded.
  public func start(for duration: Duration) throws(RecorderError) {
    try core.start(for: duration)
  }

  /// Ends the recording now. The stored chunks are delivered.
  ///
  /// The next recording may start after the event `stopped`. It is posted immediately, unless a
  /// sensor delivers its samples in batches: then up to a second later, when the sensor has
  /// delivered the samples that it held back.
  public func stop() { core.recorder.stop() }

  /// Delivers again the chunks that the collector refused, for example with a new token. Damaged
  /// chunks stay in the quarantine.
  ///
  /// On a watch, the collector's refusals are quarantined on the phone, by its `RelayReceiver`.
  ///
  /// - Throws: `StoreError`; the chunks that were not requeued are still quarantined.
  public func requeueQuarantined() throws(StoreError) { try core.requeueQuarantined() }

  // MARK: State and events

  /// Whether a recording was started and its end is not stored yet.
  public var isRecording: Bool { core.recorder.isRecording }
  /// The progress of the recording.
  public var recordingProgress: RecordingProgress { core.recorder.progress }
  /// The quarantined chunks, with the reasons.
  public var quarantined: [QuarantinedChunk] { core.store.quarantined }
  /// Whether everything that was recorded has reached the collector. False as long as a chunk is
  /// quarantined, which may be forever.
  public var isDelivered: Bool { core.store.isEmpty && !core.recorder.isRecording }

  /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
  /// are dropped.
  public func events() -> AsyncStream<Event> { core.events() }
}
