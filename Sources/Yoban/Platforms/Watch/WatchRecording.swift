#if os(watchOS) || os(Linux)
  import Foundation
  import WatchKit

  /// Records sensors through a night in a watch app, and relays everything through the phone to the
  /// collector.
  ///
  /// Create one instance in `applicationDidFinishLaunching()`, keep it as long as the process runs,
  /// and forward the calls of the application delegate; docs/runtime-relay.md shows the whole
  /// delegate. The phone's app needs a `RelayReceiver`. Isolated to the main actor.
  @MainActor
  public final class WatchRecording: Recording {
    public let core: RecordingCore<WatchRecordingEvent>
    private let relay: RelaySender
    let hold: WorkoutHold
    private let refreshes = RefreshTasks()

    /// Opens the store and repairs it after the last launch.
    ///
    /// - Throws: `RecorderError` when the folder cannot be used, or two sources have the same stream.
    public init(_ configuration: Configuration) throws(RecorderError) {
      let store = try RecorderError.wrapping { () throws(StoreError) in
        try ChunkStore.opened(
          try configuration.resolvedFolder(), device: configuration.device,
          byteCountMax: configuration.byteCountMax, protection: configuration.protection,
          packsChunks: configuration.packsChunks)
      }
      relay = RelaySender(store: store, configuration: configuration.relay)
      hold = WorkoutHold(configuration.workout)
      core = try RecordingCore(
        RecordingSettings(
          sources: configuration.sources, chunkDuration: configuration.chunkDuration,
          lingersAfterStop: configuration.lingersAfterStop,
          deliversAfterRecording: configuration.relay.sendsAfterRecording),
        store: store, delivery: relay, hold: hold, wrap: { .recording($0) })
      relay.broadcaster.addObserver(core) { [unowned core] event in
        if case .atServer = event { core.delivered() }
        core.post(.relay(event))
      }
      hold.onProblem = { [unowned core] in core.post(.workout($0)) }
    }

    // MARK: Calls from the application delegate

    /// Continues the recording and the relay of an earlier launch.
    public func applicationDidFinishLaunching() {
      core.launched()
    }

    /// Continues the workout session of a launch that ended during it (WK2).
    ///
    /// If the time of the recording has passed, the workout session ends once everything is at the
    /// collector, or after `lingersAfterStop`.
    public func handleActiveWorkoutRecovery() {
      hold.recover()
      if !isRecording { core.linger() }
    }

    /// Keeps the tasks in which the system delivers data from the phone (WK9), and completes them.
    ///
    /// - Returns: the other tasks, which the app must complete.
    public func handle(
      _ backgroundTasks: Set<WKRefreshBackgroundTask>
    ) -> Set<WKRefreshBackgroundTask> {
      refreshes.take(backgroundTasks) { [weak self] in self?.relay.hasContentPending ?? false }
    }

    // MARK: State

    public var relayProgress: RelayProgress { relay.progress }
  }

  /// An event of a recording on a watch.
  public enum WatchRecordingEvent: Hashable, Sendable {
    case recording(RecorderEvent)
    case relay(RelayEvent)
    case workout(WorkoutHold.Problem)
  }
#endif
