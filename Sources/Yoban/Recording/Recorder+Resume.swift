import Chunks
import CollectorContract

extension Recorder {
  /// Continues the recording that an earlier launch began, if its end is not stored.
  ///
  /// Call it from `application(_:didFinishLaunchingWithOptions:)`. The time between the launches
  /// becomes a gap with the cause `rebooted`, `terminated` (by the user) or `killed` (by the
  /// system). If the end of the recording has passed, the recording is ended.
  ///
  /// - Returns: whether a recording continues.
  @discardableResult
  public func resumeIfWanted() -> Bool {
    guard let wanted = state.wanted, pipelines.allSatisfy({ $0.sink.machine.state == .idle }) else {
      return false
    }
    let changes = resumeTimeline()
    let cause = state.causeOfAbsence(changes)
    state.wasTerminated = false
    saveState()
    let now = state.timeline.now
    for pipeline in pipelines where !isEndStored(of: pipeline, wanted) {
      let name = pipeline.stream.name
      pipeline.sink.machine.resumed(
        since: wanted.since, until: wanted.stoppedAt ?? wanted.until,
        covered: store.recovery?.stream(named: name)?.coveredUntil,
        hasMark: hasStartedMark(name, wanted), cause: cause, now: now)
    }
    if let end = wanted.stoppedAt ?? (now >= wanted.until ? wanted.until : nil) {
      self.end(at: end)
      return false
    }
    post(.resumed(at: now, after: cause))
    run()
    return true
  }

  /// Returns whether the mark `started` is stored. It is the first block of the recording's first
  /// chunk, so it is stored if that chunk was ever stored.
  private func hasStartedMark(_ stream: String, _ wanted: RecordingState.Wanted) -> Bool {
    guard let first = wanted.firstSequences[stream] else { return false }
    return store.nextSequence(of: stream) > first
  }

  private func isEndStored(of pipeline: Pipeline, _ wanted: RecordingState.Wanted) -> Bool {
    let name = pipeline.stream.name
    guard hasStartedMark(name, wanted),
      let mark = store.recovery?.stream(named: name)?.lastMark
    else { return false }
    return mark.name == "stopped" && mark.time >= wanted.since
  }

  /// The latest moment that any stored stream accounts for.
  var lastStoredMoment: Int64 {
    let streams = store.recovery?.streams ?? []
    return streams.flatMap { [$0.coveredUntil, $0.lastMark?.time] }.compactMap(\.self).max() ?? .min
  }

  /// Reads the clocks when a recording starts or continues in this process. An earlier process may have read
  /// them before.
  @discardableResult
  func resumeTimeline() -> [Timeline.Change] {
    let changes = state.timeline.resume(readClocks(), notBefore: lastStoredMoment)
    isTimelineCurrent = true
    report(changes)
    return changes
  }

  /// Returns what the timeline showed at a reading of this process; nil before the first recording of this process.
  func stamp(_ reading: ClockReading) -> ClockStamp? {
    guard isTimelineCurrent else { return nil }
    return state.timeline.stamp(reading) { .recorded(since: $0) }
  }

  /// Reads the clocks during a recording, and updates the timeline.
  func updateTimeline() { report(state.timeline.update(readClocks())) }

  /// Gives the anchor of the timeline to the sources, and reports changes of the wall clock.
  private func report(_ changes: [Timeline.Change]) {
    for pipeline in pipelines { pipeline.sink.anchor = state.timeline.anchor }
    for case .clockChanged(let duration) in changes {
      if let mark = try? Mark(time: state.timeline.now, name: "clock-changed") {
        for pipeline in pipelines { pipeline.sink.machine.mark(mark) }
      }
      post(.clockChanged(by: duration))
    }
  }
}
