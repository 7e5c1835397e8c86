import YobanSimulatedOS
import YobanVirtualTime

/// The sessions that keep an app of a watch running: its workout session and its extended runtime session.
///
/// The system owns the sessions: a workout survives a crash of the app (WK2). The trace contains
/// the events that end them, except for a shutdown of the device.
struct WorkoutTrack: ServiceTrack {
  private var workout = BandTrack()
  private var workoutMarks: [Mark] = []
  private var extended = BandTrack()
  private var extendedMarks: [Mark] = []

  mutating func receive(_ event: LaneEvent) -> Bool {
    let (now, place) = (event.instant, event.place)
    switch event.payload {
    case TraceEvent.WatchEvent.workout(let state): workout(state, at: now, place)
    case TraceEvent.WatchEvent.workoutFailed:
      workoutMarks.append(Mark(event: place, style: .workoutFailed))
    case TraceEvent.WatchEvent.exerciseCredited:
      workoutMarks.append(Mark(event: place, style: .note))
    case TraceEvent.WatchEvent.extendedRuntime(let state): extendedRuntime(state, at: now, place)
    default: return false
    }
    return true
  }

  private mutating func workout(_ state: String, at now: VirtualInstant, _ place: Int) {
    // After a relaunch, the event is `recovered, running`.
    let words = state.components(separatedBy: ", ").last ?? state
    let known = WorkoutState.allCases.first { $0.name == words }
    let style: LaneStyle? =
      switch known {
      case .prepared: .workoutPrepared
      case .running: .workoutRunning
      case .paused: .workoutPaused
      case .stopped: .workoutStopped
      case .notStarted, .ended: nil
      // Words that are not a state, such as `not recovered`.
      case nil: workout.current
      }
    if words != state {
      workoutMarks.append(Mark(event: place, style: .launch))
    } else if style == nil || style == workout.current {
      workoutMarks.append(Mark(event: place, style: .note))
    }
    if style != workout.current { workout.become(style, at: now, event: place) }
  }

  private mutating func extendedRuntime(_ state: String, at now: VirtualInstant, _ place: Int) {
    switch String(state.prefix(while: { $0.isLetter || $0 == " " })) {
    case "running": extended.become(.extended, at: now, event: place)
    case "will expire": extended.become(.extendedExpiring, at: now, event: place)
    case let words where words.hasPrefix("scheduled"):
      extended.become(.extendedWaiting, at: now, event: place)
    case "invalid":
      extended.become(nil, at: now, event: place)
      extendedMarks.append(Mark(event: place, style: .note))
    default: extendedMarks.append(Mark(event: place, style: .note))
    }
  }

  mutating func deviceWentDown(at now: VirtualInstant, _ place: Int) {
    workout.become(nil, at: now, event: place)
    if extended.current != .extendedWaiting { extended.become(nil, at: now, event: place) }
  }

  mutating func lanes(of owner: LaneOwner, until end: VirtualInstant) -> [Lane] {
    workout.finish(at: end)
    extended.finish(at: end)
    return [
      owner.lane("Workout", .bands, workout.spans, workoutMarks),
      owner.lane("Extended runtime", .bands, extended.spans, extendedMarks),
    ]
  }
}
