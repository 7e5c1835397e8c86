import YobanVirtualTime

/// The clock of an accessory, which runs faster or slower than time does (RA4). It has no side effects.
struct AccessoryClock: Equatable {
  /// By how much the clock runs fast, in parts per million; below 0 if it runs slow.
  private(set) var drift = 0.0
  private var reading = Duration.zero
  private var since = VirtualInstant.start

  /// Returns what the clock shows at a moment, which is not before the last change of the clock.
  func reading(at now: VirtualInstant) -> Duration {
    let passed = (now - since).nanoseconds
    return reading + .nanoseconds(passed) + .nanoseconds(ahead(after: passed))
  }

  /// Returns by how many nanoseconds the clock has gained on time; `ClockRate.drifts` keeps it below the time that
  /// passed.
  private func ahead(after passed: Int64) -> Int64 {
    Int64((Double(passed) * drift / 1_000_000).rounded())
  }

  mutating func set(_ reading: Duration, at now: VirtualInstant) {
    (self.reading, since) = (reading, now)
  }

  /// Changes how fast the clock runs from now on. What it shows stays the same.
  mutating func run(_ drift: Double, at now: VirtualInstant) {
    set(reading(at: now), at: now)
    self.drift = drift
  }
}

extension Accessory {
  /// The time of the accessory's own clock. It begins at zero with the world, and `clockDrift` makes it run fast
  /// or slow.
  ///
  /// Code of an accessory that sends times reads this clock, and sets it when the app writes the time:
  /// ```swift
  /// strap.onWrite("2A2B") { strap, value in
  ///   strap.setClock(seconds(in: value))
  ///   return .done
  /// }
  /// strap.notify("A001", bytes(of: strap.clock))
  /// ```
  /// It decides nothing else: what the accessory does is still timed by the test.
  public var clock: Duration { ownClock.reading(at: now) }

  /// Sets what the clock shows now. It runs as fast as before.
  public func setClock(_ reading: Duration) { ownClock.set(reading, at: now) }

  /// By how much the clock runs fast, in parts per million from -100,000 to 100,000; below 0 if it runs slow.
  /// Default: 0. 27.8 are 2.4 s a day; crystals and RC oscillators are in RA4.
  ///
  /// A value outside of this range is reported as a mistake of the test and changes nothing.
  public var clockDrift: Double {
    get { ownClock.drift }
    set {
      guard ClockRate.drifts.contains(newValue) else {
        return Misuse.report(
          "The clock of \(name) cannot be wrong by \(newValue) ppm: set -100,000 to 100,000 ppm.")
      }
      guard newValue != clockDrift else { return }
      ownClock.run(newValue, at: now)
      post(
        newValue == 0
          ? "has a right clock"
          : "has a clock that runs \(abs(newValue)) ppm \(newValue > 0 ? "fast" : "slow")")
    }
  }
}
