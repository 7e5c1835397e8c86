import Chunks
import Foundation

/// A value that stays valid until the next one, as samples of a recording. It is delivered once
/// when it is set, and again after each interval while the process runs.
///
/// The repetitions show how long the value is known to have been valid if the process is
/// terminated.
@MainActor
final class HeldValue {
  private let interval: Duration
  private let isKnown: @MainActor () -> Bool
  private var sink: SampleSink?
  private var value: Double?
  private var isInDoubt = false
  private var lastUptime = -TimeInterval.infinity
  private var timer: Timer?

  /// - Parameter isKnown: called before each repetition; returns whether the value is still valid.
  init(repeatedEvery interval: Duration, whileKnown isKnown: @escaping @MainActor () -> Bool) {
    self.interval = interval
    self.isKnown = isKnown
  }

  /// Delivers samples to this sink from now on.
  func start(_ sink: SampleSink) {
    stop()
    self.sink = sink
    let timer = Timer.scheduledTimer(withTimeInterval: interval / .seconds(1), repeats: true) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.repeatValue() }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  /// Stops delivering samples.
  func stop() {
    timer?.invalidate()
    timer = nil
    sink = nil
    value = nil
    isInDoubt = false
  }

  /// Sets the value, valid since `age` seconds ago, but not before the last sample.
  func set(_ value: Double, age: TimeInterval = 0) {
    self.value = value
    isInDoubt = false
    give(value, ProcessInfo.processInfo.systemUptime - max(age, 0))
  }

  /// Stops the repetition, because it is not known yet whether the value is still valid.
  func doubt() { isInDoubt = true }

  /// Clears the value, because it is not known any more.
  func forget() { value = nil }

  /// Delivers the value a last time, as valid until now, and clears it.
  func close() {
    repeatValue()
    forget()
  }

  private func repeatValue() {
    guard let value, !isInDoubt, isKnown() else { return }
    give(value, ProcessInfo.processInfo.systemUptime)
  }

  private func give(_ value: Double, _ uptime: TimeInterval) {
    guard let sink else { return }
    lastUptime = max(uptime, lastUptime + 1e-6)
    sink.take(lastUptime, [value])
  }
}

extension StreamDescription {
  /// A stream of one channel whose value stays valid until the next: a time without samples is no
  /// gap.
  static func held(_ name: String, _ channel: String) throws(ChunkError) -> StreamDescription {
    // A hundred years: longer than any recording, and short enough not to overflow a time.
    try StreamDescription(
      name: name, channels: [Channel(name: channel, unit: "")],
      timeout: .longest)
  }
}
