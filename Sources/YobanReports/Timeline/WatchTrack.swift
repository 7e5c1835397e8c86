import YobanSimulatedOS
import YobanVirtualTime

/// The activities that keep an app of a watch running: its workout session and its extended runtime
/// session; and the recordings of the system for it.
///
/// The system owns the sessions: a workout survives a crash of the app (WK2). The trace contains
/// the events that end them, except for a shutdown of the device.
struct WatchTrack {
  private var workout = BandTrack()
  private var workoutMarks: [Mark] = []
  private var extended = BandTrack()
  private var extendedMarks: [Mark] = []
  private var recorder = BandTrack()
  private var recorderMarks: [Mark] = []

  var isRecording: Bool { recorder.current != nil }

  mutating func workout(_ state: String, at now: VirtualInstant, _ place: Int) {
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

  mutating func workoutFailed(_ place: Int) {
    workoutMarks.append(Mark(event: place, style: .workoutFailed))
  }

  mutating func exerciseCredited(_ place: Int) {
    workoutMarks.append(Mark(event: place, style: .note))
  }

  mutating func extendedRuntime(_ state: String, at now: VirtualInstant, _ place: Int) {
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

  /// The system began to record for the app, was asked again, or stopped.
  mutating func recorder(isOn: Bool, at now: VirtualInstant, _ place: Int) {
    recorderMarks.append(Mark(event: place, style: .note))
    guard isOn != isRecording else { return }
    recorder.become(isOn ? .recorder : nil, at: now, event: place)
  }

  /// The device was shut down, which ends its sessions.
  mutating func rebooted(at now: VirtualInstant, _ place: Int) {
    workout.become(nil, at: now, event: place)
    if extended.current != .extendedWaiting { extended.become(nil, at: now, event: place) }
    recorder.become(nil, at: now, event: place)
  }

  /// Returns the lanes, after the last event.
  mutating func lanes(on device: String, of app: String, until end: VirtualInstant) -> [Lane] {
    func lane(_ label: String, _ bands: inout BandTrack, _ marks: [Mark]) -> Lane {
      bands.finish(at: end)
      return Lane(
        device: device, app: app, label: label, form: .bands, spans: bands.spans, marks: marks)
    }
    return [
      lane("Workout", &workout, workoutMarks), lane("Extended runtime", &extended, extendedMarks),
      lane("Sensor recorder", &recorder, recorderMarks),
    ]
  }
}
