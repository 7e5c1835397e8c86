import Chunks
import Foundation

/// A value that holds until the next one, as samples of a recording: one when it is set, and one
/// again after each interval while the process runs.
///
/// The repetitions say how far the value is known to have held, when the process is killed.
@MainActor
final class HeldValue {
  private let interval: Duration
  private let isKnown: @MainActor () -> Bool
  private var deliver: EventHandler?
  private var value: Double?
  private var isInDoubt = false
  private var lastUptime = -TimeInterval.infinity
  private var timer: Timer?

  /// - Parameter isKnown: asked before each repetition whether the value holds still.
  init(repeatedEvery interval: Duration, whileKnown isKnown: @escaping @MainActor () -> Bool) {
    self.interval = interval
    self.isKnown = isKnown
  }

  /// Samples go there from now on.
  func start(_ deliver: @escaping EventHandler) {
    stop()
    self.deliver = deliver
    let timer = Timer.scheduledTimer(withTimeInterval: interval / .seconds(1), repeats: true) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.repeatValue() }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  /// No samples from now on.
  func stop() {
    timer?.invalidate()
    timer = nil
    deliver = nil
    value = nil
    isInDoubt = false
  }

  /// The value is this, since some seconds ago; never before the last sample.
  func set(_ value: Double, age: TimeInterval = 0) {
    self.value = value
    isInDoubt = false
    give(value, ProcessInfo.processInfo.systemUptime - max(age, 0))
  }

  /// Whether the value holds now will be known later: it is not repeated.
  func doubt() { isInDoubt = true }

  /// The value is not known any more.
  func forget() { value = nil }

  /// The value has held until now and is not known any more.
  func close() {
    repeatValue()
    forget()
  }

  private func repeatValue() {
    guard let value, !isInDoubt, isKnown() else { return }
    give(value, ProcessInfo.processInfo.systemUptime)
  }

  private func give(_ value: Double, _ uptime: TimeInterval) {
    guard let deliver else { return }
    lastUptime = max(uptime, lastUptime + 1e-6)
    deliver(lastUptime, [value])
  }
}

extension StreamDescription {
  /// A stream of one channel whose value holds until the next: no silence is a gap.
  static func held(_ name: String, _ channel: String) throws(ChunkError) -> StreamDescription {
    // A hundred years: far beyond any recording, and far within what a time can count.
    try StreamDescription(
      name: name, channels: [Channel(name: channel, unit: "")],
      timeout: .seconds(100 * 365 * 86_400))
  }
}
