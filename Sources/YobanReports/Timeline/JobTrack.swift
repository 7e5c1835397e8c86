import YobanSimulatedOS
import YobanVirtualTime

/// The work for which the system runs an app: tasks of BGTaskScheduler, background fetch, pushes.
/// Waiting requests and running work are bars; their ends are marks.
///
/// A request survives the end of the process; running work does not.
struct JobTrack: ServiceTrack {
  private var bars = BarTrack<Name>()
  private var marks: [Mark] = []
  /// The number of answers of the app whose callback event has not arrived yet.
  private var answered = 0

  private enum Name: Hashable {
    case pending(String)
    case running(String)
    case fetch
    case heldPush
    case push
    case pendingRefresh
    case refresh(String)
  }

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case let event as TraceEvent.ScheduledTaskEvent: receive(event, at: now, place)
    case let event as TraceEvent.RemoteNotificationEvent: receive(event, at: now, place)
    case TraceEvent.WatchEvent.backgroundRefresh(let state): refresh(state, at: now, place)
    case let event as TraceEvent.AppEvent:
      receive(event, at: now, place)
      return false
    default: return false
    }
    return true
  }

  private mutating func receive(
    _ event: TraceEvent.AppEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .callback(let callback, _): called(callback, at: now, place)
    // The trace does not contain the call of the completion handler of a fetch.
    case .state(.suspended): bars.end(.fetch, at: now, event: place)
    case .terminated: terminated(at: now, place)
    case .launched, .state, .badge: break
    }
  }

  private mutating func receive(
    _ event: TraceEvent.ScheduledTaskEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .submitted(let task, _):
      bars.begin(.pending(task), .jobWaiting, at: now, event: place)
    case .refused: marks.append(Mark(event: place, style: .jobFailed))
    case .cancelled(let task): end(.pending(task), at: now, place)
    case .launched(let task, _):
      bars.end(.pending(task), at: now, event: place)
      bars.begin(.running(task), .job, at: now, event: place)
    case .expired(let task, _):
      bars.restyle(.running(task), .jobExpired)
      marks.append(Mark(event: place, style: .jobExpired))
    case .completed(let task, let success):
      if !success { bars.restyle(.running(task), .jobFailed) }
      end(.running(task), at: now, place, mark: success ? .note : .jobFailed)
    case .activity: marks.append(Mark(event: place, style: .note))
    }
  }

  private mutating func receive(
    _ event: TraceEvent.RemoteNotificationEvent, at now: VirtualInstant, _ place: Int
  ) {
    switch event {
    case .registered, .unregistered, .received, .shown:
      marks.append(Mark(event: place, style: .note))
    case .held: bars.begin(.heldPush, .jobWaiting, at: now, event: place)
    case .dropped: marks.append(Mark(event: place, style: .jobFailed))
    case .answered(let result):
      let failed = result == .failed
      if failed { bars.restyle(.push, .jobFailed) }
      if !bars.isUnderWay(.push) { answered += 1 }
      end(.push, at: now, place, mark: failed ? .jobFailed : .note)
    }
  }

  /// Receives an event of a watch's background refresh: `asked for`, `… began`, `… completed`
  /// (WK9).
  private mutating func refresh(_ state: String, at now: VirtualInstant, _ place: Int) {
    if state == "asked for" {
      bars.begin(.pendingRefresh, .jobWaiting, at: now, event: place)
    } else if state.hasSuffix(" began") {
      bars.end(.pendingRefresh, at: now, event: place)
      bars.begin(.refresh(String(state.dropLast(6))), .job, at: now, event: place)
    } else if state.hasSuffix(" completed") {
      end(.refresh(String(state.dropLast(10))), at: now, place)
    } else {
      marks.append(Mark(event: place, style: .note))
    }
  }

  /// Receives a callback that requests work from the app.
  private mutating func called(_ callback: LifecycleCallback, at now: VirtualInstant, _ place: Int)
  {
    switch callback {
    case .performFetch: bars.begin(.fetch, .job, at: now, event: place)
    case .didReceiveRemoteNotification:
      bars.end(.heldPush, at: now, event: place)
      if answered > 0 {
        answered -= 1
      } else {
        bars.begin(.push, .job, at: now, event: place)
      }
    default: break
    }
  }

  private mutating func terminated(at now: VirtualInstant, _ place: Int) {
    bars.endAll(.jobFailed, at: now, event: place) {
      switch $0 {
      case .running, .fetch, .push, .refresh: true
      case .pending, .heldPush, .pendingRefresh: false
      }
    }
    answered = 0
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    bars.finish(at: end)
    return [owner.lane("Jobs", .bars, bars.spans, marks)]
  }

  private mutating func end(
    _ name: Name, at now: VirtualInstant, _ place: Int, mark: LaneStyle = .note
  ) {
    bars.end(name, at: now, event: place)
    marks.append(Mark(event: place, style: mark))
  }
}
