import VirtualTime

/// Where a player is in its sound (`AVAudioPlayer`): position, rate and loops. Pure.
struct PlaybackClock: Equatable {
  /// The rates that AVAudioPlayer supports, as its documentation says.
  static let rates = 0.5...2.0

  let duration: Duration
  /// How often the sound begins again after its end; negative: until it is stopped.
  private(set) var loops = 0
  /// 1 is normal.
  private(set) var rate = 1.0
  /// How often it has begun again.
  private var passes = 0
  /// The position at `since`, or where playing would begin.
  private var offset = Duration.zero
  /// Since when it plays from `offset`, possibly in the future; nil while it does not play.
  private var since: VirtualInstant?

  init(duration: Duration) { self.duration = duration }

  var isPlaying: Bool { since != nil }

  // MARK: Inputs

  /// Begins at a moment, or goes on there. Does nothing if it plays.
  mutating func play(from start: VirtualInstant) {
    if since == nil { since = start }
  }

  /// Stays at its position.
  mutating func pause(at now: VirtualInstant) {
    settle(at: now)
    since = nil
  }

  /// It has played to its end: back to the beginning.
  mutating func finish() {
    since = nil
    offset = .zero
    passes = 0
  }

  /// Positions outside of the sound become its beginning or its end.
  mutating func seek(to position: Duration, at now: VirtualInstant) {
    settle(at: now)
    offset = min(max(.zero, position), duration)
  }

  mutating func setLoops(_ loops: Int, at now: VirtualInstant) {
    settle(at: now)
    self.loops = loops
  }

  mutating func setRate(_ rate: Double, at now: VirtualInstant) {
    settle(at: now)
    self.rate = min(max(Self.rates.lowerBound, rate), Self.rates.upperBound)
  }

  // MARK: What follows

  func position(at now: VirtualInstant) -> Duration { place(at: now).position }

  /// When the last pass ends; nil if it does not play, or endlessly.
  var end: VirtualInstant? {
    guard let since, loops >= 0 else { return nil }
    let left = Double((total - offset).nanoseconds) / rate
    return since + .nanoseconds(Int64(left.rounded(.up)))
  }

  /// From the beginning of this pass to the end of the last one.
  private var total: Duration { duration * (max(0, loops - passes) + 1) }

  private func place(at now: VirtualInstant) -> (position: Duration, passes: Int) {
    guard let since, now > since, duration > .zero else { return (offset, passes) }
    let played = Int64((Double((now - since).nanoseconds) * rate).rounded())
    let place = offset.nanoseconds + played
    if loops >= 0, place >= total.nanoseconds { return (duration, max(passes, loops)) }
    let (full, rest) = place.quotientAndRemainder(dividingBy: duration.nanoseconds)
    return (.nanoseconds(rest), passes + Int(full))
  }

  private mutating func settle(at now: VirtualInstant) {
    guard let start = since else { return }
    (offset, passes) = place(at: now)
    since = max(start, now)
  }
}
