import YobanVirtualTime

/// The remaining time of an app in the background while its budget counts (BG1, BG6, BG7).
///
/// The trace does not contain this value, so it is computed from the rule: the budget counts from
/// the entry into background, from a wake (L12), or from the time when location updates or audio no
/// longer keep the app running. If an app is suspended while updates are on, the updates did not
/// keep it running.
struct CountdownTrack {
  private(set) var spans: [Span] = []
  private let budget: Duration
  private var countingSince: VirtualInstant?
  private var runningSince: VirtualInstant?
  private var enteredBackgroundAt: VirtualInstant?

  init(budget: Duration) { self.budget = budget }

  /// Sets the state of the process, and whether location updates or audio keep it running; called
  /// after each event.
  mutating func update(_ state: LaneStyle?, isKeptRunning: Bool, at instant: VirtualInstant) {
    switch state {
    case .background?:
      if enteredBackgroundAt == nil { enteredBackgroundAt = instant }
      if isKeptRunning { return stopCounting(at: instant) }
      if countingSince == nil { countingSince = instant }
      if runningSince == nil { runningSince = instant }
    case .suspended?:
      if countingSince == nil, let entered = enteredBackgroundAt {
        countingSince = entered
        runningSince = entered
      }
      stopCounting(at: instant)
    default:
      stopCounting(at: instant)
      enteredBackgroundAt = nil
    }
  }

  mutating func finish(at end: VirtualInstant) { pause(at: end) }

  private mutating func stopCounting(at instant: VirtualInstant) {
    pause(at: instant)
    countingSince = nil
  }

  private mutating func pause(at instant: VirtualInstant) {
    guard let since = countingSince, let start = runningSince else { return }
    runningSince = nil
    let left = budget - (start - since)
    guard left > .zero, instant > start else { return }
    let end = min(instant, start + left)
    spans.append(Span(start: start, end: end, style: .countdown, value: left.nanoseconds))
  }
}
