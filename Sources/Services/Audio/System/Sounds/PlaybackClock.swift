import YobanVirtualTime

/// The position, rate and loops of a player in its sound (`AVAudioPlayer`). It has no side effects.
struct PlaybackClock: Equatable {
  /// The rates that AVAudioPlayer supports, as its documentation says.
  static let rates = 0.5...2.0

  let duration: Duration
  /// The number of times that the sound is repeated after its end; negative: until it is stopped.
  private(set) var loops = 0
  /// The speed; 1 is normal.
  private(set) var rate = 1.0
  /// The number of times that the sound was repeated.
  private var passes = 0
  /// The position at `since`, or the position at which playing would begin.
  private var offset = Duration.zero
  /// The time since which the sound plays from `offset`, possibly in the future; nil while it does
  /// not play.
  private var since: VirtualInstant?

  init(duration: Duration) { self.duration = duration }

  var isPlaying: Bool { since != nil }

  // MARK: Inputs

  /// Starts or continues playing at a time. Does nothing while the sound plays.
  mutating func play(from start: VirtualInstant) {
    if since == nil { since = start }
  }

  /// Pauses and keeps the position.
  mutating func pause(at now: VirtualInstant) {
    rebase(at: now)
    since = nil
  }

  /// Handles the end of the sound: resets the position to the beginning.
  mutating func finish() {
    since = nil
    offset = .zero
    passes = 0
  }

  /// Sets the position, limited to the range of the sound.
  mutating func seek(to position: Duration, at now: VirtualInstant) {
    rebase(at: now)
    offset = min(max(.zero, position), duration)
  }

  mutating func setLoops(_ loops: Int, at now: VirtualInstant) {
    rebase(at: now)
    self.loops = loops
  }

  mutating func setRate(_ rate: Double, at now: VirtualInstant) {
    rebase(at: now)
    self.rate = min(max(Self.rates.lowerBound, rate), Self.rates.upperBound)
  }

  // MARK: Derived values

  func position(at now: VirtualInstant) -> Duration { place(at: now).position }

  /// The time at which the last repetition ends; nil if the sound does not play, or plays
  /// endlessly.
  var end: VirtualInstant? {
    guard let since, loops >= 0 else { return nil }
    let left = Double((total - offset).nanoseconds) / rate
    return since + .nanoseconds(Int64(left.rounded(.up)))
  }

  /// The length from the beginning of the current repetition to the end of the last one.
  private var total: Duration { duration * (max(0, loops - passes) + 1) }

  private func place(at now: VirtualInstant) -> (position: Duration, passes: Int) {
    guard let since, now > since, duration > .zero else { return (offset, passes) }
    let played = Int64((Double((now - since).nanoseconds) * rate).rounded())
    let place = offset.nanoseconds + played
    if loops >= 0, place >= total.nanoseconds { return (duration, max(passes, loops)) }
    let (full, rest) = place.quotientAndRemainder(dividingBy: duration.nanoseconds)
    return (.nanoseconds(rest), passes + Int(full))
  }

  private mutating func rebase(at now: VirtualInstant) {
    guard let start = since else { return }
    (offset, passes) = place(at: now)
    since = max(start, now)
  }
}
